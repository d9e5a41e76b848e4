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
