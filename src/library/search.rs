//! Searches a library step by step.

use std::collections::HashMap;

use super::folding::folded;
use super::game::Game;
use super::game_id::GameId;
use super::game_library::Library;
use super::position_matcher::PositionMatcher;
use super::query::{EndingKind, OrderKey, Query, Term, Winner};
use super::texts::TextId;
use crate::rules::{ByPlayer, Move, Outcome, Player, Position, Record, Square, Variant};

/// A game that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The game.
    pub id: GameId,
    /// Number of turns after which it reached the position searched for, if one was.
    pub ply: Option<u16>,
}

/// Next moves of games that reached a position, and how these games ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// Move in the position as it was given; `None` for games that stopped there. Of equal squares, the first one in
    /// reading order.
    pub chosen: Option<Move>,
    /// Squares that are equal by symmetry, in reading order.
    pub equal: Vec<Square>,
    /// Number of games.
    pub games: usize,
    /// Games that each player won.
    pub wins: ByPlayer<usize>,
    /// Drawn games. The remaining games have no result.
    pub draws: usize,
}

/// A search that goes on step by step, so that it never delays a frame. If the library changes meanwhile, it begins
/// again.
///
/// ```
/// use irogaeshi::library::{Library, Query, Search};
///
/// let library = Library::default();
/// let mut search = Search::new(Query::default());
/// while !search.advance(&library, 1000) {}
/// assert!(search.found().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    query: Query,
    /// Conditions for a generation and revision of a library.
    compiled: Option<((u32, u64), Conditions)>,
    at: usize,
    is_done: bool,
    found: Vec<Found>,
    /// Games found, as sorted lists to be merged.
    runs: Vec<Vec<Keyed>>,
    tallies: HashMap<Option<Move>, Continuation>,
}

/// A game with what it is ordered by: whether that is missing, it, and the game's own number.
type Keyed = ((bool, Option<u64>, GameId), Found);

/// Conditions of a query for one library: for each text and each board, whether it fulfils them.
#[derive(Clone, Debug, Default)]
struct Conditions {
    words: Vec<(Vec<bool>, Vec<bool>)>,
    players: Vec<Vec<bool>>,
    opponents: Vec<Vec<bool>>,
    sides: Vec<(Player, Vec<bool>)>,
    boards: Vec<Vec<bool>>,
    tags: Vec<Vec<bool>>,
    collections: Vec<Vec<bool>>,
    events: Vec<Vec<bool>>,
    titles: Vec<Vec<bool>>,
    /// For each board, codes of the moves under each symmetry.
    moves: Vec<Vec<Vec<Vec<u8>>>>,
    openings: Vec<PositionMatcher>,
    positions: Vec<PositionMatcher>,
    /// Place of each text in alphabetical order, if the games are sorted by it.
    places: Vec<u32>,
}

impl Search {
    /// Begins a search.
    #[must_use]
    pub fn new(query: Query) -> Self {
        let (found, runs, tallies) = (Vec::new(), Vec::new(), HashMap::new());
        Self { query, compiled: None, at: 0, is_done: false, found, runs, tallies }
    }

    /// Searches in one go.
    #[must_use]
    pub fn whole(library: &Library, query: Query) -> Self {
        let mut search = Self::new(query);
        while !search.advance(library, usize::MAX) {}
        search
    }

    /// Looks at up to this number of games, and returns whether the search is done. The last steps sort, each for some
    /// milliseconds with 100,000 games.
    pub fn advance(&mut self, library: &Library, most: usize) -> bool {
        // A library that was compacted counts its revisions anew.
        let revision = (library.generation(), library.revision());
        let (since, mut conditions) = match self.compiled.take() {
            Some(compiled) if compiled.0 == revision => compiled,
            _ => {
                (self.at, self.is_done) = (0, false);
                self.found.clear();
                self.runs.clear();
                self.tallies.clear();
                (revision, Conditions::new(&self.query, library))
            }
        };
        let end = self.at.saturating_add(most).min(library.entries.len());
        let known = self.found.len();
        let was_read = self.at == library.entries.len();
        for index in self.at..end {
            let game = library.at(index);
            if !game.is_removed()
                && let Some(found) = conditions.meet(&self.query, &game, &mut self.tallies)
            {
                self.found.push(found);
            }
        }
        self.at = end;
        if !self.is_done {
            self.is_done = self.sort(library, &conditions.places, known, was_read);
        }
        self.compiled = Some((since, conditions));
        self.is_done
    }

