//! Help and manual page of the server.

use std::process::{Command, Output};

fn printed(flag: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_irogaeshi-server"));
    let Output { status, stdout, .. } = command.arg(flag).env_remove("COLUMNS").output().expect("the server runs");
    assert_eq!(status.code(), Some(0), "{flag}");
    String::from_utf8(stdout).expect("it prints UTF-8")
}

#[test]
fn help_introduces_a_server_in_at_most_100_columns() {
    for flag in ["-h", "--help"] {
        let help = printed(flag);
        let first = help.lines().next().unwrap_or_default();
        assert!(first.contains("online matches"), "{first}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        assert!(help.contains("\nLimits:\n") && help.contains("--man"), "{help}");
    }
    let (short, long) = (printed("-h"), printed("--help"));
    assert!(!short.contains("IROGAESHI_") && long.contains("[env: IROGAESHI_ADDRESS="), "{short}");
    assert!(!short.lines().any(|line| line.starts_with(&" ".repeat(11))), "{short}");
}

#[test]
fn man_gets_a_page() {
    let page = printed("--man");
    assert!(page.contains(".TH irogaeshi-server 1") && page.contains("IROGAESHI_ADDRESS"), "{page}");
}
