//! The whole screen: title, board, panel, status and help.

use irogaeshi::looks::BoardColours;
use irogaeshi::rules::{Goal, Player};

use crate::play::board_drawing::Drawing;
use crate::play::canvas::{Canvas, Style, columns};
use crate::play::game::{Game, Next};
use crate::play::layout::{Area, Layout, MIN_SCREEN};
use crate::play::screen_state::{Notice, ScreenState};

/// Keys and their meaning, in order of importance.
const HELP: [(&str, &str); 8] = [
    ("arrows", "move"),
    ("Enter", "play"),
    ("Tab", "next legal move"),
    ("u", "undo"),
    ("r", "redo"),
    ("?", "hint"),
    ("n", "new game"),
    ("q", "quit"),
];
/// Key on boards with free passes.
const PASS: (&str, &str) = ("x", "pass");
/// Keys shown if there is space.
const MORE_HELP: [(&str, &str); 2] = [("f5", "play f5"), ("p", "copy moves")];

const ACCENT: Style = Style::PLAIN.ink(BoardColours::CLOTH.accent);
const ALARM: Style = Style::PLAIN.ink(BoardColours::CLOTH.alarm);

/// Arranges the screen; `None` if it is too small.
pub(crate) fn layout(width: u16, height: u16, state: &ScreenState) -> Option<Layout> {
    let help = help_lines(state, width).len() as u16;
    Layout::of(width, height, state.game.position().board(), state.cursor, help)
}

/// Draws a game on a screen of this size.
pub(crate) fn draw(width: u16, height: u16, state: &ScreenState, drawing: Drawing) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    let Some(layout) = layout(width, height, state) else {
        let (least_width, least_height) = MIN_SCREEN;
        canvas.write(0, 0, "Too small:", Style::PLAIN);
        canvas.write(0, 1, &format!("{least_width} x {least_height} at least"), Style::PLAIN);
        return canvas;
    };
    if layout.has_title {
        draw_title(&mut canvas, state);
    }
    drawing.draw_board(&mut canvas, &layout, state);
    match (layout.panel, layout.counts_row) {
        (Some(panel), _) => draw_panel(&mut canvas, panel, state, drawing),
        (None, Some(row)) => draw_counts(&mut canvas, row, state, drawing),
        (None, None) => {}
    }
    draw_status(&mut canvas, &layout, state);
    let help = help_lines(state, width);
    for (y, line) in (layout.status_row + layout.status_rows..).zip(help.iter().take(usize::from(layout.help_rows))) {
        let mut x = 1;
        for (key, meaning) in line {
            x = canvas.write(x, y, key, Style::PLAIN.bold());
            x = canvas.write(x, y, &format!(" {meaning}"), Style::PLAIN.dim()) + 2;
        }
    }
    canvas
}

fn draw_title(canvas: &mut Canvas, state: &ScreenState) {
    let variant = state.game.record().variant();
    let goal = if variant.goal() == Goal::Fewest { ", the fewest discs win" } else { "" };
    let x = canvas.write(1, 0, variant.name(), Style::PLAIN.bold());
    canvas.write(x, 0, goal, Style::PLAIN);
    let number = format!("move {}", state.game.record().ply() + 1);
    let at = canvas.width().saturating_sub(columns(&number) + 1);
    if state.game.position().to_move().is_some() && at > x + columns(goal) + 1 {
        canvas.write(at, 0, &number, Style::PLAIN.dim());
    }
}

/// Lines of keys that fit into the width.
fn help_lines(state: &ScreenState, width: u16) -> Vec<Vec<(String, &'static str)>> {
    // Letters of columns begin squares.
    let is_wide = state.game.position().board().columns() > 13;
    let pass = state.game.record().variant().free_pass().then_some(PASS);
    let keys = HELP[..3].iter().chain(&pass).chain(&HELP[3..]).chain(&MORE_HELP).map(|&(key, meaning)| {
        let needs_shift = is_wide && ["n", "p"].contains(&key);
        (if needs_shift { key.to_uppercase() } else { key.to_owned() }, meaning)
    });
    let mut lines: Vec<Vec<(String, &str)>> = vec![Vec::new()];
    let mut x = 1;
    for (key, meaning) in keys {
        let needed = columns(&key) + 1 + columns(meaning);
        if x + needed > width && x > 1 {
            lines.push(Vec::new());
            x = 1;
        }
        if let Some(line) = lines.last_mut() {
            line.push((key, meaning));
        }
        x += needed + 2;
    }
    lines
}

