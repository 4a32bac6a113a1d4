//! Title: the name of the game, a board that plays itself, and tiles for the ways to play.

mod arrangement;
mod attention;
mod live_board;

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::play::match_state::Match;
use crate::game::play::setup::SetupCommand;
use crate::game::screens::last_focus::LastFocus;
use crate::game::screens::screen_root;
use crate::game::screens::title::arrangement::Arrangement;
use crate::game::screens::title::live_board::LiveBoard;
use crate::game::text::names::board_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::board_picture;
use crate::game::ui::button::{FocusBefore, Refocus, Weight, bare_button, button, button_node};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{Room, filling};
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::game::ui::title_stone::TitleStonePlace;
use crate::rules::{Board, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((attention::plugin, live_board::plugin))
        .add_systems(OnEnter(Screen::Title), spawn_title)
        .add_systems(
            Update,
            arrange
                .in_set(GameSystems::Look)
                .run_if(resource_changed::<Room>.or_else(any_match_filter::<Added<Part>>))
                .run_if(in_state(Screen::Title)),
        );
}

/// A part of the screen, laid out by [`arrange`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node, Pickable::IGNORE)]
enum Part {
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
    Ways,
    Picture,
    About,
    More,
}

/// A part of the name; large if there is room.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum NamePart {
    Characters,
    Latin,
}

/// A tile with a way to play.
struct Way {
    caption: Phrase,
    about: Phrase,
    picture: Option<Board>,
    action: OnPress,
}

impl Way {
    fn new(caption: Phrase, about: Phrase, picture: Option<Board>, action: impl Into<OnPress>) -> Self {
        Self { caption, about, picture, action: action.into() }
    }

    /// Returns true if it continues a match or returns to a room.
    fn goes_on(&self) -> bool {
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

fn ways(game: Option<&Match>, online: &Online) -> Vec<Way> {
    let picture = |rows: &[&str]| Board::from_rows(rows.iter().copied()).ok();
    let mut ways = vec![
        Way::new(say!("title-computer"), say!("title-computer-about"), picture(&COMPUTER), SetupCommand::PlayComputer),
        Way::new(say!("title-friends"), say!("title-friends-about"), picture(&FRIENDS), SetupCommand::PlayHere),
        Way::new(
            say!("title-play-online"),
            if online.server.is_some() { say!("title-play-online-about") } else { say!("title-play-online-needs") },
            picture(&ONLINE),
            Navigate::To(Screen::Lobby),
        ),
        Way::new(say!("title-colour"), say!("title-colour-about"), picture(&COLOUR), SetupCommand::PlayColour),
        Way::new(say!("title-learn"), say!("title-learn-about"), picture(&LEARN), Navigate::To(Screen::Learn)),
    ];
    // Matches of a room are continued through the room's own tile.
    if let Some(game) = game.filter(|game| game.room.is_none() && game.is_unfinished()) {
        let variant: &Variant = game.record.variant();
        let number = game.record.position().move_number() as usize;
        let about = say!("title-continue-about", board = board_name(variant), number = number);
        let board = game.record.position().board().clone();
        ways.insert(0, Way::new(say!("title-continue"), about, Some(board), Navigate::To(Screen::Match)));
    }
    if let Some(room) = online.room() {
        let board = room.options().variant.board().clone();
        let about = board_name(&room.options().variant);
        ways.insert(0, Way::new(say!("title-back-to-room"), about, Some(board), OnlineCommand::Return));
    }
    ways
}

fn spawn_title(
    game: Option<Res<Match>>,
    online: Res<Online>,
    last: Res<LastFocus>,
    mut transitions: MessageReader<StateTransitionEvent<Screen>>,
    (mut refocus, mut before): (ResMut<Refocus>, ResMut<FocusBefore>),
    mut commands: Commands,
) {
    let ways = ways(game.as_deref(), &online);
    refocus.0 = ways.first().map(|way| way.caption.identity());
    // Coming back from a match or a room focuses the way back there; otherwise the tile chosen last keeps the focus.
    let from = transitions.read().last().and_then(|transition| transition.exited);
    let leads_back =
        matches!(from, Some(Screen::Match | Screen::Review | Screen::Room)) && ways.first().is_some_and(Way::goes_on);
    before.0 = last.on(Screen::Title).filter(|_| !leads_back).map(ToOwned::to_owned);
    let whole = Node { width: percent(100), height: percent(100), flex_direction: FlexDirection::Column, ..default() };
    let content = Node { flex_direction: FlexDirection::Column, padding: px(arrangement::AROUND).all(), ..default() };
    commands.spawn((screen_root(Screen::Title), whole)).with_children(|root| {
        spawn_scroll_area(root, filling(), content, |area| {
            area.spawn(Part::Whole).with_children(|screen| {
                screen.spawn((Part::Board, LiveBoard, board_frame()));
                screen.spawn(Part::Rest).with_children(|rest| spawn_rest(rest, ways));
            });
        });
    });
}

/// Border and shadow of the board; `PictureFrame` adds the wood of the board theme.
fn board_frame() -> impl Bundle {
    (BorderColor::all(theme::LINE), BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.45), px(0), px(10), px(0), px(36)))
}