    /// Sorts the games found since there were `known`, or if all were read before, merges what was sorted. Returns
    /// whether everything is sorted.
    fn sort(&mut self, library: &Library, places: &[u32], known: usize, was_read: bool) -> bool {
        let order = self.query.order;
        let is_read = self.at == library.entries.len();
        if order.key == OrderKey::Added {
            if is_read && order.is_descending {
                self.found.reverse();
            }
            return is_read;
        }
        if self.found.len() > known {
            let keyed = |found: &Found| {
                let key = library.game(found.id).and_then(|game| key(&game, order.key, places));
                let ordered = key.map(|key| if order.is_descending { !key } else { key });
                ((ordered.is_none(), ordered, found.id), *found)
            };
            let mut run: Vec<Keyed> = self.found[known..].iter().map(keyed).collect();
            run.sort_unstable_by_key(|(key, _)| *key);
            self.runs.push(run);
        }
        let are_alike = matches!(self.runs.as_slice(), [.., one, two] if two.len() >= one.len() / 2);
        if (was_read || are_alike)
            && let Some(last) = self.runs.pop()
        {
            match self.runs.last_mut() {
                Some(before) => {
                    before.extend(last);
                    // The stable sort merges two sorted parts in one pass.
                    before.sort_by_key(|(key, _)| *key);
                }
                None => self.runs.push(last),
            }
        }
        let is_sorted = is_read && self.runs.len() <= 1;
        if is_sorted && let Some(all) = self.runs.pop() {
            self.found = all.into_iter().map(|(_, found)| found).collect();
        }
        is_sorted
    }

    /// The query.
    #[must_use]
    pub const fn query(&self) -> &Query {
        &self.query
    }

    /// Games found so far; in order once the search is done.
    #[must_use]
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Number of games looked at.
    #[must_use]
    pub const fn looked_at(&self) -> usize {
        self.at
    }

    /// Moves by which the games found went on from the position searched for, the most frequent first.
    #[must_use]
    pub fn continuations(&self) -> Vec<Continuation> {
        let mut all: Vec<Continuation> = self.tallies.values().cloned().collect();
        all.sort_by_key(|one| (std::cmp::Reverse(one.games), one.chosen.is_none(), one.equal.clone()));
        all
    }
}

