//! Pages of the lesson as data: boards, exercises, and the lines of play that solve or miss them.

use crate::game::text::Phrase;
use crate::rules::{Board, Player, Record, Square, Variant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// Moves of plain reversi and the end of a game.
    Rules,
    /// First principles of good play.
    Strategy,
    /// Other goals, shapes and numbers of players.
    Boards,
    /// Special discs and cut-ins of colour reversi.
    Colour,
}

impl Chapter {
    /// In reading order.
    pub const ALL: [Self; 4] = [Self::Rules, Self::Strategy, Self::Boards, Self::Colour];

    /// Part of the keys of its texts.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Strategy => "strategy",
            Self::Boards => "boards",
            Self::Colour => "colour",
        }
    }

    pub(crate) fn heading(self) -> Phrase {
        Phrase::of("learn-chapter", self.key())
    }

    /// Pages of the chapter, with their indices in [`PAGES`].
    pub fn pages(self) -> impl Iterator<Item = (usize, &'static Page)> {
        PAGES.iter().enumerate().filter(move |(_, page)| page.chapter == self)
    }

    /// Index of the first page in [`PAGES`].
    #[must_use]
    pub fn first_page(self) -> usize {
        self.pages().next().map_or(0, |(index, _)| index)
    }
}

/// A board with one exercise. The learner plays Black; all replies are scripted.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    /// Part of the keys of its texts.
    pub name: &'static str,
    pub chapter: Chapter,
    /// Header lines of the variant's text format.
    rules: &'static str,
    /// Board rows of the variant's text format.
    rows: &'static [&'static str],
    /// Lines of play that solve the exercise, replies included.
    pub solutions: &'static [&'static str],
    /// Wrong lines that deserve a reply. Any other wrong move misses the exercise at once.
    mistakes: &'static [&'static str],
}

/// Progress of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The learner is to move, or a reply is still to come.
    Open,
    Solved,
    /// The game has left every solution.
    Missed,
}

/// Relation of a game to a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineRelation {
    /// The game has left the line.
    Off,
    /// The line continues with this square.
    Next(Square),
    /// The whole line was played.
    End,
}

impl LineRelation {
    fn of(record: &Record, line: &str) -> Self {
        let mut squares = line.split(' ').filter_map(|name| name.parse::<Square>().ok());
        for turn in record.played() {
            match squares.next() {
                None => return Self::End,
                Some(square) if Some(square) != turn.square() => return Self::Off,
                Some(_) => {}
            }
        }
        squares.next().map_or(Self::End, Self::Next)
    }
}

impl Page {
    pub(super) const LEARNER: Player = Player::Black;

    pub(crate) fn heading(&self) -> Phrase {
        Phrase::of("learn-heading", self.name)
    }

    /// Sentences beside the board.
    pub(crate) fn words(&self, progress: Progress) -> Phrase {
        match progress {
            Progress::Open => Phrase::of("learn-task", self.name),
            Progress::Solved => Phrase::of("learn-solved", self.name),
            Progress::Missed => Phrase::of("learn-missed", self.name),
        }
    }

    /// Parses the variant. A test ensures that no page yields `None`.
    pub(super) fn variant(&self) -> Option<Variant> {
        format!("name: {}\n{}\nboard:\n{}\n", self.name, self.rules, self.rows.join("\n")).parse().ok()
    }

    /// Board before the first move.
    pub(crate) fn board(&self) -> Option<Board> {
        Some(self.variant()?.board().clone())
    }

    #[must_use]
    pub fn progress(&self, record: &Record) -> Progress {
        let is_on_the_way = |line: &&str| matches!(LineRelation::of(record, line), LineRelation::Next(_));
        if self.solutions.iter().any(|line| LineRelation::of(record, line) == LineRelation::End) {
            Progress::Solved
        } else if self.solutions.iter().chain(self.mistakes).any(is_on_the_way) {
            Progress::Open
        } else {
            Progress::Missed
        }
    }

