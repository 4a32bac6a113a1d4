//! The game without a window: the whole plugin, stepped by hand, seen through the entities a viewer would see.

#![cfg(feature = "game")]

mod coming_turns;
mod cpu_turns;
mod harness;
mod keyboard;
mod leaving;
mod lesson;
mod looks;
mod menus;
mod new_game;
mod playing;
mod pointer;
mod random_actions;
mod refusals;
mod scrolling;
mod taking_back;
mod telling;
mod typing;
