//! Trains a perceptron: softmax cross-entropy, Adam (Kingma and Ba 2015), dropout.

use ndarray::{Array1, Array2, ArrayView2, Axis, s};

use crate::boards::Draw;

const EPOCHS: usize = 12;
const BATCH: usize = 256;
const RATE: f32 = 1.5e-3;
const DECAY: f32 = 1e-4;
const DROP: f32 = 0.2;

/// Features of squares, and their contents.
pub(crate) struct Data<const N: usize> {
    pub(crate) seen: Vec<[f32; N]>,
    pub(crate) contents: Vec<usize>,
}

/// A layer, with the two moments of its gradient for Adam.
struct Layer {
    weights: Array2<f32>,
    first: Array2<f32>,
    second: Array2<f32>,
}

impl Layer {
    fn new(units: usize, inputs: usize, draw: &mut Draw) -> Self {
        let size = (2.0 / inputs as f32).sqrt();
        let mut weights =
            Array2::from_shape_simple_fn((units, inputs + 1), || size * draw.normal());
        weights.column_mut(inputs).fill(0.0);
        Self {
            first: Array2::zeros(weights.dim()),
            second: Array2::zeros(weights.dim()),
            weights,
        }
    }

    fn run(&self, inputs: ArrayView2<f32>) -> Array2<f32> {
        let n = inputs.ncols();
        inputs.dot(&self.weights.slice(s![.., ..n]).t()) + self.weights.column(n)
    }

    /// One step against the gradient of the outputs; returns the gradient of the inputs.
    fn learn(
        &mut self,
        inputs: ArrayView2<f32>,
        back: &Array2<f32>,
        step: i32,
        rate: f32,
    ) -> Array2<f32> {
        let n = inputs.ncols();
        let out = back.dot(&self.weights.slice(s![.., ..n]));
        let mut gradient = Array2::zeros(self.weights.dim());
        gradient
            .slice_mut(s![.., ..n])
            .assign(&back.t().dot(&inputs));
        gradient.column_mut(n).assign(&back.sum_axis(Axis(0)));
        let (fade, fade2) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
        ndarray::Zip::from(&mut self.weights)
            .and(&mut self.first)
            .and(&mut self.second)
            .and(&gradient)
            .for_each(|w, m, v, &g| {
                *m = 0.9 * *m + 0.1 * g;
                *v = 0.999 * *v + 0.001 * g * g;
                *w -= rate * (*m / fade / ((*v / fade2).sqrt() + 1e-8) + DECAY / RATE * *w);
            });
        out
    }
}

/// Trains a perceptron with `hidden` hidden units; `watch` gets the weights after every epoch.
pub(crate) fn train<const N: usize>(
    data: &Data<N>,
    units: usize,
    watch: impl Fn(usize, f32, Vec<f32>),
) -> Vec<f32> {
    let mut draw = Draw::new(3);
    let mut layers = [
        Layer::new(units, N, &mut draw),
        Layer::new(3, units, &mut draw),
    ];
    let mut order: Vec<usize> = (0..data.contents.len()).collect();
    let steps = EPOCHS * order.len() / BATCH;
    let mut step = 0;
    for epoch in 0..EPOCHS {
        for i in (1..order.len()).rev() {
            order.swap(i, draw.below(i + 1));
        }
        let mut loss = 0.0;
        for batch in order.chunks_exact(BATCH) {
            step += 1;
            let rate =
                RATE * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
            let mut seen = Array2::zeros((BATCH, N));
            for (mut row, &i) in seen.rows_mut().into_iter().zip(batch) {
                row.assign(&ndarray::aview1(&data.seen[i]));
            }
            let mut hidden = layers[0].run(seen.view());
            let keep = hidden.mapv_into(|v| if v > 0.0 { v } else { 0.0 });
            let dropped = Array2::from_shape_simple_fn(keep.dim(), || {
                if draw.unit() < DROP {
                    0.0
                } else {
                    1.0 / (1.0 - DROP)
                }
            });
            hidden = keep * &dropped;
            let mut back = layers[1].run(hidden.view());
            for (mut row, &i) in back.rows_mut().into_iter().zip(batch) {
                let most = row.fold(f32::MIN, |a, &b| a.max(b));
                row.mapv_inplace(|v| (v - most).exp());
                let total = row.sum();
                row /= total;
                loss -= row[data.contents[i]].max(1e-9).ln();
                row[data.contents[i]] -= 1.0;
            }
            back /= BATCH as f32;
            let mut back = layers[1].learn(hidden.view(), &back, step, rate);
            back.zip_mut_with(&hidden, |b, &h| {
                if h <= 0.0 {
                    *b = 0.0
                }
            });
            back *= &dropped;
            layers[0].learn(seen.view(), &back, step, rate);
        }
        watch(epoch, loss / order.len() as f32, weights(&layers));
    }
    weights(&layers)
}

fn weights(layers: &[Layer; 2]) -> Vec<f32> {
    let all: Array1<f32> = layers
        .iter()
        .flat_map(|l| l.weights.iter().copied())
        .collect();
    all.to_vec()
}
