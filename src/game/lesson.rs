//! The lesson: what the discs of colour reversi do, learnt in a minute by playing them on small boards.
//!
//! A lesson is played in the match screen, on a match of its own; the match that was there comes back when it ends.
//! Whether a step is done follows from its match, so that taking back works here too.

use bevy::prelude::*;

use super::{Action, GameSystems, Match, Phase, Screen, Seat, Settings};
use crate::cpu::Character;
use crate::rules::{ByPlayer, Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, obey.in_set(GameSystems::Play)).add_systems(OnExit(Screen::Match), carry_out);
}

/// One thing to learn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// What it is about.
    pub(super) heading: &'static str,
    /// What to do, and why.
    pub(super) task: &'static str,
    /// What was seen.
    pub(super) lesson: &'static str,
    /// The board, in the text format of variants. Black is the learner, and has one legal square.
    variant: &'static str,
    /// After how many plies everything was seen.
    plies: usize,
}

const STEPS: [Step; 5] = [
    Step {
        heading: "Turn them over",
        task: "You play Black. Place a disc on the marked square, so that the white discs lie between it and another \
               disc of yours.",
        lesson: "Every disc in between is captured and turns to your colour, in all eight directions at once. Who \
                 cannot capture must pass.",
        variant: "name: Turn\nplayers: black white\nboard:\n.......\n.WWAWB.\n.......\n",
        plies: 1,
    },
    Step {
        heading: "Some never turn",
        task: "Cyan and yamabuki discs carry an inner ring: they never turn. Capture this row and watch them.",
        lesson: "They were captured, rocked, and stayed. A capture counts as one even where nothing turns.",
        variant: "name: Stay\nplayers: black white\nboard:\n.......\n.WCAYB.\n.......\n",
        plies: 1,
    },
    Step {
        heading: "Green is wild",
        task: "You have no disc on this board. But green is wild: it stands in for whoever moves. Use it.",
        lesson: "Green served as your disc and is green again: the next player may use it against you. Of several \
                 greens, the farthest serves; a disc of your own at the end comes first.",
        variant: "name: Wild\nplayers: black white\nboard:\n.......\n.WAWG..\n.......\n",
        plies: 1,
    },
    Step {
        heading: "Red is a bomb",
        task: "There is a bomb in one of your two lines. Capture it. Pointing at the square shows what will happen.",
        lesson: "A captured bomb takes everything with it: all captured discs in all lines, the discs at their ends, \
                 and the one you played. The square is free again, and whoever was not involved stays.",
        variant: "name: Bomb\nplayers: black white\nboard:\n.RWB.A.\nW......\nB......\n....W..\n",
        plies: 1,
    },
    Step {
        heading: "Somebody cuts in",
        task: "White is next after you. But see the list of turns: Cyan cuts in before. Play, and wait a moment.",
        lesson: "Cyan moved out of turn; White was only delayed. The list always shows the next turns, so that \
                 nobody is surprised.",
        variant: "name: Cut in\nplayers: black white\ncut-ins: 2 cyan\nscored: black white\nboard:\n.WWB...\n.......\n...WWWC\nWB.....\n",
        plies: 2,
    },
];

/// The lesson that is being taken.
#[derive(Resource)]
pub(super) struct Lesson {
    step: usize,
    /// The match that was there before.
    kept: Option<Match>,
    /// What happens when the screen is left, be it for itself.
    next: Next,
}

/// Where a lesson goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Step(usize),
    End,
}

impl Lesson {
    /// The step that is taught now.
    pub(super) fn step(&self) -> &'static Step {
        &STEPS[self.step]
    }

    /// Which step it is, counted from 1, and of how many.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.step + 1, STEPS.len())
    }

    /// Whether this is the last step.
    pub(super) fn is_last(&self) -> bool {
        self.step + 1 == STEPS.len()
    }

    /// Whether a match waits to be taken up again.
    pub(super) fn interrupts_a_match(&self) -> bool {
        self.kept.as_ref().is_some_and(Match::is_running)
    }
}

impl Step {
    /// Whether everything was played and has come to rest.
    pub(super) fn is_done(&self, game: &Match, phase: Phase) -> bool {
        game.record.ply() >= self.plies && phase != Phase::Flipping
    }

    fn begin(&self) -> Option<Match> {
        let mut seats = ByPlayer::default();
        seats[Player::Cyan] = Seat::Cpu(Character::Maximum.into());
        // `None` only for a step that is no variant, which a test excludes.
        Some(Match::new(self.variant.parse::<Variant>().ok()?, seats, 0))
    }
}

