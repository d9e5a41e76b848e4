//! Instruction counts of inner loops, which are the same on a busy machine and an idle one. Fails where a count has risen
//! by more than 5 % over `baseline.txt`.
//!
//! `cargo run --release -p counts-bench` in `bench/`; with `-- --write` the counts become the baseline. Needs `valgrind`.
//! Another compiler makes other code, so counts are compared only with the version of rustc the baseline was made with,
//! which is its first line; with any other version they are printed.

mod loops;

use std::error::Error;
use std::fmt::Write;
use std::process::{Command, ExitCode};

use loops::LOOPS;

/// A rise of more than this fraction fails.
const TOLERATED: f64 = 0.05;

/// Names the loop to run in the process that valgrind counts.
const LOOP: &str = "--loop";

const BASELINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/baseline.txt");

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [LOOP, name] => {
            let (_, prepare) = LOOPS.iter().find(|l| l.0 == name).ok_or("no such loop")?;
            counted_work(&mut *prepare());
            Ok(ExitCode::SUCCESS)
        }
        [] => compare(),
        ["--write"] => {
            let mut text = rustc()? + "\n";
            for (name, count) in counts()? {
                writeln!(text, "{name} {count}")?;
            }
            std::fs::write(BASELINE, text)?;
            Ok(ExitCode::SUCCESS)
        }
        _ => Err("usage: instruction_counts [--write]".into()),
    }
}

/// Callgrind counts what is called from here, by the name of this function.
#[inline(never)]
fn counted_work(work: &mut dyn FnMut()) {
    work();
    // Not a tail call, which would leave the function.
    std::hint::black_box(());
}

/// Prints all counts next to their baseline.
fn compare() -> Result<ExitCode, Box<dyn Error>> {
    let baseline = std::fs::read_to_string(BASELINE)?;
    let (version, rows) = baseline.split_once('\n').ok_or("the baseline is empty")?;
    let known = |name: &str| {
        let mut rows = rows.lines().filter_map(|row| row.split_once(' '));
        rows.find(|row| row.0 == name)?.1.parse::<u64>().ok()
    };
    let rustc = rustc()?;
    let is_same = rustc == version;
    let mut risen = false;
    println!("| loop | instructions | baseline | change |\n|---|--:|--:|--:|");
    for (name, count) in counts()? {
        let Some(before) = known(name) else {
            risen |= is_same;
            println!("| {name} | {count} | none | |");
            continue;
        };
        let change = count as f64 / before as f64 - 1.0;
        risen |= is_same && change > TOLERATED;
        println!("| {name} | {count} | {before} | {:+.1} % |", 100.0 * change);
    }
    if !is_same {
        println!("Not compared: this is {rustc}, the baseline is of {version}.");
    }
    if risen {
        println!(
            "A count has risen by more than 5 %, or has no baseline: see the top of src/main.rs."
        );
    }
    Ok(if risen {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// The count of each loop, one process each.
fn counts() -> Result<Vec<(&'static str, u64)>, Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let mut counts = Vec::new();
    for &(name, _) in LOOPS {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        valgrind.arg("--toggle-collect=*counted_work*");
        let run = valgrind.arg(&program).args([LOOP, name]).output()?;
        let told = String::from_utf8_lossy(&run.stderr);
        let line = told.lines().find_map(|line| line.split_once("Collected :"));
        let count = line.and_then(|(_, count)| count.trim().parse().ok());
        match count.filter(|count| run.status.success() && *count > 0) {
            Some(count) => counts.push((name, count)),
            None => return Err(format!("{name} was not counted: {told}").into()),
        }
    }
    Ok(counts)
}

/// The version of the compiler.
fn rustc() -> Result<String, Box<dyn Error>> {
    let told = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8(told.stdout)?.trim().to_owned())
}
