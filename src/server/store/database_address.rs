//! Address of a PostgreSQL database, which may contain a password.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};

use super::StoreError;

/// Idle time before TCP keepalive probes start.
const KEEPALIVE_AFTER: Duration = Duration::from_secs(10);
/// Maximum time to connect, and for sent bytes to be acknowledged.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Address of a PostgreSQL database, such as `postgres://player:password@127.0.0.1:5432/irogaeshi`. Its debug form is
/// hidden, so that it is not printed by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseAddress(String);

impl fmt::Debug for DatabaseAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DatabaseAddress(hidden)")
    }
}

impl FromStr for DatabaseAddress {
    type Err = Infallible;

    /// Accepts any text. It is checked later, because the argument parser would print a rejected text, password
    /// included.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

impl DatabaseAddress {
    /// The connection settings.
    ///
    /// # Errors
    /// [`StoreError::Address`] if the text is not an address, or asks for something unsupported. The error does not
    /// quote the text.
    pub(super) fn config(&self) -> Result<Config, StoreError> {
        let wrong = |reason: &str| StoreError::Address { reason: reason.to_owned() };
        if !["postgres://", "postgresql://"].iter().any(|scheme| self.0.starts_with(scheme)) {
            return Err(wrong("it does not begin with postgres://"));
        }
        let mut config: Config = with_known_modes(&self.0)?.parse().map_err(|error: tokio_postgres::Error| {
            let reason = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            wrong(&reason)
        })?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(wrong("it names no host"));
        }
        // Preferred TLS would protect nothing, since an attacker can refuse it.
        if config.get_ssl_mode() == SslMode::Prefer {
            config.ssl_mode(SslMode::Disable);
        }
        config
            .application_name("irogaeshi-server")
            .connect_timeout(TIMEOUT)
            .tcp_user_timeout(TIMEOUT)
            .keepalives(true)
            .keepalives_idle(KEEPALIVE_AFTER)
            .keepalives_interval(Duration::from_secs(2))
            .keepalives_retries(3)
            // Among several hosts, choose the one that accepts writes.
            .target_session_attrs(TargetSessionAttrs::ReadWrite);
        Ok(config)
    }
}

/// The address with `sslmode=require` in place of the stricter modes of libpq, which the library does not know. Here
/// the one is as strict as the others.
///
/// # Errors
/// [`StoreError::Address`] if the address names a file of certificates, which the library does not know either.
fn with_known_modes(address: &str) -> Result<String, StoreError> {
    let Some((place, parameters)) = address.split_once('?') else { return Ok(address.to_owned()) };
    let known = parameters.split('&').map(|parameter| match parameter {
        "sslmode=verify-ca" | "sslmode=verify-full" => Ok("sslmode=require"),
        file if file.starts_with("sslrootcert=") => Err(StoreError::Address {
            reason: "it has sslrootcert, which this server reads from the environment variable SSL_CERT_FILE"
                .to_owned(),
        }),
        other => Ok(other),
    });
    Ok(format!("{place}?{}", known.collect::<Result<Vec<_>, _>>()?.join("&")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> DatabaseAddress {
        text.parse().unwrap_or_else(|never| match never {})
    }

    #[test]
    fn an_address_is_parsed_and_its_password_never_printed() {
        let good = address("postgres://player:s%20cret@127.0.0.1:5433,[::1]/rooms");
        let config = good.config().expect("it is an address");
        assert_eq!(config.get_password(), Some(&b"s cret"[..]));
        assert_eq!(config.get_dbname(), Some("rooms"));
        assert_eq!(config.get_hosts().len(), 2);
        assert!(!format!("{good:?} {config:?}").contains("cret"));
    }

    #[test]
    fn tls_is_used_if_it_is_required_and_only_then() {
        for (parameters, mode) in [
            ("", SslMode::Disable),
            ("?sslmode=disable", SslMode::Disable),
            ("?sslmode=prefer", SslMode::Disable),
            ("?sslmode=require", SslMode::Require),
            ("?connect_timeout=3&sslmode=verify-ca", SslMode::Require),
            ("?sslmode=verify-full&keepalives=1", SslMode::Require),
        ] {
            let config = address(&format!("postgres://player@db.example/rooms{parameters}")).config();
            assert_eq!(config.expect("it is an address").get_ssl_mode(), mode, "{parameters}");
        }
    }

    #[test]
    fn invalid_addresses_are_refused_without_printing_the_password() {
        for (text, reason) in [
            ("", "postgres://"),
            ("host=127.0.0.1 password=secret", "postgres://"),
            ("mysql://player:secret@127.0.0.1/rooms", "postgres://"),
            ("postgres://player:secret@/rooms", "no host"),
            ("postgres://player:secret@127.0.0.1:many/rooms", "port"),
            ("postgres://player:secret@127.0.0.1/rooms?colour=red", "colour"),
            ("postgres://player:secret@127.0.0.1/rooms?sslmode=maybe", "sslmode"),
            ("postgres://player:secret@127.0.0.1/rooms?sslmode=require&sslrootcert=/a.pem", "SSL_CERT_FILE"),
        ] {
            let error = address(text).config().expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
