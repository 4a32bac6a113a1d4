//! Title: the name of the game, a board that plays itself, and tiles for the ways to play.

mod arrangement;
mod attention;
mod live_board;

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::play::match_state::Match;
use crate::game::play::setup::SetupCommand;
use crate::game::screens::last_focus::LastFocus;
use crate::game::screens::screen_root;
use crate::game::screens::title::arrangement::TitleArrangement;
use crate::game::screens::title::live_board::LiveBoard;
use crate::game::text::names::board_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::board_picture;
use crate::game::ui::button::{ButtonKind, PreviousFocus, Refocus, bare_button, button_node, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{LayoutSpace, filling};
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::game::ui::title_stone::TitleStoneContainer;
use crate::game::ui::tone::Border;
use crate::rules::{Board, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((attention::plugin, live_board::plugin))
        .add_systems(OnEnter(Screen::Title), spawn_title)
        .add_systems(
            Update,
            arrange
                .in_set(GameSystems::Look)
                .run_if(resource_changed::<LayoutSpace>.or_else(any_match_filter::<Added<TitlePart>>))
                .run_if(in_state(Screen::Title)),
        );
}

/// A part of the screen, laid out by [`arrange`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node, Pickable::IGNORE)]
enum TitlePart {
    /// The board with the rest beside or below it.
    Whole,
    Board,
    /// Everything except the board.
    Rest,
    Name,
    Stone,
    /// The name in letters.
    Words,
    /// The line that describes the game.
    Tagline,
    Tiles,
    Picture,
    About,
    More,
}

/// A part of the name; large if there is space.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum NamePart {
    Characters,
    Latin,
}

/// A tile with a way to play.
struct PlayTile {
    caption: Phrase,
    about: Phrase,
    picture: Option<Board>,
    action: OnPress,
}

impl PlayTile {
    fn new(caption: Phrase, about: Phrase, picture: Option<Board>, action: impl Into<OnPress>) -> Self {
        Self { caption, about, picture, action: action.into() }
    }

    /// Returns true if it continues a match or returns to a room.
    fn leads_back(&self) -> bool {
        let is_to_match = self.action.message() == Some(&Navigate::To(Screen::Match));
        is_to_match || self.action.message() == Some(&OnlineCommand::Return)
    }
}

/// Pictures of the ways to play, as rows of a board: a board, two adjacent discs, two distant discs, all colours, and a
/// disc that can be captured.
const COMPUTER: [&str; 4] = ["....", ".WB.", ".BW.", "...."];
const FRIENDS: [&str; 2] = ["B#", "#W"];
const ONLINE: [&str; 3] = ["##W", "#.#", "B##"];
const COLOUR: [&str; 3] = ["BWA", "GRC", "YWB"];
const LEARN: [&str; 1] = ["BW."];

fn tiles(game: Option<&Match>, online: &Online) -> Vec<PlayTile> {
    let picture = |rows: &[&str]| Board::from_rows(rows.iter().copied()).ok();
    let mut tiles = vec![
        PlayTile::new(
            say!("title-computer"),
            say!("title-computer-about"),
            picture(&COMPUTER),
            SetupCommand::PlayComputer,
        ),
        PlayTile::new(say!("title-friends"), say!("title-friends-about"), picture(&FRIENDS), SetupCommand::PlayHere),
        PlayTile::new(
            say!("title-play-online"),
            if online.server.is_some() { say!("title-play-online-about") } else { say!("title-play-online-needs") },
            picture(&ONLINE),
            Navigate::To(Screen::Lobby),
        ),
        PlayTile::new(say!("title-colour"), say!("title-colour-about"), picture(&COLOUR), SetupCommand::PlayColour),
        PlayTile::new(say!("title-learn"), say!("title-learn-about"), picture(&LEARN), Navigate::To(Screen::Learn)),
    ];
    // Matches of a room are continued through the room's own tile.
    if let Some(game) = game.filter(|game| game.room.is_none() && game.is_unfinished()) {
        let variant: &Variant = game.record.variant();
        let number = game.record.position().move_number() as usize;
        let about = say!("title-continue-about", board = board_name(variant), number = number);
        let board = game.record.position().board().clone();
        tiles.insert(0, PlayTile::new(say!("title-continue"), about, Some(board), Navigate::To(Screen::Match)));
    }
    if let Some(room) = online.room() {
        let board = room.options().variant.board().clone();
        let about = board_name(&room.options().variant);
        tiles.insert(0, PlayTile::new(say!("title-back-to-room"), about, Some(board), OnlineCommand::Return));
    }
    tiles
}

