//! From sRGB to CIE L\*a\*b\*.

use std::sync::LazyLock;

/// CIE L\*a\*b\* (white point D65) of an sRGB colour from 0 to 255 (IEC 61966-2-1; CIE 15).
pub(crate) fn lab(rgb: [f32; 3]) -> [f32; 3] {
    lab_of_linear(rgb.map(linear))
}

/// As [`lab`], of a pixel's three bytes: the powers of so few values are looked up.
pub(crate) fn lab_of_pixel(pixel: &[u8]) -> [f32; 3] {
    static LINEAR: LazyLock<[f32; 256]> =
        LazyLock::new(|| core::array::from_fn(|v| linear(v as f32)));
    lab_of_linear([pixel[0], pixel[1], pixel[2]].map(|v| LINEAR[usize::from(v)]))
}

/// The light of an sRGB value from 0 to 255.
fn linear(v: f32) -> f32 {
    let v = v / 255.0;
    if v <= 0.04045 {
        v / 12.92
    } else {
        ((v + 0.055) / 1.055).powf(2.4)
    }
}

fn lab_of_linear([r, g, b]: [f32; 3]) -> [f32; 3] {
    let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
    let [x, y, z] = [x, y, z].map(|t| {
        if t > 216.0 / 24389.0 {
            t.cbrt()
        } else {
            (24389.0 / 27.0 * t + 16.0) / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_standard() {
        // Bruce Lindbloom's colour calculator, sRGB, D65.
        for (rgb, expected) in [
            ([255.0, 255.0, 255.0], [100.0, 0.0, 0.0]),
            ([255.0, 0.0, 0.0], [53.2, 80.1, 67.2]),
            ([0.0, 0.0, 128.0], [13.0, 47.5, -64.7]),
        ] {
            for (v, e) in lab(rgb).into_iter().zip(expected) {
                assert!((v - e).abs() < 0.3, "{rgb:?}: {v} for {e}");
            }
        }
    }
}
