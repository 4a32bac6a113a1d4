//! What there is to learn besides the first steps, as data: pages of boards on which moves are played.

use crate::game::text::Phrase;
use crate::rules::{MoveListError, Record, Variant, VariantError};

/// What a page is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// What the discs of each way to play do.
    Rules,
    /// How to play well.
    Strategy,
}

/// A page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Its name in the keys of its texts.
    pub name: &'static str,
    /// Where it belongs.
    pub chapter: Chapter,
    /// What it shows, one after the other.
    pub figures: &'static [Figure],
}

/// A board on which moves are played, and a sentence about it.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Its name in the key of its sentence.
    pub name: &'static str,
    /// The board, in the text format of variants.
    variant: &'static str,
    /// The moves, in the order in which they are played.
    moves: &'static str,
}

impl Page {
    /// What it is called.
    pub(super) fn heading(&self) -> Phrase {
        Phrase::of("learn-page", self.name)
    }
}

impl Figure {
    /// What there is to see.
    pub(super) fn sentence(&self) -> Phrase {
        Phrase::of("learn-figure", self.name)
    }

    /// The game that it shows, played to its end; nothing where the moves are none, which a test excludes.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        self.try_record().ok()
    }

    fn try_record(&self) -> Result<Record, FigureError> {
        let mut record = Record::new(self.variant.parse::<Variant>()?);
        record.play_moves(self.moves)?;
        Ok(record)
    }
}

