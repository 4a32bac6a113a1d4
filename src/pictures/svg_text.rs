//! Shapes as SVG.

use std::fmt::Write as _;

use super::shape::{Align, CAPITALS, Shape};

/// Fonts that viewers look for, the first of which exists on the most systems.
const FONTS: &str = "Helvetica, Arial, 'Noto Sans', 'Noto Sans CJK JP', 'Hiragino Sans', sans-serif";

/// Writes a picture of this width and height.
pub(super) fn write([width, height]: [u32; 2], shapes: &[Shape]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\">\n"
    );
    for shape in shapes {
        push(&mut svg, shape);
    }
    svg.push_str("</svg>\n");
    svg
}

fn push(svg: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Rect { left, top, width, height, colour } => writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#{colour:06x}\"/>",
            Number(*left),
            Number(*top),
            Number(*width),
            Number(*height)
        ),
        Shape::Ellipse { centre: [x, y], radii: [across, down], colour } => writeln!(
            svg,
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"#{colour:06x}\"/>",
            Number(*x),
            Number(*y),
            Number(*across),
            Number(*down)
        ),
        Shape::Ring { centre: [x, y], outer, inner, colour } => writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"#{colour:06x}\" stroke-width=\"{}\"/>",
            Number(*x),
            Number(*y),
            Number((outer + inner) / 2.0),
            Number(outer - inner)
        ),
        Shape::Polygon { corners, colour } => {
            let corners: Vec<String> = corners.iter().map(|[x, y]| format!("{},{}", Number(*x), Number(*y))).collect();
            writeln!(svg, "<polygon points=\"{}\" fill=\"#{colour:06x}\"/>", corners.join(" "))
        }
        Shape::Text { text, at: [x, y], size, align, max_width, colour } => {
            let anchor = match align {
                Align::Start => "start",
                Align::Middle => "middle",
            };
            let (text, baseline) = (escaped(&cut(text, *size, *max_width)), y + size * CAPITALS / 2.0);
            writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"#{colour:06x}\">{text}</text>",
                Number(*x),
                Number(baseline),
                Number(*size)
            )
        }
    };
}

/// Cuts a text that is too long in any font: letters take about half the size of the type, those of East Asia all of
/// it.
fn cut(text: &str, size: f32, max_width: f32) -> String {
    let width = |letter: char| if letter < '\u{2E80}' { 0.5 * size } else { size };
    if text.chars().map(width).sum::<f32>() <= max_width {
        return text.to_owned();
    }
    let mut left = max_width - size;
    let fits = |letter: &char| {
        left -= width(*letter);
        left >= 0.0
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Writes a length with at most two decimals.
struct Number(f32);

impl std::fmt::Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.2}", self.0);
        formatter.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
