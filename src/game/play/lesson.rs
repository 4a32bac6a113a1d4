//! The lesson: what the discs of colour reversi do, learnt in a minute by playing them on small boards.
//!
//! A lesson is played in the match screen, on a match of its own; the match that was there comes back when it ends.
//! Whether a step is done follows from its match, so that taking back works here too.

use bevy::prelude::*;

use crate::cpu::Character;
use crate::game::PlaySystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::play::seat::Seat;
use crate::game::settings::SettingCommand;
use crate::game::text::Phrase;
use crate::rules::{ByPlayer, Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<LessonCommand>()
        .init_resource::<LessonOffer>()
        .add_systems(Update, obey.in_set(PlaySystems::Lesson))
        // Who looks at the settings comes back to the lesson, as a rule.
        .add_systems(OnExit(Screen::Match), carry_out.run_if(not(in_state(Screen::Settings))))
        .add_systems(OnExit(Screen::Settings), carry_out.run_if(not(in_state(Screen::Match))));
}

/// What can be asked of the lesson.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonCommand {
    /// Begins the lesson.
    Start,
    /// To the next step.
    Next,
    /// Leaves the lesson, to the match that it interrupted or to the choices of a new game.
    End,
}

/// The seed of the match beside which newcomers are offered the lesson, the first one of all.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LessonOffer(pub(crate) Option<u64>);

/// One thing to learn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Its name in the keys of its texts.
    name: &'static str,
    /// The board, in the text format of variants. Black is the learner, and has one legal square.
    variant: &'static str,
    /// After how many plies everything was seen.
    plies: usize,
}

const STEPS: [Step; 5] = [
    Step { name: "turn", variant: "name: Turn\nplayers: black white\nboard:\n.......\n.WWAWB.\n.......\n", plies: 1 },
    Step { name: "stay", variant: "name: Stay\nplayers: black white\nboard:\n.......\n.WCAYB.\n.......\n", plies: 1 },
    Step { name: "wild", variant: "name: Wild\nplayers: black white\nboard:\n.......\n.WAWG..\n.......\n", plies: 1 },
    Step {
        name: "bomb",
        variant: "name: Bomb\nplayers: black white\nboard:\n.RWB.A.\nW......\nB......\n....W..\n",
        plies: 1,
    },
    Step {
        name: "cut-in",
        variant: "name: Cut in\nplayers: black white\ncut-ins: 2 cyan\nscored: black white\nboard:\n.WWB...\n.......\n...WWWC\nWB.....\n",
        plies: 2,
    },
];

impl Step {
    /// What it is about.
    pub(crate) fn heading(&self) -> Phrase {
        Phrase::of("lesson-heading", self.name)
    }

    /// What to do, and why.
    fn task(&self) -> Phrase {
        Phrase::of("lesson-task", self.name)
    }

    /// What was seen.
    fn seen(&self) -> Phrase {
        Phrase::of("lesson-seen", self.name)
    }
}

/// The lesson that is being taken.
#[derive(Resource)]
pub(crate) struct Lesson {
    step: usize,
    /// The match that was there before.
    kept: Option<Match>,
    /// True if that match was on the screen: the lesson leads back to it even before its first move.
    is_from_match: bool,
    /// What to do when the match screen is left. It is also left for itself, to begin the next step; whatever else
    /// leads away from it ends the lesson.
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
    pub(crate) fn step(&self) -> &'static Step {
        &STEPS[self.step]
    }

    /// Which step it is, counted from 1, and of how many.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.step + 1, STEPS.len())
    }

    /// Whether this is the last step.
    pub(crate) fn is_last(&self) -> bool {
        self.step + 1 == STEPS.len()
    }

    /// What is taught now: what it is about, and the task; once everything was played and lies still, what was seen.
    pub(crate) fn words(&self, game: &Match, is_still: bool) -> [Phrase; 2] {
        let step = self.step();
        [step.heading(), if step.is_done(game, is_still) { step.seen() } else { step.task() }]
    }

    /// The match that was there before.
    pub(crate) const fn interrupted(&self) -> Option<&Match> {
        self.kept.as_ref()
    }

    /// Whether a match waits to be taken up again.
    pub(crate) fn interrupts_a_match(&self) -> bool {
        let goes_on = |game: &Match| game.is_unfinished() || self.is_from_match && game.ending().is_none();
        self.interrupted().is_some_and(goes_on)
    }
}

