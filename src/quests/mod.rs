//! Quests: a way through the boards, from easy to strange, each with a goal, three opponents and up to three stars.

mod quest;
mod quest_goal;
mod region;

pub use quest::{Quest, QuestGame};
pub use quest_goal::QuestGoal;
pub use region::Region;
