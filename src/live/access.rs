//! Access to a server: who may watch, and who may send commands.

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};

/// Who may use a server.
///
/// Requests from pages of other sites, whose `Origin` is not the server's, are always refused.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Access {
    /// Everyone on this computer. Requests must have it as their `Host`, which pages of other sites cannot do.
    ThisComputer,
    /// Everyone with one of two tokens, in the address (`?token=…`) or as `Authorization: Bearer …`.
    Tokens {
        /// The token for full access.
        control: String,
        /// The token for watching only.
        view: String,
    },
}

/// The rights of the sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// Watching.
    Viewer,
    /// Also sending commands and photos.
    Controller,
}

/// A random token of 128 bits.
///
/// # Errors
/// If the system has no random numbers.
pub fn random_token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Access {
    /// Access with this token for everything, and a random one for watching.
    ///
    /// # Errors
    /// As [`random_token`].
    pub fn by_token(control: String) -> std::io::Result<Self> {
        let view = random_token()?;
        Ok(Self::Tokens { control, view })
    }

    /// The rights of the sender of a request; `None` if it is refused.
    pub(super) fn role(&self, headers: &HeaderMap, query: Option<&str>) -> Option<Role> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(HOST)?;
        if let Some(origin) = headers.get(ORIGIN) {
            let (_, from) = origin.to_str().ok()?.split_once("://")?;
            if !from.eq_ignore_ascii_case(host) {
                return None;
            }
        }
        match self {
            Self::ThisComputer => is_this_computer(host).then_some(Role::Controller),
            Self::Tokens { control, view } => {
                let bearer = text(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
                let pairs = query.unwrap_or_default().split('&');
                let given = pairs.filter_map(|pair| pair.strip_prefix("token="));
                let mut given = given.chain(bearer);
                given.find_map(|given| {
                    let viewer = same(given, view).then_some(Role::Viewer);
                    same(given, control).then_some(Role::Controller).or(viewer)
                })
            }
        }
    }
}

/// Whether a host, with or without a port, is this computer.
fn is_this_computer(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    ["localhost", "127.0.0.1", "[::1]"].contains(&name.to_ascii_lowercase().as_str())
}

/// Compares tokens in constant time, so that the time does not reveal where they differ.
fn same(given: &str, token: &str) -> bool {
    let differ = given
        .bytes()
        .zip(token.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == token.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(access: &Access, headers: &[(&str, &str)], query: &str) -> Option<Role> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            map.insert(name, value.parse().unwrap());
        }
        access.role(&map, Some(query))
    }

    #[test]
    fn other_hosts_and_origins_are_refused() {
        let here = |headers: &[(&str, &str)]| role(&Access::ThisComputer, headers, "");
        for host in ["localhost", "127.0.0.1:8088", "LOCALHOST:1", "[::1]:8088"] {
            assert_eq!(here(&[("host", host)]), Some(Role::Controller), "{host}");
        }
        let own = ("origin", "http://localhost:8088");
        assert_eq!(
            here(&[("host", "localhost:8088"), own]),
            Some(Role::Controller)
        );
        for headers in [
            &[("host", "evil.example")][..],
            &[],
            &[("host", "localhost.evil.example:8088")],
            &[
                ("host", "localhost:8088"),
                ("origin", "http://evil.example"),
            ],
            &[
                ("host", "localhost:8088"),
                ("origin", "http://localhost:99"),
            ],
            &[("host", "localhost:8088"), ("origin", "null")],
        ] {
            assert_eq!(here(headers), None, "{headers:?}");
        }
    }

    #[test]
    fn tokens_tell_who_may_change_something() {
        let access = Access::Tokens {
            control: "abc".to_owned(),
            view: "xyz".to_owned(),
        };
        let asked = |query| role(&access, &[("host", "example.org")], query);
        assert_eq!(asked("ply=3&token=abc"), Some(Role::Controller));
        assert_eq!(asked("token=xyz"), Some(Role::Viewer));
        for wrong in ["", "token=", "token=ab", "token=abcd", "Token=abc"] {
            assert_eq!(asked(wrong), None, "{wrong}");
        }
        let bearer = [("host", "a"), ("authorization", "Bearer abc")];
        assert_eq!(role(&access, &bearer, ""), Some(Role::Controller));
        assert_ne!(random_token().unwrap(), random_token().unwrap());
    }
}
