//! Headers: tag pairs with information about a game.

/// The seven tag roster: the headers every exported game has, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tag pairs, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Headers {
        Headers(Vec::new())
    }

    /// The seven tag roster with all values unknown.
    #[must_use]
    pub fn roster() -> Headers {
        let pairs = ROSTER.map(|name| (name.to_owned(), unknown(name).to_owned()));
        Headers(pairs.into())
    }

    /// The value of the first header of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Sets the value of a header, in its place or at the end.
    ///
    /// In the name, characters that the standards forbid (all except letters, digits and `_`) become `_`; in the value,
    /// control characters become blanks.
    pub fn set(&mut self, name: &str, value: &str) {
        let (name, value) = sound(name, value);
        match self.0.iter_mut().find(|pair| pair.0 == name) {
            Some(pair) => pair.1 = value,
            None => self.0.push((name, value)),
        }
    }

    /// Appends a header as it was read, even if the name occurs already.
    pub fn push(&mut self, name: &str, value: &str) {
        self.0.push(sound(name, value));
    }

    /// All pairs of name and value, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// The standard's value for an unknown header of the roster.
#[must_use]
pub fn unknown(name: &str) -> &'static str {
    match name {
        "Date" => "????.??.??",
        "Result" => "*",
        _ => "?",
    }
}

fn sound(name: &str, value: &str) -> (String, String) {
    let in_name = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let in_value = |c: char| if c.is_control() { ' ' } else { c };
    let mut name: String = name.chars().map(in_name).collect();
    if name.is_empty() {
        name.push('_');
    }
    (name, value.chars().map(in_value).collect())
}