    /// Scripted reply to the learner's move; `None` while the learner is to move.
    pub(crate) fn reply(&self, record: &Record) -> Option<Square> {
        record.position().to_move().filter(|player| *player != Self::LEARNER)?;
        self.solutions.iter().chain(self.mistakes).find_map(|line| match LineRelation::of(record, line) {
            LineRelation::Next(square) => Some(square),
            LineRelation::Off | LineRelation::End => None,
        })
    }

    /// Returns whether the exercise can be missed; only such pages have a sentence for that.
    #[must_use]
    pub fn can_be_missed(&'static self) -> bool {
        self.variant().is_some_and(|variant| self.misses(Record::new(variant)) > 0)
    }

    /// Number of different ways to miss the exercise from this position.
    fn misses(&self, record: Record) -> usize {
        match (self.progress(&record), self.reply(&record)) {
            (Progress::Missed, _) => 1,
            (Progress::Solved, _) => 0,
            (Progress::Open, reply) => {
                let squares: Vec<Square> = match reply {
                    Some(square) => vec![square],
                    None => record.position().legal_squares().iter().collect(),
                };
                let after = |square| {
                    let mut next = record.clone();
                    next.play(next.position().to_move()?, square).ok()?;
                    Some(self.misses(next))
                };
                squares.into_iter().filter_map(after).sum()
            }
        }
    }
}

const fn page(
    chapter: Chapter,
    name: &'static str,
    rules: &'static str,
    rows: &'static [&'static str],
    solutions: &'static [&'static str],
    mistakes: &'static [&'static str],
) -> Page {
    Page { name, chapter, rules, rows, solutions, mistakes }
}

/// Header lines of most pages.
const PLAIN: &str = "players: black white";

