//! Process metrics that a server reports.

use crate::failure::Failure;
use crate::sockets::endpoint::Endpoint;
use crate::sockets::page::{PageError, read_page};

/// Path of a server's metrics in the Prometheus text format.
const METRICS: &str = "/metrics";

/// Metrics of a server's process, as far as it reports them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ServerProcess {
    pub(crate) memory_bytes: Option<f64>,
    pub(crate) cpu_seconds: Option<f64>,
}

impl ServerProcess {
    /// Asks each server. A server that does not publish metrics has empty ones.
    ///
    /// # Errors
    /// If a server cannot be reached.
    pub(crate) async fn of_all(servers: &[Endpoint]) -> Result<Vec<Self>, Failure> {
        let mut all = Vec::new();
        for server in servers {
            all.push(match read_page(server, METRICS).await {
                Err(PageError::Endpoint(error)) => return Err(error.into()),
                page => page.map_or_else(|_| Self::default(), |text| Self::from_text(&text)),
            });
        }
        Ok(all)
    }

    /// Asks each server. A server that cannot be reached has empty metrics.
    pub(crate) async fn of_those_there(servers: &[Endpoint]) -> Vec<Self> {
        let mut all = Vec::new();
        for server in servers {
            all.push(read_page(server, METRICS).await.map_or_else(|_| Self::default(), |text| Self::from_text(&text)));
        }
        all
    }

    fn from_text(text: &str) -> Self {
        let number = |name: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(' '));
            lines.find(|(other, _)| *other == name).and_then(|(_, number)| number.trim().parse().ok())
        };
        Self { memory_bytes: number("process_resident_memory_bytes"), cpu_seconds: number("process_cpu_seconds_total") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_among_others() {
        let text = "# HELP process_resident_memory_bytes Memory.\nprocess_resident_memory_bytes 5.5e6\nrooms 3\n";
        let expected = ServerProcess { memory_bytes: Some(5_500_000.0), cpu_seconds: None };
        assert_eq!(ServerProcess::from_text(text), expected);
        assert_eq!(ServerProcess::from_text(""), ServerProcess::default());
    }
}
