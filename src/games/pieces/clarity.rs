//! How clear a photo is.

use board_geom::View;

/// 0..1: how far a view of squares is as sharp, as bright and as free of noise as those that the networks which read
/// single photos have learnt from. Of others they are as sure, and wrong.
pub(super) fn clarity(view: &View) -> f64 {
    let Some([noise, step]) = measure(view) else {
        return 0.0;
    };
    falling(noise, 0.013, 0.022) * (1.0 - falling(step, 0.58, 0.72))
}

/// From 1 at `good` to 0 at `bad`, or the other way round.
fn falling(value: f32, good: f32, bad: f32) -> f64 {
    f64::from((bad - value) / (bad - good)).clamp(0.0, 1.0)
}

/// Noise, and the steepest steps within a tenth of a square to either side, as shares of the contrast.
fn measure(view: &View) -> Option<[f32; 2]> {
    let gray = image::imageops::grayscale(&view.image);
    let (width, height) = gray.dimensions();
    let reach = (view.layout.pitch * 0.1).round().max(1.0) as u32;
    let at = |x: u32, y: u32| f32::from(gray.get_pixel(x, y).0[0]);
    let (mut shades, mut noise, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for y in reach..height.saturating_sub(reach) {
        for x in reach..width.saturating_sub(reach) {
            let around = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
            let across = at(x + reach, y) - at(x - reach, y);
            let down = at(x, y + reach) - at(x, y - reach);
            shades.push(at(x, y));
            noise.push((at(x, y) - 0.25 * around).abs());
            steps.push(across.abs().max(down.abs()));
        }
    }
    let contrast = quantile(&mut shades, 0.95)? - quantile(&mut shades, 0.05)?;
    let shares = [quantile(&mut noise, 0.5)?, quantile(&mut steps, 0.98)?];
    (contrast > 0.0).then(|| shares.map(|value| value / contrast))
}

fn quantile(values: &mut [f32], share: f32) -> Option<f32> {
    let last = values.len().checked_sub(1)?;
    let nth = (last as f32 * share) as usize;
    Some(*values.select_nth_unstable_by(nth, f32::total_cmp).1)
}
