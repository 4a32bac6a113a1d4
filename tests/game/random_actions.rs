//! Random actions in any order: once everything is at rest, the stones must show the record.

use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdviceCommand, AdviceKind, AskToRestart, Marking, Match, MatchChange, MatchCommand, MotionStyle, Navigate, OnPress,
    Pace, Rotation, Screen, Seat, SettingCommand, Settings, Switch,
};
use irogaeshi::rules::{ByPlayer, Player, Square, Variant};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::harness::TestGame;

/// An action on a match.
#[derive(Clone, Debug)]
enum Action {
    /// Plays one of the legal squares.
    Legal(Index),
    /// Tries any square, legal or not.
    Any(Index),
    /// Clicks any square.
    Click(Index),
    /// Undo, redo, restart and the like.
    Ask(OnPress),
    /// Leaves for the title and comes back.
    LeaveAndContinue,
    /// Goes to any turn of the record.
    Jump(Index),
    /// Puts another match on the screen, on any board.
    Replace(Box<Variant>),
    /// Runs this number of frames.
    Steps(usize),
    /// Waits until everything is at rest.
    Rest,
}

fn action() -> impl Strategy<Value = Action> {
    let ask: Vec<OnPress> = vec![
        MatchCommand::now(MatchChange::TakeBack).into(),
        MatchCommand::now(MatchChange::TakeBack).into(),
        MatchCommand::now(MatchChange::Redo).into(),
        MatchCommand::now(MatchChange::Redo).into(),
        MatchCommand::now(MatchChange::Restart).into(),
        AskToRestart.into(),
        Navigate::Close.into(),
        SettingCommand::Toggle(Switch::LegalMarks).into(),
        AdviceCommand::Toggle(AdviceKind::Hint).into(),
        AdviceCommand::Toggle(AdviceKind::Analysis).into(),
        AdviceCommand::PlayBest.into(),
        SettingCommand::ChoosePace(Pace::BRISK).into(),
        SettingCommand::ChoosePace(Pace::Still).into(),
        SettingCommand::ChoosePace(Pace::CALM).into(),
        SettingCommand::ChooseMotion(MotionStyle::Slide).into(),
        SettingCommand::ChooseMotion(MotionStyle::Fade).into(),
        SettingCommand::ChooseRotation(Rotation::Quarter).into(),
        SettingCommand::ChooseRotation(Rotation::Half).into(),
        SettingCommand::Toggle(Switch::Mirror).into(),
        SettingCommand::Toggle(Switch::Mark(Marking::Previews)).into(),
        SettingCommand::Toggle(Switch::Mark(Marking::MoveNumbers)).into(),
        SettingCommand::Toggle(Switch::Mark(Marking::StableDiscs)).into(),
    ];
    prop_oneof![
        6 => any::<Index>().prop_map(Action::Legal),
        1 => any::<Index>().prop_map(Action::Any),
        2 => any::<Index>().prop_map(Action::Click),
        4 => select(ask).prop_map(Action::Ask),
        1 => Just(Action::LeaveAndContinue),
        1 => any::<Index>().prop_map(Action::Jump),
        1 => variant().prop_map(|variant| Action::Replace(Box::new(variant))),
        4 => (0..60_usize).prop_map(Action::Steps),
        2 => Just(Action::Rest),
    ]
}

fn seat() -> impl Strategy<Value = Seat> {
    let cpus = Character::ALL.map(|character| Seat::Cpu(character.into())).to_vec();
    prop_oneof![3 => Just(Seat::Human), 1 => select(cpus)]
}

fn variant() -> impl Strategy<Value = Variant> {
    let built_in = select(["classic-4", "classic-6", "classic", "colour", "five"].to_vec())
        .prop_map(|key| Variant::built_in(key).expect("is built in"));
    // On a crowded board nearly every move sets off a bomb, is flanked by a wild disc or captures discs that never
    // turn.
    let letters = select(".....BWACYGGRR#".chars().collect::<Vec<_>>());
    let crowded = proptest::collection::vec(letters, 47).prop_map(|mut letters| {
        // Ensures that there is at least one square.
        letters.push('.');
        let rows: Vec<String> = letters.chunks(8).map(|row| row.iter().collect()).collect();
        let rules = "players: black white ash\ncut-ins: 2 cyan, 4 yamabuki";
        format!("name: Crowded\n{rules}\nboard:\n{}\n", rows.join("\n")).parse().expect("a variant")
    });
    prop_oneof![3 => built_in, 2 => crowded]
}

fn perform(game: &mut TestGame, action: Action) {
    match action {
        Action::Legal(index) => {
            let legal: Vec<Square> = game.position().legal_squares().iter().collect();
            if !legal.is_empty() {
                game.play(&index.get(&legal).to_string());
            }
        }
        Action::Any(index) => game.intend(*index.get(&Player::ALL), &any_square(game, index)),
        Action::Click(index) => {
            let name = any_square(game, index);
            game.click(&name);
        }
        Action::Ask(on_press) => game.activate(&on_press),
        Action::LeaveAndContinue => {
            game.act(Navigate::To(Screen::Title));
            game.run_until("the title is shown", 5, |game| game.screen() == Screen::Title);
            let left = game.game().clone();
            game.enter(left);
        }
        Action::Jump(index) => {
            let record = &game.game().record;
            let ply = index.index(record.ply() + record.undone().len() + 1);
            game.game_mut().record.jump(ply);
            game.step();
        }
        Action::Replace(variant) => {
            let seats = game.game().seats;
            *game.game_mut() = Match::new(*variant, seats, 1);
            game.step();
        }
        Action::Steps(count) => game.steps(count),
        Action::Rest => {
            game.rest();
            game.assert_shows_record();
        }
    }
    assert_eq!(game.orphaned_tweens(), 0);
}

fn any_square(game: &TestGame, index: Index) -> String {
    let squares: Vec<Square> = game.position().board().squares().collect();
    index.get(&squares).to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn stones_at_rest_show_the_record(
        variant in variant(),
        seats in proptest::array::uniform5(seat()),
        actions in proptest::collection::vec(action(), 1..40),
    ) {
        let seats = ByPlayer::from_fn(|player| seats[player as usize]);
        let settings = Settings { cpu_delay: crate::harness::FRAME * 10, ..Settings::default() };
        let mut game = TestGame::with_settings(Match::new(variant, seats, 1), settings);
        for action in actions {
            perform(&mut game, action);
        }
        game.rest();
        game.assert_shows_record();
    }
}
