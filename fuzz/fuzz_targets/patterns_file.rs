//! Bytes as files of patterns and of games: an error, or something that can be searched.
//!
//! The first byte says which, and whether the checksum is made to fit, so that the fuzzer gets past it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patterns::{Field, Frozen, Library, PatternId, Query};

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else {
        return;
    };
    let mut bytes = bytes.to_vec();
    if first & 1 == 0 {
        if first & 2 == 0 && bytes.len() >= 28 {
            bytes[..8].copy_from_slice(b"KBZ-GAME");
            let sum = crc32fast::hash(&bytes[28..]);
            bytes[16..20].copy_from_slice(&sum.to_le_bytes());
            let length = bytes.len() as u64 - 28;
            bytes[20..28].copy_from_slice(&length.to_le_bytes());
        }
        let Ok(library) = Library::from_bytes(&bytes) else {
            return;
        };
        for text in ["X.", ".\n-", "XO\nOX"] {
            let query = Query::new(text.parse().unwrap()).every_occurrence();
            let _ = library.search(&query);
        }
        for id in library.ids() {
            let moves = library.moves(id).count();
            let _ = (library.info(id), library.position(id, moves), library.signature(id));
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
