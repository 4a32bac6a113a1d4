//! Every screen in windows of every size and in every language: every control can be reached, and no text is cut off.

mod fingers;
mod large_texts;
mod library;
mod notices;
mod screen_check;

use std::time::Duration;

use bevy::prelude::*;
use bevy::text::{FontSize, TextLayoutInfo};
use bevy::time::TimeUpdateStrategy;
use bevy::ui::{CalculatedClip, ComputedNode, UiGlobalTransform};
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdviceCommand, AdviceKind, AskToRestart, CaptureKey, Cell, ColourAssignment, EditorCommand, Entry, GamesList,
    GamesListCommand, Kind, Language, LessonCommand, Match, MatchChange, MatchCommand, MemoryStore, Navigate,
    NewGameTab, NewSeat, Online, Overlay, OwnClockChange, PAGES, Pace, PadInUse, ReviewStep, Reviewing, RoomReaction,
    RoomSetupCommand, Screen, Seat, Seating, Settings, SettingsSection, SetupCommand, Sheet, Shortcut, ShowSection,
    ShowTab, Simulator, SimulatorCommand, StoragePlugin, Terms, TextSize, WatchCommand,
};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::{Action, Clock, PlayerName, Reaction};
use irogaeshi::rules::{ByPlayer, Forfeit, ForfeitReason, Player, Start, Variant};

use crate::harness::{
    ANNA, BEN, MAX_THINKING_STEPS, ME, TestGame, TestRoom, at_once, classic, connected, cpu_plays, humans, played,
    random_game,
};
use crate::online_screens::{listed, open_lobby, open_match, playing_room, waiting_room};

use self::screen_check::{
    SAMPLE_SIZES, SIZES, check_large_texts, check_screen, check_screen_in, check_screen_of, enter, is_inside, over,
    timed, unfinished, with_long_names,
};

#[test]
fn the_title_fits_every_window() {
    check_screen("the title", |game| {
        enter(game, unfinished("classic"));
        game.act(Navigate::To(Screen::Title));
        game.steps(5);
        assert_eq!(game.screen(), Screen::Title);
    });
}

#[test]
fn the_title_fits_every_phone() {
    for (width, height) in [(844, 390), (667, 375), (390, 844), (320, 568)] {
        let mut game = TestGame::in_window(width, height);
        game.steps(5);
        assert_eq!(game.scrollbar_thumbs(), [], "{width} x {height}");
    }
}

#[test]
fn the_new_game_screen_fits_every_window() {
    for part in NewGameTab::ALL {
        let sizes = if part == NewGameTab::Board { &SIZES[..] } else { &SAMPLE_SIZES[..3] };
        check_screen_in(sizes, &format!("a new game's {part:?}"), |game| {
            enter(game, unfinished("classic"));
            game.choose_board("five");
            game.act(Navigate::To(Screen::NewGame));
            game.steps(5);
            game.act(SetupCommand::SeatEverybody(Seating::ALL[1]));
            game.act(ShowTab(part));
            game.steps(5);
        });
    }
}

