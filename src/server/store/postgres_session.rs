//! A database connection with the settings required for durability.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::{AsyncMessage, Client, Notification};

use super::StoreError;
use super::postgres_connector::Connector;

/// Maximum time to apply and check the settings.
const SETTLED_WITHIN: Duration = Duration::from_secs(10);

/// Settings of each session. The timeouts make the database cancel slow statements, so that it is known that they had
/// no effect.
const SETTINGS: &str = "
    SET statement_timeout = '8s';
    SET idle_in_transaction_session_timeout = '8s';
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply');
";

/// An open connection.
pub(super) struct Session {
    pub(super) client: Arc<Client>,
    /// Ends with the connection. Returns its error, if any.
    ended: JoinHandle<Option<tokio_postgres::Error>>,
}

impl Session {
    /// Connects and verifies that confirmed data is on the database's disk.
    ///
    /// # Errors
    /// [`StoreError`] if the connection fails or the database is unfit.
    pub(super) async fn open(
        connector: &Connector,
        mut on_notification: impl FnMut(Notification) + Send + 'static,
    ) -> Result<Self, StoreError> {
        let (client, mut connection) = connector.connect().await?;
        let ended = tokio::spawn(async move {
            loop {
                match poll_fn(|context| connection.poll_message(context)).await {
                    Some(Ok(AsyncMessage::Notification(notification))) => on_notification(notification),
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Some(error),
                    None => return None,
                }
            }
        });
        let session = Self { client: Arc::new(client), ended };
        timeout(SETTLED_WITHIN, session.settle()).await.map_err(|_| StoreError::Silent)??;
        Ok(session)
    }

    /// Waits until the connection is lost, and returns the reason.
    pub(super) async fn until_end(&mut self) -> StoreError {
        match (&mut self.ended).await {
            Ok(Some(error)) => error.into(),
            Ok(None) | Err(_) => StoreError::Closed,
        }
    }

    async fn settle(&self) -> Result<(), StoreError> {
        self.client.batch_execute(SETTINGS).await?;
        let query = "SELECT current_setting('synchronous_commit'), current_setting('fsync'),
            current_setting('server_encoding')";
        let row = self.client.query_typed_one(query, &[]).await?;
        let (commit, fsync, encoding): (String, String, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let reason = if commit != "on" && commit != "remote_apply" {
            format!("synchronous_commit is {commit} and cannot be set to on")
        } else if fsync != "on" {
            "fsync is off, so confirmed data could be lost; set fsync = on".to_owned()
        } else if encoding != "UTF8" {
            format!("its encoding is {encoding}; create one with ENCODING 'UTF8'")
        } else {
            return Ok(());
        };
        Err(StoreError::Unfit { reason })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Otherwise a hanging connection would never be closed.
        self.ended.abort();
    }
}
