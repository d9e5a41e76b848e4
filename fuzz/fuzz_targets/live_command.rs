//! Bytes as a command of the page: an error, or a command that is read as it is written.
#![no_main]

use kibitzer::live::Command;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(command) = Command::parse(bytes) else {
        return;
    };
    let written = serde_json::to_vec(&command).unwrap();
    let read = Command::parse(&written).unwrap();
    assert_eq!(serde_json::to_vec(&read).unwrap(), written);
});
