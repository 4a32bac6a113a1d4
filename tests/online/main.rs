//! Online play without a network: rooms, clocks and messages, and a model of servers and clients under every fault.

mod clock;
mod clock_model;
mod documentation;
mod model;
mod protocol;
mod report;
mod room;
mod simulated_client;
mod simulated_server;
mod simulation;

#[path = "../support/cpu_answer.rs"]
mod cpu_answer;
#[path = "../support/dice.rs"]
mod dice;