/// Draws a line with the discs of all players, for screens without a panel.
fn draw_counts(canvas: &mut Canvas, y: u16, state: &ScreenState, drawing: Drawing) {
    let position = state.game.position();
    let counts = position.counts();
    let mut x = 1;
    for player in position.variant().everybody() {
        let is_next = position.to_move() == Some(player);
        canvas.write(x, y, if is_next { ">" } else { " " }, ACCENT.bold());
        drawing.swatch(canvas, x + 1, y, player.disc());
        let style = if is_next { Style::PLAIN.bold() } else { Style::PLAIN };
        x = canvas.write(x + 5, y, &counts[player].to_string(), style) + 1;
    }
}

fn draw_panel(canvas: &mut Canvas, area: Area, state: &ScreenState, drawing: Drawing) {
    let Area { x, y, width, height } = area;
    let position = state.game.position();
    let counts = position.counts();
    let mut row = y;
    for player in position.variant().everybody() {
        let is_next = position.to_move() == Some(player);
        let style = if is_next { Style::PLAIN.bold() } else { Style::PLAIN };
        canvas.write(x, row, if is_next { ">" } else { " " }, ACCENT.bold());
        drawing.swatch(canvas, x + 2, row, player.disc());
        let count = counts[player].to_string();
        let at = x + width - columns(&count);
        let end = canvas.write(x + 6, row, player_name(player), style);
        let role = shortened(&state.game.role(player), at.saturating_sub(end + 2));
        canvas.write(end + 1, row, &role, Style::PLAIN.dim());
        canvas.write(at, row, &count, style);
        row += 1;
    }
    let counted = position.variant().scored();
    if counted.len() < position.variant().everybody().len() {
        let names: Vec<&str> = counted.iter().map(|player| player_name(*player)).collect();
        canvas.write(
            x + 2,
            row,
            &shortened(&format!("Only {} can win", names.join(", ")), width - 2),
            Style::PLAIN.dim(),
        );
        row += 1;
    }
    draw_moves(
        canvas,
        Area { x, y: row + 1, width, height: (y + height).saturating_sub(row + 1) },
        &state.game,
        drawing,
    );
}

/// Draws the last moves that fit, in columns, each with its number and the disc of its player.
fn draw_moves(canvas: &mut Canvas, area: Area, game: &Game, drawing: Drawing) {
    /// Columns of a move: number, disc, square and the mark of a pass.
    const MOVE_WIDTH: u16 = 13;
    let per_line = usize::from((area.width / MOVE_WIDTH).max(1));
    let rows = usize::from(area.height);
    let turns = game.record().played();
    let lines = turns.len().div_ceil(per_line);
    let skipped = lines.saturating_sub(rows) * per_line;
    for (index, turn) in turns.iter().enumerate().skip(skipped) {
        let place = index - skipped;
        let x = area.x + (place % per_line) as u16 * MOVE_WIDTH;
        let y = area.y + (place / per_line) as u16;
        let is_last = index + 1 == turns.len();
        canvas.write(x, y, &format!("{:>3}", turn.move_number), Style::PLAIN.dim());
        drawing.swatch(canvas, x + 4, y, turn.player.disc());
        let style = if is_last { ACCENT.bold() } else { Style::PLAIN };
        let end = canvas.write(x + 8, y, &turn.chosen().to_string(), style);
        if !turn.passes.is_empty() {
            canvas.write(end, y, "+", Style::PLAIN.dim());
        }
    }
}

