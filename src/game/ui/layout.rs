//! Layout: rows, columns, and the methods that set a node's size and its share of the space, named as in CSS.

use bevy::prelude::*;
use bevy::ui::ValNum;

/// As many columns of equal width as fit, each with this minimum width in logical pixels.
pub(crate) fn fitting_columns(min_width: f32) -> Vec<RepeatedGridTrack> {
    let (least, most) = (MinTrackSizingFunction::Px(min_width), MaxTrackSizingFunction::Fraction(1.0));
    RepeatedGridTrack::minmax(GridTrackRepetition::AutoFill, least, most)
}

/// A line along the lower edge of the window with centred parts, this high and this far above the edge.
pub(crate) fn footer_line(height: f32, above: f32, gap: f32) -> Node {
    let line = Node { left: px(0), right: px(0), bottom: px(above), ..Node::row(gap) };
    line.centred().justify(JustifyContent::Center).height(px(height)).clip().absolute()
}

pub(crate) const fn shown_if(is_shown: bool) -> Display {
    if is_shown { Display::Flex } else { Display::None }
}

/// Shows or hides a node, which takes no space while it is hidden.
pub(crate) fn show_if(is_shown: bool, node: &mut Mut<Node>) {
    let display = shown_if(is_shown);
    if node.display != display {
        node.display = display;
    }
}

/// Kinds of nodes, and methods that change one property.
pub(crate) trait Layout {
    /// Parts beside each other, with this gap between them in logical pixels.
    fn row(gap: impl ValNum) -> Self;
    /// Parts below each other, with this gap between them in logical pixels.
    fn column(gap: impl ValNum) -> Self;
    /// Parts beside each other on as many lines as they need, with these gaps between parts and between lines.
    fn wrapping_row(gap: impl ValNum, line_gap: impl ValNum) -> Self;
    /// Parts in these columns, with these gaps between columns and between rows.
    fn grid(columns: Vec<RepeatedGridTrack>, gap: impl ValNum, line_gap: impl ValNum) -> Self;
    /// Puts this gap between parts that are beside each other, in logical pixels.
    fn spaced(self, gap: impl ValNum) -> Self;
    /// Puts the parts below each other, with this gap between them in logical pixels.
    fn stacked(self, gap: impl ValNum) -> Self;
    /// Never shrinks below its content.
    fn fixed(self) -> Self;
    /// Takes a share of the space that is left.
    fn grow(self) -> Self;
    /// Takes an equal share of the space, whatever its content.
    fn fill(self) -> Self;
    /// Size before the space that is left is shared.
    fn basis(self, basis: Val) -> Self;
    /// Centres the parts across the direction of the node.
    fn centred(self) -> Self;
    /// Centres the parts in both directions.
    fn middle(self) -> Self;
    /// Puts all space that is left between the parts.
    fn spread(self) -> Self;
    fn align(self, parts: AlignItems) -> Self;
    fn justify(self, parts: JustifyContent) -> Self;
    fn wrap(self, wrap: FlexWrap) -> Self;
    fn width(self, width: Val) -> Self;
    fn height(self, height: Val) -> Self;
    /// Width and height in logical pixels.
    fn size(self, width: impl ValNum, height: impl ValNum) -> Self;
    fn min_width(self, width: Val) -> Self;
    fn min_height(self, height: Val) -> Self;
    fn max_width(self, width: Val) -> Self;
    fn max_height(self, height: Val) -> Self;
    fn padding(self, padding: UiRect) -> Self;
    /// Padding at the left and right, and above and below, in logical pixels.
    fn inset(self, horizontal: impl ValNum, vertical: impl ValNum) -> Self;
    fn margin(self, margin: UiRect) -> Self;
    /// A thin border on each side.
    fn bordered(self) -> Self;
    /// Rounds the corners with this radius in logical pixels.
    fn rounded(self, radius: impl ValNum) -> Self;
    /// Makes its ends half circles.
    fn round(self) -> Self;
    /// Hides what reaches beyond it.
    fn clip(self) -> Self;
    /// Takes no space among the parts beside it.
    fn absolute(self) -> Self;
}

impl Layout for Node {
    fn row(gap: impl ValNum) -> Self {
        Self::default().spaced(gap)
    }

    fn column(gap: impl ValNum) -> Self {
        Self::default().stacked(gap)
    }

    fn wrapping_row(gap: impl ValNum, line_gap: impl ValNum) -> Self {
        Self { flex_wrap: FlexWrap::Wrap, row_gap: px(line_gap), ..Self::row(gap) }
    }

    fn grid(columns: Vec<RepeatedGridTrack>, gap: impl ValNum, line_gap: impl ValNum) -> Self {
        Self { display: Display::Grid, grid_template_columns: columns, row_gap: px(line_gap), ..Self::row(gap) }
    }

    fn spaced(self, gap: impl ValNum) -> Self {
        Self { column_gap: px(gap), ..self }
    }

    fn stacked(self, gap: impl ValNum) -> Self {
        Self { flex_direction: FlexDirection::Column, row_gap: px(gap), ..self }
    }

    fn fixed(self) -> Self {
        Self { flex_shrink: 0.0, ..self }
    }

    fn grow(self) -> Self {
        Self { flex_grow: 1.0, ..self }
    }

    fn fill(self) -> Self {
        Self { flex_grow: 1.0, flex_basis: px(0), ..self }
    }

    fn basis(self, basis: Val) -> Self {
        Self { flex_basis: basis, ..self }
    }

    fn centred(self) -> Self {
        self.align(AlignItems::Center)
    }

    fn middle(self) -> Self {
        self.centred().justify(JustifyContent::Center)
    }

    fn spread(self) -> Self {
        self.justify(JustifyContent::SpaceBetween)
    }

    fn align(self, parts: AlignItems) -> Self {
        Self { align_items: parts, ..self }
    }

    fn justify(self, parts: JustifyContent) -> Self {
        Self { justify_content: parts, ..self }
    }

    fn wrap(self, wrap: FlexWrap) -> Self {
        Self { flex_wrap: wrap, ..self }
    }

    fn width(self, width: Val) -> Self {
        Self { width, ..self }
    }

    fn height(self, height: Val) -> Self {
        Self { height, ..self }
    }

    fn size(self, width: impl ValNum, height: impl ValNum) -> Self {
        Self { width: px(width), height: px(height), ..self }
    }

    fn min_width(self, width: Val) -> Self {
        Self { min_width: width, ..self }
    }

    fn min_height(self, height: Val) -> Self {
        Self { min_height: height, ..self }
    }

    fn max_width(self, width: Val) -> Self {
        Self { max_width: width, ..self }
    }

    fn max_height(self, height: Val) -> Self {
        Self { max_height: height, ..self }
    }

    fn padding(self, padding: UiRect) -> Self {
        Self { padding, ..self }
    }

    fn inset(self, horizontal: impl ValNum, vertical: impl ValNum) -> Self {
        self.padding(UiRect::axes(px(horizontal), px(vertical)))
    }

    fn margin(self, margin: UiRect) -> Self {
        Self { margin, ..self }
    }

    fn bordered(self) -> Self {
        Self { border: px(1).all(), ..self }
    }

    fn rounded(self, radius: impl ValNum) -> Self {
        Self { border_radius: BorderRadius::all(px(radius)), ..self }
    }

    fn round(self) -> Self {
        Self { border_radius: BorderRadius::MAX, ..self }
    }

    fn clip(self) -> Self {
        Self { overflow: Overflow::clip(), ..self }
    }

    fn absolute(self) -> Self {
        Self { position_type: PositionType::Absolute, ..self }
    }
}
