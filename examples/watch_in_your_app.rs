//! Serves the page of `kibitzer watch` inside another web app: `cargo run --release --example watch_in_your_app`, then
//! open <http://localhost:3000/games/board/1>.

use axum::Router;
use axum::routing::get;
use kibitzer::live::{Access, Kind, Observer, ObserverOptions, Setup, router};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup {
        game: Kind::Chess,
        white: "Ann".to_owned(),
        ..Setup::default()
    };
    let options = ObserverOptions {
        setup,
        camera: "browser".to_owned(),
        ..ObserverOptions::default()
    };
    let board = Observer::start(options)?;
    let app = Router::new()
        .route("/", get(|| async { "the club" }))
        .nest("/games", router(vec![board], Access::ThisComputer));
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
        axum::serve(listener, app).await?;
        Ok(())
    })
}
