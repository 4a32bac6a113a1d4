//! Hands the game of the screen on: to the clipboard, as a file, or as a picture.

use bevy::prelude::*;

use crate::game::analysis::replay::play_next_move;
use crate::game::analysis::review::played_only;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::save_file::SaveFile;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::online::online_state::Online;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::screens::overlays::share::game_picture::{Drawer, GamePicture};
use crate::game::screens::overlays::share::link::link_of;
use crate::game::screens::overlays::share::shown_game::ShownGame;
use crate::game::text::Phrase;
use crate::game::ui::clipboard::CopyText;
use crate::game::ui::notice::Notice;
use crate::notation::{AnyText, Diagram, GameFormat, game_file_name};
use crate::pictures::{PictureFormat, PictureSize, svg};
use crate::rules::Record;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sharing>()
        .add_command::<CopyMoves>()
        .add_command::<CopyLink>()
        .add_command::<ShareCommand>()
        .add_systems(
            Update,
            (handle_copy_moves, handle_copy_link, handle_share_commands, draw_on)
                .chain()
                .in_set(PlaySystems::Sharing)
                .after(play_next_move)
                .run_if(in_state(Screen::Match).or_else(in_state(Screen::Review))),
        );
}

/// Copies the moves of the current match.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyMoves;

/// Copies a link that holds the current match.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyLink;

/// Hands the game on in another way.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareCommand {
    /// Copies the shown position.
    CopyPosition,
    /// Saves the game as a file.
    Save(GameFormat),
    ChooseSize(PictureSize),
    /// Draws the shown position, or the game as an animation, and saves it.
    Draw(PictureFormat),
    /// Stops drawing.
    Stop,
}

/// Size of pictures, and the animation in the making.
#[derive(Resource, Default)]
pub(super) struct Sharing {
    pub(super) size: PictureSize,
    pub(super) making: Option<GamePicture>,
}

/// The moves as text: the squares alone, such as f5d6c3, if a reader gets the same game from them; otherwise with the
/// board.
fn moves_text(game: &Match) -> String {
    let record = &game.record;
    let squares: String = record.played().iter().map(|turn| turn.chosen().to_string()).collect();
    let says_all = match AnyText::read(&squares) {
        Ok(AnyText::Game(read)) => *read.record() == played_only(record),
        _ => false,
    };
    if says_all { squares } else { played_only(record).to_string() }
}

/// The position as text: 64 squares if they say all, otherwise the board with the moves so far.
fn position_text(record: &Record) -> String {
    Diagram::of(record.position()).map_or_else(|| played_only(record).to_string(), |diagram| diagram.to_string())
}

fn handle_copy_moves(
    mut requests: MessageReader<CopyMoves>,
    game: ShownGame,
    mut copies: MessageWriter<CopyText>,
    mut navigate: MessageWriter<Navigate>,
) {
    if requests.read().last().is_some()
        && let Some(game) = game.whole()
    {
        copies.write(CopyText(moves_text(&game)));
        navigate.write(Navigate::Close);
    }
}

fn handle_copy_link(
    mut requests: MessageReader<CopyLink>,
    game: ShownGame,
    online: Res<Online>,
    mut copies: MessageWriter<CopyText>,
    mut notices: MessageWriter<Notice>,
    mut navigate: MessageWriter<Navigate>,
) {
    let Some(link) = requests.read().last().and_then(|_| link_of(&game, &online)) else { return };
    match link {
        Ok(link) => {
            copies.write(CopyText(link));
        }
        Err(error) => {
            notices.write(Notice::trouble(Phrase::from(&error)));
        }
    }
    navigate.write(Navigate::Close);
}

fn handle_share_commands(
    mut commands: MessageReader<ShareCommand>,
    game: ShownGame,
    drawer: Drawer,
    mut sharing: ResMut<Sharing>,
    mut copies: MessageWriter<CopyText>,
    mut files: MessageWriter<SaveFile>,
    mut navigate: MessageWriter<Navigate>,
) {
    for command in commands.read() {
        let (Some(whole), Some(shown)) = (game.whole(), game.shown()) else { return };
        match *command {
            ShareCommand::CopyPosition => {
                copies.write(CopyText(position_text(shown)));
                navigate.write(Navigate::Close);
            }
            ShareCommand::Save(format) => {
                let record = whole.to_game_record();
                if let Some(bytes) = format.write(&record) {
                    files.write(SaveFile { name: game_file_name(&record, format.extension()), bytes });
                    navigate.write(Navigate::Close);
                }
            }
            ShareCommand::ChooseSize(size) => sharing.size = size,
            ShareCommand::Draw(format) => {
                let name = game_file_name(&whole.to_game_record(), format.key());
                let options = drawer.options(&whole, sharing.size);
                let bytes = match format {
                    PictureFormat::Png => drawer.png(shown, &options),
                    PictureFormat::Svg => svg(shown, shown.ply(), &options).into_bytes(),
                    PictureFormat::Gif => {
                        sharing.making = Some(GamePicture::new(name, whole.record, options));
                        continue;
                    }
                };
                sharing.making = None;
                files.write(SaveFile { name, bytes });
                navigate.write(Navigate::Close);
            }
            ShareCommand::Stop => sharing.making = None,
        }
    }
}

/// Draws the next picture of the animation, one a frame, and saves it after the last. Nothing is left of an animation
/// whose overlay has closed.
fn draw_on(
    overlay: Res<Overlay>,
    drawer: Drawer,
    mut sharing: ResMut<Sharing>,
    mut files: MessageWriter<SaveFile>,
    mut navigate: MessageWriter<Navigate>,
    mut frames: ResMut<Frames>,
) {
    if sharing.making.is_none() {
        return;
    }
    if *overlay != Overlay::Share {
        sharing.making = None;
        return;
    }
    frames.keep_drawing();
    if sharing.making.as_mut().is_some_and(|picture| picture.draw_next(&drawer)) {
        return;
    }
    if let Some(picture) = sharing.making.take() {
        files.write(picture.finish());
        navigate.write(Navigate::Close);
    }
}