fn spawn_title(
    game: Option<Res<Match>>,
    online: Res<Online>,
    last: Res<LastFocus>,
    mut transitions: MessageReader<StateTransitionEvent<Screen>>,
    (mut refocus, mut before): (ResMut<Refocus>, ResMut<PreviousFocus>),
    mut commands: Commands,
) {
    let tiles = tiles(game.as_deref(), &online);
    refocus.0 = tiles.first().map(|tile| tile.caption.identity());
    // Coming back from a match or a room focuses the way back there; otherwise the tile chosen last keeps the focus.
    let from = transitions.read().last().and_then(|transition| transition.exited);
    let leads_back = matches!(from, Some(Screen::Match | Screen::Review | Screen::Room))
        && tiles.first().is_some_and(PlayTile::leads_back);
    before.0 = last.on(Screen::Title).filter(|_| !leads_back).map(ToOwned::to_owned);
    let whole = Node::column(0).width(percent(100)).height(percent(100));
    let content = Node::column(0).padding(px(arrangement::PADDING).all());
    commands.spawn((screen_root(Screen::Title), whole)).with_children(|root| {
        spawn_scroll_area(root, filling(), content, |area| {
            area.spawn(TitlePart::Whole).with_children(|screen| {
                screen.spawn((TitlePart::Board, LiveBoard, board_frame()));
                screen.spawn(TitlePart::Rest).with_children(|rest| spawn_rest(rest, tiles));
            });
        });
    });
}

/// Border and shadow of the board; `PictureFrame` adds the wood of the board theme.
fn board_frame() -> impl Bundle {
    (Border(theme::LINE), BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.45), px(0), px(10), px(0), px(36)))
}

fn spawn_rest(rest: &mut ChildSpawnerCommands, tiles: Vec<PlayTile>) {
    rest.spawn(TitlePart::Name).with_children(|name| {
        name.spawn((TitlePart::Stone, TitleStoneContainer));
        name.spawn(TitlePart::Words).with_children(|words| {
            words.spawn((text("色返し", TextStyle::Characters, theme::TEXT), NamePart::Characters));
            words.spawn((text("Irogaeshi", TextStyle::Title, theme::ACCENT), NamePart::Latin));
        });
    });
    rest.spawn(TitlePart::Tagline).with_child(worded(say!("title-tagline"), TextStyle::Small, theme::QUIET_TEXT));
    rest.spawn(TitlePart::Tiles).with_children(|list| {
        for (index, tile) in tiles.into_iter().enumerate() {
            spawn_tile(list, tile, index == 0);
        }
    });
    rest.spawn(TitlePart::More).with_children(|row| {
        let mut more = vec![
            (say!("title-new-game"), Navigate::To(Screen::NewGame)),
            (say!("games-heading"), Navigate::To(Screen::Games)),
            (say!("settings-heading"), Navigate::To(Screen::Settings)),
        ];
        // A web page has no button to quit.
        if cfg!(not(target_arch = "wasm32")) {
            more.push((say!("title-quit"), Navigate::Quit));
        }
        for (caption, navigate) in more {
            row.spawn(plain_button(caption, navigate));
        }
    });
}

fn spawn_tile(list: &mut ChildSpawnerCommands, tile: PlayTile, is_first: bool) {
    let (kind, ink, quiet) = if is_first {
        (ButtonKind::Main, theme::TEXT_ON_ACCENT, theme::TEXT_ON_ACCENT)
    } else {
        (ButtonKind::Plain, theme::TEXT, theme::QUIET_TEXT)
    };
    let node = button_node().spaced(12).justify(JustifyContent::FlexStart).min_width(px(0));
    let node = node.inset(12, 4);
    list.spawn(bare_button(tile.caption.clone(), kind, tile.action, node)).with_children(|parent| {
        if let Some(board) = tile.picture {
            parent.spawn((board_picture(board, Vec2::ZERO), TitlePart::Picture));
        }
        parent.spawn((Pickable::IGNORE, Node::column(0).min_width(px(0)))).with_children(|words| {
            words.spawn(worded(tile.caption, TextStyle::Strong, ink));
            words.spawn((worded(tile.about, TextStyle::Small, quiet), TitlePart::About));
        });
    });
}

/// Lays out the parts for the available space.
fn arrange(
    space: Res<LayoutSpace>,
    mut parts: Query<(&TitlePart, &mut Node)>,
    tiles: Query<(&TitlePart, &Children)>,
    mut names: Query<(&NamePart, &mut TextFont)>,
) {
    let count = tiles.iter().find(|(part, _)| **part == TitlePart::Tiles).map_or(0, |(_, children)| children.len());
    let arrangement = TitleArrangement::fitting(space.0, count);
    for (part, mut node) in &mut parts {
        arrangement.lay_out(*part, &mut node);
    }
    for (part, mut font) in &mut names {
        font.font_size = arrangement.name_size(*part).into();
    }
}
