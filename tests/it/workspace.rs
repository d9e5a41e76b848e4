//! The workspace keeps its own rules: every member inherits the lints and the package data.

use std::fs;
use std::path::Path;

fn manifests() -> Vec<(String, toml::Table)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("Cargo.toml")];
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        paths.push(entry.unwrap().path().join("Cargo.toml"));
    }
    assert!(paths.len() > 5, "the members were not found");
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path.display().to_string(), text.parse().unwrap())
        })
        .collect()
}

fn inherits(table: &toml::Table, key: &str) -> bool {
    table
        .get(key)
        .and_then(|v| v.get("workspace"))
        .and_then(toml::Value::as_bool)
        == Some(true)
}

#[test]
fn every_member_inherits_the_lints() {
    for (path, manifest) in manifests() {
        assert!(
            inherits(&manifest, "lints"),
            "{path} lacks [lints] workspace = true"
        );
    }
}

#[test]
fn every_member_inherits_edition_rust_version_and_licence() {
    for (path, manifest) in manifests() {
        let package = manifest["package"].as_table().unwrap();
        for key in ["version", "edition", "rust-version", "license"] {
            assert!(inherits(package, key), "{path}: {key} is not inherited");
        }
    }
}

#[test]
fn every_dependency_is_inherited() {
    for (path, manifest) in manifests() {
        for section in ["dependencies", "dev-dependencies"] {
            let Some(table) = manifest.get(section).and_then(toml::Value::as_table) else {
                continue;
            };
            for name in table.keys() {
                assert!(
                    inherits(table, name),
                    "{path}: {section}.{name} is not inherited"
                );
            }
        }
    }
}

/// Whoever takes one crate does not get codecs, serde, threads and SGF with it: those are features.
#[test]
fn crates_alone_have_few_dependencies() {
    for (name, most) in [
        ("board-geom", 29),
        ("stone-detect", 29),
        ("piece-detect", 29),
        ("go-rules", 9),
        ("chess-rules", 9),
        ("checkers-rules", 9),
        ("patterns", 19),
    ] {
        let arguments = [
            "tree",
            "--offline",
            "-p",
            name,
            "-e",
            "normal",
            "--prefix",
            "none",
        ];
        let mut command = std::process::Command::new(env!("CARGO"));
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = command.args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().map(|line| line.trim_end_matches(" (*)"));
        let crates: std::collections::BTreeSet<_> = lines.filter(|l| !l.is_empty()).collect();
        let count = crates.len();
        assert!(
            (1..=most).contains(&count),
            "{name}: {count} crates, {most} at most"
        );
    }
}

/// The architecture page sends readers to files: each of them is there.
#[test]
fn the_files_that_the_architecture_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let (_, table) = page.split_once("## To change X, open Y").unwrap();
    let rows = table.split("\n## ").next().unwrap_or_default();
    let rows: Vec<&str> = rows.lines().filter(|line| line.contains('`')).collect();
    assert!(rows.len() >= 15, "{} rows", rows.len());
    for row in rows {
        let paths: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        assert!(!paths.is_empty(), "no file: {row}");
        for path in paths {
            assert!(root.join(path).is_file(), "there is no {path}");
        }
    }
}

/// The examples for other people's programs stay as short as they are promised to be, without comments and attributes.
#[test]
fn the_examples_for_apps_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for (name, most) in [
        ("follow_folder.rs", 15),
        ("own_classifier.rs", 40),
        ("watch_in_your_app.rs", 30),
    ] {
        let text = fs::read_to_string(root.join(name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with(['/', '#']));
        let lines = lines.skip_while(|line| line.is_empty()).count();
        assert!(lines <= most, "{name}: {lines} lines");
    }
}
