use super::Property;

/// Information about a game. Texts are empty if not given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Black's name (`PB`).
    pub black: String,
    /// White's name (`PW`).
    pub white: String,
    /// Black's rank (`BR`).
    pub black_rank: String,
    /// White's rank (`WR`).
    pub white_rank: String,
    /// The result (`RE`) as written: `B+3.5`, `W+R`, `0`, `Void`, `?`.
    pub result: String,
    /// The date (`DT`), by the standard `YYYY-MM-DD`.
    pub date: String,
    /// The event (`EV`).
    pub event: String,
    /// The round (`RO`).
    pub round: String,
    /// The place (`PC`).
    pub place: String,
    /// The name of the game (`GN`).
    pub name: String,
    /// Comment on the whole game (`GC`).
    pub comment: String,
    /// Komi (`KM`), if it is a finite number; a decimal comma is accepted.
    pub komi: Option<f32>,
    /// Name of the rules (`RU`); see [`Rules::named`](crate::Rules::named).
    pub rules: Option<String>,
    /// Number of handicap stones (`HA`); 0 for none, which the standard also writes as a value below 2. `HA` places no
    /// stones: they are in the setup or the moves of the record.
    pub handicap: u32,
    /// The application that writes the record (`AP`); by default this crate. It is not read from a file, since the
    /// writer of a record is its maker.
    pub application: Option<Application>,
    /// Other properties with information about the game, as read.
    pub other: Vec<Property>,
    /// Values that do not follow the standard, with their interpretation, one sentence each: `KM[6,5] is read as 6.5`.
    /// They are not written again.
    pub misread: Vec<String>,
}

/// An application that writes records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Name of the application.
    pub name: String,
    /// Version of the application.
    pub version: String,
}

impl Application {
    /// An application of this name and version.
    #[must_use]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        let (name, version) = (name.into(), version.into());
        Self { name, version }
    }
}

/// This crate.
impl Default for Application {
    fn default() -> Self {
        Self::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    }
}

/// Most handicap stones that fit on any board.
const MOST_STONES: u32 = 624;

/// Properties of the standard with information about the game that have no field here.
const OTHER: [&str; 9] = ["AN", "BT", "CP", "ON", "OT", "SO", "TM", "US", "WT"];

impl Info {
    /// Stores a property if it is information about the game; the first one of a name counts.
    pub(super) fn take(&mut self, property: &Property) {
        let value = property.values.first().map_or("", String::as_str);
        match property.name.as_str() {
            "GC" if self.comment.is_empty() => self.comment = value.to_owned(),
            "KM" if self.komi.is_none() => self.take_komi(value),
            "RU" if self.rules.is_none() => {
                self.rules = Some(one_line(value)).filter(|name| !name.is_empty());
            }
            "HA" if self.handicap == 0 => self.take_handicap(value),
            name if OTHER.contains(&name) => self.keep(property),
            name => {
                let mut texts = self.texts_mut().into_iter();
                if let Some((_, text)) =
                    texts.find(|(known, text)| *known == name && text.is_empty())
                {
                    *text = one_line(value);
                }
            }
        }
    }

    fn take_komi(&mut self, value: &str) {
        self.komi = number(value);
        match self.komi {
            Some(komi) if value.contains(',') => {
                let text = format!("KM[{}] is read as {komi}", one_line(value));
                self.misread.push(text);
            }
            None if !value.trim().is_empty() => self.pass_over("KM", value, "komi"),
            _ => {}
        }
    }

    fn take_handicap(&mut self, value: &str) {
        match value.trim().parse() {
            Ok(stones @ 2..=MOST_STONES) => self.handicap = stones,
            Ok(0 | 1) => {}
            _ if value.trim().is_empty() => {}
            _ => self.pass_over("HA", value, "number of handicap stones"),
        }
    }

    fn pass_over(&mut self, name: &str, value: &str, what: &str) {
        let value = one_line(value);
        let text = format!("{name}[{value}] is no {what}, and is passed over");
        self.misread.push(text);
    }

    fn keep(&mut self, property: &Property) {
        if self.other.iter().all(|known| known.name != property.name) {
            self.other.push(property.clone());
        }
    }

    fn texts_mut(&mut self) -> [(&'static str, &mut String); 10] {
        [
            ("PB", &mut self.black),
            ("BR", &mut self.black_rank),
            ("PW", &mut self.white),
            ("WR", &mut self.white_rank),
            ("RE", &mut self.result),
            ("DT", &mut self.date),
            ("EV", &mut self.event),
            ("RO", &mut self.round),
            ("PC", &mut self.place),
            ("GN", &mut self.name),
        ]
    }

    /// The properties to write, in a fixed order.
    pub(super) fn properties(&self) -> Vec<Property> {
        let mut copy = self.clone();
        let mut all: Vec<Property> = copy
            .texts_mut()
            .into_iter()
            .map(|(name, text)| Property::new(name, one_line(text)))
            .collect();
        all.push(Property::new(
            "RU",
            one_line(self.rules.as_deref().unwrap_or("")),
        ));
        if let Some(komi) = self.komi.filter(|komi| komi.is_finite()) {
            all.push(Property::new("KM", komi.to_string()));
        }
        if self.handicap >= 2 {
            all.push(Property::new("HA", self.handicap.to_string()));
        }
        all.push(Property::new("GC", self.comment.clone()));
        all.retain(|property| property.values != [""]);
        for property in &self.other {
            let known = OTHER.contains(&property.name.as_str());
            if known && all.iter().all(|written| written.name != property.name) {
                all.push(property.clone());
            }
        }
        all
    }
}

/// Replaces line breaks and tabs by blanks, as in the standard's SimpleText.
pub(super) fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ").trim().to_owned()
}

/// Reads a number in the forms in which komi is written: `6.5`, `6,5`, ` 6.5 `.
fn number(text: &str) -> Option<f32> {
    let number: f32 = text.trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}
