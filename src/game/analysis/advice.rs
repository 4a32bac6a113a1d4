//! Advice during a match: a hint, or the value of every legal move, which gets more reliable with time.
//!
//! It is computed beside the frame, like the moves of CPU players. If several humans play, all have to agree first.

use std::sync::Arc;

use bevy::prelude::*;

use crate::cpu::{Answer, Line, NoAnswer, Question, Report, Score, ThinkNews, ThinkReply, ThinkRequest};
use crate::game::analysis::final_lead::FinalLead;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::{Screen, match_is_left};
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::play::lesson::Lesson;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_id::MatchId;
use crate::game::play::match_permissions::AdvicePermission;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::text::{Phrase, say};
use crate::game::thinker::CpuWorker;
use crate::rules::{Square, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<AdviceCommand>()
        .init_resource::<Advice>()
        .add_systems(
            Update,
            (
                receive.in_set(GameSystems::Think),
                (expect, handle_advice_commands, follow).chain().in_set(PlaySystems::Advice),
            )
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(OnExit(Screen::Match), leave)
        .add_systems(Update, release_memory.in_set(GameSystems::Navigate).run_if(match_is_left));
    app.insert_non_send(AnalysisWorker::default());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceKind {
    /// The best square, once.
    Hint,
    /// The value of every legal move, from now on.
    Analysis,
}

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceCommand {
    /// Shows or hides advice; asks first if several humans play.
    Toggle(AdviceKind),
    /// Confirms that all players want the advice just asked for, in this match.
    Agree,
    /// Plays the best square known.
    PlayBest,
    /// Continues an analysis that has stopped.
    LookDeeper,
}

impl AdviceKind {
    /// Number of positions after which the search stops until a player wants more: some seconds for a hint, and 15 to
    /// 30 seconds for an analysis, which players study longer.
    const fn position_budget(self) -> u64 {
        match self {
            Self::Hint => 1 << 25,
            Self::Analysis => 1 << 28,
        }
    }
}

/// Factor on the number of positions for each request to look deeper: about two plies.
const DEEPER_FACTOR: u64 = 8;

/// Maximum number of plies shown of a line of play.
const MAX_PLIES_SHOWN: usize = 6;

/// The worker for analyses, separate from that of the CPU players.
#[derive(Default)]
struct AnalysisWorker(CpuWorker);

/// The requested advice and its result so far.
#[derive(Resource, Debug, Default)]
pub struct Advice {
    kind: Option<AdviceKind>,
    found: Option<Report>,
    /// Reason why there is no result.
    problem: Option<NoAnswer>,
    /// Advice that waits for the consent of all players.
    awaiting_consent: Option<AdviceKind>,
    /// The match whose players have agreed.
    agreed: Option<MatchId>,
    /// Id of the last request. News about older ones is ignored.
    last_id: u64,
    waiting_for: Option<u64>,
    /// Number of positions of the last request.
    position_budget: u64,
    /// Number of times that players asked to look deeper at this position.
    deeper: u32,
}

/// Returns whether the game ends with empty squares on this line, which count for the winner.
fn leaves_empties(game: &Match, line: &[Square]) -> bool {
    let mut position = game.record.position().clone();
    let mut is_legal = |square| position.to_move().is_some_and(|player| position.play(player, square).is_ok());
    line.iter().all(|square| is_legal(*square)) && FinalLead::of(&position).is_some()
}

impl Advice {
    #[must_use]
    pub const fn kind(&self) -> Option<AdviceKind> {
        self.kind
    }

    #[must_use]
    pub const fn found(&self) -> Option<&Report> {
        self.found.as_ref()
    }

    /// Advice that needs the consent of all players first.
    #[must_use]
    pub(crate) const fn awaiting_consent(&self) -> Option<AdviceKind> {
        self.awaiting_consent
    }

    #[must_use]
    pub fn problem(&self) -> Option<&NoAnswer> {
        self.problem.as_ref()
    }

    /// Best move known so far.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.found()?.best()
    }

    /// Moves to show on the board, best first: one for a hint, all for an analysis.
    #[must_use]
    pub fn shown(&self) -> &[Line] {
        let lines = self.found().map_or(&[][..], |found| &found.lines);
        match self.kind {
            Some(AdviceKind::Hint) => &lines[..lines.len().min(1)],
            Some(AdviceKind::Analysis) => lines,
            None => &[],
        }
    }

    /// Sentences about the best square with its value, and about the expected continuation.
    pub(crate) fn words(&self, game: &Match) -> [Phrase; 2] {
        let best = self.best().and_then(|best| best.square().zip(best.score));
        let best = match (best, self.problem()) {
            (Some((square, score)), _) => say!("advice-best", square = square, score = score_text(score)),
            (None, Some(problem)) => say!("advice-none", problem = problem),
            (None, None) if self.is_open() => say!("advice-looking"),
            (None, None) if game.ending().is_none() => say!("advice-waiting"),
            (None, None) => Phrase::nothing(),
        };
        let line = self.found().zip(self.best()).map(|(found, best)| {
            let shown = best.moves.iter().take(MAX_PLIES_SHOWN).map(Square::to_string);
            let more = (best.moves.len() > MAX_PLIES_SHOWN).then(|| "…".to_owned());
            let moves = shown.chain(more).collect::<Vec<_>>().join(" ");
            if found.is_exact && leaves_empties(game, &best.moves) {
                say!("advice-to-the-end-with-empties", moves = moves)
            } else if found.is_exact {
                say!("advice-to-the-end", moves = moves)
            } else {
                say!("advice-deep", count = found.depth, moves = moves)
            }
        });
        [best, line.unwrap_or_else(Phrase::nothing)]
    }

    /// Both sentences of [`Self::words`] as one text.
    pub(crate) fn sentences(&self, game: &Match) -> Phrase {
        match self.words(game) {
            [best, line] if line.is_nothing() => best,
            [best, line] => say!("advice-all", best = best, line = line),
        }
    }

    /// Returns whether the search is running.
    pub(crate) const fn is_open(&self) -> bool {
        self.waiting_for.is_some()
    }

    /// Returns whether a search for the current position has begun.
    const fn is_about_position(&self) -> bool {
        self.is_open() || self.found.is_some() || self.problem.is_some()
    }

    /// Returns whether the search has stopped before the wanted number of positions.
    fn wants_more(&self) -> bool {
        let is_enough =
            self.found.as_ref().is_some_and(|found| found.is_exact || self.position_budget >= self.wanted_positions());
        self.waiting_for.is_none() && self.problem.is_none() && !is_enough
    }

    /// Number of positions wanted.
    fn wanted_positions(&self) -> u64 {
        self.kind.map_or(0, |kind| kind.position_budget().saturating_mul(DEEPER_FACTOR.saturating_pow(self.deeper)))
    }

    /// Returns whether a stopped search could find out more. The tree search already knows as much as it ever will.
    #[must_use]
    pub fn can_look_deeper(&self) -> bool {
        let is_unsure = self.found().is_some_and(|found| !found.is_exact);
        let is_by_engine = self.best().and_then(Line::lead).is_some();
        self.kind.is_some() && !self.is_open() && is_unsure && is_by_engine
    }

    fn set_kind(&mut self, kind: Option<AdviceKind>) {
        self.kind = kind;
        self.problem = None;
        self.deeper = 0;
        if kind.is_none() {
            self.found = None;
            self.waiting_for = None;
        }
    }
}

/// Short text of a score: a lead in discs such as "+3", or a share such as "54 %".
#[must_use]
pub(crate) fn score_text(score: Score) -> String {
    match score {
        Score::Lead(0) => "0".to_owned(),
        Score::Lead(discs) | Score::Points(discs) if discs < 0 => format!("\u{2212}{}", discs.unsigned_abs()),
        Score::Lead(discs) | Score::Points(discs) => format!("+{discs}"),
        Score::Wins(share) | Score::Discs(share) => percent_text(share) + " %",
    }
}

/// A share in percent. Below ten it has a decimal, because whole numbers would hide the differences between moves.
pub(crate) fn percent_text(share: f32) -> String {
    let percent = share * 100.0;
    let decimals = usize::from(percent > 0.0 && percent < 9.95);
    format!("{percent:.decimals$}")
}

/// Prepares the worker for an analysis of this variant, if one may be requested.
fn expect(game: Res<Match>, mut expected: Local<Option<Arc<Variant>>>, worker: NonSend<AnalysisWorker>) {
    let variant = game.record.variant();
    let may_come = game.permissions().advice != AdvicePermission::No;
    if game.is_changed() && may_come && expected.as_ref() != Some(variant) {
        *expected = Some(variant.clone());
        let question = Question::Analysis { positions: 1 };
        worker.0.expect(&ThinkRequest { id: 0, record: game.record.to_string(), question });
    }
}

fn handle_advice_commands(
    mut requests: MessageReader<AdviceCommand>,
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    mut advice: ResMut<Advice>,
    mut navigate: MessageWriter<Navigate>,
    mut matches: MessageWriter<MatchCommand>,
) {
    for request in requests.read() {
        match request {
            // A lesson tells the learner what to do anyway.
            AdviceCommand::Toggle(_) if lesson.is_some() => {}
            AdviceCommand::Toggle(kind) if advice.kind == Some(*kind) => advice.set_kind(None),
            AdviceCommand::Toggle(_) if game.is_blocked() => {}
            AdviceCommand::Toggle(kind) => match game.permissions().advice {
                AdvicePermission::No => {}
                AdvicePermission::IfAllAgree if advice.agreed != Some(game.id) => {
                    advice.awaiting_consent = Some(*kind);
                    navigate.write(Navigate::Open(Overlay::AdviceQuestion));
                }
                AdvicePermission::Yes | AdvicePermission::IfAllAgree => {
                    advice.set_kind(Some(*kind));
                    matches.write(MatchCommand::now(MatchChange::NoteAdvice));
                }
            },
            AdviceCommand::Agree => {
                if let Some(kind) = advice.awaiting_consent.take() {
                    advice.agreed = Some(game.id);
                    advice.set_kind(Some(kind));
                    matches.write(MatchCommand::now(MatchChange::NoteAdvice));
                }
                navigate.write(Navigate::Close);
            }
            AdviceCommand::LookDeeper if advice.can_look_deeper() => advice.deeper += 1,
            AdviceCommand::LookDeeper => {}
            AdviceCommand::PlayBest => {
                let square = advice.best().and_then(Line::square);
                let place = |(player, square)| MatchCommand::place(&game, player, square);
                matches.write_batch(game.human_to_move().zip(square).map(place));
            }
        }
    }
}

/// Requests an analysis of the current position as long as advice is wanted.
fn follow(game: Res<Match>, mut advice: ResMut<Advice>, mut worker: NonSendMut<AnalysisWorker>) {
    // A hint that was asked for during another player's turn is about the position that follows.
    let is_of_last_position = advice.kind == Some(AdviceKind::Hint) && advice.is_about_position();
    let is_allowed = match game.permissions().advice {
        AdvicePermission::Yes => true,
        AdvicePermission::IfAllAgree => advice.agreed == Some(game.id),
        AdvicePermission::No => false,
    };
    if game.is_changed() && advice.kind.is_some() && (is_of_last_position || !is_allowed) {
        advice.set_kind(None);
    }
    let is_fresh = game.is_changed() || advice.is_changed();
    if !is_fresh {
        return;
    }
    if advice.kind.is_none() || !game.permissions().advice_now {
        worker.0.stop();
        if advice.found.is_some() || advice.waiting_for.is_some() {
            (advice.found, advice.waiting_for) = (None, None);
        }
    } else if game.is_changed() || advice.wants_more() {
        if game.is_changed() {
            (advice.found, advice.deeper) = (None, 0);
        }
        let positions = advice.wanted_positions();
        advice.last_id += 1;
        (advice.waiting_for, advice.position_budget) = (Some(advice.last_id), positions);
        let request = ThinkRequest {
            id: advice.last_id,
            record: game.record.to_string(),
            question: Question::Analysis { positions },
        };
        worker.0.ask(request);
    }
}

fn receive(mut worker: NonSendMut<AnalysisWorker>, mut advice: ResMut<Advice>, mut frames: ResMut<Frames>) {
    if advice.is_open() {
        frames.poll_soon();
    }
    for news in worker.0.take_news() {
        if advice.waiting_for != Some(news.id()) {
            // News about an outdated request.
            continue;
        }
        match news {
            // A deeper search starts over; its first, shallower results must not replace better ones.
            ThinkNews::SoFar(_, Answer::Analysis(found))
                if advice.found.as_ref().is_some_and(|known| known.depth > found.depth) => {}
            ThinkNews::SoFar(_, Answer::Analysis(found)) => advice.found = Some(found),
            ThinkNews::Reply(ThinkReply { answer, .. }) => {
                advice.waiting_for = None;
                match answer {
                    Ok(Answer::Analysis(found)) => advice.found = Some(found),
                    Ok(other) => error!("an analysis was asked for, and {other:?} came"),
                    Err(reason) => advice.problem = Some(reason),
                }
            }
            ThinkNews::Progress(..) | ThinkNews::SoFar(..) => {}
        }
    }
}

fn release_memory(mut worker: NonSendMut<AnalysisWorker>) {
    worker.0.release_memory();
}

/// Ends the advice, so that players who return to the board see it without.
fn leave(mut advice: ResMut<Advice>, mut worker: NonSendMut<AnalysisWorker>) {
    worker.0.stop();
    advice.set_kind(None);
}

#[cfg(test)]
impl Advice {
    /// A hint whose search has stopped after enough positions.
    pub(crate) fn stopped(square: &str, score: Score, is_exact: bool) -> Self {
        let square: Square = square.parse().expect("a square");
        let lines = vec![Line { moves: vec![square], score: Some(score) }];
        let found = Some(Report { lines, depth: 20, is_exact, nodes: 1 << 25 });
        let kind = Some(AdviceKind::Hint);
        Self { kind, found, position_budget: AdviceKind::Hint.position_budget(), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_search_continues_on_request() {
        let mut advice = Advice::stopped("f5", Score::Lead(2), false);
        assert!(!advice.wants_more() && advice.can_look_deeper());
        advice.deeper += 1;
        assert!(
            advice.wants_more(),
            "{} positions are more than {}",
            advice.wanted_positions(),
            advice.position_budget
        );
        (advice.waiting_for, advice.position_budget) = (Some(1), advice.wanted_positions());
        assert!(!advice.can_look_deeper(), "it looks already");
        advice.waiting_for = None;
        assert!(!advice.wants_more() && advice.can_look_deeper(), "it rests again, and can be asked again");
    }

    #[test]
    fn small_shares_have_a_decimal() {
        let texts = [0.0, 0.004, 0.0994, 0.0996, 0.42, 1.0].map(|share| score_text(Score::Wins(share)));
        assert_eq!(texts, ["0 %", "0.4 %", "9.9 %", "10 %", "42 %", "100 %"]);
    }

    #[test]
    fn exact_advice_is_not_searched_more_deeply() {
        assert!(!Advice::stopped("f5", Score::Lead(2), true).can_look_deeper());
        let by_tree_search = Advice::stopped("f5", Score::Wins(0.5), false);
        assert!(!by_tree_search.can_look_deeper(), "the tree search has an end of its own");
        assert!(!Advice::default().can_look_deeper());
    }
}
