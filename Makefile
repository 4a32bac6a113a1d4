# The commands of this repository; `make` lists them. Each first installs what it needs: system packages, the wasm
# target, tools. They are thin: they run ordinary cargo commands and the scripts in web/ and scripts/, which also work
# on their own.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Port of the pages served by `make web`.
WEB_PORT ?= 8080
# Address of `make serve`: all addresses of this computer.
SERVE_ADDRESS ?= 0.0.0.0:7878

# Counts of `make soak`: changed texts for each parser, schedules of the model, kills of a server with a file, kills of
# servers with a database or of the database, and appends to it.
SOAK_MUTATIONS ?= 50000
SOAK_SCHEDULES ?= 100000
SOAK_KILLS ?= 200
SOAK_DATABASE_KILLS ?= 50
SOAK_APPENDS ?= 100000

# Folder of `make install`. DESTDIR, if given, replaces the root of the system.
PREFIX ?= /usr/local

system := $(shell uname -s)
build_dir := $(abspath $(or $(CARGO_TARGET_DIR),target))
timed := scripts/timed
server_test := cargo test --locked --no-default-features --features server --test server -- --nocapture
# Everything without Bevy: rules, CPU, notation, online play, server, terminal tool and worker.
plain := --no-default-features --features cli,server,worker
# Tests that need Bevy. The library's other tests run without it.
game_tests := --bin irogaeshi $(addprefix --test ,game shaders words)
# Tests of sockets wait more than they compute, so many run at a time. The other ones keep all cores busy by themselves.
waiting_tests := bots server
all_tests := $(notdir $(basename $(patsubst %/main.rs,%,$(wildcard tests/*.rs tests/*/main.rs))))
computing_tests := $(filter-out $(waiting_tests),$(all_tests))
shell_scripts = $$(grep -lrE '^\#!/usr/bin/env bash' --exclude-dir=node_modules .ci deploy packaging scripts web)

# Only on Linux can a display be missing, and only there can a virtual one be used.
ifeq ($(system)$(DISPLAY)$(WAYLAND_DISPLAY),Linux)
no_display := yes
endif

.PHONY: help quick play web serve install uninstall dist test test-plain test-game soak check bench pictures screens

help: ## List the commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r name what; do printf '%-18s%s\n' "$$name" "$$what"; done

play: ## Play in a window; without a display, record a demonstration match in screenshots/
ifdef no_display
	@scripts/system-packages build run virtual-display
	@echo "There is no display here, so the game plays a demonstration match on a virtual one."
	scripts/virtual-display cargo run --release --features tools -- --demo screenshots
else
	@scripts/system-packages build run
	cargo run --release
endif

web: ## Build the page and serve it on port 8080 (WEB_PORT=N for another port)
	@scripts/system-packages build web
	web/build
	web/serve $(WEB_PORT)

serve: ## Serve online play and the page, also in the local network (SERVE_ADDRESS=IP:PORT for another address)
	@scripts/system-packages build web
	web/build
	cargo run --release --locked --no-default-features --features server --bin irogaeshi-server -- --address $(SERVE_ADDRESS) --page dist/web

install: ## Build the game and install it for all users (PREFIX=FOLDER, DESTDIR=FOLDER for another place)
	@scripts/system-packages build
	cargo build --profile dist --locked --bin irogaeshi
	DESTDIR="$(DESTDIR)" packaging/install "$(build_dir)/dist/irogaeshi" "$(PREFIX)"

uninstall: ## Remove what `make install` has installed
	@DESTDIR="$(DESTDIR)" packaging/install --remove "$(PREFIX)"

