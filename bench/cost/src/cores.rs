//! Runs rows on one core and on two, by the clock. Linux only: it needs `taskset`.

use std::error::Error;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::series::ALL;
use crate::{ROW, SERIES, pushes};

pub(crate) const NAME: &str = "two-cores";

/// The cores of each run.
const CORES: [&str; 2] = ["0", "0,1"];

/// Prints the seconds of each series on one core and on two, and their ratio; then the pushes on each. First, the ratio
/// that this machine allows at most.
pub(crate) fn print(data: &Path, rendered: &Path) -> Result<(), Box<dyn Error>> {
    let run = |cores: &str, what: &str, name: &str| -> Result<Command, Box<dyn Error>> {
        let mut run = Command::new("taskset");
        run.args(["-c", cores]).arg(std::env::current_exe()?);
        run.args([what, name]).arg(data).arg(rendered);
        Ok(run)
    };
    if let Some(series) = ALL.last() {
        series.prepare(rendered)?;
        let together = |cores: &[&str]| -> Result<f64, Box<dyn Error>> {
            let begin = Instant::now();
            let programs = cores.iter().map(|cores| {
                let mut run = run(cores, SERIES, series.name)?;
                Ok(run.stdout(Stdio::null()).spawn()?)
            });
            let programs: Vec<Child> = programs.collect::<Result<_, Box<dyn Error>>>()?;
            for mut program in programs {
                if !program.wait()?.success() {
                    return Err(format!("{} failed", series.name).into());
                }
            }
            Ok(begin.elapsed().as_secs_f64())
        };
        // The first one reads the files from the disk.
        together(&["0"])?;
        let (alone, both) = (together(&["0"])?, together(&["0", "1"])?);
        println!(
            "| one program on a core, two on two, seconds, ratio at most | | {alone:.2}, {both:.2}, {:.2} | | | | |",
            2.0 * alone / both
        );
    }
    for series in ALL {
        series.prepare(rendered)?;
        let mut seconds = [0.0; 2];
        for (seconds, cores) in seconds.iter_mut().zip(CORES) {
            let mut run = run(cores, SERIES, series.name)?;
            let begin = Instant::now();
            if !run.stdout(Stdio::null()).status()?.success() {
                return Err(format!("{} failed", series.name).into());
            }
            *seconds = begin.elapsed().as_secs_f64();
        }
        let [one, two] = seconds;
        println!(
            "| {}: seconds by the clock on one core, on two, ratio | | {one:.2}, {two:.2}, {:.2} | | | | |",
            series.name,
            one / two
        );
    }
    for cores in CORES {
        println!("| on cores {cores} | | | | | | |");
        run(cores, ROW, pushes::NAME)?.status()?;
    }
    Ok(())
}