/// All pages, in reading order.
pub static PAGES: [Page; 16] = [
    page(
        Chapter::Rules,
        "move",
        PLAIN,
        &["........", "........", "........", "...WB...", "...BW...", "........", "........", "........"],
        &["d3", "c4", "f5", "e6"],
        &[],
    ),
    page(Chapter::Rules, "flip", PLAIN, &["B.B.B", ".WWW.", "BW.WB", ".WWW.", "B.B.B"], &["c3"], &[]),
    page(Chapter::Rules, "pass", PLAIN, &[".WB.", "....", "BW..", "...."], &["a1 c3"], &["c3 d1"]),
    page(Chapter::Rules, "end", PLAIN, &["WWW.", "BBWB", "BBBW", "BB.."], &["d1 c4 d4", "d4 c4 d1"], &[]),
    page(
        Chapter::Strategy,
        "corner",
        PLAIN,
        &[".WWWB.", ".WBW..", ".BWW..", "......", "......", "......"],
        &["a1 a3"],
        &[],
    ),
    page(
        Chapter::Strategy,
        "beside",
        PLAIN,
        &[".B....", "WWWW..", ".WWW..", "BWWW..", "......", "......"],
        &["d1", "e4"],
        &["b5 a6"],
    ),
    page(
        Chapter::Strategy,
        "mobility",
        PLAIN,
        &["W.....", ".W.W..", ".WWWBB", ".WWW..", "...WBW", "...W.B"],
        &["f4 f2 f1"],
        &[],
    ),
    page(
        Chapter::Strategy,
        "parity",
        PLAIN,
        &["WWWWB.", "WWWWWB", "WWBWWW", "WBBWWW", "WBWWB.", "BBBBB."],
        &["f1 f5 f6"],
        &["f5 f1 f6"],
    ),
    page(
        Chapter::Boards,
        "fewest",
        "players: black white\ngoal: fewest",
        &["BWBB", "W.W.", "WWBW", ".BWW"],
        &["b2 a4 d2"],
        &["a4 b2 d2"],
    ),
    page(Chapter::Boards, "holes", PLAIN, &["#....#", "BWW#..", "......", "BWW...", "..#...", "#....#"], &["d4"], &[]),
    page(
        Chapter::Boards,
        "three",
        "players: black white ash",
        &["W.A..", ".WB..", "A....", "A...W", "B.B.."],
        &["a2 c3 c4 d2"],
        &[],
    ),
    page(
        Chapter::Colour,
        "colours",
        PLAIN,
        &["......", "......", ".WWAWB", "......", "......", "......"],
        &["a3"],
        &[],
    ),
    page(Chapter::Colour, "stay", PLAIN, &["......", "......", ".WCAYB", "......", "......", "......"], &["a3"], &[]),
    page(Chapter::Colour, "wild", PLAIN, &["......", "......", ".WAWG.", "......", "......", "......"], &["a3"], &[]),
    page(Chapter::Colour, "bomb", PLAIN, &[".RWB.A", "W.....", "B.....", "....W.", "......", "......"], &["a1"], &[]),
    page(
        Chapter::Colour,
        "cut-in",
        "players: black white\ncut-ins: 2 cyan\nscored: black white",
        &[".WWB..", "......", "...WWC", "WB....", "......", "......"],
        &["a1 c3"],
        &[],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Disc, Turn};

    fn named(name: &str) -> &'static Page {
        PAGES.iter().find(|page| page.name == name).expect("there is such a page")
    }

    fn start(page: &'static Page) -> Record {
        Record::new(page.variant().expect("a variant"))
    }

    fn played(page: &'static Page, line: &str) -> Record {
        let mut record = start(page);
        record.play_moves(line).unwrap_or_else(|error| panic!("{}: {line}: {error}", page.name));
        record
    }

    /// Record after the first solution of a page.
    fn solved(name: &str) -> Record {
        let page = named(name);
        played(page, page.solutions[0])
    }

    fn count(record: &Record, player: Player) -> u16 {
        record.position().counts()[player]
    }

    fn last(name: &str) -> (Record, Turn) {
        let record = solved(name);
        let turn = record.last_turn().expect("a turn").clone();
        (record, turn)
    }

    /// Visits every position that the learner can reach.
    fn walk(page: &'static Page, record: &Record, look: &mut impl FnMut(&Record, Progress)) {
        let progress = page.progress(record);
        look(record, progress);
        if progress != Progress::Open {
            return;
        }
        let squares: Vec<Square> = match page.reply(record) {
            Some(square) => vec![square],
            None => record.position().legal_squares().iter().collect(),
        };
        for square in squares {
            let mut next = record.clone();
            let player = next.position().to_move().expect("an open exercise goes on");
            next.play(player, square).unwrap_or_else(|error| panic!("{}: {square}: {error}", page.name));
            walk(page, &next, look);
        }
    }

    #[test]
    fn every_exercise_ends_solved_or_missed_after_any_moves() {
        for page in &PAGES {
            let mut solutions = 0;
            walk(page, &start(page), &mut |record, progress| {
                let to_move = record.position().to_move();
                if progress == Progress::Open {
                    let is_learners = to_move == Some(Page::LEARNER);
                    assert_ne!(is_learners, page.reply(record).is_some(), "{}: somebody moves: {record}", page.name);
                }
                solutions += usize::from(progress == Progress::Solved);
            });
            assert_eq!(solutions, page.solutions.len(), "{}: every solution can be played", page.name);
        }
    }

    #[test]
    fn every_mistake_is_missed_by_its_whole_line() {
        for page in &PAGES {
            for mistake in page.mistakes {
                assert_eq!(page.progress(&played(page, mistake)), Progress::Missed, "{}: {mistake}", page.name);
                let (first, _) = mistake.split_once(' ').expect("a mistake has an answer");
                assert_eq!(page.progress(&played(page, first)), Progress::Open, "{}: {first}", page.name);
            }
        }
    }

    #[test]
    fn pages_have_unique_names_and_chapters_are_in_order() {
        let mut names: Vec<&str> = PAGES.iter().map(|page| page.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        let in_chapters: Vec<usize> =
            Chapter::ALL.iter().flat_map(|chapter| chapter.pages()).map(|(at, _)| at).collect();
        assert!(in_chapters.into_iter().eq(0..PAGES.len()));
    }

    #[test]
    fn pages_before_colour_reversi_do_not_show_its_discs() {
        let plain = PAGES.iter().filter(|page| matches!(page.chapter, Chapter::Rules | Chapter::Strategy));
        for page in plain {
            let board = page.board().expect("a variant");
            let mut discs = board.squares().filter_map(|square| board.disc(square));
            assert!(discs.all(|disc| matches!(disc, Disc::Black | Disc::White)), "{}", page.name);
        }
    }

    #[test]
    fn the_pages_about_the_rules_are_true() {
        let (_, turn) = last("flip");
        assert_eq!(turn.captured().count(), 8);
        let pass = solved("pass");
        assert!(pass.played().iter().all(|turn| turn.player == Player::Black), "White passes");
        for line in named("end").solutions {
            let end = played(named("end"), line);
            assert_eq!(end.position().to_move(), None);
            assert!(count(&end, Player::Black) > count(&end, Player::White));
        }
    }

    #[test]
    fn the_pages_about_strategy_are_true() {
        let corner = solved("corner");
        let row = corner.position().board().row_texts().next().expect("a row");
        assert_eq!(row, "BBBBB.", "White turns none of it");
        let beside = named("beside");
        let can_take_a_corner = |record: &Record| {
            let corners = ["a1", "f1", "a6", "f6"].map(|name| name.parse::<Square>().expect("a square"));
            corners.into_iter().any(|corner| record.position().legal_squares().contains(corner))
        };
        assert!(beside.solutions.iter().all(|line| !can_take_a_corner(&played(beside, line))));
        assert!(can_take_a_corner(&played(beside, "b5")));
        let mobility = named("mobility");
        let moves_left = |square: Square| {
            let record = played(mobility, &square.to_string());
            record.position().legal_squares().iter().count()
        };
        let (quiet, others): (Vec<usize>, Vec<usize>) =
            start(mobility).position().legal_squares().iter().map(moves_left).partition(|count| *count == 1);
        assert_eq!(quiet.len(), 1);
        assert!(others.iter().all(|count| *count > 3), "{others:?}");
        let parity = named("parity");
        for (line, black, white) in [(parity.solutions[0], 20, 16), (parity.mistakes[0], 9, 27)] {
            let record = played(parity, line);
            assert_eq!(record.position().to_move(), None, "{line}");
            assert_eq!((count(&record, Player::Black), count(&record, Player::White)), (black, white), "{line}");
        }
    }

    #[test]
    fn the_pages_about_other_boards_are_true() {
        let fewest = named("fewest");
        for (line, black, white) in [(fewest.solutions[0], 7, 9), (fewest.mistakes[0], 11, 5)] {
            let record = played(fewest, line);
            assert_eq!(record.position().to_move(), None, "{line}");
            assert_eq!((count(&record, Player::Black), count(&record, Player::White)), (black, white), "{line}");
        }
        assert_eq!(start(named("holes")).position().legal_squares().iter().count(), 1);
        let players: Vec<Player> = solved("three").played().iter().map(|turn| turn.player).collect();
        assert_eq!(players, [Player::Black, Player::White, Player::Ash, Player::Black]);
    }

    #[test]
    fn the_pages_about_special_discs_are_true() {
        let facts = ["colours", "stay", "wild", "bomb", "cut-in"].map(|name| {
            let before = start(named(name));
            let position = before.position();
            let turn = played(named(name), named(name).solutions[0]).played()[0].clone();
            let disc = |square| position.board().disc(square);
            let turns = |square: &Square| disc(*square).is_some_and(|disc| position.board().turns(disc));
            let stays = turn.captured().filter(|square| !turns(square)).count();
            let wild = turn.flankers().any(|square| disc(square).is_some_and(Disc::is_wild));
            let cut_in = position.schedule().nth(1).is_some_and(|(_, player)| player == Player::Cyan);
            assert_eq!(position.legal_squares().iter().count(), 1, "{name}: there is one move to make");
            (stays, wild, turn.explodes(), cut_in)
        });
        let expected = [
            (0, false, false, false),
            (2, false, false, false),
            (0, true, false, false),
            (1, false, true, false),
            (0, false, false, true),
        ];
        assert_eq!(facts, expected);
        let (cut_in, turn) = last("cut-in");
        assert_eq!((turn.player, cut_in.position().to_move()), (Player::Cyan, Some(Player::White)));
    }
}