/// Draws the message and below it whose turn it is; with one row, the message is more important.
fn draw_status(canvas: &mut Canvas, layout: &Layout, state: &ScreenState) {
    let width = canvas.width().saturating_sub(2);
    let lines = [message(state), Some(turn(state))];
    let rows = layout.status_row..layout.status_row + layout.status_rows;
    let shown: Vec<_> =
        if layout.status_rows > 1 { lines.into() } else { lines.into_iter().flatten().map(Some).collect() };
    for (y, line) in rows.zip(shown) {
        if let Some((text, style)) = line {
            canvas.write(1, y, &shortened(&text, width), style);
        }
    }
}

/// A question, the beginning of a square, or what was said last.
fn message(state: &ScreenState) -> Option<(String, Style)> {
    if let Some(question) = state.question {
        return Some((question.text().to_owned(), ACCENT.bold()));
    }
    if !state.typed.is_empty() {
        return Some((format!("Square: {}_", state.typed), ACCENT.bold()));
    }
    match &state.notice {
        Some(Notice::Refused(why)) => Some((format!("Refused: {why}."), ALARM)),
        Some(Notice::Said(what)) if !what.is_empty() => Some((what.clone(), Style::PLAIN)),
        _ => None,
    }
}

/// The turn, or the result.
fn turn(state: &ScreenState) -> (String, Style) {
    let text = match (&state.thinking, state.game.next()) {
        (Some(thinking), _) => thinking.clone(),
        (None, Next::Human(player) | Next::Cpu(player)) => format!("{} to move", state.game.name(player)),
        (None, Next::Over(outcome)) => {
            return (format!("{} {}. Enter: new game", Game::result(outcome), state.game.counts()), ACCENT.bold());
        }
    };
    (text, Style::PLAIN)
}

const fn player_name(player: Player) -> &'static str {
    player.disc().name()
}

