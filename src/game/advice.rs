//! Advice while a match is played: a hint, or what every legal square is worth, surer the longer one looks.
//!
//! It is worked out beside the frame, as the CPU players' moves are. Where several persons play, all have to agree first.

use bevy::prelude::*;

use super::lesson::Lesson;
use super::screens::Dialog;
use super::thinker::Thinker;
use super::{Action, GameSystems, Match, MoveIntent, Screen};
use crate::cpu::{AnalysedMove, Analysis, Answer, Question, Score, ThinkNews, ThinkReply, ThinkRequest};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Advice>()
        .add_systems(
            Update,
            (
                receive.in_set(GameSystems::Input),
                (obey, follow).chain().in_set(GameSystems::Play).after(super::turn::play_intents),
            )
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(OnExit(Screen::Match), leave);
    app.insert_non_send(Analyst::default());
}

/// What somebody wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceKind {
    /// The best square, once.
    Hint,
    /// What every legal square is worth, from now on.
    Analysis,
}

/// How many plies of a line are told.
const PLIES_TOLD: usize = 6;

/// Works analyses out, as the CPU players' thinker works moves out.
#[derive(Default)]
struct Analyst(Thinker);

/// What is wanted, and what is known of it.
#[derive(Resource, Debug, Default)]
pub struct Advice {
    kind: Option<AdviceKind>,
    found: Option<Analysis>,
    /// Why nothing can be found.
    problem: Option<String>,
    /// The match whose persons have agreed, by its seed.
    agreed: Option<u64>,
    /// Counts requests, so that news of an older one are recognised.
    last_id: u64,
    waiting_for: Option<u64>,
}

impl Advice {
    /// What is wanted.
    #[must_use]
    pub const fn kind(&self) -> Option<AdviceKind> {
        self.kind
    }

    /// What is known so far.
    #[must_use]
    pub const fn found(&self) -> Option<&Analysis> {
        self.found.as_ref()
    }

    /// Why nothing can be found, in words.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// The best move that is known.
    #[must_use]
    pub fn best(&self) -> Option<&AnalysedMove> {
        self.found()?.moves.first()
    }

    /// The moves to be shown on the board, the best first: a hint is one, an analysis all.
    #[must_use]
    pub fn shown(&self) -> &[AnalysedMove] {
        let moves = self.found().map_or(&[][..], |found| &found.moves);
        match self.kind {
            Some(AdviceKind::Hint) => &moves[..moves.len().min(1)],
            Some(AdviceKind::Analysis) => moves,
            None => &[],
        }
    }

    /// What it says: the best square and what it is worth, and how the game would go on.
    pub(super) fn words(&self, game: &Match) -> [String; 2] {
        let best = match (self.best(), self.problem()) {
            (Some(best), _) => format!("Best: {}, {}", best.square, score_text(best.score)),
            (None, Some(problem)) => format!("No advice: {problem}"),
            (None, None) if self.is_open() => "Looking …".to_owned(),
            (None, None) if game.to_move().is_some() => "Waiting for your turn".to_owned(),
            (None, None) => String::new(),
        };
        let line = self.found().zip(self.best()).map(|(found, best)| {
            let reach = if found.is_exact { "to the end:".to_owned() } else { format!("{} plies deep:", found.depth) };
            let told = best.line.iter().take(PLIES_TOLD).map(Square::to_string);
            let more = (best.line.len() > PLIES_TOLD).then(|| "…".to_owned());
            std::iter::once(reach).chain(told).chain(more).collect::<Vec<_>>().join(" ")
        });
        [best, line.unwrap_or_default()]
    }

    /// Whether it is still being worked out.
    pub(super) const fn is_open(&self) -> bool {
        self.waiting_for.is_some()
    }

    fn want(&mut self, kind: Option<AdviceKind>) {
        self.kind = kind;
        self.problem = None;
        if kind.is_none() {
            self.found = None;
            self.waiting_for = None;
        }
    }
}

/// What a score says, short: discs ahead such as "+3", or a share such as "54 %".
#[must_use]
pub fn score_text(score: Score) -> String {
    match score {
        Score::Lead(0) => "0".to_owned(),
        Score::Lead(discs) | Score::Points(discs) if discs < 0 => format!("\u{2212}{}", discs.unsigned_abs()),
        Score::Lead(discs) | Score::Points(discs) => format!("+{discs}"),
        Score::Wins(share) | Score::Discs(share) => format!("{:.0} %", share * 100.0),
    }
}

/// Whether several persons play, of whom one would be helped against the other.
fn needs_consent(game: &Match, advice: &Advice) -> bool {
    game.persons() > 1 && advice.agreed != Some(game.seed)
}

fn obey(
    mut actions: MessageReader<Action>,
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    mut advice: ResMut<Advice>,
    mut dialog: ResMut<Dialog>,
    mut intents: MessageWriter<MoveIntent>,
) {
    for action in actions.read() {
        match action {
            Action::Advise(kind) if lesson.is_none() => {
                if advice.kind == Some(*kind) {
                    advice.want(None);
                } else if game.to_move().is_none() {
                    // There is nothing to play any more.
                } else if needs_consent(&game, &advice) {
                    dialog.set_if_neq(Dialog::AdviceQuestion(*kind));
                } else {
                    advice.want(Some(*kind));
                }
            }
            Action::AgreeOnAdvice(kind) => {
                dialog.set_if_neq(Dialog::None);
                advice.agreed = Some(game.seed);
                advice.want(Some(*kind));
            }
            Action::PlayAdvised => {
                let square = advice.best().map(|best| best.square);
                intents.write_batch(
                    game.person_to_move().zip(square).map(|(player, square)| MoveIntent { player, square }),
                );
            }
            _ => {}
        }
    }
}

/// Asks about the position on the board as long as somebody wants to know.
fn follow(game: Res<Match>, mut advice: ResMut<Advice>, mut analyst: NonSendMut<Analyst>) {
    if game.is_changed() {
        let advice = advice.bypass_change_detection();
        if advice.kind == Some(AdviceKind::Hint) {
            advice.want(None);
        }
    }
    let is_fresh = game.is_changed() || advice.is_changed();
    if !is_fresh {
        return;
    }
    let may_ask = game.person_to_move().is_some() || game.persons() == 0 && game.to_move().is_some();
    if advice.kind.is_none() || !may_ask {
        analyst.0.stop();
        if advice.found.is_some() || advice.waiting_for.is_some() {
            (advice.found, advice.waiting_for) = (None, None);
        }
    } else if game.is_changed() || advice.found.is_none() && advice.waiting_for.is_none() && advice.problem.is_none() {
        advice.last_id += 1;
        (advice.found, advice.waiting_for) = (None, Some(advice.last_id));
        let request =
            ThinkRequest { id: advice.last_id, record: game.record.to_string(), question: Question::Analysis };
        analyst.0.ask(request);
    }
}

fn receive(mut analyst: NonSendMut<Analyst>, mut advice: ResMut<Advice>) {
    for news in analyst.0.take_news() {
        if advice.waiting_for != Some(news.id()) {
            // About something that is no longer asked.
            continue;
        }
        match news {
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

/// Who comes back to the board sees it without advice.
fn leave(mut advice: ResMut<Advice>, mut analyst: NonSendMut<Analyst>) {
    analyst.0.stop();
    advice.want(None);
}
