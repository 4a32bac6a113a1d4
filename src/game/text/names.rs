//! Names of screens, boards, CPU players, clocks and other choices. The English names of boards and openings are in
//! their own files.

use crate::cpu::CpuPlayer;
use crate::game::flow::screen::Screen;
use crate::game::text::{Phrase, say};
use crate::notation::TimeControl;
use crate::online::Reaction;
use crate::quests::{QuestGoal, Region};
use crate::rules::{DrawnBoard, Goal, Opening, Shelf, Start, Variant};

pub(crate) fn board_name(variant: &Variant) -> Phrase {
    match DrawnBoard::read_name(variant.name()) {
        Some((kind, seed)) => say!("board-drawn", kind = drawn_name(kind), seed = seed.to_string()),
        None => Phrase::named("board-name", variant.name()),
    }
}

/// Name of a kind of drawn boards, without a seed.
pub(crate) fn drawn_name(kind: DrawnBoard) -> Phrase {
    Phrase::named("board-name", kind.name())
}

/// One-line description of a board, found by the board's name.
pub(crate) fn board_about(variant: &Variant) -> Phrase {
    let name = DrawnBoard::read_name(variant.name()).map_or(variant.name(), |(kind, _)| kind.name());
    match Phrase::named("board-about", name) {
        Phrase::Named { key, .. } => Phrase::Named { key, otherwise: variant.about().to_owned() },
        other => other,
    }
}

pub(crate) fn opening_name(opening: &Opening) -> Phrase {
    Phrase::named("opening-name", opening.name)
}

pub(crate) fn shelf_title(shelf: &Shelf) -> Phrase {
    Phrase::of("shelf", shelf.key)
}

/// The goal as the name of a choice.
pub(crate) fn goal_name(goal: Goal) -> Phrase {
    match goal {
        Goal::Most => say!("goal-most"),
        Goal::Fewest => say!("goal-fewest"),
    }
}

/// The time control as the name of a choice.
pub(crate) fn clock_name(control: Option<TimeControl>) -> Phrase {
    const SECOND: u64 = 1000;
    const MINUTE: u64 = 60 * SECOND;
    match control {
        None => say!("clock-none"),
        Some(TimeControl::PerMove { limit_ms }) => match control.and_then(TimeControl::days_a_move) {
            Some(days) => say!("clock-days-a-move", count = days),
            None if limit_ms % MINUTE == 0 => say!("clock-minutes-a-move", count = limit_ms / MINUTE),
            None => say!("clock-seconds-a-move", count = limit_ms / SECOND),
        },
        Some(TimeControl::Fischer { base_ms, increment_ms }) if base_ms % MINUTE == 0 => {
            say!("clock-minutes-and-seconds", minutes = base_ms / MINUTE, seconds = increment_ms / SECOND)
        }
        Some(TimeControl::ByoYomi { base_ms, period_ms }) if base_ms % MINUTE == 0 => {
            say!("clock-minutes-then-seconds", minutes = base_ms / MINUTE, seconds = period_ms / SECOND)
        }
        Some(TimeControl::ByoYomi { base_ms, period_ms }) => {
            say!("clock-seconds-then-seconds", base = base_ms / SECOND, seconds = period_ms / SECOND)
        }
        Some(TimeControl::Fischer { base_ms, increment_ms }) => {
            say!("clock-seconds-and-seconds", base = base_ms / SECOND, seconds = increment_ms / SECOND)
        }
    }
}

/// Clock, start and given corners, such as "5 min + 3 s · XOT".
pub(crate) fn room_terms(clock: Option<TimeControl>, start: Start, swap: bool, variant: &Variant) -> Phrase {
    let clock = clock_name(clock);
    let terms = match (start, variant.given_corners()) {
        (Start::Normal, Some(corners @ 1..)) => say!("room-terms-corners", clock = clock, count = corners),
        (Start::Normal, _) => clock,
        (start, _) => say!("room-terms-start", clock = clock, start = start_name(start)),
    };
    if swap { say!("room-terms-swap", terms = terms) } else { terms }
}

