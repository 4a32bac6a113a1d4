//! Connecting to a PostgreSQL database, over TLS if its address asks for it.

use std::error::Error as _;
use std::io;
use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::StoreError;

/// Task of an open connection, with or without TLS.
type ConnectionTask = Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// The library's words, which it has no type for.
const NO_TLS: &str = "server does not support TLS";

/// Connects to one database.
#[derive(Clone)]
pub(super) struct Connector {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Connector {
    /// Prepares connections with these settings. TLS always checks the certificate and the host's name.
    ///
    /// # Errors
    /// [`StoreError::Tls`] if TLS is asked for and this computer trusts no certificates.
    pub(super) fn new(config: Config) -> Result<Self, StoreError> {
        let needs_tls = config.get_ssl_mode() == SslMode::Require;
        let authorities = if needs_tls { trusted_authorities()? } else { RootCertStore::empty() };
        let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::Tls { reason: error.to_string() })?
            .with_root_certificates(authorities)
            .with_no_client_auth();
        Ok(Self { config, tls: MakeRustlsConnect::new(tls) })
    }

    /// Opens a connection, which works only while its task runs.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be reached or refuses.
    pub(super) async fn connect(&self) -> Result<(Client, ConnectionTask), StoreError> {
        self.config.connect(self.tls.clone()).await.map_err(explain)
    }
}

/// The certificates that the system trusts, or those that `SSL_CERT_FILE` names.
fn trusted_authorities() -> Result<RootCertStore, StoreError> {
    let mut authorities = RootCertStore::empty();
    let (usable, _) = authorities.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if usable == 0 {
        let reason = "this computer trusts no certificates; install them (ca-certificates), or name a file of them in \
            SSL_CERT_FILE";
        return Err(StoreError::Tls { reason: reason.to_owned() });
    }
    Ok(authorities)
}

/// Separates failures of TLS, which no retry mends, from other ones.
fn explain(error: tokio_postgres::Error) -> StoreError {
    let Some(source) = error.source() else { return error.into() };
    let tls_error = source.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    let reason = match tls_error.and_then(|error| error.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(problem)) => format!(
            "its certificate is not trusted: {problem}; connect by a name that it is for, and name a file with the \
            certificate of its authority in SSL_CERT_FILE unless the system trusts that"
        ),
        Some(problem) => problem.to_string(),
        None if source.to_string() == NO_TLS => {
            "it does not offer TLS, which the address requires; set ssl = on in its configuration".to_owned()
        }
        None => return error.into(),
    };
    StoreError::Tls { reason }
}