/// A store with this number of finished games on several boards, and an unfinished one.
fn store_of_games(count: u64) -> MemoryStore {
    let store = MemoryStore::default();
    let put = |number: u64, game: Match| {
        let record = game.to_game_record();
        let text = format!(r#"{{"format":1,"changed":{number},"content":{{"seed":{number},"game":{record}}}}}"#);
        store.put(Entry::new(Kind::Match, format!("{number:013}-0-0")), text);
    };
    for number in 1..=count {
        let board = ["classic", "classic-6", "five"][number as usize % 3];
        let variant = Variant::built_in(board).expect("is built in");
        let mut game = Match::new(variant.clone(), cpu_plays(Player::White, Character::Greedy), number);
        game.record = random_game(&variant, number);
        put(number, game);
    }
    put(30, unfinished("five"));
    store
}

#[test]
fn the_list_of_games_and_the_statistics_fit_every_window() {
    for (screen, name) in [(Screen::Games, "the list of games"), (Screen::Statistics, "the statistics")] {
        let (width, height) = SIZES[0];
        let game = TestGame::in_window_with(width, height, StoragePlugin::with_store(store_of_games(22)));
        check_screen_of(game, TextSize::default(), &SIZES, name, |game| {
            game.act(Navigate::To(screen));
            game.run_until("all games are read", 50, |game| {
                game.screen() == screen && game.world_mut().resource::<GamesList>().is_whole()
            });
            if screen == Screen::Games {
                let second = game.world_mut().resource::<GamesList>().games()[1].name.clone();
                game.act(GamesListCommand::Choose(second));
            }
            game.steps(5);
        });
        check_screen_in(&SAMPLE_SIZES, &format!("{name} without a game"), |game| {
            game.act(Navigate::To(screen));
            game.steps(5);
            assert_eq!(game.screen(), screen);
        });
    }
}

#[test]
fn the_card_of_a_board_fits_every_window() {
    for (name, board) in [("a card", "five"), ("a card without measures", "random-7")] {
        check_screen_in(&SAMPLE_SIZES, name, |game| {
            game.choose_board(board);
            game.act(Navigate::To(Screen::NewGame));
            game.steps(5);
            game.act(Navigate::Open(Overlay::BoardCard));
            game.steps(5);
        });
    }
}

#[test]
fn the_map_of_quests_fits_every_window() {
    check_screen("the map of quests", |game| {
        game.act(Navigate::To(Screen::Quests));
        game.run_until("all games are read", 50, |game| game.world_mut().resource::<GamesList>().is_whole());
        game.steps(5);
    });
    check_screen_in(&SAMPLE_SIZES, "a quest", |game| {
        game.act(Navigate::To(Screen::Quests));
        game.steps(5);
        game.act(Navigate::Open(Overlay::Quest(9)));
        game.steps(5);
    });
}

#[test]
fn the_simulator_fits_every_window() {
    let open = |game: &mut TestGame| {
        game.act(SetupCommand::ChooseSeat(Player::Black, Seat::Cpu(Character::Greedy.into())));
        game.act(SetupCommand::ChooseSeat(Player::White, Seat::Cpu(Character::Random.into())));
        game.act(Navigate::To(Screen::Simulator));
        game.act(SimulatorCommand::ChooseGames(Simulator::GAMES[0]));
        game.act(SimulatorCommand::Start);
        game.run_until("all games are played", MAX_THINKING_STEPS, |game| {
            let simulator = game.world_mut().resource::<Simulator>();
            simulator.found.games > 0 && !simulator.is_running()
        });
        game.steps(5);
    };
    check_screen("the simulator", open);
    check_large_texts("the simulator", open);
}

#[test]
fn a_score_in_the_list_of_games_stays_on_one_line() {
    let mut game = TestGame::in_window_with(320, 568, StoragePlugin::with_store(store_of_games(22)));
    game.act(Navigate::To(Screen::Games));
    game.run_until("all games are read", 50, |game| game.world_mut().resource::<GamesList>().is_whole());
    for language in Language::ALL {
        game.settings().language = Some(language);
        game.steps(8);
        let world = game.world_mut();
        let mut texts = world.query::<(&Text, &TextLayoutInfo)>();
        let mut of_five = 0;
        for (text, layout) in texts.iter(world).filter(|(text, _)| text.0.contains('–')) {
            let is_whole = layout.glyphs.iter().all(|glyph| glyph.line_index == 0);
            assert!(is_whole, "\"{}\" is broken in {}", text.0, language.own_name());
            of_five += usize::from(text.0.matches('–').count() == 4);
        }
        assert!(of_five > 3, "{of_five} scores of five are shown");
    }
}

#[test]
fn the_buttons_below_the_statistics_form_two_rows_on_a_phone() {
    let mut game = TestGame::in_window_with(320, 568, StoragePlugin::with_store(store_of_games(22)));
    game.act(Navigate::To(Screen::Statistics));
    game.run_until("all games are read", 50, |game| game.world_mut().resource::<GamesList>().is_whole());
    game.steps(8);
    let area = |label: &str| game.control(label).area();
    let (back, games) = (area("Back"), area("Games"));
    assert!((back.center().y - games.center().y).abs() < 1.0, "{back:?} and {games:?} share a line");
    let ways = ["Copy the statistics as text", "Save the statistics to a file", "Reset the statistics"].map(area);
    for way in ways {
        let is_like_first =
            (way.center().y - ways[0].center().y).abs() < 1.0 && (way.size() - ways[0].size()).length() < 1.0;
        assert!(is_like_first, "{ways:?} are alike");
    }
}

#[test]
fn the_settings_fit_every_window() {
    for section in SettingsSection::ALL {
        let sizes = if section == SettingsSection::default() { &SIZES[..] } else { &[(844, 390), (1280, 800)][..] };
        check_screen_in(sizes, &format!("the settings of {section:?}"), |game| {
            game.act(Navigate::To(Screen::Settings));
            game.steps(5);
            game.act(ShowSection(section));
            game.steps(5);
            assert_eq!(game.screen(), Screen::Settings);
        });
    }
}

#[test]
fn the_buttons_of_a_result_are_visible_at_once() {
    for (width, height) in [(320, 568), (390, 844), (844, 390), (1280, 800)] {
        for variant in ["classic", "five"] {
            let mut game = TestGame::in_window(width, height);
            *game.settings() = at_once();
            enter(&mut game, over(variant));
            game.steps(12);
            let rematch = game.control("Rematch");
            let seen = rematch.within().map_or(rematch.area(), |within| within.intersect(rematch.area()));
            assert!(
                is_inside(rematch.area(), seen),
                "{variant} in {width} x {height}: of {rematch:?} is seen {seen:?}"
            );
        }
    }
}

#[test]
fn the_list_of_cpu_players_fits_every_window() {
    let open = |game: &mut TestGame| {
        game.act(Navigate::To(Screen::NewGame));
        game.steps(5);
        game.act(Navigate::Open(Overlay::CpuPicker(Player::White)));
        game.steps(5);
    };
    check_screen("the list of CPU players", open);
    check_large_texts("the list of CPU players", open);
}

#[test]
fn online_play_fits_every_window() {
    check_screen("the lobby", |game| open_lobby(game, Online { rooms: Some(listed()), ..connected() }));
    check_screen_in(&SAMPLE_SIZES[1..3], "the lobby without a server", |game| open_lobby(game, Online::default()));
    for part in [NewGameTab::Board, NewGameTab::Players] {
        let sizes = if part == NewGameTab::Board { &SIZES[..] } else { &SAMPLE_SIZES[..3] };
        check_screen_in(sizes, &format!("a new room's {part:?}"), |game| {
            open_lobby(game, connected());
            game.choose_board("five");
            game.act(Navigate::To(Screen::NewRoom));
            game.steps(5);
            game.act(RoomSetupCommand::ChooseSeat(Player::White, NewSeat::Cpu(Character::Greedy.into())));
            game.act(ShowTab(part));
            game.steps(5);
        });
    }
    check_screen_in(&SAMPLE_SIZES[..3], "the start and an own clock of a new room", |game| {
        open_lobby(game, connected());
        game.choose_board("classic-8");
        game.act(Navigate::To(Screen::NewRoom));
        game.act(ShowTab(NewGameTab::Players));
        game.act(RoomSetupCommand::ChangeOwnClock(OwnClockChange::Choose));
        game.steps(5);
    });
    for (board, device) in [("five", ME), ("five", BEN), ("classic-8", ME)] {
        let sizes = if device == ME { &SIZES[..] } else { &SAMPLE_SIZES[..] };
        check_screen_in(sizes, &format!("a room of {board}"), |game| {
            open_lobby(game, connected());
            let mut room = waiting_room(board);
            room.ask(ANNA, Action::Rename { name: PlayerName::nearest("Wilhelmina Marie") });
            game.set_online(room.known_at(device));
            game.steps(5);
            assert_eq!(game.screen(), Screen::Room);
        });
    }
}

#[test]
fn a_match_of_a_room_fits_every_window() {
    let in_match = |game: &mut TestGame, board: &str, change: &dyn Fn(&mut TestRoom)| {
        let mut room = playing_room(board, 8);
        room.ask(ANNA, Action::Rename { name: PlayerName::nearest("Wilhelmina Marie") });
        change(&mut room);
        let at = game.world_mut().resource::<Time<Real>>().elapsed() + std::time::Duration::from_mins(1);
        let reactions = vec![RoomReaction { player: Player::White, reaction: Reaction::OneMoment, at }];
        let server_time = Some((room.now_ms + 20_000, at));
        open_match(game, Online { reactions, server_time, ..room.known_at(ME) });
    };
    for board in ["classic-8", "five"] {
        check_screen(&format!("a match of {board} in a room"), |game| {
            in_match(game, board, &|room| {
                room.ask(ANNA, Action::OfferDraw);
            });
        });
        check_screen_in(&SAMPLE_SIZES, &format!("an absence in a match of {board}"), |game| {
            in_match(game, board, &|room| {
                room.server(Action::SetAway { player: Player::White, away: true });
            });
        });
        check_screen(&format!("the result of {board} in a room"), |game| {
            in_match(game, board, &|room| {
                room.play(1_000).ask(ANNA, Action::SetRematch { agree: true });
            });
        });
    }
    check_screen("what can be said", |game| {
        in_match(game, "classic-8", &|_| {});
        game.act(Navigate::Open(Overlay::Reactions));
        game.steps(5);
    });
}

#[test]
fn a_match_with_free_passes_fits_every_window() {
    let variant = Variant::classic(8).expect("a side").with_free_pass(true);
    check_screen("a match with free passes", |game| {
        let empty = Match::new(variant.clone(), humans(), 1);
        enter(game, with_long_names(played(empty, "f5 d6 pass f4 pass")));
    });
    check_large_texts("a match with free passes", |game| {
        enter(game, played(Match::new(variant.clone(), humans(), 1), "f5 d6 pass"));
    });
    check_screen("a match with free passes in a room", |game| {
        let mut room = TestRoom::on(ME, variant.clone(), None, Start::Normal);
        room.sit(ME, Player::Black, "Mia").sit(ANNA, Player::White, "Anna").ready(ME).ready(ANNA).play(3);
        room.ask(ANNA, Action::Pass { player: Player::White, ply: 3 });
        open_match(game, room.known_at(ME));
    });
}

#[test]
fn a_match_of_five_fits_every_window() {
    check_screen("a match of colour", |game| enter(game, unfinished("colour")));
    check_screen("a match of five", |game| enter(game, unfinished("five")));
}

#[test]
fn a_match_of_two_fits_every_window() {
    check_screen("a classic match", |game| enter(game, unfinished("classic")));
    check_screen("the menu of a match", |game| {
        enter(game, unfinished("classic"));
        game.act(Navigate::Open(Overlay::MatchMenu));
        game.steps(5);
    });
    for variant in ["classic", "five"] {
        check_screen(&format!("ways to hand on a game of {variant}"), |game| {
            enter(game, unfinished(variant));
            game.act(Navigate::Open(Overlay::Share));
            game.steps(5);
        });
    }
    for (name, has_server) in [("the QR code of a link", true), ("a link without a QR code", false)] {
        check_screen(name, |game| {
            enter(game, unfinished("classic"));
            let server = "https://play.example.org".parse().expect("an address");
            game.world_mut().resource_mut::<Online>().server = Some(server).filter(|_| has_server);
            game.act(Navigate::Open(Overlay::LinkCode));
            game.steps(5);
        });
    }
    check_screen_in(&SAMPLE_SIZES, "a game to be pasted", |game| {
        enter(game, unfinished("classic"));
        game.act(Navigate::Open(Overlay::PasteGame));
        game.steps(5);
    });
    check_screen("a question", |game| {
        enter(game, unfinished("classic"));
        game.act(AskToRestart);
        game.steps(5);
    });
}

#[test]
fn the_question_about_sides_fits_every_window() {
    let ask = |game: &mut TestGame| {
        let mut asked = with_long_names(played(classic(8, humans()), "f5d6"));
        asked.terms = Terms { sides: ColourAssignment::Swap, ..Terms::default() };
        enter(game, asked);
        assert!(game.game().swap_question().is_some());
    };
    check_screen("the question about sides", ask);
    check_large_texts("the question about sides", ask);
}

#[test]
fn the_rare_options_of_a_new_game_fit_every_window() {
    let open = |game: &mut TestGame| {
        game.act(Navigate::To(Screen::NewGame));
        game.steps(5);
        game.act(SetupCommand::AssignColours(ColourAssignment::Swap));
        game.act(SetupCommand::ChangeOwnClock(OwnClockChange::Choose));
        game.act(ShowTab(NewGameTab::Players));
        game.steps(5);
        game.scroll_to("More choices");
        game.click_on("More choices");
        game.steps(5);
    };
    check_screen_in(&SAMPLE_SIZES, "what few need of a new game", open);
}

#[test]
fn the_pages_of_the_lesson_fit_every_window() {
    let contents = |game: &mut TestGame| {
        game.act(Navigate::To(Screen::Learn));
        game.steps(5);
    };
    check_screen("the pages of the lesson", contents);
    check_large_texts("the pages of the lesson", contents);
}

#[test]
fn the_sheet_of_keys_fits_every_window() {
    check_screen("the sheet of keys in a match", |game| {
        enter(game, unfinished("classic"));
        game.act(Navigate::Open(Overlay::KeySheet));
        game.steps(5);
    });
    check_screen_in(&SAMPLE_SIZES, "the sheet of keys while one is waited for", |game| {
        game.act(Navigate::Open(Overlay::KeySheet));
        game.steps(5);
        game.act(CaptureKey(Shortcut::Mute));
        game.steps(5);
        game.type_keys("u");
    });
}

#[test]
fn screens_with_the_legend_of_gamepad_buttons_fit_every_window() {
    let with_pad = |game: &mut TestGame| {
        *game.world_mut().resource_mut::<PadInUse>() = PadInUse::Letters;
        game.steps(5);
    };
    check_screen_in(&SAMPLE_SIZES, "a match by pad", |game| {
        enter(game, unfinished("five"));
        with_pad(game);
    });
    check_screen_in(&SAMPLE_SIZES, "a new game by pad", |game| {
        game.act(Navigate::To(Screen::NewGame));
        game.steps(5);
        with_pad(game);
    });
}

#[test]
fn matches_with_clocks_fit_every_window() {
    for variant in ["classic", "five"] {
        check_screen(&format!("{variant} against the clock"), |game| enter(game, timed(variant)));
        let byo_yomi = Clock::new(Some(TimeControl::ByoYomi { base_ms: 0, period_ms: 300_000 }));
        check_screen_in(&SAMPLE_SIZES, &format!("{variant} in byo-yomi"), |game| {
            enter(game, Match { clock: byo_yomi.clone(), ..timed(variant) });
        });
    }
}

/// The visible texts and their areas, without those that are scrolled away.
fn texts_seen(game: &mut TestGame) -> Vec<(String, Rect)> {
    let world = game.world_mut();
    let mut texts =
        world.query::<(&Text, &ComputedNode, &UiGlobalTransform, Option<&CalculatedClip>, &InheritedVisibility)>();
    let seen = texts.iter(world).filter(|(_, node, _, _, visibility)| !node.is_empty() && visibility.get());
    let within = |area: Rect, clip: Option<&CalculatedClip>| clip.map_or(area, |clip| area.intersect(clip.clip));
    let areas = seen.map(|(text, node, at, clip, _)| {
        (text.0.clone(), within(Rect::from_center_size(at.translation, node.size()), clip))
    });
    areas.filter(|(_, area)| !area.is_empty()).collect()
}

#[test]
fn clocks_cover_no_text_and_do_not_move_the_board() {
    for variant in ["classic", "five"] {
        for (width, height) in SIZES {
            let place = format!("{variant} in {width} x {height}");
            let mut game = TestGame::in_window(width, height);
            *game.settings() = Settings { pace: Some(Pace::CALM), ..at_once() };
            enter(&mut game, timed(variant));
            game.rest();
            game.steps(12);
            let squares = game.report().squares();
            let left = 15 * 60_000 - 500;
            for pass_ms in [0, left - 60_000, 51_000] {
                game.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(pass_ms)));
                game.step();
                game.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
                game.steps(8);
                assert_eq!(game.report().squares(), squares, "{place}: the board stays where it is");
                let texts = texts_seen(&mut game);
                let is_time =
                    |text: &str| text.contains(|sign: char| sign.is_ascii_digit()) && text.contains([':', '.']);
                let clocks: Vec<_> =
                    texts.iter().filter(|(text, _)| text.len() < 6 && is_time(text) && !text.contains("cut")).collect();
                assert_eq!(clocks.len(), if variant == "five" { 5 } else { 2 }, "{place}: {clocks:?}");
                for (clock, area) in &clocks {
                    assert!(area.height() * 1.2 >= if height < 400 { 12.0 } else { 15.0 }, "{place}: {clock} {area:?}");
                    for (text, other) in texts.iter().filter(|(text, other)| !text.is_empty() && other != area) {
                        let common = area.intersect(*other);
                        let is_apart = common.width() < 2.0 || common.height() < 2.0;
                        assert!(is_apart, "{place}: {clock} at {area:?} covers \"{text}\" at {other:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_result_with_forfeits_fits_every_window() {
    let lost = |variant: &str, losers: &[Player]| {
        let mut game = timed(variant);
        let loss = |player: &Player| Forfeit { player: *player, ply: 24, reason: ForfeitReason::OutOfTime };
        game.forfeits = losers.iter().map(loss).collect();
        game.ended_early = game.forfeits.last().map(|forfeit| forfeit.ending());
        game
    };
    check_screen("a classic match that is lost on time", |game| enter(game, lost("classic", &[Player::White])));
    check_screen("a match of five that some lost", |game| enter(game, lost("five", &[Player::White, Player::Cyan])));
}

#[test]
fn a_result_fits_every_window() {
    for variant in ["classic", "five"] {
        check_screen(&format!("the result of {variant}"), |game| enter(game, over(variant)));
    }
}

#[test]
fn a_lesson_fits_every_window() {
    let open = |game: &mut TestGame, index: usize| {
        game.act(LessonCommand::Open(index));
        game.steps(5);
    };
    for (index, page) in PAGES.iter().enumerate() {
        let sizes = if index == 0 { &SAMPLE_SIZES[..] } else { &SAMPLE_SIZES[1..2] };
        check_screen_in(sizes, page.name, |game| open(game, index));
    }
    let last = PAGES.len() - 1;
    check_screen("the last page", |game| open(game, last));
    check_screen("the last page within a match", |game| {
        enter(game, unfinished("classic"));
        open(game, last);
    });
    check_large_texts("a page of the lesson", |game| open(game, 0));
}

#[test]
fn a_review_fits_every_window() {
    check_screen("a review", review);
    check_screen("the better line of a review", |game| {
        review(game);
        let worst = game.world_mut().resource::<Reviewing>().found().worst(1)[0].ply;
        game.act(ReviewStep::To(worst));
        game.act(ReviewStep::Better);
        assert!(game.world_mut().resource::<Reviewing>().line().is_some());
        game.steps(5);
    });
}

#[test]
fn a_match_of_cpu_players_fits_every_window() {
    check_screen("a match of computers that is paused", |game| {
        let computers = ByPlayer::from_fn(|_| Seat::Cpu(Character::Greedy.into()));
        enter(game, with_long_names(played(classic(8, computers), "f5 d6 c3")));
        game.act(WatchCommand::TogglePause);
        game.steps(5);
    });
}

fn review(game: &mut TestGame) {
    let mut over = classic(4, humans());
    over.record = random_game(&Variant::classic(4).expect("a side"), 1);
    enter(game, with_long_names(over));
    game.act(Navigate::To(Screen::Review));
    game.steps(5);
    assert_eq!(game.screen(), Screen::Review);
    game.run_until("all is reviewed", MAX_THINKING_STEPS, |game| !game.world_mut().resource::<Reviewing>().is_open());
    game.steps(5);
}

#[test]
fn the_editor_fits_every_window() {
    for sheet in Sheet::ALL {
        let sizes = if sheet == Sheet::Paint { &SIZES[..] } else { &SAMPLE_SIZES[..] };
        check_screen_in(sizes, &format!("the editor's {sheet:?}"), |game| {
            game.act(Navigate::To(Screen::Editor));
            game.steps(5);
            game.act(EditorCommand::Show(sheet));
            game.steps(5);
        });
    }
    check_screen("the list of boards", |game| {
        game.act(Navigate::To(Screen::Editor));
        game.steps(5);
        game.act(Navigate::Open(Overlay::BoardLibrary));
        game.steps(5);
    });
}

#[test]
fn a_rotated_window_keeps_its_content() {
    let mut game = TestGame::in_window(390, 844);
    *game.settings() = at_once();
    enter(&mut game, played(classic(8, humans()), "f5 d6 c3"));
    let board = game.shown();
    for (width, height) in [(844, 390), (320, 320), (1280, 800), (390, 844)] {
        game.resize(width, height);
        game.steps(8);
        assert_eq!((game.shown(), game.screen()), (board.clone(), Screen::Match), "{width} x {height}");
        let legal = game.position().legal_squares().iter().next().expect("a legal move").to_string();
        let ply = game.ply();
        let at = game.report().middle(&legal);
        game.click_at(at);
        game.steps(5);
        assert_eq!(game.ply(), ply + 1, "squares are hit where they are drawn in {width} x {height}");
        game.act(MatchCommand::now(MatchChange::TakeBack));
        game.steps(5);
    }
}

#[test]
fn a_long_name_is_shortened_and_restored() {
    let mut game = TestGame::in_window(320, 568);
    *game.settings() = at_once();
    enter(&mut game, unfinished("colour"));
    let names = |game: &mut TestGame| {
        let world = game.world_mut();
        let mut texts = world.query::<&Text>();
        let texts = texts.iter(world).map(|text| text.0.clone());
        texts
            .filter(|text| text.starts_with('W') && "Wilhelmina Marie".starts_with(text.trim_end_matches('…')))
            .collect::<Vec<_>>()
    };
    game.steps(12);
    let short = names(&mut game);
    assert!(short.len() == 5 && short.iter().all(|name| name.ends_with('…')), "{short:?}");
    game.resize(1280, 800);
    game.steps(12);
    let whole = names(&mut game);
    assert!(whole.iter().all(|name| name == "Wilhelmina Marie"), "{whole:?}");
}

#[test]
fn values_of_squares_are_readable_on_a_phone() {
    let mut game = TestGame::in_window(320, 568);
    *game.settings() = at_once();
    enter(&mut game, played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6"));
    game.act(AdviceCommand::Toggle(AdviceKind::Analysis));
    game.run_until("there is advice", MAX_THINKING_STEPS, |game| game.advice().found().is_some());
    game.steps(3);
    let world = game.world_mut();
    let mut plates = world.query::<(&Name, &Children)>();
    let mut figures = world.query::<(&Text2d, &TextFont)>();
    let mut count = 0;
    for (_, children) in plates.iter(world).filter(|(name, _)| name.starts_with("value of ")) {
        for (text, font) in figures.iter_many(world, children) {
            assert!(matches!(font.font_size, FontSize::Px(size) if size >= 11.0), "{text:?} is {:?}", font.font_size);
            assert!(!text.0.contains('%'), "{text:?}");
            count += 1;
        }
    }
    assert!(count > 2, "{count} squares have a value");
}

#[test]
fn letters_and_numbers_are_beside_their_squares_in_every_frame() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    let mut over = classic(4, humans());
    over.record = random_game(&Variant::classic(4).expect("a side"), 1);
    enter(&mut game, over);
    game.act(Navigate::To(Screen::Review));
    let mut seen = 0;
    for _ in 0..8 {
        let world = game.world_mut();
        let mut labels = world.query::<(&Name, &Transform)>();
        let mut cells = world.query::<(&Cell, &Transform, &ChildOf)>();
        let label = labels.iter(world).find(|(name, _)| name.as_str() == "label A").map(|(_, at)| at.translation);
        let cell = cells.iter(world).find(|(cell, ..)| cell.0.to_string() == "a1");
        if let (Some(label), Some((_, cell, board))) = (label, cell) {
            let board = world.get::<Transform>(board.parent()).expect("the board is somewhere");
            let square = board.transform_point(cell.translation);
            assert!((label.x - square.x).abs() < 1.0, "{label} is not over {square}");
            seen += 1;
        }
        game.step();
    }
    assert!(seen > 3, "letters were seen in {seen} frames");
}

#[test]
fn the_result_covers_no_square_and_does_not_move_the_board() {
    for (variant, seed) in [("classic", 3), ("five", 3)] {
        for (width, height) in SIZES.into_iter().filter(|size| *size != (320, 320)) {
            let place = format!("{variant} in {width} x {height}");
            let variant = Variant::built_in(variant).expect("is built in");
            let mut before_end = Match::new(variant.clone(), humans(), 1);
            before_end.record = random_game(&variant, seed);
            let last = before_end.record.last_turn().expect("a turn").chosen().to_string();
            before_end.record.undo();
            let mut game = TestGame::in_window(width, height);
            *game.settings() = at_once();
            enter(&mut game, before_end);
            game.steps(8);
            let (squares, _) = game.report().squares().expect("a board");
            game.play(&last);
            game.until_over();
            game.steps(8);
            let (squares_after, _) = game.report().squares().expect("a board");
            assert_eq!(squares_after, squares, "{place}: the board stays where it is");
            for label in ["Rematch", "New game"] {
                let area = game.control(label).area();
                let common = area.intersect(squares);
                assert!(common.is_empty(), "{place}: {label} at {area:?} covers {squares:?}");
            }
        }
    }
}