fn spawn_rest(rest: &mut ChildSpawnerCommands, ways: Vec<Way>) {
    rest.spawn(Part::Name).with_children(|name| {
        name.spawn((Part::Stone, TitleStonePlace));
        name.spawn(Part::Words).with_children(|words| {
            words.spawn((text("色返し", TextStyle::Characters, theme::TEXT), NamePart::Characters));
            words.spawn((text("Irogaeshi", TextStyle::Title, theme::ACCENT), NamePart::Latin));
        });
    });
    rest.spawn(Part::Tagline).with_child(worded(say!("title-tagline"), TextStyle::Small, theme::QUIET_TEXT));
    rest.spawn(Part::Ways).with_children(|list| {
        for (index, way) in ways.into_iter().enumerate() {
            spawn_way(list, way, index == 0);
        }
    });
    rest.spawn(Part::More).with_children(|row| {
        let mut more = vec![
            (say!("title-new-game"), Navigate::To(Screen::NewGame)),
            (say!("games-heading"), Navigate::To(Screen::Games)),
            (say!("settings-heading"), Navigate::To(Screen::Settings)),
        ];
        // A web page has no button to quit.
        if cfg!(not(target_arch = "wasm32")) {
            more.push((say!("title-quit"), Navigate::Quit));
        }
        for (caption, way) in more {
            row.spawn(button(caption.clone(), caption, Weight::Plain, Val::Auto, way));
        }
    });
}

fn spawn_way(list: &mut ChildSpawnerCommands, way: Way, is_first: bool) {
    let (weight, ink, quiet) = if is_first {
        (Weight::Main, theme::TEXT_ON_ACCENT, theme::TEXT_ON_ACCENT)
    } else {
        (Weight::Plain, theme::TEXT, theme::QUIET_TEXT)
    };
    let node = Node {
        justify_content: JustifyContent::FlexStart,
        column_gap: px(12),
        padding: UiRect::axes(px(12), px(4)),
        min_width: px(0),
        ..button_node()
    };
    list.spawn(bare_button(way.caption.clone(), weight, way.action, node)).with_children(|tile| {
        if let Some(board) = way.picture {
            tile.spawn((board_picture(board, Vec2::ZERO), Part::Picture));
        }
        let words = Node { flex_direction: FlexDirection::Column, flex_shrink: 1.0, min_width: px(0), ..default() };
        tile.spawn((Pickable::IGNORE, words)).with_children(|words| {
            words.spawn(worded(way.caption, TextStyle::Strong, ink));
            words.spawn((worded(way.about, TextStyle::Small, quiet), Part::About));
        });
    });
}

/// Lays out the parts for the available room.
fn arrange(
    room: Res<Room>,
    mut parts: Query<(&Part, &mut Node)>,
    ways: Query<(&Part, &Children)>,
    mut names: Query<(&NamePart, &mut TextFont)>,
) {
    let count = ways.iter().find(|(part, _)| **part == Part::Ways).map_or(0, |(_, children)| children.len());
    let arrangement = Arrangement::for_room(room.0, count);
    for (part, mut node) in &mut parts {
        arrangement.lay_out(*part, &mut node);
    }
    for (part, mut font) in &mut names {
        font.font_size = arrangement.name_size(*part).into();
    }
}