impl Conditions {
    fn new(query: &Query, library: &Library) -> Self {
        let texts = |text: &String| {
            let part = folded(text);
            library.texts.which(|spelling| spelling.contains(&part))
        };
        let boards = |text: &String| {
            let part = folded(text);
            let is_it = |name: &str, key: Option<&str>| match key {
                Some(key) if key == text => true,
                // A key is exact: "classic-10" is no part of another board's name.
                _ => Variant::built_in(text).is_none() && folded(name).contains(&part),
            };
            library.boards.iter().map(|(_, board)| is_it(board.variant.name(), board.key.as_deref())).collect()
        };
        let word_boards = |text: &String| {
            let part = folded(text);
            library.boards.iter().map(|(_, board)| folded(board.variant.name()).contains(&part)).collect()
        };
        let places = if query.order.key == OrderKey::Player { library.texts.places() } else { Vec::new() };
        let mut conditions = Self { places, ..Self::default() };
        for term in &query.terms {
            match term {
                Term::Word(text) => conditions.words.push((texts(text), word_boards(text))),
                Term::Player(text) => conditions.players.push(texts(text)),
                Term::Opponent(text) => conditions.opponents.push(texts(text)),
                Term::Side(player, text) => conditions.sides.push((*player, texts(text))),
                Term::Board(text) => conditions.boards.push(boards(text)),
                Term::Tag(text) => conditions.tags.push(texts(text)),
                Term::Collection(text) => conditions.collections.push(texts(text)),
                Term::Event(text) => conditions.events.push(texts(text)),
                Term::Title(text) => conditions.titles.push(texts(text)),
                Term::Moves(moves) => conditions.moves.push(images_of(moves, library)),
                Term::Opening(opening) => {
                    let start = Variant::classic(8).map(Record::new);
                    let reached =
                        start.and_then(|mut record| record.play_squares(&opening.moves).ok().map(|()| record));
                    let matcher =
                        reached.map(|record| PositionMatcher::new(record.position().clone(), &library.boards));
                    conditions.openings.extend(matcher);
                }
                Term::Position(position) => {
                    conditions.positions.push(PositionMatcher::new(Position::clone(position), &library.boards));
                }
                Term::Won(_) | Term::Ending(_) | Term::Date(_) | Term::Plies(_) | Term::Favourite => {}
            }
        }
        conditions
    }

    /// The game with the ply of its position, if it fulfils everything.
    fn meet(
        &mut self,
        query: &Query,
        game: &Game<'_>,
        tallies: &mut HashMap<Option<Move>, Continuation>,
    ) -> Option<Found> {
        let fits = query.terms.iter().all(|term| meets(term, game)) && self.meet_texts(query, game);
        if !fits {
            return None;
        }
        let board = usize::from(game.entry.board.0);
        let begins = |images: &Vec<Vec<Vec<u8>>>| images[board].iter().any(|codes| game.codes().starts_with(codes));
        if !self.moves.iter().all(begins) {
            return None;
        }
        if !self.openings.iter_mut().all(|opening| opening.reached(game).is_some()) {
            return None;
        }
        let mut first = None;
        for (index, position) in self.positions.iter_mut().enumerate() {
            let reached = position.reached(game)?;
            if index == 0 {
                first = Some(reached);
            }
        }
        let Some((ply, symmetry)) = first else { return Some(Found { id: game.id(), ply: None }) };
        let chosen = game.board().move_at(game.codes(), ply);
        let (chosen, equal) = match chosen {
            Some(chosen) => {
                let (chosen, equal) = self.positions[0].continuation(chosen, symmetry);
                (Some(chosen), equal)
            }
            None => (None, Vec::new()),
        };
        let tally = tallies.entry(chosen).or_insert_with(|| Continuation {
            chosen,
            equal,
            games: 0,
            wins: ByPlayer::default(),
            draws: 0,
        });
        tally.games += 1;
        match game.outcome() {
            Some(Outcome::Win(player)) => tally.wins[player] += 1,
            Some(Outcome::Draw) => tally.draws += 1,
            None => {}
        }
        Some(Found { id: game.id(), ply: Some(ply as u16) })
    }

    fn meet_texts(&self, query: &Query, game: &Game<'_>) -> bool {
        let entry = game.entry;
        let is = |table: &[bool], text: TextId| table[text.0 as usize];
        let tags = || game.library.tags_of(entry).iter();
        let names = || game.name_ids().map(|(_, name)| name);
        let has_word = |(texts, boards): &(Vec<bool>, Vec<bool>)| {
            boards[usize::from(entry.board.0)]
                || [entry.title, entry.event, entry.collection].iter().any(|text| is(texts, *text))
                || tags().any(|tag| is(texts, *tag))
                || names().any(|name| is(texts, name))
        };
        self.boards.iter().all(|table| table[usize::from(entry.board.0)])
            && self.collections.iter().all(|table| is(table, entry.collection))
            && self.events.iter().all(|table| is(table, entry.event))
            && self.titles.iter().all(|table| is(table, entry.title))
            && self.tags.iter().all(|table| tags().any(|tag| is(table, *tag)))
            && self.words.iter().all(has_word)
            && self
                .sides
                .iter()
                .all(|(side, table)| game.name_ids().any(|(player, name)| player == *side && is(table, name)))
            && self.meet_players(query, game)
    }