pub(crate) fn start_name(start: Start) -> Phrase {
    match start {
        Start::Normal => say!("start-normal"),
        Start::Xot => say!("start-xot"),
        Start::Even => say!("start-even"),
    }
}

pub(crate) fn screen_name(screen: Screen) -> Phrase {
    match screen {
        Screen::Title => say!("spoken-title"),
        Screen::NewGame => say!("spoken-new-game"),
        Screen::Match => say!("spoken-match"),
        Screen::Review => say!("spoken-review"),
        Screen::Editor => say!("spoken-editor"),
        Screen::Lobby => say!("lobby-heading"),
        Screen::NewRoom => say!("new-room-heading"),
        Screen::Room => say!("spoken-room"),
        Screen::Settings => say!("settings-heading"),
        Screen::Games => say!("games-heading"),
        Screen::Library => say!("game-library-heading"),
        Screen::Statistics => say!("statistics-heading"),
        Screen::Quests => say!("quests-heading"),
        Screen::Simulator => say!("simulator-heading"),
        Screen::Learn => say!("title-learn"),
    }
}

pub(crate) fn region_name(region: Region) -> Phrase {
    match region {
        Region::Meadow => say!("region-meadow"),
        Region::Village => say!("region-village"),
        Region::Forest => say!("region-forest"),
        Region::River => say!("region-river"),
        Region::Mountains => say!("region-mountains"),
        Region::Stars => say!("region-stars"),
    }
}

/// The goal of a quest, such as "Win by 10 discs or more".
pub(crate) fn quest_goal_words(goal: QuestGoal) -> Phrase {
    match goal {
        QuestGoal::Win => say!("quest-goal-win"),
        QuestGoal::Lead(least) => say!("quest-goal-lead", least = least),
        QuestGoal::All => say!("quest-goal-all"),
        QuestGoal::Within(most) => say!("quest-goal-within", most = most),
        QuestGoal::Fewest => say!("quest-goal-fewest"),
    }
}

/// Signs for this many earned stars, such as "★★☆".
pub(crate) fn star_signs(stars: u8) -> Phrase {
    match stars {
        0 => say!("stars-none"),
        1 => say!("stars-one"),
        2 => say!("stars-two"),
        _ => say!("stars-three"),
    }
}

/// Board, goal and passes, such as "Five, fewest discs win".
pub(crate) fn played_name(variant: &Variant) -> Phrase {
    let name = match variant.goal() {
        Goal::Most => board_name(variant),
        Goal::Fewest => say!("match-fewest-win", board = board_name(variant)),
    };
    if variant.free_pass() { say!("match-free-passes", board = name) } else { name }
}

/// The words of a set phrase or a reaction.
pub(crate) fn reaction_words(reaction: Reaction) -> Phrase {
    match reaction {
        Reaction::Hello => say!("reaction-hello"),
        Reaction::GoodLuck => say!("reaction-good-luck"),
        Reaction::HaveFun => say!("reaction-have-fun"),
        Reaction::WellPlayed => say!("reaction-well-played"),
        Reaction::GoodGame => say!("reaction-good-game"),
        Reaction::ThankYou => say!("reaction-thank-you"),
        Reaction::Sorry => say!("reaction-sorry"),
        Reaction::OneMoment => say!("reaction-one-moment"),
        Reaction::MustGo => say!("reaction-must-go"),
        Reaction::AnotherMatch => say!("reaction-another-match"),
        Reaction::Applause => say!("reaction-applause"),
        Reaction::Laughter => say!("reaction-laughter"),
        Reaction::Surprise => say!("reaction-surprise"),
        Reaction::Thinking => say!("reaction-thinking"),
        Reaction::Sadness => say!("reaction-sadness"),
    }
}

/// One-line description of a CPU player.
pub(crate) fn cpu_about(cpu: CpuPlayer) -> Phrase {
    Phrase::of("cpu-about", cpu.key())
}

impl From<CpuPlayer> for Phrase {
    /// The name of the CPU player.
    fn from(cpu: CpuPlayer) -> Self {
        Self::of("cpu-name", cpu.key())
    }
}
