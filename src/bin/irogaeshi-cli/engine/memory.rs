//! Check that a transposition table fits into memory.

#[cfg(target_os = "linux")]
use std::fs;

/// Maximum size of a table.
const MAX_MIB: u32 = 65_536;

/// Parses the size of a table in MiB.
///
/// # Errors
/// The allowed range, if the size is outside of it or exceeds the free memory.
pub(crate) fn read_table_mib(text: &str) -> Result<u32, String> {
    let size = text.parse().ok().filter(|size| (1..=MAX_MIB).contains(size));
    let size = size.ok_or_else(|| format!("must be from 1 to {MAX_MIB} MiB"))?;
    match free_mib() {
        Some(free) if free < size.into() => {
            Err(format!("not enough memory: {free} MiB are free; choose a smaller table"))
        }
        _ if !can_be_had(size) => Err("not enough memory: choose a smaller table".to_owned()),
        _ => Ok(size),
    }
}

/// Returns whether the system grants this much memory. Some systems grant more than they have.
fn can_be_had(mib: u32) -> bool {
    Vec::<u8>::new().try_reserve_exact((mib as usize) << 20).is_ok()
}

/// Memory in MiB available without swapping, if the system reports it.
#[cfg(target_os = "linux")]
fn free_mib() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available_kib(&text)).map(|kib| kib >> 10);
    // A container may have less than the computer.
    let number = |file: &str| fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok()?.trim().parse::<u64>().ok();
    let container = number("memory.max").zip(number("memory.current"));
    let container = container.map(|(most, current)| most.saturating_sub(current) >> 20);
    system.into_iter().chain(container).min()
}

#[cfg(not(target_os = "linux"))]
const fn free_mib() -> Option<u64> {
    None
}

/// Value of `MemAvailable` in `/proc/meminfo`.
#[cfg(any(test, target_os = "linux"))]
fn available_kib(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_that_is_free_is_read() {
        let text = "MemTotal:       65762320 kB\nMemFree:        1 kB\nMemAvailable:   33554432 kB\nBuffers: 2 kB\n";
        assert_eq!(available_kib(text), Some(33_554_432));
        assert_eq!(available_kib("MemAvailable: many"), None);
        assert_eq!(available_kib(""), None);
    }

    #[test]
    fn sizes_are_bounded() {
        assert_eq!(read_table_mib("1"), Ok(1));
        for bad in ["0", "65537", "-1", "", "1.5", "99999999999"] {
            assert_eq!(read_table_mib(bad), Err("must be from 1 to 65536 MiB".to_owned()), "{bad}");
        }
    }
}