    /// Returns whether the players fit: some player has the first name, others the names of opponents, and the one or
    /// the others have won if that is wanted.
    fn meet_players(&self, query: &Query, game: &Game<'_>) -> bool {
        let is = |table: &[bool], text: TextId| table[text.0 as usize];
        let Some((first, others)) = self.players.split_first() else {
            return self.opponents.iter().all(|table| game.name_ids().any(|(_, name)| is(table, name)));
        };
        let fits = |player: Player| {
            let against = |table: &Vec<bool>| game.name_ids().any(|(other, name)| other != player && is(table, name));
            self.opponents.iter().all(against)
                && query.terms.iter().all(|term| match (term, game.outcome()) {
                    (Term::Won(Winner::Player), outcome) => outcome == Some(Outcome::Win(player)),
                    (Term::Won(Winner::Opponent), Some(Outcome::Win(winner))) => winner != player,
                    (Term::Won(Winner::Opponent), _) => false,
                    _ => true,
                })
        };
        others.iter().all(|table| game.name_ids().any(|(_, name)| is(table, name)))
            && game.name_ids().any(|(player, name)| is(first, name) && fits(player))
    }
}

/// Returns whether a game fulfils a condition that needs no other ones.
fn meets(term: &Term, game: &Game<'_>) -> bool {
    match term {
        Term::Won(Winner::Side(player)) => game.outcome() == Some(Outcome::Win(*player)),
        Term::Won(Winner::Nobody) => game.outcome() == Some(Outcome::Draw),
        Term::Ending(kind) => game.ending().map(EndingKind::of) == *kind,
        Term::Date(range) => {
            let is_only_year = game.entry.flags & super::entry::ONLY_YEAR != 0;
            game.entry.when.checked_sub(1).is_some_and(|seconds| range.contains(seconds, is_only_year))
        }
        Term::Plies(plies) => plies.contains(&game.plies()),
        Term::Favourite => game.is_favourite(),
        _ => true,
    }
}

/// For each board, codes of moves under each symmetry of it.
fn images_of(moves: &[Move], library: &Library) -> Vec<Vec<Vec<u8>>> {
    let on = |board: &super::boards::StoredBoard| {
        let fits = moves.iter().all(|chosen| match chosen {
            Move::Place(square) => board.variant.board().has(*square),
            Move::Pass => board.variant.free_pass(),
        });
        let symmetries = if fits { board.symmetries.as_slice() } else { &[] };
        let image = |symmetry: &super::symmetry::Symmetry| {
            let turned = |chosen: &Move| chosen.square().map_or(Move::Pass, |square| symmetry.image(square).into());
            board.codes(&moves.iter().map(turned).collect::<Vec<_>>())
        };
        let mut images: Vec<Vec<u8>> = symmetries.iter().map(image).collect();
        images.sort_unstable();
        images.dedup();
        images
    };
    library.boards.iter().map(|(_, board)| on(board)).collect()
}

/// Number by which a game is ordered, if it has the property.
fn key(game: &Game<'_>, key: OrderKey, places: &[u32]) -> Option<u64> {
    Some(match key {
        OrderKey::Added => game.entry.id.into(),
        OrderKey::Date => Some(game.entry.when).filter(|when| *when > 0)?,
        OrderKey::Player => {
            let (_, name) = game.name_ids().next().filter(|(_, name)| !name.is_empty())?;
            places[name.0 as usize].into()
        }
        OrderKey::Result => (i64::from(game.entry.lead) + i64::from(u16::MAX)) as u64,
        OrderKey::Length => game.entry.plies.into(),
    })
}