/// Cuts a text to a number of columns, with an ellipsis if something is lost.
fn shortened(text: &str, width: u16) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for character in text.chars() {
        if columns(&short) + columns(&character.to_string()) + 1 > width {
            break;
        }
        short.push(character);
    }
    if width > 0 { short + "…" } else { short }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::{env, fs};

    use super::*;
    use crate::play::game::tests::{game, played};
    use crate::play::input::Input;
    use crate::play::screen_state::Question;

    fn screen(width: u16, height: u16, state: &ScreenState, drawing: Drawing) -> String {
        draw(width, height, state, drawing).text()
    }

    /// Compares a screen with a file, or writes that if new pictures are asked for.
    fn compare(screen: &str, file: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin/irogaeshi-cli/play/pictures").join(file);
        if env::var_os("IROGAESHI_NEW_PICTURES").is_some() {
            fs::write(&path, screen).expect("the file can be written");
        }
        let expected = fs::read_to_string(&path).expect("the file can be read");
        assert!(screen == expected, "{file} differs: IROGAESHI_NEW_PICTURES=1 writes it again\n{screen}");
    }

    fn state(board: &str, players: &[&str], moves: &str) -> ScreenState {
        ScreenState::new(played(game(board, players), moves))
    }

    #[test]
    fn the_usual_terminal_shows_round_discs_and_the_moves() {
        let mut state = state("classic", &["human", "newcomer"], "f5d6c3d3");
        state.notice = Some(Notice::Said(state.game.news()));
        compare(&screen(80, 24, &state, Drawing::Blocks), "usual.txt");
    }

    #[test]
    fn a_large_terminal_shows_large_discs() {
        let state = state("classic-4", &["human", "newcomer"], "b1");
        compare(&screen(120, 36, &state, Drawing::Blocks), "large.txt");
    }

    #[test]
    fn a_small_terminal_shows_counts_instead_of_a_panel() {
        let state = state("classic", &["human", "newcomer"], "f5d6c3d3");
        compare(&screen(40, 20, &state, Drawing::Blocks), "small.txt");
    }

    #[test]
    fn letters_tell_all_discs_apart_without_colours() {
        let mut state = state("five", &["human"], "i5");
        state.hint = state.choices().iter().next();
        compare(&screen(60, 16, &state, Drawing::Monochrome), "monochrome.txt");
    }

    #[test]
    fn holes_are_left_out() {
        let state = state("name: Ring\nplayers: black white\nboard:\n.WB.\n.##.\n.BW.\n", &["human"], "a1");
        compare(&screen(30, 12, &state, Drawing::Monochrome), "holes.txt");
    }

    #[test]
    fn the_largest_board_fits_40_by_20_and_is_scrolled_in_less() {
        let mut state = state("classic-16", &["human"], "");
        let whole = screen(40, 20, &state, Drawing::Letters);
        assert!(whole.contains("\n   1 -") && whole.contains("\n  16 -"), "{whole}");
        state.press(Input::Home);
        let part = screen(24, 10, &state, Drawing::Letters);
        assert!(part.contains(" a b c") && !part.contains(" k"), "{part}");
    }

    #[test]
    fn a_terminal_that_is_too_small_says_so() {
        let state = state("classic", &["human"], "");
        assert_eq!(screen(16, 3, &state, Drawing::Blocks), "Too small:\n20 x 7 at least\n\n");
        draw(0, 0, &state, Drawing::Blocks);
    }

    #[test]
    fn every_size_can_be_drawn() {
        for board in ["classic", "classic-16", "five", "xhole"] {
            let state = state(board, &["human", "casual"], "");
            for drawing in [Drawing::Blocks, Drawing::Letters, Drawing::Monochrome] {
                for (width, height) in [(20, 7), (21, 30), (79, 8), (132, 43), (300, 100)] {
                    draw(width, height, &state, drawing);
                }
            }
        }
    }

    #[test]
    fn questions_errors_and_typed_letters_are_shown() {
        let mut state = state("classic", &["human"], "f5");
        let mut status = |change: &dyn Fn(&mut ScreenState)| {
            change(&mut state);
            let screen = screen(60, 24, &state, Drawing::Blocks);
            let lines: Vec<&str> = screen.lines().collect();
            let first = usize::from(layout(60, 24, &state).expect("it fits").status_row);
            lines[first..first + 2].join("|")
        };
        assert_eq!(status(&|_| ()), "| White (human) to move");
        assert_eq!(status(&|state| state.typed = "d".to_owned()), " Square: d_| White (human) to move");
        assert_eq!(
            status(&|state| {
                state.typed.clear();
                state.press(Input::Enter);
            }),
            " Refused: d4 is taken.| White (human) to move"
        );
        let question = " Quit this game? y: quit, n: play on| White (human) to move";
        assert_eq!(status(&|state| state.question = Some(Question::Quit)), question);
    }

    #[test]
    fn the_result_is_shown_at_the_end() {
        let state = state("name: x\nplayers: black white\nboard:\n.WB\n", &["human"], "a1");
        let screen = screen(60, 24, &state, Drawing::Blocks);
        assert!(screen.contains("Black wins. Black 3, White 0. Enter: new game"), "{screen}");
    }

    #[test]
    fn discs_have_their_colours_and_the_cursor_another_ground() {
        use irogaeshi::looks::DiscColours;
        use irogaeshi::rules::Disc;
        let state = state("five", &["human"], "");
        let layout = layout(80, 24, &state).expect("it fits");
        let canvas = draw(80, 24, &state, Drawing::Blocks);
        let board = state.game.position().board();
        for disc in Disc::ALL {
            let square = board.squares().find(|square| board.disc(*square) == Some(disc) && *square != state.cursor);
            let area = layout.area_of(square.expect("all discs are used")).expect("all are shown");
            let style = canvas.style(area.x, area.y);
            assert_eq!(style.ink, Some(DiscColours::usual(disc).face), "{disc:?}");
        }
        let (with, without) = (state.cursor, board.squares().next().expect("a square"));
        let ground = |square| layout.area_of(square).map(|area| canvas.style(area.x, area.y).ground);
        assert_ne!(ground(with), ground(without));
    }
}