/// Why a figure shows nothing.
#[derive(Debug, thiserror::Error)]
enum FigureError {
    #[error(transparent)]
    Variant(#[from] VariantError),
    #[error(transparent)]
    Moves(#[from] MoveListError),
}

const fn rules(name: &'static str, figures: &'static [Figure]) -> Page {
    Page { name, chapter: Chapter::Rules, figures }
}

const fn strategy(name: &'static str, figures: &'static [Figure]) -> Page {
    Page { name, chapter: Chapter::Strategy, figures }
}

const fn figure(name: &'static str, variant: &'static str, moves: &'static str) -> Figure {
    Figure { name, variant, moves }
}

/// Black has two ways, of which one captures more.
const CHOICE: &str = "name: Choice\nplayers: black white\nboard:\n......\nW.W.W.\nBBWWW.\n.WBB.B\nW.WWBB\n.....B\n";
/// One empty square, and two beside each other.
const GROUPS: &str = "name: Groups\nplayers: black white\nboard:\nWWWWB.\nWWWWWB\nWWBWWW\nWBBWWW\nWBWWB.\nBBBBB.\n";

/// All pages, in the order in which they are read.
pub const PAGES: [Page; 11] = [
    rules(
        "turn",
        &[
            figure(
                "line",
                "name: Line\nplayers: black white\nboard:\n......\n......\n..WB..\n..BW..\n......\n......\n",
                "e4 e5 d5 e3",
            ),
            figure("ways", "name: Ways\nplayers: black white\nboard:\nB.B.B\n.WWW.\nBW.WB\n.WWW.\nB.B.B\n", "c3"),
            figure("pass", "name: Pass\nplayers: black white\nboard:\n.WB.\n....\nBW..\n", "a1 c3"),
            figure("end", "name: End\nplayers: black white\nboard:\nWWW.\nBBWB\nBBBW\nBB..\n", "d1 c4 d4"),
        ],
    ),
    rules(
        "fewest",
        &[figure(
            "fewest",
            "name: Fewest\nplayers: black white\ngoal: fewest\nboard:\nWWW.\nWWB.\nWBWB\nWW.W\n",
            "c4 d1 d2",
        )],
    ),
    rules(
        "holes",
        &[figure(
            "holes",
            "name: Holes\nplayers: black white\nboard:\n#..##..#\n........\n...WB...\n...BW...\n#......#\n##....##\n###..###\n",
            "c3 c4 b5 d2 c1 b3",
        )],
    ),
    rules(
        "three",
        &[figure(
            "three",
            "name: Three\nplayers: black white ash\nboard:\n##....##\n#......#\n...BA...\n..AWBW..\n..WBWA..\n...AB...\n#......#\n##....##\n",
            "e2 d2 f1 g4 c3 f6",
        )],
    ),
    rules("stay", &[figure("stay", "name: Stay\nplayers: black white\nboard:\n.......\n.WCAYB.\n.......\n", "a2")]),
    rules("wild", &[figure("wild", "name: Wild\nplayers: black white\nboard:\n.......\n.WAWG..\n.......\n", "a2")]),
    rules(
        "bomb",
        &[figure("bomb", "name: Bomb\nplayers: black white\nboard:\n.RWB.A.\nW......\nB......\n....W..\n", "a1")],
    ),
    rules(
        "cut-in",
        &[figure(
            "cut-in",
            "name: Cut in\nplayers: black white\ncut-ins: 2 cyan\nscored: black white\nboard:\n.WWB...\n.......\n...WWWC\nWB.....\n",
            "a1 c3 c4",
        )],
    ),
    strategy(
        "corners",
        &[
            figure("corner", "name: Corner\nplayers: black white\nboard:\n.WWWB.\n.WBW..\n.BWW..\n......\n", "a1 a3"),
            figure(
                "beside",
                "name: Beside\nplayers: white black\nboard:\n......\n......\n..BB..\n..BW..\n....B.\n......\n",
                "b2 a1",
            ),
        ],
    ),
    strategy("mobility", &[figure("greedy", CHOICE, "f3"), figure("quiet", CHOICE, "a4 b5 a6")]),
    strategy("parity", &[figure("odd", GROUPS, "f1 f5 f6"), figure("pair", GROUPS, "f5 f6 f1")]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ByPlayer, Disc, Player, Position, Square, Turn};

    fn record(name: &str) -> Record {
        let figures = PAGES.iter().flat_map(|page| page.figures);
        let figure = figures.into_iter().find(|figure| figure.name == name).expect("there is such a figure");
        figure.try_record().expect("it can be played")
    }

    fn before(record: &Record, ply: usize) -> &Position {
        record.position_at(ply).expect("it was played")
    }

    fn counts(record: &Record) -> ByPlayer<u16> {
        record.position().counts()
    }

    #[test]
    fn the_moves_of_every_page_are_played() {
        for figure in PAGES.iter().flat_map(|page| page.figures) {
            let record = figure.try_record().unwrap_or_else(|error| panic!("{}: {error}", figure.name));
            assert!(record.ply() > 0, "{}", figure.name);
        }
    }

    #[test]
    fn no_two_pages_or_figures_have_one_name() {
        let mut names: Vec<&str> = PAGES.iter().map(|page| page.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        let mut names: Vec<&str> = PAGES.iter().flat_map(|page| page.figures).map(|figure| figure.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    #[test]
    fn ordinary_moves_show_what_is_said_of_them() {
        assert_eq!(record("ways").last_turn().expect("a turn").placement.captured().count(), 8);
        let pass = record("pass");
        let players: Vec<Player> = pass.played().iter().map(|turn| turn.placement.player()).collect();
        assert_eq!(players, [Player::Black, Player::Black], "White passes");
        let end = record("end");
        assert_eq!(end.position().to_move(), None);
        assert_eq!((counts(&end)[Player::Black], counts(&end)[Player::White]), (12, 4));
        let fewest = record("fewest");
        assert_eq!((fewest.position().to_move(), counts(&fewest)[Player::Black]), (None, 1));
    }

    #[test]
    fn special_discs_do_what_is_said_of_them() {
        let last = |name| record(name).last_turn().expect("a turn").clone();
        let disc = |name, square: Square| before(&record(name), 0).board().disc(square);
        let stay: Turn = last("stay");
        let stays =
            |square: Square| disc("stay", square).is_some_and(|disc| matches!(disc, Disc::Cyan | Disc::Yamabuki));
        assert_eq!(stay.placement.captured().filter(|square| stays(*square)).count(), 2);
        assert!(last("wild").placement.flankers().any(|square| disc("wild", square).is_some_and(Disc::is_wild)));
        assert!(last("bomb").placement.explodes());
        let cut_in = record("cut-in");
        let players: Vec<Player> = cut_in.played().iter().map(|turn| turn.placement.player()).collect();
        assert_eq!(players, [Player::Black, Player::Cyan, Player::White]);
        let three = record("three");
        assert_eq!(three.played()[2].placement.player(), Player::Ash);
    }

    #[test]
    fn strategy_leads_to_what_is_said_of_it() {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        let corner = record("corner");
        let row = |position: &Position| position.board().row_texts().next().expect("a row");
        assert_eq!(row(before(&corner, 1)), "BBBBB.");
        assert_eq!(row(corner.position()), "BBBBB.", "White turns none of it");
        let beside = record("beside");
        assert!(!before(&beside, 0).legal_squares().contains(square("a1")));
        assert_eq!(beside.last_square(), Some(square("a1")));
        assert_eq!(record("greedy").position().legal_squares().len(), 6);
        let quiet = record("quiet");
        assert_eq!(before(&quiet, 1).legal_squares().len(), 1);
        assert_eq!(quiet.last_square(), Some(square("a6")));
        let captured = |name| record(name).played()[0].placement.captured().count();
        assert!(captured("greedy") > captured("quiet"));
        for (name, black, white) in [("odd", 20, 16), ("pair", 17, 19)] {
            let record = record(name);
            assert_eq!(record.position().to_move(), None, "{name}");
            assert_eq!((counts(&record)[Player::Black], counts(&record)[Player::White]), (black, white), "{name}");
        }
    }
}
