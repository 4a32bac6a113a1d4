//! Numbers of games.

/// Number of a game in a library. It stays the same when the library is compacted, and is never given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u32);
