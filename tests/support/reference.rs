//! A second, slow and obvious implementation of the rules: the rule text line by line, on rows of letters.
//!
//! It shares nothing with the crate, so that the same mistake cannot hide in both.

/// Row and column, both from 0.
pub(crate) type Place = (usize, usize);

#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) rows: Vec<Vec<char>>,
    pub(crate) scored: Vec<char>,
    /// Colours that turn.
    pub(crate) turns: Vec<char>,
    /// True if the fewest discs win.
    pub(crate) reverse: bool,
    pub(crate) cut_ins: Vec<(u32, char)>,
    /// Turn order, rotated so that the next player comes first.
    pub(crate) queue: Vec<char>,
    pub(crate) move_number: u32,
    /// Player to move; `None` at the end.
    pub(crate) mover: Option<char>,
    /// Players who have passed by choice since the last placement.
    passed: Vec<char>,
}

/// Discs that a placement sandwiches, by direction and from near to far.
#[derive(Default)]
pub(crate) struct Sandwiched {
    pub(crate) captured: Vec<Place>,
    pub(crate) flankers: Vec<Place>,
}

/// N, NE, E, SE, S, SW, W, NW as rows and columns.
const DIRECTIONS: [(isize, isize); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

impl Game {
    /// Starts a game; returns it with the players who pass before the first placement.
    pub(crate) fn start(
        rows: Vec<Vec<char>>,
        order: Vec<char>,
        cut_ins: Vec<(u32, char)>,
        scored: Vec<char>,
        turns: Vec<char>,
        reverse: bool,
    ) -> (Self, Vec<char>) {
        let mut game = Self {
            rows,
            scored,
            turns,
            reverse,
            cut_ins,
            queue: order,
            move_number: 1,
            mover: None,
            passed: Vec::new(),
        };
        let skipped = game.find_mover();
        (game, skipped)
    }

    /// Contents of a place, possibly beyond the edge. A step up or left from 0 gives a very large number.
    fn at(&self, (row, column): Place) -> char {
        self.rows.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or('#')
    }

    /// Section 3: discs that `mover` sandwiches from an empty square.
    pub(crate) fn sandwiched(&self, mover: char, square: Place) -> Sandwiched {
        let mut all = Sandwiched::default();
        for (down, right) in DIRECTIONS {
            let step = |(row, column): Place| (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            // The unbroken chain of discs behind the square that are not the mover's.
            let mut run = Vec::new();
            let mut behind = step(square);
            while !matches!(self.at(behind), '#' | '.') && self.at(behind) != mover {
                run.push(behind);
                behind = step(behind);
            }
            let (captured, flanker) = if self.at(behind) == mover {
                (run, behind)
            } else if let Some(farthest) = run.iter().rposition(|place| self.at(*place) == 'G') {
                (run[..farthest].to_vec(), run[farthest])
            } else {
                continue;
            };
            if !captured.is_empty() {
                all.captured.extend(captured);
                all.flankers.push(flanker);
            }
        }
        all
    }

    /// Squares on which a player may place a disc, in reading order.
    pub(crate) fn legal(&self, mover: char) -> Vec<Place> {
        let mut legal = Vec::new();
        for (row, cells) in self.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                if *cell == '.' && !self.sandwiched(mover, (row, column)).captured.is_empty() {
                    legal.push((row, column));
                }
            }
        }
        legal
    }

    /// Returns whether a disc at one of these places is a bomb.
    pub(crate) fn has_bomb(&self, places: &[Place]) -> bool {
        places.iter().any(|place| self.at(*place) == 'R')
    }

    /// Sections 4 and 5: the mover plays a legal square. Returns the players who pass afterwards.
    pub(crate) fn play(&mut self, place: Place) -> Vec<char> {
        let mover = self.mover.expect("the game goes on");
        let Sandwiched { captured, flankers } = self.sandwiched(mover, place);
        if self.has_bomb(&captured) {
            for (row, column) in captured.into_iter().chain(flankers) {
                self.rows[row][column] = '.';
            }
        } else {
            self.rows[place.0][place.1] = mover;
            for (row, column) in captured {
                if self.turns.contains(&self.rows[row][column]) {
                    self.rows[row][column] = mover;
                }
            }
        }
        self.move_number += 1;
        self.passed.clear();
        self.hand_on(mover)
    }

    /// The mover passes by choice. Returns the players who must pass afterwards.
    pub(crate) fn pass(&mut self) -> Vec<char> {
        let mover = self.mover.expect("the game goes on");
        self.passed.push(mover);
        self.hand_on(mover)
    }

    fn hand_on(&mut self, mover: char) -> Vec<char> {
        // A player who cuts in is not in the order, which then stays as it is.
        if let Some(index) = self.queue.iter().position(|player| *player == mover) {
            self.queue.rotate_left(index + 1);
        }
        self.find_mover()
    }

    /// Section 5: the first due player who can play is the mover, and all before them pass; at the end, nobody can
    /// play who has not passed by choice since the last placement. A player who cuts in does so before anybody passes.
    fn find_mover(&mut self) -> Vec<char> {
        let is_due = |(number, _): &&(u32, char)| *number == self.move_number && self.passed.is_empty();
        let mut candidates: Vec<char> = self.cut_ins.iter().filter(is_due).map(|(_, player)| *player).collect();
        candidates.extend(&self.queue);
        let Some(index) =
            candidates.iter().position(|player| !self.passed.contains(player) && !self.legal(*player).is_empty())
        else {
            self.mover = None;
            return Vec::new();
        };
        self.mover = Some(candidates[index]);
        candidates.truncate(index);
        candidates
    }

    /// Number of discs of a letter.
    pub(crate) fn count(&self, letter: char) -> usize {
        self.rows.iter().flatten().filter(|cell| **cell == letter).count()
    }

    /// Section 6: the scored player with strictly the most discs or, in a reverse game, strictly the fewest.
    pub(crate) fn winner(&self) -> Option<char> {
        let is_ahead = |player: char, other: char| {
            let (more, less) = if self.reverse { (other, player) } else { (player, other) };
            self.count(less) < self.count(more)
        };
        let ahead_of_all = |player: &char| self.scored.iter().all(|other| other == player || is_ahead(*player, *other));
        self.scored.iter().copied().find(ahead_of_all)
    }
}