fn obey(
    mut actions: MessageReader<Action>,
    screen: Res<State<Screen>>,
    game: Option<Res<Match>>,
    mut lesson: Option<ResMut<Lesson>>,
    mut settings: ResMut<Settings>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: Commands,
) {
    for action in actions.read() {
        match (action, &mut lesson) {
            (Action::StartLesson, None) => {
                settings.lesson_offered = true;
                let kept = game.as_deref().cloned();
                commands.insert_resource(Lesson { step: 0, kept, next: Next::Step(0) });
                // What a screen shows is replaced when it is left.
                if *screen.get() != Screen::Match {
                    STEPS[0].begin().into_iter().for_each(|first| commands.insert_resource(first));
                }
                next.set(Screen::Match);
            }
            (Action::NextStep, Some(lesson)) if !lesson.is_last() => {
                lesson.next = Next::Step(lesson.step + 1);
                next.set(Screen::Match);
            }
            (Action::EndLesson, Some(lesson)) => {
                lesson.next = Next::End;
                next.set(if lesson.interrupts_a_match() { Screen::Match } else { Screen::NewGame });
            }
            (Action::ShowTitle | Action::ShowNewGame, Some(lesson)) => lesson.next = Next::End,
            _ => {}
        }
    }
}

/// Changes the match while no screen shows it.
fn carry_out(lesson: Option<ResMut<Lesson>>, mut commands: Commands) {
    let Some(mut lesson) = lesson else { return };
    let game = match lesson.next {
        Next::Step(step) => {
            lesson.step = step;
            lesson.step().begin()
        }
        Next::End => {
            commands.remove_resource::<Lesson>();
            lesson.kept.take()
        }
    };
    match game {
        Some(game) => commands.insert_resource(game),
        None => commands.remove_resource::<Match>(),
    }
}

/// Whether a variant has anything in it that the lesson teaches.
pub(super) fn is_worth_a_lesson(variant: &Variant) -> bool {
    let board = variant.board();
    let is_special = |square| board.disc(square).is_some_and(|disc| !disc.turns());
    !variant.cut_ins().is_empty() || board.squares().any(is_special)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Disc, Position, Turn};

    fn turn_of(step: &Step) -> (Position, Turn) {
        let mut record = step.begin().expect("a variant").record;
        let before = record.position().clone();
        let legal: Vec<_> = before.legal_squares().iter().collect();
        assert_eq!(legal.len(), 1, "{}: the learner cannot go wrong", step.heading);
        let turn = record.play(Player::Black, legal[0]).expect("the square is legal").clone();
        (before, turn)
    }

    #[test]
    fn each_step_shows_what_it_teaches() {
        let seen = STEPS.each_ref().map(|step| {
            let (before, turn) = turn_of(step);
            let disc = |square| before.board().disc(square);
            let placement = turn.placement;
            let stays = placement.captured().filter(|square| !disc(*square).is_some_and(Disc::turns)).count();
            let wild = placement.flankers().any(|square| disc(square).is_some_and(Disc::is_wild));
            let cut_in = before.schedule().nth(1).is_some_and(|(_, player)| player == Player::Cyan);
            (stays, wild, placement.explodes(), cut_in)
        });
        let expected = [
            (0, false, false, false),
            (2, false, false, false),
            (0, true, false, false),
            (1, false, true, false),
            (0, false, false, true),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_cut_in_of_the_last_step_happens() {
        let step = &STEPS[4];
        let mut game = step.begin().expect("a variant");
        while game.record.ply() < step.plies {
            let (player, square) = {
                let position = game.record.position();
                (position.to_move().expect("the game goes on"), position.legal_squares().iter().next())
            };
            game.record.play(player, square.expect("a legal square")).expect("it is legal");
        }
        assert_eq!(game.record.last_turn().expect("a turn").placement.player(), Player::Cyan);
        assert_eq!(game.record.position().to_move(), Some(Player::White));
    }

    #[test]
    fn colour_is_worth_a_lesson_and_classic_is_not() {
        let is_worth = |key| is_worth_a_lesson(&Variant::built_in(key).expect("is built in"));
        assert_eq!(
            ["classic", "colour-2", "colour-3", "colour", "five"].map(is_worth),
            [false, false, true, true, true]
        );
    }
}
