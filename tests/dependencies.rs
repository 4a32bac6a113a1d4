//! The crates that this one depends on, on all systems: licences, sources, versions and bans, from `cargo metadata`.

use std::collections::BTreeSet;
use std::process::Command;

use serde::Deserialize;

/// Licences that a dependency may have. All allow a program under MIT or Apache-2.0.
const LICENCES: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    // Binds only changed files of the dependency itself.
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that must not come in, with the reason.
const BANNED: [(&str, &str); 5] = [
    ("aws-lc-sys", "rustls uses ring, and one library of cryptography is enough"),
    ("native-tls", "rustls encrypts everything, alike on all systems"),
    ("openssl-sys", "rustls encrypts everything, alike on all systems"),
    ("reqwest", "nothing here is an HTTP client"),
    ("webpki-roots", "the system knows what it trusts, and its certificates stay current"),
];

/// Own dependencies with further versions in the tree, and the crates that hold those back. Update these first.
const SEVERAL_VERSIONS: [(&str, &str); 5] = [
    ("getrandom", "ring, winit, tungstenite"),
    ("miniz_oxide", "png"),
    ("rand", "tungstenite"),
    ("rustix", "winit"),
    ("thiserror", "winit, cpal"),
];

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// None for this package itself.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
}

/// All packages of the lock file that some feature and system needs.
fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--all-features", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).expect("cargo writes metadata");
    metadata.packages
}

/// Returns whether one of the choices that an SPDX expression offers is allowed altogether.
fn is_allowed(expression: &str) -> bool {
    // Crates from before SPDX expressions separate choices by a slash.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    any_of(&mut rest) && rest.is_empty()
}

fn any_of(words: &mut &[&str]) -> bool {
    let mut is_allowed = all_of(words);
    while let ["OR", rest @ ..] = words {
        *words = rest;
        is_allowed |= all_of(words);
    }
    is_allowed
}

fn all_of(words: &mut &[&str]) -> bool {
    let mut is_allowed = licence(words);
    while let ["AND", rest @ ..] = words {
        *words = rest;
        is_allowed &= licence(words);
    }
    is_allowed
}

fn licence(words: &mut &[&str]) -> bool {
    match words {
        ["(", rest @ ..] => {
            *words = rest;
            let is_allowed = any_of(words);
            let [")", rest @ ..] = words else { return false };
            *words = rest;
            is_allowed
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            LICENCES.contains(&&*format!("{name} WITH {exception}"))
        }
        [name, rest @ ..] => {
            *words = rest;
            LICENCES.contains(name)
        }
        [] => false,
    }
}

#[test]
fn expressions_of_licences_are_understood() {
    for allowed in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0-only OR MIT",
        "(MIT OR GPL-3.0-only) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
        "GPL-2.0-only AND MIT OR ISC",
    ] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for refused in [
        "",
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "MIT AND (GPL-3.0-only OR AGPL-3.0-only)",
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "(MIT",
        "MIT MIT",
    ] {
        assert!(!is_allowed(refused), "{refused}");
    }
}

#[test]
fn dependencies_are_of_allowed_licences_from_crates_io_and_not_banned() {
    let packages = packages();
    assert!(packages.len() > 100, "{} packages", packages.len());
    let mut problems = Vec::new();
    for package in packages.iter().filter(|package| package.source.is_some()) {
        let name = format!("{} {}", package.name, package.version);
        if !package.license.as_deref().is_some_and(is_allowed) {
            problems.push(format!("{name}: its licence {:?} is not among LICENCES", package.license));
        }
        if package.source.as_deref() != Some(CRATES_IO) {
            problems.push(format!("{name}: it does not come from crates.io"));
        }
        if let Some((_, reason)) = BANNED.iter().find(|(banned, _)| *banned == package.name) {
            problems.push(format!("{name}: banned, as {reason}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn dependencies_of_our_own_have_one_version_each() {
    let packages = packages();
    let own = packages.iter().find(|package| package.source.is_none()).expect("this package");
    let names: BTreeSet<&str> = own.dependencies.iter().map(|dependency| &*dependency.name).collect();
    let versions = |name: &str| packages.iter().filter(|package| package.name == name).count();
    let several: Vec<&str> = names.into_iter().filter(|name| versions(name) > 1).collect();
    assert_eq!(several, SEVERAL_VERSIONS.map(|(name, _)| name), "more, or no longer needed");
}
