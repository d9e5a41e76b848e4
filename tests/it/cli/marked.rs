//! Marked boards, from calibration to the record.

use std::fs;

use crate::cli::{json, kibitzer, text};

#[test]
fn a_game_on_a_marked_board_comes_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let game = "[GameType \"21\"]\n\n10-15 23-19 7-10 22-18 15x22 25x18 *\n";
    fs::write(at.join("truth.pdn"), game).unwrap();
    let mut scene = board_sim::pieces::Scene::marked();
    (scene.lamp.kelvin, scene.lamp.white_balance) = (3000.0, 0.5);
    scene.hands.share = 0.3;
    scene.pace.repeat = 0.4;
    fs::write(at.join("scene.toml"), scene.to_toml()).unwrap();
    let run = |arguments: &str| kibitzer(&arguments.split(' ').collect::<Vec<_>>(), at);
    let done = run("render truth.pdn -o photos --scene scene.toml");
    assert!(done.status.success(), "{}", text(&done.stderr));
    let first = fs::read_dir(at.join("photos")).unwrap();
    let mut photos: Vec<_> = first.map(|f| f.unwrap().file_name()).collect();
    photos.sort();
    let first = photos
        .iter()
        .map(|f| f.to_str().unwrap())
        .find(|f| f.ends_with(".jpg"));
    let first = format!("photos/{}", first.unwrap());

    let done = run(&format!("calibrate {first} -o settings.toml"));
    assert!(done.status.success(), "{}", text(&done.stderr));
    let read = json(&run(&format!(
        "read {first} --game checkers --marked settings.toml --json"
    )));
    assert_eq!(read["rows"][0], ".b.b.b.b");
    assert_eq!(read["rows"][7], "w.w.w.w.");
    let located = json(&run(&format!(
        "locate {first} --game checkers --marked settings.toml --json"
    )));
    assert_eq!(located["size"], 9);
    let done = run("record photos --game checkers --marked settings.toml -o game.pdn");
    assert!(done.status.code() < Some(2), "{}", text(&done.stderr));
    let compared = run("compare game.pdn truth.pdn");
    assert!(compared.status.success(), "{}", text(&compared.stdout));

    let done = run("referee photos --game checkers --marked settings.toml");
    let said = text(&done.stdout);
    assert!(
        said.contains(": correct") && !said.contains("illegal"),
        "{said}"
    );
    let done = run("referee photos --game checkers --marked nowhere.toml");
    assert!(text(&done.stderr).contains("nowhere.toml"));

    // Settings that cannot be used, and boards that are not marked.
    fs::write(at.join("broken.toml"), "[markers]\nsize = \"eight\"\n").unwrap();
    let done = run(&format!(
        "read {first} --game checkers --marked broken.toml"
    ));
    assert_eq!(done.status.code(), Some(2));
    let says = text(&done.stderr);
    assert!(
        says.contains("broken.toml") && says.contains("line 2"),
        "{says}"
    );
    let done = run(&format!("read {first} --game chess --marked settings.toml"));
    assert!(text(&done.stderr).contains("--marked is not supported for chess"));
    let done = run("calibrate -o usual.toml");
    assert!(done.status.success());
    assert!(
        fs::read_to_string(at.join("usual.toml"))
            .unwrap()
            .contains("[markers")
    );
    image::RgbImage::new(200, 200)
        .save(at.join("black.png"))
        .unwrap();
    let done = run("calibrate black.png -o none.toml");
    assert_eq!(done.status.code(), Some(2));
    assert!(
        text(&done.stderr).contains("photo 1"),
        "{}",
        text(&done.stderr)
    );
}