dist: ## Make a tarball and a Debian package of the game, in dist/
	@scripts/system-packages build package
	cargo build --profile dist --locked --bin irogaeshi
	packaging/dist "$(build_dir)/dist/irogaeshi" dist
	packaging/check dist/*.deb

quick: ## Check and test everything that does not need Bevy
	@scripts/system-packages build postgresql
	@$(timed) cargo fmt --check
	@$(timed) cargo clippy --locked --all-targets --no-default-features -- -D warnings
	@$(timed) cargo clippy --locked --all-targets $(plain) -- -D warnings
	@$(MAKE) test-plain

test: ## Run every test
	@scripts/system-packages build postgresql
	@$(MAKE) test-plain
	@$(MAKE) test-game

# Slightly optimised, tests take a quarter of the time, and their build three times as long. Panics name their places
# without debug information.
test-plain test-game: export CARGO_PROFILE_DEV_OPT_LEVEL := 1
test-plain test-game: export CARGO_PROFILE_DEV_DEBUG := none
test-plain:
	@$(timed) cargo test --locked $(plain) --lib --bins $(addprefix --test ,$(computing_tests))
	@RUST_TEST_THREADS=8 $(timed) cargo test --locked $(plain) $(addprefix --test ,$(waiting_tests))

# Cheap steps first. The library's own tests of the game take seconds, which would not pay for an optimised build.
# `cargo test` is used instead of faster runners because it also runs the examples in the documentation.
test-game: ## Run the tests that `make quick` skips: optimised engine, game, window, page
	@scripts/system-packages build web browser postgresql $(if $(filter Linux,$(system)),run virtual-display session)
	@$(timed) cargo test --locked --profile fast --no-default-features --test classic_endgame --test balance --test quests
	@CARGO_PROFILE_DEV_OPT_LEVEL=0 $(timed) cargo test --locked --all-features --lib -- game::
	@$(timed) cargo test --locked --all-features $(game_tests)
	@$(timed) cargo test --locked --all-features --doc
ifeq ($(system),Linux)
	@$(timed) cargo test --locked --all-features --test window -- --include-ignored
else
	@echo "Skipped the tests of the real window, which need Xvfb and thus Linux."
endif
	@$(timed) web/build --profile web-test --out "$(build_dir)/page-test"
	@$(timed) npm --prefix tests/browser ci --no-audit --no-fund
	@IROGAESHI_PAGE="$(build_dir)/page-test" IROGAESHI_PROGRAMS="$(build_dir)/debug" $(timed) npm --prefix tests/browser test

# Repeats many times what tests do a few times, and prints counts and times.
soak: ## Stress parsers, networks, kills and lost databases (SOAK_… for other counts)
	@scripts/system-packages build postgresql
	@IROGAESHI_MUTATIONS=$(SOAK_MUTATIONS) $(timed) cargo test --locked --no-default-features --test fuzz -- --nocapture
	@IROGAESHI_MUTATIONS=$(SOAK_MUTATIONS) $(timed) cargo test --locked --all-features --lib -- --nocapture changed_texts
	@IROGAESHI_SCHEDULES=$(SOAK_SCHEDULES) $(timed) cargo test --locked --no-default-features --test online -- --nocapture model
	@IROGAESHI_KILLS=$(SOAK_KILLS) $(timed) $(server_test) kills::
	@IROGAESHI_KILLS=$(SOAK_DATABASE_KILLS) $(timed) $(server_test) postgres_servers::
	@IROGAESHI_APPENDS=$(SOAK_APPENDS) $(timed) $(server_test) many_rooms_are_appended_to_in_parallel

# The page's programs are linted for their own target, since much of their code exists only there. The game is linted
# once more without its tools, as players get it; the other features spare its dependencies a second check.
check: ## Check formatting, types, lints and documentation as CI does
	@scripts/system-packages build checks package
	@$(timed) shellcheck $(shell_scripts)
	@$(timed) web/check
	@$(timed) packaging/check
	@cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 || { echo "make check needs rustfmt and clippy: rustup component add rustfmt clippy" >&2; exit 1; }
	@$(timed) cargo fmt --check
	@scripts/wasm-target
	@$(timed) cargo clippy --locked --all-targets --no-default-features -- -D warnings
	@$(timed) cargo clippy --locked --all-targets --all-features -- -D warnings
	@$(timed) cargo clippy --locked --features cli,server,worker --bin irogaeshi -- -D warnings
	@$(timed) cargo clippy --locked --target wasm32-unknown-unknown --no-default-features --features worker --bin irogaeshi-worker -- -D warnings
	@$(timed) cargo clippy --locked --target wasm32-unknown-unknown --no-default-features --features game --bin irogaeshi -- -D warnings
	@RUSTDOCFLAGS=-Dwarnings $(timed) cargo doc --locked --no-deps --all-features --document-private-items

bench: ## Measure the speed of the rules and the engine; SAVE=NAME stores it, BASE=NAME compares it
	@scripts/system-packages build
	cargo bench --locked --profile fast --no-default-features --bench '*' -- $(SAVE:%=--save-baseline %) $(BASE:%=--baseline %)

pictures: ## Take all pictures of the documentation again
	@scripts/system-packages build run virtual-display sheets
	cargo build --release --locked --features tools --bin irogaeshi
	scripts/pictures "$(build_dir)/release/irogaeshi" "$(build_dir)/pictures"
	IROGAESHI_NEW_PICTURES=1 cargo test --locked --all-features --test game pictures_of_the_documentation

# Look at these whenever a screen has changed.
screens: ## Take pictures of every screen in six sizes and both languages, and arrange them in screenshots/screens
	@scripts/system-packages build run virtual-display sheets
	cargo build --release --locked --features tools --bin irogaeshi
	cargo build --release --locked --no-default-features --features server --bin irogaeshi-server
	scripts/screens "$(build_dir)/release/irogaeshi" "$(build_dir)/release/irogaeshi-server" screenshots/screens
