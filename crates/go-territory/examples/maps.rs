//! Draws the maps of a record: `cargo run --release -p go-territory --example maps -- GAME.sgf MOVE FOLDER`.
//!
//! Writes territory (playouts), moyo (Bouzy 5/10), shadows (flood) and the colour map with its groups.
#![allow(clippy::print_stdout)]

use std::{error::Error, path::Path};

use go_rules::{Rules, record::Record};
use go_territory::{
    Bouzy, ColorMap, DeadStones, Diagram, Flood, Influence, clusters, final_score, groups,
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, number, folder] = arguments.as_slice() else {
        return Err("give a record, the number of a move, and a folder".into());
    };
    let number: usize = number.parse()?;
    let records = Record::read(&std::fs::read_to_string(file)?)?;
    let record = records.first().ok_or("no game")?;
    let position = record.positions().nth(number).ok_or("no such move")??;
    let last = number.checked_sub(1).map(|before| record.moves[before].mv);

    let end = final_score(&position, &Rules::CHINESE, &DeadStones::default());
    let map = ColorMap::of(&position);
    let clusters = clusters(&map);
    let board = Diagram::of(&position).last(last);
    let pictures = [
        (
            "territory",
            board.clone().territory(&end.score.owner).dead(&end.dead),
        ),
        (
            "moyo",
            board
                .clone()
                .influence(&Bouzy::MOYO.of_position(&position, &end.dead)),
        ),
        (
            "shadows",
            board.clone().influence(&Flood.of_position(&position, &[])),
        ),
        (
            "groups",
            board.color_map(&map).groups(&groups(&map, &clusters)),
        ),
    ];
    std::fs::create_dir_all(folder)?;
    for (name, picture) in pictures {
        let path = Path::new(folder).join(format!("{name}.svg"));
        let picture = picture.title(&format!("{name}, move {number}"));
        std::fs::write(&path, picture.svg())?;
        #[cfg(feature = "png")]
        std::fs::write(path.with_extension("png"), picture.png(32)?)?;
        println!("{}", path.display());
    }
    Ok(())
}
