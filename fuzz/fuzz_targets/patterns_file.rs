//! Bytes as files of patterns and of games: an error, or something that can be searched.
//!
//! The first byte says which, and whether the checksum is made to fit, so that the fuzzer gets past it.
#![no_main]

#[path = "../../crates/patterns/tests/it/seal/mod.rs"]
mod seal;

use libfuzzer_sys::fuzz_target;
use patterns::{Field, Frozen, Library, PatternId, Query};
use seal::{HEADER, long, seal};

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else {
        return;
    };
    let mut bytes = bytes.to_vec();
    if first & 1 == 0 {
        if first & 2 == 0 {
            seal_games(&mut bytes);
        }
        let Ok(library) = Library::from_bytes(&bytes) else {
            return;
        };
        for text in ["X.", ".\n-", "XO\nOX"] {
            let query = Query::new(text.parse().unwrap()).every_occurrence();
            let _ = library.search(&query);
        }
        for id in library.ids() {
            let game = library.game(id).unwrap();
            let moves = game.moves().count();
            let _ = (game.info(), game.position(moves), game.signature());
        }
        return;
    }
    if first & 2 == 0 && bytes.len() >= 64 {
        bytes[..8].copy_from_slice(b"KBZ-PTRN");
        let mut sum = crc32fast::Hasher::new();
        sum.update(&bytes[..60]);
        sum.update(&bytes[64..]);
        bytes[60..64].copy_from_slice(&sum.finalize().to_le_bytes());
    }
    let Ok(frozen) = Frozen::open(bytes) else {
        return;
    };
    let field = Field::from_rows(&[". X O .", "X . . O", "O X . .", ". . X O"]).unwrap();
    let _ = frozen.search(&field);
    for id in (0..frozen.len() as u32).map(PatternId) {
        let _ = (frozen.pattern(id), frozen.payload(id));
    }
});

/// Makes the bytes an index with the right version, length and checksums, as far as its directory can be followed.
fn seal_games(bytes: &mut [u8]) {
    let Some(rest) = bytes.len().checked_sub(HEADER) else {
        return;
    };
    bytes[..8].copy_from_slice(b"KBZ-GAME");
    bytes[8..12].copy_from_slice(&3_u32.to_le_bytes());
    let segments = long(bytes, 16) as u64 % (rest as u64 + 1);
    bytes[16..24].copy_from_slice(&segments.to_le_bytes());
    bytes[24..32].copy_from_slice(&(rest as u64 - segments).to_le_bytes());
    seal(bytes);
}