impl Step {
    /// Whether everything was played and has come to rest.
    pub(crate) fn is_done(&self, game: &Match, is_still: bool) -> bool {
        game.record.ply() >= self.plies && is_still
    }

    fn begin(&self) -> Option<Match> {
        let mut seats = ByPlayer::default();
        seats[Player::Cyan] = Seat::Cpu(Character::Maximum.into());
        // `None` only for a step that is no variant, which a test excludes.
        Some(Match::new(self.variant.parse::<Variant>().ok()?, seats, 0))
    }
}

fn obey(
    mut wishes: MessageReader<LessonCommand>,
    screen: Res<State<Screen>>,
    game: Option<Res<Match>>,
    now: Res<MatchTime>,
    mut lesson: Option<ResMut<Lesson>>,
    mut settings: MessageWriter<SettingCommand>,
    mut navigate: MessageWriter<Navigate>,
    mut commands: Commands,
) {
    for wish in wishes.read() {
        match (wish, &mut lesson) {
            (LessonCommand::Start, None) => {
                settings.write(SettingCommand::NoteLessonOffered);
                let mut kept = game.as_deref().cloned();
                // It is left before its screen is.
                if let Some(kept) = &mut kept {
                    kept.pause(now.now_ms);
                }
                // What a screen shows is replaced when it is left.
                let is_from_match = *screen.get() == Screen::Match;
                let next = if is_from_match {
                    Next::Step(0)
                } else {
                    STEPS[0].begin().into_iter().for_each(|first| commands.insert_resource(first));
                    Next::End
                };
                commands.insert_resource(Lesson { step: 0, kept, is_from_match, next });
                navigate.write(Navigate::To(Screen::Match));
            }
            (LessonCommand::Next, Some(lesson)) if !lesson.is_last() => {
                lesson.next = Next::Step(lesson.step + 1);
                navigate.write(Navigate::To(Screen::Match));
            }
            (LessonCommand::End, Some(lesson)) => {
                lesson.next = Next::End;
                let there = if lesson.interrupts_a_match() { Screen::Match } else { Screen::NewGame };
                navigate.write(Navigate::To(there));
            }
            // It is being taken, or at its end, or over.
            (LessonCommand::Start, Some(_)) | (LessonCommand::Next | LessonCommand::End, _) => {}
        }
    }
}

/// Changes the match while no screen shows it.
fn carry_out(lesson: Option<ResMut<Lesson>>, mut commands: Commands) {
    let Some(mut lesson) = lesson else { return };
    let game = match std::mem::replace(&mut lesson.next, Next::End) {
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
pub(crate) fn is_worth_a_lesson(variant: &Variant) -> bool {
    let board = variant.board();
    let is_special = |square| board.disc(square).is_some_and(|disc| !board.turns(disc));
    !variant.cut_ins().is_empty() || board.squares().any(is_special)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::Catalogue;
    use crate::rules::{Disc, Position, Turn};

    fn turn_of(step: &Step) -> (Position, Turn) {
        let mut record = step.begin().expect("a variant").record;
        let before = record.position().clone();
        let legal: Vec<_> = before.legal_squares().iter().collect();
        assert_eq!(legal.len(), 1, "{}: the learner cannot go wrong", step.name);
        let turn = record.play(Player::Black, legal[0]).expect("the square is legal").clone();
        (before, turn)
    }

    #[test]
    fn each_step_shows_what_it_teaches() {
        let seen = STEPS.each_ref().map(|step| {
            let (before, turn) = turn_of(step);
            let disc = |square| before.board().disc(square);
            let placement = turn.placement;
            let stays = placement
                .captured()
                .filter(|square| !disc(*square).is_some_and(|disc| before.board().turns(disc)))
                .count();
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
    fn the_first_step_names_every_disc_that_turns() {
        let (before, turn) = turn_of(&STEPS[0]);
        let task = Catalogue::default().words(&STEPS[0].task());
        for square in turn.placement.captured() {
            let name = before.board().disc(square).expect("what is captured is there").name().to_lowercase();
            assert!(task.contains(&name), "{name}");
        }
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
