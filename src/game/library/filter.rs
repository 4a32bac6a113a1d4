//! Choice of the games that are shown: the text of the search field, and choices beside it.

use crate::library::{Order, OrderKey, Query, QueryError, Term};
use crate::rules::{Move, Position};

/// Choice of the games that are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryFilter {
    /// Words and conditions, in the text form of [`Query`].
    pub text: String,
    pub favourites: bool,
    pub collection: Option<String>,
    /// Order of the games, unless the text names one.
    pub order: Order,
    /// Positions to be reached, each a move after the one before. The last one is searched for.
    pub(super) positions: Vec<Position>,
}

impl Default for LibraryFilter {
    /// All games, the newest in the library first.
    fn default() -> Self {
        let order = Order { key: OrderKey::Added, is_descending: true };
        Self { text: String::new(), favourites: false, collection: None, order, positions: Vec::new() }
    }
}

impl LibraryFilter {
    /// The query of these choices.
    ///
    /// # Errors
    /// If the text is no query.
    pub fn query(&self) -> Result<Query, QueryError> {
        let mut query: Query = self.text.parse()?;
        if query.order == Order::default() {
            query.order = self.order;
        }
        query.terms.extend(self.favourites.then_some(Term::Favourite));
        query.terms.extend(self.collection.clone().map(Term::Collection));
        query.terms.extend(self.position().cloned().map(|position| Term::Position(Box::new(position))));
        Ok(query)
    }

    /// The position searched for.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.positions.last()
    }

    /// Number of moves that were made in the position searched for.
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.positions.len().saturating_sub(1)
    }

    /// Returns whether every game is shown.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        Self { order: Order::default(), ..self.clone() } == Self { order: Order::default(), ..Self::default() }
    }

    /// Makes a move in the position searched for; does nothing if it is illegal.
    pub(super) fn play_on(&mut self, chosen: Move) {
        let Some(mut next) = self.position().cloned() else { return };
        if let Some(player) = next.to_move()
            && next.make(player, chosen).is_ok()
        {
            self.positions.push(next);
        }
    }

    /// Sorts by a property, or the other way round. Names begin with A, everything else with the greatest.
    pub(super) fn sort(&mut self, key: OrderKey) {
        let is_descending = if self.order.key == key { !self.order.is_descending } else { key != OrderKey::Player };
        self.order = Order { key, is_descending };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn the_query_holds_text_and_choices() {
        let start = Position::start(Variant::classic(8).expect("a board"));
        let filter = LibraryFilter {
            text: "anna won:black".to_owned(),
            favourites: true,
            collection: Some("Mine".to_owned()),
            positions: vec![start.clone()],
            ..LibraryFilter::default()
        };
        let query = filter.query().expect("a query");
        assert_eq!(query.terms.len(), 5);
        assert!(query.terms.contains(&Term::Position(Box::new(start))));
        assert_eq!(query.order, Order { key: OrderKey::Added, is_descending: true });
        let sorted = LibraryFilter { text: "sort:date".to_owned(), ..filter };
        assert_eq!(sorted.query().expect("a query").order.key, OrderKey::Date);
        assert!(LibraryFilter { text: "plies:many".to_owned(), ..LibraryFilter::default() }.query().is_err());
    }

    #[test]
    fn sorting_again_turns_the_order_round() {
        let mut filter = LibraryFilter::default();
        let mut sorted = |key| {
            filter.sort(key);
            filter.order.is_descending
        };
        let orders =
            [OrderKey::Date, OrderKey::Date, OrderKey::Player, OrderKey::Player, OrderKey::Length].map(&mut sorted);
        assert_eq!(orders, [true, false, false, true, true]);
        assert!(LibraryFilter::default().is_everything());
        filter.favourites = true;
        assert!(!filter.is_everything());
    }

    #[test]
    fn moves_lead_through_positions() {
        let start = Position::start(Variant::classic(8).expect("a board"));
        let mut filter = LibraryFilter { positions: vec![start.clone()], ..LibraryFilter::default() };
        for square in ["f5", "a1", "d6"] {
            filter.play_on(Move::Place(square.parse().expect("a square")));
        }
        assert_eq!((filter.moves_made(), filter.positions.len()), (2, 3), "a1 is illegal");
        assert_ne!(filter.position(), Some(&start));
    }
}
