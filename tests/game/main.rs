//! The game without a window: all of its plugins, stepped by hand, and checked by the entities that a viewer would see.

#![cfg(feature = "game")]

mod advice;
mod announcements;
mod around_board;
mod clock;
mod coming_turns;
mod cpu_turns;
mod detail;
mod drafts;
mod editor;
mod ended_early;
mod every_size;
mod facing;
mod games;
mod haptics;
mod harness;
mod hostile_server;
mod keyboard;
mod keys;
mod learn;
mod leaving;
mod lesson;
mod library;
mod local_server;
mod looks;
mod markings;
mod match_menu;
mod menus;
mod motions;
mod new_game;
mod notices;
mod online;
mod online_screens;
mod opening;
mod order;
mod pads;
mod passing;
#[cfg(feature = "tools")]
mod pictures;
mod playing;
mod pointer;
#[cfg(unix)]
mod programs;
mod quests;
mod random_actions;
#[cfg(feature = "server")]
mod real_server;
mod redraw;
mod refusals;
mod replay;
mod reported_texts;
mod review;
mod saves;
mod screen_reader;
mod scrolling;
mod settings;
mod shapes;
mod share;
mod simulator;
mod sounds;
mod starts;
mod swap;
mod taking_back;
mod title;
mod typing;
mod watching;
mod words;
mod zoom;

#[path = "../support/cpu_answer.rs"]
mod cpu_answer;
#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/picture.rs"]
mod picture;
#[path = "../support/random_board.rs"]
mod random_board;
#[path = "../support/random_games.rs"]
mod random_games;
#[path = "../support/room_server.rs"]
mod room_server;
