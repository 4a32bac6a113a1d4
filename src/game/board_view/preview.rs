//! Preview of a placement: its effect on each disc.

use std::collections::HashMap;

use crate::rules::{Board, Disc, Placement, Square};

/// Effect of a placement on one disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preview {
    /// Captured; takes the mover's colour.
    Turns,
    /// Captured, but never turns.
    Stays,
    /// The mover's own disc at the far end of a line.
    Flanks,
    /// A wild disc at the far end of a line.
    Serves,
    /// Vanishes in an explosion.
    Explodes,
}

/// Effects on all discs involved, apart from the placed one.
pub(crate) fn previews(board: &Board, placement: &Placement) -> HashMap<Square, Preview> {
    let unless_it_explodes = |preview| if placement.explodes() { Preview::Explodes } else { preview };
    let captured = placement.captured().map(|square| {
        let turns = board.disc(square).is_some_and(|disc| board.turns(disc));
        (square, unless_it_explodes(if turns { Preview::Turns } else { Preview::Stays }))
    });
    let flankers = placement.flankers().map(|square| {
        let is_wild = board.disc(square).is_some_and(Disc::is_wild);
        (square, unless_it_explodes(if is_wild { Preview::Serves } else { Preview::Flanks }))
    });
    captured.chain(flankers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ByPlayer, Player};

    /// Effects of Black playing a1, in the letters of [`letter`], on a board whose rows are separated by slashes.
    fn of_a1(rows: &str) -> String {
        let board: Board = rows.replace('/', "\n").parse().unwrap();
        let placement = board.placement(Player::Black, "a1".parse().unwrap()).unwrap();
        let previews = previews(&board, &placement);
        assert_eq!(previews.len(), placement.captured().chain(placement.flankers()).count());
        let lines = (0..board.rows()).map(|row| {
            (0..board.columns())
                .map(|column| Square::new(column, row).unwrap())
                .map(|square| previews.get(&square).copied().map_or('.', letter))
                .collect::<String>()
        });
        lines.collect::<Vec<_>>().join("/")
    }

    fn letter(preview: Preview) -> char {
        match preview {
            Preview::Turns => 't',
            Preview::Stays => 's',
            Preview::Flanks => 'f',
            Preview::Serves => 'w',
            Preview::Explodes => 'x',
        }
    }

    #[test]
    fn every_disc_of_an_ordinary_move_is_marked_by_its_part() {
        // E02, E13, E10 and E12 of the colour rules.
        assert_eq!(of_a1(".WAWB"), ".tttf");
        assert_eq!(of_a1(".CWYB"), ".stsf");
        let board: Board = ".CWYB".parse::<Board>().unwrap().with_turning(ByPlayer::new([true; 5]));
        let placement = board.placement(Player::Black, "a1".parse().unwrap()).unwrap();
        let turns = previews(&board, &placement).into_values().filter(|preview| *preview == Preview::Turns).count();
        assert_eq!(turns, 3);
        assert_eq!(of_a1(".WGAGW."), ".tstw..");
        assert_eq!(of_a1(".GB"), ".sf");
    }

    #[test]
    fn exactly_the_discs_that_vanish_are_marked() {
        // E29, E30, E32, E33 and E21 of the colour rules.
        assert_eq!(of_a1(".RB/W../B.."), ".xx/x../x..");
        assert_eq!(of_a1(".RWBB/WA..A/W.GB./G...Y/WB..."), ".xxx./xx.../x.x../x..../.....");
        assert_eq!(of_a1(".RB/RR./B.B"), ".xx/xx./x.x");
        assert_eq!(of_a1(".RB/C../B.."), ".xx/x../x..");
        assert_eq!(of_a1(".WRBBW"), ".xxx..");
    }

    #[test]
    fn a_bomb_in_an_unclosed_line_is_not_marked() {
        // E31 of the colour rules.
        assert_eq!(of_a1(".R./W../B.."), ".../t../f..");
    }
}
