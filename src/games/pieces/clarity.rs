//! Clarity of a photo: sharpness, brightness and noise.

use board_geom::View;

/// Clarity of a view, from 0 to 1: 1 if it is as sharp, bright and free of noise as the training data of the networks
/// that read single photos. On worse photos their own confidence is too high.
pub(super) fn clarity(view: &View) -> f64 {
    let Some([noise, step]) = measure(view) else {
        return 0.0;
    };
    ramp(noise, 0.013, 0.022) * (1.0 - ramp(step, 0.58, 0.72))
}

/// A linear ramp from 1 at `good` to 0 at `bad`.
fn ramp(value: f32, good: f32, bad: f32) -> f64 {
    f64::from((bad - value) / (bad - good)).clamp(0.0, 1.0)
}

/// Noise, and the steepest edges (difference over a fifth of a square), as shares of the contrast.
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
