//! Terms between two players: colours, and in the "More" section the start and the handicap corners.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::play::terms::{ColourAssignment, Terms};
use crate::game::screens::new_game::heading;
use crate::game::text::names::start_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, button, spawn_segments};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::Reveal;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::{Player, Start, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ShowMore>().init_resource::<MoreShown>().add_systems(
        Update,
        (
            handle_show_more.in_set(GameSystems::Play),
            fill.in_set(GameSystems::Show).after(super::spawn_screen).run_if(
                resource_changed::<MatchSetup>
                    .or_else(resource_changed::<MoreShown>)
                    .or_else(any_match_filter::<Added<Container>>),
            ),
        )
            .run_if(in_state(Screen::NewGame)),
    );
}

/// Opens or closes the "More" section.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShowMore(pub(super) bool);

/// True if the "More" section is open.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoreShown(pub(super) bool);

/// Container of the choices that the board allows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Container {
    Colours,
    More,
}

/// Spawns the container of the colour choices.
pub(super) fn spawn_colours(parent: &mut ChildSpawnerCommands) {
    spawn_container(parent, Container::Colours);
}

/// Spawns the container of the "More" section.
pub(super) fn spawn_more(parent: &mut ChildSpawnerCommands) {
    spawn_container(parent, Container::More);
}

fn spawn_container(parent: &mut ChildSpawnerCommands, place: Container) {
    parent.spawn((place, Pickable::IGNORE, Node::column(6).fixed()));
}

fn handle_show_more(mut requests: MessageReader<ShowMore>, mut is_shown: ResMut<MoreShown>) {
    for ShowMore(wanted) in requests.read() {
        is_shown.set_if_neq(MoreShown(*wanted));
    }
}

/// Everything that decides which choices there are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Offered {
    /// The two players, and whether exactly one of them is human.
    pair: Option<([Player; 2], bool)>,
    starts: Vec<Start>,
    /// Number of random plies of an even start.
    drawn_plies: usize,
    has_corners: bool,
    /// Set if the second player may take over the opponent's side.
    swaps: bool,
    is_open: bool,
}

impl Offered {
    fn new(setup: &MatchSetup, variant: &Variant, is_open: bool) -> Self {
        let pair = match variant.everybody()[..] {
            [first, second] if Terms::allow_colour_assignment(variant) => {
                Some(([first, second], setup.only_human(variant).is_some()))
            }
            _ => None,
        };
        let starts = Start::ALL.into_iter().filter(|start| start.suits(variant)).collect();
        Self {
            pair,
            starts,
            drawn_plies: Start::Even.plies(variant),
            has_corners: variant.is_classic_8(),
            swaps: setup.terms.sides == ColourAssignment::Swap,
            is_open,
        }
    }
}

fn fill(
    setup: Res<MatchSetup>,
    is_open: Res<MoreShown>,
    places: Query<(Entity, Ref<Container>)>,
    mut shown: Local<Option<Offered>>,
    mut commands: Commands,
) {
    let Ok(variant) = setup.variant() else { return };
    let wanted = Some(Offered::new(&setup, &variant, is_open.0));
    let opens = is_open.is_changed() && is_open.0;
    for (entity, place) in &places {
        if opens && *place == Container::More {
            commands.entity(entity).insert(Reveal);
        }
        if let Some(offered) = wanted.as_ref().filter(|_| place.is_added() || *shown != wanted) {
            commands.entity(entity).despawn_children().with_children(|part| match *place {
                Container::Colours => fill_colours(part, offered),
                Container::More => fill_more(part, offered),
            });
        }
    }
    *shown = wanted;
}

/// Spawns a line of choices, whose accessible labels include the heading.
pub(in crate::game::screens) fn spawn_choices<P: Into<OnPress>>(
    part: &mut ChildSpawnerCommands,
    about: &Phrase,
    choices: impl IntoIterator<Item = (Phrase, P)>,
) {
    part.spawn(heading(about.clone()));
    let choices = choices.into_iter().map(|(caption, command)| {
        let label = say!("option-choice", option = about.clone(), choice = caption.clone());
        (caption, label, command)
    });
    spawn_segments(part, Node::default().wrap(FlexWrap::Wrap).max_width(px(640)), choices);
}

fn fill_colours(part: &mut ChildSpawnerCommands, offered: &Offered) {
    let Some((players, has_one_human)) = offered.pair else { return };
    let changing = [
        (say!("sides-random"), ColourAssignment::Random),
        (say!("sides-alternate"), ColourAssignment::Alternate),
        (say!("sides-swap"), ColourAssignment::Swap),
    ];
    let changing = changing.map(|(caption, sides)| (caption, SetupCommand::AssignColours(sides)));
    if has_one_human {
        let fixed = players.map(|player| (Phrase::from(player), SetupCommand::PlayAs(player)));
        spawn_choices(part, &say!("sides-yours"), fixed.into_iter().chain(changing));
    } else {
        let fixed = (say!("sides-as-seated"), SetupCommand::AssignColours(ColourAssignment::AsSeated));
        spawn_choices(part, &say!("sides-heading"), std::iter::once(fixed).chain(changing));
    }
    if offered.swaps {
        part.spawn(worded(say!("sides-swap-about"), TextStyle::Small, theme::QUIET_TEXT));
    }
}

fn fill_more(part: &mut ChildSpawnerCommands, offered: &Offered) {
    if offered.starts.len() < 2 {
        return;
    }
    let caption = if offered.is_open { say!("new-game-less") } else { say!("new-game-more") };
    let more = button(caption, say!("new-game-more-label"), ButtonKind::Plain, Val::Auto, ShowMore(!offered.is_open));
    part.spawn(more).entry::<Node>().and_modify(|mut node| node.align_self = AlignSelf::FlexStart);
    if !offered.is_open {
        return;
    }
    let starts = offered.starts.iter().map(|start| (start_name(*start), SetupCommand::ChooseStart(*start)));
    spawn_starts(part, starts, offered.starts.contains(&Start::Xot), offered.drawn_plies);
    if !offered.has_corners {
        return;
    }
    spawn_corners(part, SetupCommand::GiveCorners);
}

/// Spawns the choice of a start, with a line about each drawn one. `drawn_plies` is the length of an even start.
pub(in crate::game::screens) fn spawn_starts<P: Into<OnPress>>(
    part: &mut ChildSpawnerCommands,
    starts: impl IntoIterator<Item = (Phrase, P)>,
    has_xot: bool,
    drawn_plies: usize,
) {
    spawn_choices(part, &say!("start-heading"), starts);
    if has_xot {
        part.spawn(worded(say!("start-about"), TextStyle::Small, theme::QUIET_TEXT));
    }
    let even = say!("start-even-about", plies = drawn_plies);
    part.spawn(worded(even, TextStyle::Small, theme::QUIET_TEXT));
}

/// Spawns the choice of the number of corners that Black is given.
pub(in crate::game::screens) fn spawn_corners<P: Into<OnPress>>(
    part: &mut ChildSpawnerCommands,
    give: impl Fn(u8) -> P,
) {
    let corners = (0..=Variant::MAX_GIVEN_CORNERS).map(|corners| {
        let caption = match corners {
            0 => say!("corners-none"),
            _ => Phrase::verbatim(corners.to_string()),
        };
        (caption, give(corners))
    });
    spawn_choices(part, &say!("corners-heading"), corners);
    part.spawn(worded(say!("corners-about"), TextStyle::Small, theme::QUIET_TEXT));
}
