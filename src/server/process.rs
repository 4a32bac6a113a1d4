//! Resource use of the server's process.

use std::fs;

/// Memory of the process in bytes; `None` if the system does not report it.
#[must_use]
pub fn resident_memory_bytes() -> Option<u64> {
    memory_of(&fs::read_to_string("/proc/self/status").ok()?)
}

/// CPU time of the process in seconds; `None` if the system does not report it.
#[must_use]
pub fn cpu_seconds() -> Option<f64> {
    cpu_of(&fs::read_to_string("/proc/self/stat").ok()?)
}

fn memory_of(status: &str) -> Option<u64> {
    let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"))?;
    Some(kib.parse::<u64>().ok()? * 1024)
}

fn cpu_of(stat: &str) -> Option<f64> {
    // Linux always reports hundredths of a second to programs.
    const TICKS_A_SECOND: f64 = 100.0;
    // The program's name, in parentheses, may itself contain spaces and parentheses.
    let (_, numbers) = stat.rsplit_once(')')?;
    let mut ticks = numbers.split_whitespace().skip(11).map(str::parse::<u64>);
    let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    Some((user + system) as f64 / TICKS_A_SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_and_cpu_time_are_parsed() {
        assert_eq!(memory_of("Name:\tserver\nVmPeak:\t  9 kB\nVmRSS:\t   1234 kB\nThreads:\t3\n"), Some(1234 * 1024));
        assert_eq!(memory_of("Name:\tserver\n"), None);
        let stat = "7 (a) b) S 1 7 7 0 -1 4194304 100 0 0 0 250 51 0 0 20 0 9 0 100 0 0\n";
        assert_eq!(cpu_of(stat), Some(3.01));
        assert_eq!(cpu_of("7 (a"), None);
    }
}
