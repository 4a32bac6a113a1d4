# Every text that players read, in English. The language is Fluent: https://projectfluent.org
#
# Keys are written as in the code, which says when each text is shown: search src/game for the key. `cargo test --test
# words` finds what is missing, what nobody uses and where a message and the code disagree on the arguments.
# A text that is too long for a line goes on in indented lines, which follow each other with a space.
# Another language is a file like this one and a line in src/game/text/catalogue.rs.

## Lists and sentences

list-next = { $before }, { $next }
list-last = { $before } and { $next }
sentences-next = { $before } { $next }

## Discs, and the players who place them

disc-black = Black
disc-white = White
disc-ash = Ash
disc-cyan = Cyan
disc-yamabuki = Yamabuki
disc-green = Green
disc-red = Red

## Between two turns

# $players: one or several names. $count: how many there are.
banner-passes = { $count ->
    [one] { $players } has no move and must pass
   *[other] { $players } have no move and must pass
}
banner-passed = { $player } passes
banner-cuts-in = { $player } cuts in
banner-cannot-cut-in = { $player } cannot cut in

## Files that are opened

file-cannot-be-opened = “{ $name }” cannot be opened. { $problem }
file-cannot-be-chosen = “{ $name }” cannot be chosen. { $problem }
file-ends-lesson = “{ $name }” is a match. End the lesson before you open it.
file-replaces-match = “{ $name }” is a match. Opening it ends the match on the board.
file-open-it = Open it
file-saved = Saved in { $place }
file-not-saved = It could not be saved to a file: { $reason }
file-unreadable = It cannot be read: { $reason }
file-not-a-file = It is not a file.
file-too-large = It is larger than { $most } KiB. A board is a few lines of text.
file-compressed = It seems to be a compressed file. Unpack it first.
file-picture = It seems to be a picture. Only texts can be opened.
file-book = It seems to be an opening book of another program.
file-wthor = It seems to be a WTHOR file, which cannot be opened here yet.
file-not-text = Line { $line }: This is not UTF-8 text.

file-unrecognised =
    It is neither a board nor a game. The game opens boards, records, matches as JSON, GGF, SGF, PGN, FEN, 64
    squares, grids of move numbers, and moves such as f5d6c3.
# $problem: a sentence that says what is wrong with the first move that was not read.
text-stopped = The moves after that were not read. { $problem }
text-nobody-to-move = The text does not say whose turn it is, so Black moves first.
text-turned = The game begins with White on e4, so the board was turned by 90°.
text-variations-left-out = The game has variations. Only its main line was read.

## Boards

draft-no-squares = There is nothing to play on. Paint some squares.
draft-nobody-can-move = Nobody can move. Place discs that can be captured.
draft-no-name = The board has no name.
board-no-rows = The board has no rows.
board-no-squares = The board has no squares.
board-too-many-bombs = The board has more than { $most } bombs.
board-too-many-rows = The board has more than { $most } rows.
board-row-too-long = Row { $row } of the board is longer than { $most } squares.
board-row-length = { $found ->
    [one] Row { $row } of the board has one square, but the first row has { $expected }.
   *[other] Row { $row } of the board has { $found } squares, but the first row has { $expected }.
}
board-unknown-letter = Row { $row }, column { $column } of the board: “{ $letter }” is none of # . B W A C Y G R.

## Texts of boards

variant-in-line = Line { $line }: { $problem }
variant-newer-format = This text has format { $format }, which only a newer version of the game can read.
variant-not-a-format = “{ $text }” is not a format. The format is a number from 1.
variant-not-a-field = “{ $text }” is not a line such as “name: My board”.
variant-unknown-key =
    “{ $text }” is not a key. The keys are format, name, about, players, cut-ins, turns, scored, goal, passes
    and board.
variant-given-twice = There are two “{ $key }:” lines.
variant-missing = There is no “{ $key }:” line.
variant-too-long = The text is larger than { $most } KiB.
record-no-moves = There is no “moves:” line.
variant-unknown-player = “{ $text }” is not a player. The players are black, white, ash, cyan and yamabuki.
variant-player-twice = { $player } is named twice.
variant-too-few-players = At least two players must take turns.
variant-not-a-cut-in = “{ $text }” is not a cut-in. A cut-in is a move number and a player, such as “10 cyan”.
variant-cut-in-twice = Two cut-ins are due at move { $number }.
variant-too-many-cut-ins = There are more than { $most } cut-ins.
variant-cut-in-takes-turns = { $player } cannot cut in and take turns as well.
variant-unknown-goal = “{ $text }” is not a goal. The goals are most and fewest.
variant-unknown-passes = “{ $text }” is not a rule of passes. Passes are free or forced.
variant-nobody-scored = Nobody is scored.
variant-scored-does-not-play = { $player } is scored but does not play.
variant-board-on-same-line = The rows of the board begin on the line after “board:”.
# Of a board that is a single line of text.
variant-at-character = Character { $character }: { $problem }
variant-not-a-field-of-a-line = “{ $text };” is not a part such as “name=X;”.
variant-not-encoded = “{ $text }” is not a text. A percent sign is written as %25.
variant-not-a-run = “{ $text }” repeats nothing. A number from 1 repeats the letter after it.
variant-line-cut-off = The rest is missing. Copy all of it, up to the last semicolon.
variant-text-after-line = Nothing but comments may follow the board.

## Moves that cannot be played

moves-not-a-square = Move { $number }: “{ $text }” is not a square. A square is a letter and a number, such as f5.
moves-illegal = Move { $number }, { $square }: { $reason }
moves-words = Move { $number }: “{ $text }” is not a move.
moves-none = It contains no moves.
moves-missing = Move { $number } is on no square.
moves-twice = Move { $number } is on several squares.
play-game-over = The game is over.
play-not-your-turn = It is { $mover }’s turn, not { $player }’s.
play-not-on-the-board = { $square } is not on the board.
play-taken = { $square } is taken.
play-captures-nothing = A disc on { $square } would capture nothing.
play-must-move = { $player } can move and may not pass.
play-must-place = { $player } can place a disc, and this board has no free passes.
# $reason: a sentence, as above.
moves-must-move = Move { $number }: { $reason }

## Matches and positions of other programs that cannot be opened

match-damaged = It begins like a match, but the rest is damaged.
match-no-format = It has no “format”. A match states its format, a number from 1.
# $problem: a sentence, as above.
match-undone = Taken back: { $problem }
match-time-count = It has { $times } times for { $moves } moves.
match-does-not-play = { $player } does not play on this board.
match-forfeits-twice = It says twice that { $player } lost before the end.
match-not-played-out = It claims to be played out, but { $player } can move.
match-played-out = It is played out, so it cannot have ended in another way.
ggf-not-delimited = A game in GGF begins with “(;” and ends with “;)”.
ggf-not-a-property = “{ $text }” is not letters and a value in brackets, such as GM[Othello].
ggf-other-game = It is a game of { $game }, not of Othello.
ggf-out-of-place = { $name } comes after a move, or twice.
ggf-other-size = Its board has size { $size }. Only size 8 can be opened.
ggf-other-type = Its type is { $name }, and the game does not know those rules.
sgf-not-delimited = A game in SGF begins with “(;”.
# $number: the number that SGF gives to a kind of game; 1 is Go.
sgf-other-game = It is a game with the number { $number } in SGF, not of Othello, which has 2.
sgf-other-size = Its board has size { $size }. Sizes are even numbers from 4 to 26.
sgf-out-of-place = { $name } sets discs after a move.
othello-quest-damaged = It begins like a game of Othello Quest, but the rest is damaged.
othello-quest-no-games = The list of Othello Quest has no games.
pgn-chess = It seems to be a game of chess.
pgn-own-start = It begins from a position that is none of reversi on 8 × 8 squares.
link-not-a-link = It is not a link to a game.
link-too-long = The game is too long for a link. Use a file instead.
link-newer-version = Only a newer version of the game can open this link.
link-cut-off = The end of the link is missing. Copy the whole link.
link-damaged = The link is damaged. Copy it again.
# $comment: words of the person who made the link.
link-comment = Comment in the link: “{ $comment }”
diagram-square-count = { $count ->
    [one] It has one square. A position has 64.
   *[other] It has { $count } squares. A position has 64.
}
diagram-unknown-square = “{ $letter }” is not a square. X is a black disc, O a white one, - an empty square.
diagram-nobody-to-move = It does not say whose turn it is: X or O after the 64 squares.
diagram-no-discs = There are no discs on the board.
obf-not-a-scored-move = “{ $text }” is not a move and its score, such as f5:+2.
obf-not-a-square = “{ $text }” is not a square. A square is a letter and a number, such as f5.
obf-not-a-score = “{ $text }” is not a score from -64 to 64.

## Notices

notice-ok = OK
notice-leave-it = Cancel

## Title

title-continue = Continue
title-continue-about = { $board }, move { $number }
title-tagline = Reversi for one to five players, here or online
title-computer = Against the computer
title-computer-about = From first steps to unbeatable
title-friends = Friends here
title-friends-about = Take turns at this screen
title-play-online = Online
title-play-online-about = Anybody, or a friend with a link
title-play-online-needs = In your network, or on a server
title-colour = Colour reversi
title-colour-about = Wild discs, bombs and cut-ins
title-back-to-room = Back to the room
title-learn = Learn
title-learn-about = Rules and strategy by playing
title-new-game = New game
title-quit = Quit

# Beside the very first game.
first-match-lesson = New to reversi? Learn it in a minute.
first-match-learn = Learn

## What wins

goal-most = Most discs win
goal-fewest = Fewest discs win

## Editor

editor-not-playable = It cannot be played yet. { $problem }

## How a match ended

outcome-wins = { $player } wins
outcome-draw = A draw
outcome-resigned = { $player } resigned
outcome-out-of-time = { $player } ran out of time
outcome-abandoned = The match was abandoned
# Beside a player who lost before the end; short.
result-out-of-time = time up
result-resigned = resigned
result-review = Review
result-rematch = Rematch
# The score: the winner's discs first, but after “lose” yours.
result-wins = { $player } wins { $first }–{ $second }
result-you-win = You win { $first }–{ $second }
result-you-lose = You lose { $first }–{ $second }
result-draw = Draw, { $first }–{ $second }
result-draw-agreed = by agreement
result-perfect = A perfect win: every disc has one colour.
series-score = { $count } games: { $score }
series-wins = { $player } { $count }
series-draws = { $count ->
    [one] { $count } draw
   *[other] { $count } draws
}
match-game-of-series = { $board } · game { $game }
# The score counts discs alone. $count: the empty squares. $lead: the lead with them.
result-empties = { $count ->
    [one] One square stayed empty. Reviews give it to the winner: +{ $lead }.
   *[other] { $count } squares stayed empty. Reviews give them to the winner: +{ $lead }.
}
# The only human at the screen is called “You”.
player-you = You
outcome-you-win = You win
outcome-you-resigned = You resigned
outcome-you-out-of-time = You ran out of time
match-your-move = Your move
banner-you-pass = You have no move and must pass
banner-you-passed = You pass
banner-you-cut-in = You cut in
banner-you-cannot-cut-in = You cannot cut in

## Match

match-undo = Undo
match-redo = Redo
# Passes although a disc can be placed, on boards that allow it.
match-pass = Pass
match-hint = Hint
match-analysis = Analysis
match-restart = Restart
match-new-game = New game
match-to-move = { $player } to move
match-thinking = { $player } is thinking …
match-waits-for-program = { $player } is waiting for its program, which is still loading …
match-typed = { $typed } …
match-not-there = You cannot play there. { $reason }
# The list of moves.
match-move = { $number }.  { $player }  { $square }
# A free pass in the lists of moves: in place of a square, and as a line.
move-pass = pass
move-passed = { $number }. { $player }, pass
# A move and what sets it apart, such as “12. White c4, Ash passes”.
move-and = { $before }, { $part }
move-cut-in = a cut-in
move-exploded = { $count ->
    [one] exploded: { $count } disc gone
   *[other] exploded: { $count } discs gone
}
move-passes = { $count ->
    [one] { $passing } passes
   *[other] { $passing } pass
}
# What the last move did, above whose turn it is.
match-exploded = { $count ->
    [one] { $square } exploded: { $count } disc gone
   *[other] { $square } exploded: { $count } discs gone
}

# What a clock shows where minutes and seconds are too small, and after a player has lost.
clock-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
clock-hours = { $hours } h { $minutes }
# In byo-yomi the seconds of the move are counted. $seconds is such as “24” or “9.4”.
clock-period = { $seconds } s
clock-lost = lost
# A player of several has lost, and a CPU player plays on in the same seat.
match-out-of-time = { $player } ran out of time. { $cpu } plays on.
match-resigned = { $player } resigned. { $cpu } plays on.

## The menu of a match

match-menu = Menu
menu-this-match = This match
menu-record = The game
menu-elsewhere = Elsewhere
menu-continue = Continue
menu-show-moves = Show moves
menu-show-counts = Show disc counts
menu-agree-draw = Agree on a draw
menu-give-time = { $count ->
    [one] One minute more for everyone
   *[other] { $count } minutes more for everyone
}
# In a room.
menu-give-others-time = { $count ->
    [one] Give the others a minute
   *[other] Give the others { $count } minutes
}
draw-heading = A draw?
draw-words = The game ends without a winner if all players agree.
draw-answer = All agree
menu-copy-moves = Copy moves
menu-copy-link = Copy link
menu-paste = Paste a game
menu-title = Main menu
# Where a game cannot be read from the clipboard.
paste-words = Moves such as f5d6c3, a record, GGF or a match as JSON.
paste-field = Game to open
paste-placeholder = f5d6c3 …
paste-cancel = Cancel
# What is opened is called this in messages, as a file by its name.
paste-name = Pasted game
# Over a control: what it is called, and the key that does the same.
tooltip-key = { $label } · { $key }

## Questions in a match

restart-heading = Start again?
restart-words = The match on the board ends here, and a new one begins.
restart-keep-playing = Keep playing
restart-start-again = Start again
agree-hint-heading = A hint?
agree-analysis-heading = Analyse?
agree-words = It helps one player against the others. Does everyone agree to hints and analysis in this match?
agree-no = No
agree-all = Everyone agrees

## Hints and analysis

advice-best = Best: { $square }, { $score }
advice-none = No advice. { $problem }
advice-looking = Searching …
advice-waiting = Waiting for your turn
advice-to-the-end = To the end: { $moves }
# The lead counts the squares that stay empty for the winner.
advice-to-the-end-with-empties = To the end (empties to the winner): { $moves }
advice-deep = { $count ->
    [one] { $count } move ahead: { $moves }
   *[other] { $count } moves ahead: { $moves }
}
advice-all = { $best }. { $line }
advice-deeper = Deeper
advice-deeper-label = Search deeper
advice-play = Play { $square }

## Review

review-first = Go to the start
review-back = Previous move
review-on = Next move
review-last = Go to the end
review-leave = Back
review-back-to-match = Back to the match
review-sentence = { $heading }: { $words }
review-outcome = { $outcome }, { $discs }
review-move = { $number }. { $player } { $square }
review-move-best = { $number }. { $player } { $square }, the best move
review-move-lost = { $discs ->
    [one] { $number }. { $player } { $square }, lost { $discs } disc
   *[other] { $number }. { $player } { $square }, lost { $discs } discs
}
# How long the move took, as a clock shows it: $time.
review-took = took { $time }
# The same for whoever hears it: $heading is one of the lines above, $time such as “5 seconds”.
review-heading-took = { $heading }, after { $time }
# The same where more than two play: $percent is how much of the win it lost.
review-move-lost-share = { $number }. { $player } { $square }, lost { $percent } % of the win
# Of a player who cannot win.
review-not-judged = { $player } cannot win, so this move is not judged
review-not-yet = not analysed yet
# Of a pass although a disc could be placed.
review-pass = free passes are not judged
review-none = No review. { $problem }
review-progress = { $all ->
    [one] { $done } of one move …
   *[other] { $done } of { $all } moves …
}
review-player-lost = { $player } { $discs }
review-accuracy = Accuracy: { $players }
review-discs-lost = Discs lost per move: { $losses }
# $losses: “Black 1.5 % and White 2.0 %”, how much of the win they lost with each move on average.
review-shares-lost = Lost per move: { $losses }
review-player-share = { $player } { $percent } %

## The better line of a review, and playing on from there

review-better = Show the better line
review-better-short = Better line
review-match = Back to the game
review-match-short = Game
review-play-on = Play on from here
review-play-on-short = Play on
# $last: a move, such as “12. White c4”. It is number $done of $count.
review-line-move = Better: { $last } ({ $done } of { $count })
# $squares: the moves of the line, such as “c4 d3 e6”. $ahead: who wins then, as below.
review-line = { $ahead }: { $squares }
review-ahead = { $player } +{ $discs }
review-even = even
# At the end. $lead: the lead with the empty squares, unlike the score of the match.
review-empties = Empties to the winner: +{ $lead }.
keys-better = Show the better line and go back
key-down = Down
key-up = Up
pad-down = Down

## The replay of a review

replay-play = Play the game
replay-stop = Stop
# $moves: the moves in a second, such as 0.5 or 2.
replay-speed = { $moves }/s
replay-speed-label = Moves a second: { $moves }

## Watching computers

watch-pause = Pause
watch-play = Play
watch-back = Back
watch-back-label = One move back
watch-step = Step
watch-step-label = One move on
# $times: a number, such as 2 or 0.5.
watch-times = { $times }×
watch-speed = Speed: { $speed }
watch-paused = Paused
shortcut-pause = Pause (watching)
shortcut-step = One move on (watching)

## Handing a game on

share-open = Share
share-copy = Copy
share-moves = Moves
share-link = Link
share-position = Position
share-copy-position = Copy the position
share-qr = QR code
share-qr-label = Show the link as a QR code
share-qr-heading = Link as a QR code
share-qr-words = Scan this code with a phone to open the game there.
share-qr-too-long = The link is too long for a QR code that phones can read off this screen. Copy it instead.
share-qr-no-server = Phones can open the link only if it names a server. Choose one under Online.
share-back = Back
share-file = Save as a file
# $format: the name of a format, such as PGN.
share-save-as = Save as { $format }
# A printed board on which each square has the number of its move.
share-grid = Move grid
share-unfit = { $formats } cannot hold this game.
share-picture = Save a picture
share-pixels = { $pixels } px
share-size = { $pixels } pixels wide
share-animation = Animated GIF
share-making = Drawing the game

## What was wrong with a move

fault-gave-corner = { $count ->
    [one] gave { $opponent } the corner { $corners }
   *[other] gave { $opponent } the corners { $corners }
}
fault-left-corner = passed up the corner { $corner }
fault-loses-corner = let { $opponent } get to the corner { $corner }
fault-misses-corner = gave up the way to the corner { $corner }
fault-no-pass = let { $opponent } move, when { $opponent } could have been made to pass
fault-gave-mobility = { $count ->
    [one] left { $opponent } { $count } move instead of { $instead }
   *[other] left { $opponent } { $count } moves instead of { $instead }
}
fault-lost-mobility = { $count ->
    [one] left itself { $count } move instead of { $instead }
   *[other] left itself { $count } moves instead of { $instead }
}
fault-lost-top = { $count ->
    [one] ended with { $count } stable disc fewer on the top edge
   *[other] ended with { $count } fewer stable discs on the top edge
}
fault-lost-right = { $count ->
    [one] ended with { $count } stable disc fewer on the right edge
   *[other] ended with { $count } fewer stable discs on the right edge
}
fault-lost-bottom = { $count ->
    [one] ended with { $count } stable disc fewer on the bottom edge
   *[other] ended with { $count } fewer stable discs on the bottom edge
}
fault-lost-left = { $count ->
    [one] ended with { $count } stable disc fewer on the left edge
   *[other] ended with { $count } fewer stable discs on the left edge
}
fault-gave-top = { $count ->
    [one] let { $opponent } gain { $count } stable disc on the top edge
   *[other] let { $opponent } gain { $count } stable discs on the top edge
}
fault-gave-right = { $count ->
    [one] let { $opponent } gain { $count } stable disc on the right edge
   *[other] let { $opponent } gain { $count } stable discs on the right edge
}
fault-gave-bottom = { $count ->
    [one] let { $opponent } gain { $count } stable disc on the bottom edge
   *[other] let { $opponent } gain { $count } stable discs on the bottom edge
}
fault-gave-left = { $count ->
    [one] let { $opponent } gain { $count } stable disc on the left edge
   *[other] let { $opponent } gain { $count } stable discs on the left edge
}
fault-parity = { $count ->
    [one] moved first into a region of { $count } empty square, where { $opponent } moves last
   *[other] moved first into a region of { $count } empty squares, where { $opponent } moves last
}
fault-better-by = { $square } was better by { $discs }
fault-better-by-share = { $square } was better by { $percent } %
fault-better = { $square } was better
fault-nothing-better = nothing was better
fault-with-better = { $faults } ({ $better })

## Lesson

lesson-offer-heading = New to these discs?
lesson-offer-words = Learn about discs that never turn, wild discs, bombs and cut-ins by playing them.
lesson-offer-not-now = Not now
lesson-place = { $chapter }, page { $place } of { $count }
lesson-previous = Previous
lesson-next = Next
lesson-again = Again
lesson-pages = Pages
lesson-match = Match
lesson-choose-board = Choose a board
lesson-solved = Well done
lesson-missed = Not quite
# Who has the other discs, on a card beside the board.
lesson-opponent = Opponent

## Map of quests

quests-heading = Quests
quests-about = A way through the boards. Every quest has a goal and three opponents; stronger ones earn more stars. Three quests beyond those with a star are open.
quests-counted = { $earned } of { $of } stars
region-meadow = Meadow
region-village = Village
region-forest = Forest
region-river = River
region-mountains = Mountains
region-stars = Starry sky
quest-label = Quest { $number }: { $board }, { $stars } of 3 stars
quest-closed-label = Quest { $number }: { $board }, not open yet
quest-closed = –
quest-heading = Quest { $number }: { $board }
quest-player = You play { $player }
quest-goal-win = Win
quest-goal-lead = Win by { $least } discs or more
quest-goal-all = Win and leave the others no disc
quest-goal-within = Win within { $most } moves
quest-goal-fewest = Win with the fewest discs
quest-play = Play
quest-play-label = Play against { $opponent }
quest-about-help = Hints, analysis and undo leave one star at most.
quest-begun = Quest { $number }: { $goal }
quest-won = { $stars ->
    [one] Quest { $number }: 1 star
   *[other] Quest { $number }: { $stars } stars
}
stars-none = ☆☆☆
stars-one = ★☆☆
stars-two = ★★☆
stars-three = ★★★

## Card of a board

card-open = Board card
card-number = Board { $number }
card-author = By { $author }
card-traditional = tradition
card-first = { $player } moves first
card-squares = { $count } squares, { $empties } empty
card-random = { $count } random games
card-wins = { $count ->
    [one] 1 win, { $share } %
   *[other] { $count } wins, { $share } %
}
card-games = Games to look at
card-best = Best play found
card-widest = Widest win
card-wipe-out = Shortest wipe-out
card-game = { $outcome }, { $score }, { $count } moves
card-no-game = { $title }: none found
card-show = Look at it
card-show-label = Look at it: { $title }
card-none = This board has not been measured with this goal. Random games are counted, and the strongest player without a clock plays itself. It takes some seconds, on large boards a minute.
card-measure = Measure this board
card-stop = Stop measuring

## What a board is like

board-squares = { $count } squares.
board-cuts-in = { $count ->
    [one] { $player } cuts in at move { $moves }.
   *[other] { $player } cuts in at moves { $moves }.
}
board-never-turn = { $players } discs never turn.
board-scored = { $count ->
    [one] { $players } is scored.
   *[other] { $players } are scored.
}
board-in-turn = Take turns
board-cut-in = Cut in
board-bombs = { $count ->
    [one] { $count } bomb
   *[other] { $count } bombs
}
board-wild = { $count } wild
board-discs = { $count } { $disc }

editor-begins = { $count ->
    [one] { $player } begins with { $count } legal move.
   *[other] { $player } begins with { $count } legal moves.
}
editor-begins-after-passes = { $count ->
    [one] { $player } begins with { $count } legal move, because { $skipped } must pass.
   *[other] { $player } begins with { $count } legal moves, because { $skipped } must pass.
}

## CPU players

# The names, then what each is like.
cpu-name-random = Random
cpu-name-first = First Square
cpu-name-minimum = Minimum
cpu-name-maximum = Maximum
cpu-name-slow-starter = Slow Starter
cpu-name-greedy = Greedy
cpu-name-edges = Edges
cpu-name-quiet = Quiet
cpu-name-openness = Openness
cpu-name-phases = Three Phases
cpu-name-weights-1 = Weights 1
cpu-name-weights-2 = Weights 2
cpu-name-weights-3 = Weights 3
cpu-name-monte-carlo = Monte Carlo
cpu-name-loser = Loser
cpu-name-first-steps = First Steps
cpu-name-child = Child
cpu-name-pupil = Pupil
cpu-name-newcomer = Newcomer
cpu-name-hobby = Hobby Player
cpu-name-regular = Regular
cpu-name-enthusiast = Enthusiast
cpu-name-club-novice = Club Novice
cpu-name-club = Club Player
cpu-name-club-captain = Club Captain
cpu-name-club-champion = Club Champion
cpu-name-town-champion = Town Champion
cpu-name-regional-champion = Regional Champion
cpu-name-national-champion = National Champion
cpu-name-continental-champion = Continental Champion
cpu-name-grandmaster = Grandmaster
cpu-name-world-champion = World Champion
cpu-name-machine = Machine
cpu-name-sage = Sage
cpu-name-oracle = Oracle
cpu-name-beginner = Beginner
cpu-name-casual = Casual
cpu-name-steady = Steady
cpu-name-skilled = Skilled
cpu-name-expert = Expert
cpu-name-master = Master
cpu-name-legend = Legend

cpu-about-random = Plays any legal move
cpu-about-first = Plays the first legal square, row by row
cpu-about-minimum = Captures as few discs as it can
cpu-about-maximum = Captures as many discs as it can
cpu-about-slow-starter = Captures few discs until a tenth of the squares is filled, then many
cpu-about-greedy = Takes corners, otherwise the most discs
cpu-about-edges = Takes corners and edges, and avoids squares beside empty corners
cpu-about-quiet = Plays where few squares are empty, and avoids squares beside corners
cpu-about-openness = Turns discs that are well surrounded
cpu-about-phases = Seeks moves at first, then corners and edges, and discs at the end
cpu-about-weights-1 = Weighs squares and safe discs, looking one ply past its move
cpu-about-weights-2 = Weighs squares and safe discs, looking two plies past its move
cpu-about-weights-3 = Weighs squares and safe discs, looking three plies past its move
cpu-about-monte-carlo = Tries every move in many random games
cpu-about-loser = Plays to own as few discs as it can
cpu-about-first-steps = Plays its first games and sees little
cpu-about-child = Knows the rules and likes to turn discs
cpu-about-pupil = Has heard that corners are good
cpu-about-newcomer = Stays away from the worst squares
cpu-about-hobby = Plays now and then, without much of a plan
cpu-about-regular = Plays every week and looks at the reply
cpu-about-enthusiast = Has read a book about it
cpu-about-club-novice = New at the club: keeps its moves open
cpu-about-club = Knows why having few moves is bad
cpu-about-club-captain = Plans three moves ahead and misses few
cpu-about-club-champion = Plays the endgame by counting
cpu-about-town-champion = Rarely gives anything away
cpu-about-regional-champion = Punishes every slip
cpu-about-national-champion = Beats nearly everybody
cpu-about-continental-champion = Hardly ever misjudges a move
cpu-about-grandmaster = Sees eight plies, and the last sixteen squares
cpu-about-world-champion = Plays as well as any human ever has
cpu-about-machine = Better than any human: plays the last twenty squares perfectly
cpu-about-sage = Looks deeper than anybody could follow
cpu-about-oracle = Has no limit but the clock
cpu-about-beginner = For a first game: sees little and errs often
cpu-about-casual = Knows the rules and takes what is near
cpu-about-steady = Looks a move ahead
cpu-about-skilled = Looks a few moves ahead
cpu-about-expert = Plans ahead and gives little away
cpu-about-master = Plays tens of thousands of games in its head before each move
cpu-about-legend = The strongest; thinks for up to two seconds

# $reason: a sentence, as below.
cpu-stuck = { $player } could not choose a move. { $reason }
cpu-take-over = Take over
cpu-guesses =
    The CPU’s program could not be loaded. Until then, CPU players are weaker than their names suggest. The game tries
    again at every move.
# The page then draws Japanese with the browser's own font.
japanese-font-lost =
    The Japanese font could not be loaded, so your browser’s own is used. The game tries again with the next text.
# The file of a network is fetched from the page's server when a level first thinks about its board.
cpu-network-lost =
    The data that levels need for this board could not be loaded. Until then, they are weaker than their names suggest.
    The game tries again at every move.
cpu-network-came = The levels play at their full strength again.
cpu-unsuited = { $cpu } cannot play this board.
cpu-nobody-beside = The CPU’s program is not running.
cpu-unreadable = The game so far cannot be read.
cpu-failed = Its program has failed.
cpu-no-thread = The system could not start a thread for it: { $reason }.

## Moves, as they are told to players who do not see the board

told-played = { $count ->
    [one] { $player } played { $square } and turned { $count } disc.
   *[other] { $player } played { $square } and turned { $count } discs.
}
told-passed = { $player } passed.
told-cut-in = { $count ->
    [one] { $player } cut in on { $square } and turned { $count } disc.
   *[other] { $player } cut in on { $square } and turned { $count } discs.
}
told-exploded = { $count ->
    [one] { $player } played { $square }, and a bomb exploded: { $count } disc gone.
   *[other] { $player } played { $square }, and a bomb exploded: { $count } discs gone.
}
told-cut-in-exploded = { $count ->
    [one] { $player } cut in on { $square }, and a bomb exploded: { $count } disc gone.
   *[other] { $player } cut in on { $square }, and a bomb exploded: { $count } discs gone.
}

## What screens and squares are called where they are spoken, and what is said of a match

spoken-board = Board
spoken-title = Title
spoken-new-game = New game
spoken-match = Match
spoken-review = Review
spoken-editor = Board editor
spoken-room = Room
spoken-hole = hole
spoken-empty = empty
spoken-legal = legal move
spoken-value = value { $value }
spoken-last = last move
spoken-taken-back = Undone. Move { $number } is next.
spoken-another-match = The board is set up.
spoken-count = { $player } { $count }
# The same in a match with time.
spoken-count-time = { $player } { $count } with { $time } left
spoken-little-time = { $count ->
    [one] { $player } has less than { $count } second left.
   *[other] { $player } has less than { $count } seconds left.
}
# How much time is left, for whoever asks. $time is made of the times below, such as “3 minutes and 5 seconds”.
spoken-time-left = { $player } has { $time } left.
spoken-period-left = { $player } has { $time } left for this move.
spoken-no-clock = This match has no clock.
spoken-time = { $larger } and { $smaller }
spoken-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
spoken-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
spoken-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
spoken-sentence = { $words }.
spoken-separator = ,{" "}
spoken-final-count = Final count: { $counts }.

## The pages of the lesson

# A page has a heading, the task, and what is said when it is solved. Where a move can miss the point, that is said too.
learn-begin = Begin
learn-contents = All pages
learn-chapter-rules = Rules
learn-chapter-strategy = Strategy
learn-chapter-boards = Other boards
learn-chapter-colour = Colour reversi

learn-heading-move = Your first move
learn-task-move = You play Black. Place a disc so that a white one lies in a straight line between it and another black disc.
learn-solved-move = The white disc was caught between two of yours and turned black. Every move must capture at least one disc.
learn-heading-flip = Eight directions
learn-task-flip = One move captures along every line at once: across, up and down, and diagonally. Place a disc in the middle.
learn-solved-flip = One disc has turned eight. Before you move, look in all eight directions.
learn-heading-pass = Passing
learn-task-pass = A player who can capture nothing has to pass. Capture the white disc at the top, and watch White’s turn.
learn-solved-pass = White could capture nothing and passed, so you moved twice in a row. If you can capture, you may not pass.
learn-missed-pass = White still had a move. Start with the white disc at the top.
learn-heading-end = The end of the game
learn-task-end = Three squares are empty. Play on until nobody can move.
learn-solved-end = Nobody can move any more, so the game is over. The most discs win, and you have more than White.
learn-heading-corner = Corners
learn-task-corner = Nothing lies beyond a corner, so a disc there can never be captured. Take the corner.
learn-solved-corner = Nobody can capture your corner, or the discs in a row with it. White had to move elsewhere.
learn-missed-corner = That captures too, but a corner is worth more than many discs. Take it while it is free.
learn-heading-beside = Next to a corner
learn-task-beside = All corners are empty. A disc diagonally next to one gives it away. Find another move.
learn-solved-beside = White can reach no corner. Leave the square diagonally next to an empty corner to the other side.
learn-missed-beside = White has taken the corner, and you can never take it back.
learn-heading-mobility = Mobility
learn-task-mobility = With few moves to choose from, White must play a bad one sooner or later. Find the move that leaves White only one.
learn-solved-mobility = White had only one move, and it gave you the corner. You turned just one disc for that.
learn-missed-mobility = Now White has several moves to choose from. Often the move that turns few discs is the better one.
learn-heading-parity = The last move
learn-task-parity =
    Near the end, empty squares lie in groups: here a single one and a pair. The last move in a group is worth most.
    Make White open the pair.
learn-solved-parity = You filled the single square, White had to open the pair, and you closed it. You win 20–16.
learn-missed-parity =
    You opened the pair, White took the single square, and you had to pass. White filled the rest and wins 27–9.
learn-heading-fewest = Fewest discs
learn-task-fewest = You can also play for the fewest discs. The moves are the same. Find the one that leaves you with fewer.
learn-solved-fewest = You have 7 discs and White has 9. Here that is a win.
learn-missed-fewest = You have 11 discs and White has 5. Here that is a loss.
learn-heading-holes = Boards with holes
learn-task-holes = On some boards squares are missing. A hole ends a line just as the edge does. Capture a row.
learn-solved-holes = The other row was safe: it ends at a hole, and no disc can be placed there.
learn-heading-three = Three players
learn-task-three = Here Black, White and Ash take turns, and everybody can capture everybody’s discs. Make two moves.
learn-solved-three = White and Ash moved between your turns. The list always shows who comes next.
learn-heading-colours = Discs of many colours
learn-task-colours = White discs and ash discs turn alike, whoever captures them. Capture this row.
learn-solved-colours = All of them are yours now. Some discs of colour reversi do something else, as the next pages show.
learn-heading-stay = Some never turn
learn-task-stay = A disc with an inner ring never turns. Capture this row and watch the cyan and yamabuki discs.
learn-solved-stay = They were captured and rocked, but did not turn. It still counts as a capture.
learn-heading-wild = Green is wild
learn-task-wild = You have no disc on this board. But green is wild: it stands in for the player to move. Use it.
learn-solved-wild =
    Green stood in for your disc and is green again: the next player may use it against you. If there are several on a
    line, the farthest one counts; but a disc of your own at the end comes first.
learn-heading-bomb = Red is a bomb
learn-task-bomb = There is a bomb in one of your two lines. Capture it. Point at the square to see what will happen.
learn-solved-bomb =
    A captured bomb destroys every captured disc on every line, the discs at the ends of those lines, and the disc you
    placed, whose square is empty again. All other discs stay.
learn-heading-cut-in = Somebody cuts in
learn-task-cut-in =
    White is next after you. But look at the list of turns: Cyan cuts in first. Play, and wait a moment.
learn-solved-cut-in =
    Cyan moved out of turn; White was only delayed. The list always shows the next turns, so cut-ins never come as a
    surprise.

## Before the players begin

match-draws-start = Drawing a start …
swap-question = { $player }, take over { $other }’s side?
swap-question-theirs = { $player } may take over { $other }’s side
swap-question-yours = Take over { $other }’s side?
swap-take = Play { $other }
swap-stay = Stay { $own }
swap-taken = { $player } takes over { $other }’s side
swap-taken-yours = Your opponent takes over { $other }. You play { $own } now
swap-kept = { $player } stays { $own }

## New game

new-game-heading = New game
new-game-board = Board
new-game-players = Players
new-game-yours = Your boards
shelf-colour = Colour reversi
shelf-classic = Classic
shelf-own = Our own boards
shelf-steps = Step by step to colour
shelf-two = Other boards for two
new-game-drawn = Drawn anew each time
board-drawn = { $kind } { $seed }
drawn-number = Number of the board
drawn-copy = Copy
drawn-copy-label = Copy number
drawn-another = Draw another
new-game-editor = Board editor
new-game-choose-board = Board: { $board }
new-game-back = Back
new-game-start = Start
new-game-replaces-match = Starting ends your unfinished game
board-unknown = No board is called “{ $key }”.

# What two players agree on.
sides-heading = Colours
sides-yours = Your colour
sides-as-seated = As seated
sides-random = Random
sides-alternate = Alternate
sides-swap = Swap after two moves
sides-swap-about = After two moves, the player who moved second may take over the other side.
new-game-more = More …
new-game-less = Less
new-game-more-label = More choices
start-heading = Start
start-normal = Normal
start-xot = XOT
start-even = Random
start-about = XOT draws one of 10,784 even openings of eight moves.
# $plies is a whole number.
start-even-about = Random plays { $plies } chance moves that leave the game about even.
corners-heading = Corners for Black
corners-none = None
corners-about = A head start: Black owns corners before the first move.

seat-human = Human
seat-human-about = Plays at this screen
seat-cpu = CPU
seat-remote = Online
seat-choice = { $player }: { $seat }
seat-name = { $player }’s name
seat-cpu-of = CPU player for { $player }
# $rating: how strong a CPU player is, in points above random play, a whole number.
seat-elo = { $rating } Elo
# The same where it cannot be seen: $strength of $most dots are filled, and $elo is seat-elo.
seat-strength = Strength { $strength } of { $most }.
seat-strength-elo = Strength { $strength } of { $most }, { $elo }.
seating-one-human = Me against computers
seating-watch = Watch computers
seating-all-human = All human

# The clock: how much time everybody has. $count, $minutes, $seconds and $base are whole numbers.
clock-heading = Clock
clock-about = A time for the match grows with each move. Whoever runs out of time loses. CPU players keep to it too.
clock-about-room = A time for the match grows with each move. Whoever runs out of time loses.
clock-none = No clock
clock-seconds-a-move = { $count } s a move
clock-minutes-a-move = { $count } min a move
clock-days-a-move = { $count ->
    [one] { $count } day a move
   *[other] { $count } days a move
}
clock-minutes-and-seconds = { $minutes } min + { $seconds } s
clock-seconds-and-seconds = { $base } s + { $seconds } s
# With byo-yomi: a time for the match, and once it is used up, a time for each move.
clock-minutes-then-seconds = { $minutes } min, then { $seconds } s a move
clock-seconds-then-seconds = { $base } s, then { $seconds } s a move
# The choice of a clock that the player composes, and its parts.
clock-own = Own…
own-clock-increment = Adds time
own-clock-byo-yomi = Byo-yomi
own-clock-main = Main time
own-clock-move = For each move
own-clock-seconds = { $count } s
own-clock-minutes = { $count } min
own-clock-increment-about = Each move adds its time to the main time.
own-clock-byo-yomi-about = Once the main time is used up, each move has its own time. What is left of it is not kept.

option-motion = Motion
option-cpu-waits = Computer’s pause
option-cpu-time = Thinking time
option-cpu-time-own = Its own
option-typing-waits = Wait after a letter
option-colours = Disc colours
option-mark-legal-squares = Show legal moves
option-language = Language
option-as-system = System
option-seconds = { $seconds } s
sound-all = Volume
sound-discs = Discs
sound-game = Game
sound-clock = Clock
sound-buttons = Buttons
sound-mute = Mute
sound-mute-out-of-sight = Mute while out of sight
sound-percent = { $percent } %
option-choice = { $option }: { $choice }
option-speed = Speed
speed-percent = { $percent } %
motion-turn = Turn
motion-slide = Slide
motion-fade = Fade
motion-none = None
palette-default = Classic
palette-high-contrast = High contrast
palette-published = Published

## The settings

settings-heading = Settings
settings-look = Look
settings-motion = Motion
settings-board = Board
settings-sound = Sound
settings-language = Language
settings-keys = Keys
settings-data = Data
settings-back = Back
settings-data-about = Settings are kept on this device. A file takes them to another one.
settings-export = Save settings to a file
settings-import = Load settings from a file
settings-import-in-window = You can also drop such a file on the window, or start the game with it: irogaeshi FILE.
settings-reset = Reset all settings
settings-reset-heading = Reset all settings?
settings-reset-words = Look, sounds, language and everything else return to their defaults. Matches and boards stay.
settings-reset-keep = Keep them
settings-reset-all = Reset
settings-exported = Your settings are saved in { $place }
settings-not-exported = Your settings could not be saved to a file: { $reason }
settings-imported = Settings loaded from { $name }
settings-file-empty = There are no settings in it.
option-symbols = Disc symbols
symbols-always = Always
symbols-many-colours = 3 colours or more
symbols-never = Never
option-text-size = Text size
option-counts = Show disc counts

## CPU players to choose from

picker-heading = Who plays { $player }?
picker-close = Close
# Heading above the human at this screen.
picker-here = At this screen
picker-programs = Programs on this computer
picker-levels = Levels, weakest first
picker-elo = Random play has 0 Elo. Yours is in the statistics.
picker-characters = Characters

## Other programs as opponents

settings-programs = Programs
programs-about =
    Other reversi programs on this computer can be opponents on the ordinary board, if they speak GTP or the NBoard
    protocol.
programs-add = Add a program
programs-none = Programs such as Edax or NTest can play here. Add them in the settings.
# Where the game runs in a browser.
programs-on-desktop = Programs such as Edax or NTest can be opponents in the desktop game, but not in a browser.
# $command: as typed by the player. $seconds: the time limit of a move.
program-about = { $seconds } s a move · { $command }
program-try = Try
program-try-label = Try { $program }
program-change = Change
program-change-label = Change { $program }
program-remove = Remove
program-remove-label = Remove { $program }
program-removed = { $program } is removed.
program-undo = Undo
program-change-heading = Change the program
program-command = Protocol and command
program-command-about = Begin with gtp:, nboard: or board:, then write the command. Put paths with spaces in double quotes. A program after board: is started for each move, reads the board and writes the column and row of its move.
program-name = Name
program-name-about = Shown on its card. Left empty, it is that of the file.
program-limit = Time for a move
program-limit-about = A program that takes longer loses the match.
program-cancel = Cancel
program-save = Save and try

program-no-protocol = Begin with gtp:, nboard: or board:, such as gtp:edax -gtp.
program-no-command = The command is missing after the colon.
program-not-a-limit = “{ $limit }” is not a limit. A limit is a time such as 2s or a depth such as d12.
program-gtp-no-depth = GTP cannot set a depth. Pass it to the program as one of its arguments.
program-board-no-limits = A program that gets the board knows no limits. Pass them as its arguments.
program-gtp-whole-seconds = GTP knows only whole seconds.

program-trying = Waiting for its first move …
# $name: as the program calls itself. $time: in milliseconds.
program-answered = { $name } answered { $square } in { $time } ms.
program-answered-unnamed = It answered { $square } in { $time } ms.
program-not-found = There is no such program. Check its path.
# $reason: the system's, in its language. The same holds for $status below, the end of the program.
program-cannot-start = It could not be started: { $reason }
program-ended = It ended by itself: { $status }
program-silent = It did not answer within { $seconds } s.
# $line: what the program wrote.
program-other-language = It is not a program for { $protocol }. It wrote “{ $line }”.
program-unreadable = Its answer cannot be read: { $reason }
program-refuses = It refused “{ $command }”: { $answer }
program-bad-move = It answered “{ $answer }”, which is not a move.
program-no-move = It gave no move.
program-not-registered = It is not registered on this computer.
# Name of a program that is not registered. $name: from the record of the match.
program-unregistered = { $name } (missing)

program-late = { $program } did not move within { $seconds } s and loses.
program-illegal = { $program } played { $answer }, which is not a legal move, and loses.
program-resigns = { $program } resigns.
program-trouble-heading = { $program } does not play
program-trouble-again = Try again
program-trouble-other = Another player
# In place of whose move it is.
program-stuck = The program does not play. The menu offers another player.

## More of a match

match-fewest-win = { $board }, fewest discs win
match-free-passes = { $board }, free passes
# On the page: two tabs have continued the same match.
match-in-two-tabs =
    This match is open in another tab as well. Each tab goes on with a copy of its own, and both are kept.
# A CPU player whose network could not be loaded.
match-seat-weaker = { $cpu }, weaker for now
match-not-scored = { $seat }, not scored
turn-cuts-in = cuts in
turn-now = now

## The player's own boards

library-heading = Your boards
library-open-heading = Open a board
library-how-on-page = Drop a board file on the page, or choose one.
library-how-by-touch = Choose a file to open the board in it.
library-how-in-window = Drop a board file on the window, choose one, or start the game with it: irogaeshi FILE.
library-place = Boards that you opened or drew are saved in { $place }.
library-place-browser = Boards that you opened or drew are saved in this browser.
library-from-file = Open a file
file-dialog-none = This system has no file dialog. Drop the file on the window instead.
file-dialog-fails = The file dialog could not be opened: { $reason }. Drop the file on the window instead.
library-close = Close
library-close-label = Close the list
library-empty-board = Empty board
library-download = Download
library-download-board = Download { $name }
library-remove = Delete
library-remove-board = Delete { $name }
library-open-board = Open { $name }
library-unreadable = ✗ { $file }: { $problem }
library-more = … and { $count } more, which are not shown. Delete some to see them.
library-none = There are none yet.
library-delete-question = Delete “{ $name }” permanently?
library-delete = Delete

## Saving

# First what is not saved, then why, then what the game does about it.
save-not-settings = Your settings are not saved.
save-not-setup = Your choices for a new match are not saved.
save-not-rooms = Your choices for a new room are not saved.
save-not-match = Your match is not saved.
save-not-draft = Your board in the editor is not saved.
save-not-board = “{ $name }” is not saved.
save-browser-full = The browser’s storage is full.
save-disk-full = The disk is full.
save-read-only = The game’s data folder is read-only.
save-denied = Permission denied: check the permissions of the game’s data folder.
save-no-folder = The game’s data folder cannot be created.
save-switched-off = The browser does not let this page save anything.
save-goes-with-tab = Your match and your settings are lost when you close this tab.
save-busy = Another copy of the game is saving.
save-not-a-file = A folder, or something else that is not a saved file, is in its place.
save-other = The system says: { $reason }.
save-keeps-trying = You can play on: the game keeps trying.
save-board-keeps-trying = The game keeps trying until you close it.
save-works-again = Saving works again. Everything is saved.
save-aside-settings = Your settings could not be read. They are still there, as { $place }.
save-aside-setup = Your choices for a new match could not be read. They are still there, as { $place }.
save-aside-rooms = Your choices for a new room could not be read. They are still there, as { $place }.
save-aside-match = A saved match could not be read. It is still there, as { $place }.
save-aside-draft = The board that was in the editor could not be read. It is still there, as { $place }.
save-newer-match = Your last match was saved by a later version of the game. This version cannot open it and leaves it as it is.
save-unread-settings = Your settings could not be read this time.
save-unread-setup = Your choices for a new match could not be read this time.
save-unread-rooms = Your choices for a new room could not be read this time.
save-unread-match = A saved match could not be read this time.
save-unread-draft = The board that was in the editor could not be read this time.
save-nothing-changed = Nothing was changed.
save-board = Saved to your boards: { $place }.
save-board-beside =
    Another board was saved as “{ $name }” in the meantime. Both are saved; this one is { $place }.
save-board-browser = Saved to your boards, in this browser.
save-board-beside-browser =
    Another board was saved as “{ $name }” in the meantime. Both are saved, in this browser.
save-board-removed = “{ $name }” was deleted.
save-board-changed = “{ $name }” was changed in the meantime, so it was not deleted.
save-board-not-removed = “{ $name }” was not deleted.

## Board editor

draft-name = My board
draft-copy-name = My { $board }
editor-back = Back
editor-undo = Undo
editor-redo = Redo
editor-open = Open
editor-save = Save
editor-play = Play
editor-name-taken = There is another board called “{ $name }”.
editor-replace = Replace it
editor-sheet = Sheet: { $sheet }
sheet-paint = Paint
sheet-size = Size
sheet-players = Players
sheet-cut-ins = Cut-ins
sheet-tints = Tints
sheet-name = Name

editor-how-to-paint =
    Drag to paint, with the other mouse button to erase. On the keyboard, move with the arrows and paint with Space or a
    paint’s letter.
editor-paint = Paint: { $cell }
cell-hole = hole
cell-empty = empty square
# Tints of squares, and kinds of holes.
tint-none = no tint
tint-strong = strong { $hue }
tint-soft = soft { $hue }
tint-red = red
tint-orange = orange
tint-yellow = yellow
tint-green = green
tint-teal = teal
tint-blue = blue
tint-violet = violet
tint-pink = pink
hole-water = hole with water
hole-rock = hole with rock
hole-hedge = hole with a hedge
editor-about-tints = Tints change only the look of the board.
editor-symmetry = Symmetry: { $symmetry }
symmetry-none = none
symmetry-sides = Left and right
symmetry-ends = Top and bottom
symmetry-both = Both axes
symmetry-half-turn = Half turn
symmetry-quarter-turns = Quarter turns
symmetry-all = All eight
editor-next-player = Change player in each copy
editor-fill = Fill areas
editor-fill-label = Fill areas (F)

editor-columns = Columns
editor-rows = Rows
editor-one-fewer = { $of }: one fewer
editor-one-more = { $of }: one more
editor-move-all = Move all
editor-move-left = Move all: left
editor-move-right = Move all: right
editor-move-up = Move all: up
editor-move-down = Move all: down
editor-no-discs = Clear discs
editor-no-holes = Fill holes

# $place: a place in turn order, from 1.
editor-in-turn = { NUMBER($place, type: "ordinal") ->
    [one] { $place }st in turn
    [two] { $place }nd in turn
    [few] { $place }rd in turn
   *[other] { $place }th in turn
}
editor-cuts-in = cuts in
editor-stays-out = sits out
editor-makes-move = makes move { $number }
editor-turns = Turns
editor-takes-turns = { $player }: takes turns
editor-cut-in = Cuts in
editor-may-cut-in = { $player }: cuts in
editor-scored = Scored
editor-is-scored = { $player }: is scored
editor-earlier = { $player }: one turn earlier
editor-whose-turn = Whose discs turn when they are captured:
editor-discs-turn = { $player }: discs turn
editor-cut-in-by = Cut-in { $number }: { $by }
editor-cut-in-remove = Cut-in { $number }: remove
editor-nobody-left = Everybody takes turns: nobody is left to cut in.
editor-what-cut-ins-are =
    A player who cuts in makes one move of the game out of turn. The player who was delayed moves next.
editor-add-cut-in = Cut-in: { $player }
editor-add = + { $player }
editor-name = Board name
editor-name-hint = Its name
editor-about = About the board
editor-about-hint = The board in one line
editor-free-passes = Free passes
editor-free-passes-label = Free passes: players may pass although they can move
editor-about-free-passes =
    With free passes, players may pass instead of placing a disc. The game also ends when all pass in a row.
editor-copy = Copy as text
editor-paste = Paste
editor-paste-label = Paste a board (Ctrl+V)
editor-pasted = “{ $name }” was pasted.
editor-not-pasted = This cannot be pasted. { $problem }
editor-pasted-game = It is a game, not a board.

## The page around the game

# web/assemble.mjs writes these into the page, into its manifest, and into the list that its scripts read. Each is one
# line, and has no more than places such as { $percent }.

# Why a server refuses something in a room.
room-has-changed = Something has changed in the meantime. Please try again.
room-illegal = A disc cannot be placed on { $square } now.
room-illegal-pass = You cannot pass now.
room-out-of-time = Your time was up before the move arrived.
room-closed = The room is closed.
room-no-match = No match is being played.
room-match-goes-on = That can be done when the match is over.
room-match-over = The match is over.
room-not-over = The match is not over yet.
room-seat-taken = { $player } is already taken.
room-no-such-seat = { $player } does not play on this board.
room-seat-empty = Nobody plays { $player } yet.
room-locked = The room is locked: nobody else can sit down.
room-not-seated = You are watching. Take a seat first.
room-not-your-seat = Somebody else plays { $player }.
room-not-host = Only the host of the room can do that.
room-no-such-cpu = This CPU player cannot play here. Choose another one.
room-already = That has already been done.
room-nothing-to-take-back = There is no turn to take back.
room-nothing-to-answer = That question is no longer open.
room-nobody-to-ask = There is nobody to ask.
room-too-often = You have made too many requests in this match. You can still move and resign.
room-fixed-clock = No time can be added to the clocks of this match.
room-only-moves = The room’s record is nearly full. You can only move or resign now.
room-not-away = That player is back.
room-too-early = That player has not been away for long enough yet.
room-refused = The server did not accept that.
room-nobody-can-move = Nobody can move on this board.
room-clock = The server does not allow a clock this long or this short.
room-start = This start does not suit this board.
room-start-not-drawn = The start is still being drawn.
room-side-not-chosen = A side has to be chosen first.
room-swap = Only two players can swap sides.
room-absence = The server does not allow this waiting time for players who are away.
room-full = The room is full. Please try again later.
room-not-found = There is no such room any more. Ask for a new link.

# What goes wrong with online play.
online-no-server = Choose a server first.
online-unreachable = The server does not answer. The game keeps trying.
online-no-server-here = No server for online play answers at this address. The game keeps trying.
online-no-answer = The server is there, but does not answer. The game keeps trying.
online-flood = The server sent far more than a game needs, so the game closed the connection.
online-other-version = The game and the server do not understand each other: one of them is older. Please update both.
online-too-large = The server does not accept a board this large.
online-too-many-rooms = You have made many rooms. Please use one of them, or try again later.
online-server-full = The server has no space for more rooms. Please try again later.
online-too-fast = Too much was sent to the server in a short time. Please try again in a moment.
online-too-slow = The game took too long to answer the server. Please try again.
online-move-refused = Your move was taken back. { $reason }
online-not-kept = You will lose your seat if you close the game. { $reason }

# The page and its manifest.
page-title = Irogaeshi: reversi
page-name = Irogaeshi
page-description = Reversi in the browser: play against the computer or a friend.

# Loading.
page-loading = Loading
page-loading-label = Loading the game
page-loading-percent = Loading, { $percent }%
page-starting = Starting

# What a browser lacks.
page-no-script = Irogaeshi is a game for the browser. It needs JavaScript, WebAssembly and WebGL 2. Please allow JavaScript for this page and load it again.
page-no-webassembly-title = This browser cannot run the game
page-no-webassembly-text = It has no WebAssembly, or WebAssembly is switched off. Please use a current Firefox, Chrome, Edge or Safari.
page-too-old-title = This browser is too old for the game
page-too-old-text = The game needs more than this browser offers. A current Firefox, Chrome, Edge or Safari will play it.
page-no-webgl-title = The game cannot draw here
page-no-webgl-text = It draws with WebGL 2, which this browser does not offer. Often hardware acceleration is switched off in the browser’s settings, or the graphics driver is out of date.

# What goes wrong.
page-download-failed-title = The download did not finish
page-download-failed-text = The game could not be loaded completely. Please check the connection and try again.
page-damaged-title = The download is damaged
page-damaged-text = A file of the game arrived changed: the connection, the server or something in between altered it. Please try again.
page-stopped-title = The game stopped
page-stopped-text = An error inside the game ended it. That is our mistake, not yours.
page-picture-lost-title = The picture was lost
page-picture-lost-text = The browser took the graphics away from the game. This can happen after sleep, or when memory is short.
page-match-saved = Your match is saved: reload the page to go on with it.
page-match-not-saved = Please reload the page.
page-try-again = Try again
page-retry = Retry
page-reload = Reload
page-details = Details

# The mirror, for screen readers.
page-update-label = New version
page-update-ready = A new version is ready.
page-update-now = Update
page-update-later = Later
page-commands-label = Commands
page-names-label = Names
page-sliders-label = Sliders
page-question-label = Question
page-picture-label = Picture of the game; everything in it is also in the controls beside it

## Online play: where players find each other

lobby-heading = Play online
lobby-play = Play somebody
lobby-make = Make a room
lobby-change = Change
lobby-change-label = Change the board and the clock
lobby-match-goes-on = Your match goes on.
lobby-entering = Entering the room …
online-your-name = Your name
join-heading = Join by code or link
join-link = Code or link
join-enter = Join
join-enter-label = Join the room
join-other-page = This link leads to { $server }. Open it in your browser instead.
elsewhere-heading = Go to another server?
elsewhere-words = This link leads to { $server }. The game will use that server from now on.
elsewhere-stay = Stay here
elsewhere-go = Go there
join-not-a-link = This is not a room. A code has eight letters and digits, and a link ends with one.
server-address = Server
server-example = play.example.org
server-use = Connect
server-use-label = Connect to the server
server-use-again = Connect to { $server } again
server-needed = Enter the address of a server to play with others. Whoever runs it can tell you.
server-not-private =
    The connection to this server is not encrypted. Others on the way can read it, and even play in your place. If
    its address works with https:// as well, use that.
server-not-an-address = This is not an address. An address looks like https://play.example.org or 192.168.1.20:7878.
local-heading = Play in this network
local-about = This computer can be the server. Others in your network then play with you.
local-start = Start a server here
local-missing = The program “irogaeshi-server” is missing. Get it where you got the game, put both into one folder, and try again.
local-starting = Starting …
local-open = Others in your network open this address in a browser, or scan the picture.
local-enter = Others in your network enter this address as their server, under Online.
local-no-network =
    The server is running, but this computer is not in a network now, so only this computer can play there.
local-failed = The server cannot be started here.
local-copy = Copy the address
local-stop = Stop the server
local-on-page = This page plays with the server that it comes from. A page cannot start one: start a server on a computer, and open its address here.
connection-off = Not connected
connection-opening = Connecting …
connection-open = Connected to { $server }
connection-trying = No connection. Trying again …
connection-lost = No connection. Next try in { $seconds } s.
rooms-heading = Public rooms
rooms-none = Nobody is waiting now. Play somebody, and your room is listed here for others.
rooms-no-server = Without a server there are no rooms.
rooms-lost = The rooms are listed here once the connection is back.
rooms-connecting = Looking for rooms …
rooms-free = free:
rooms-nobody-yet = Nobody is there yet
rooms-who = { $count ->
    [one] { $players } is waiting
   *[other] { $players } are there
}
rooms-join = { $count ->
    [one] Join { $board }, { $clock }: { $who }, { $count } seat free
   *[other] Join { $board }, { $clock }: { $who }, { $count } seats free
}

## A new room

new-room-heading = New room
new-room-part = Room
new-room-seats = Seats
new-room-who = Who can come
new-room-by-link = Only with the link
new-room-public = Everybody
new-room-make = Make the room
new-seat-open = Open
new-seat-mine = Mine

## A room before its match

room-facts = { $clock } · { $found }
# $start is the name of a start above. $count corners belong to Black from the beginning.
room-terms-swap = { $terms } · swap after two moves
room-terms-start = { $clock } · { $start }
room-terms-corners = { $count ->
    [one] { $clock } · { $count } corner for Black
   *[other] { $clock } · { $count } corners for Black
}
room-leave = Leave
room-leave-label = Leave the room
room-ready = Ready
room-not-ready = Not ready
room-seats-taken = All seats are taken. You can watch.
room-is-locked = The room is locked. You can watch.
room-take-a-seat = Take a seat, or watch.
room-press-ready = Press Ready to begin.
room-waits-for-players = { $count ->
    [one] Waiting for { $count } more player
   *[other] Waiting for { $count } more players
}
room-waits-for-ready = Waiting for { $players }
room-watching = { $count } watching
room-seat-free = { $player } is free
room-seat-cpu = CPU player
room-seat-you = You
room-seat-host = Host
room-seat-ready = ready
room-seat-not-ready = not ready
room-seat-away = away
room-seat-parts = { $before } · { $next }
room-sit = Sit here
room-sit-label = Sit down as { $player }
room-get-up = Get up
room-remove = Remove
room-remove-label = Remove { $player }
room-fill = Fill with CPU players
room-lock = Lock
room-unlock = Unlock
room-close = Close the room
invitation-heading = Invite others
invitation-words = Send them the link, let them scan the picture, or tell them the code.
invitation-copy = Copy the link
clipboard-copied = Copied
clipboard-failed = It could not be copied.

## What is said of a room to whoever does not see it

news-lost = The connection is lost. The game tries to get it back.
news-back = The connection is back.
news-said = { $player } says: { $words }
news-sat-down = { $name } sits down as { $player }.
news-left = { $name } has left.
news-cpu = { $name } plays { $player }.
news-away = { $name } is away.
news-here = { $name } is back.
news-ready = { $name } is ready.
news-rematch = { $name } wants another match.
news-advice = { $name } agrees to hints.
news-takeback = { $name } asks to undo.
news-draw = { $name } offers a draw.
room-time-given = { $count ->
    [one] { $player } gives you a minute.
   *[other] { $player } gives you { $count } minutes.
}

## What humans in a room say to each other

reactions-heading = Say something
reactions-mute = Hide what others say
reactions-unmute = Show what others say
reaction-hello = Hello!
reaction-good-luck = Good luck!
reaction-have-fun = Have fun!
reaction-well-played = Well played!
reaction-good-game = Good game!
reaction-thank-you = Thank you!
reaction-sorry = Sorry!
reaction-one-moment = One moment, please
reaction-must-go = I have to go
reaction-another-match = Another match?
reaction-applause = Bravo!
reaction-laughter = Haha!
reaction-surprise = Oh!
reaction-thinking = Hmm …
reaction-sadness = Oh no!

## A match of a room

match-say = Say
resign-heading = Resign?
resign-words = You lose the match.
resign-answer = Resign
match-take-back = Ask to undo
match-draw-label = Offer a draw
match-resign = Resign
match-ask-hint = Ask for hints
match-ask-analysis = Ask for analysis
room-agree = Agree
room-decline = Decline
room-withdraw = Withdraw
room-asks-takeback = { $player } asks to undo back to move { $number }.
room-you-ask-takeback = You ask to undo.
room-offers-draw = { $player } offers a draw.
room-you-offer-draw = You offer a draw.
room-asks-advice = { $player } wants hints and analysis for everybody.
room-you-ask-advice = You ask for hints and analysis.
room-away-for = { $player } has been away for { $time }.
room-cpu-plays-on = CPU plays on
room-cpu-plays-on-in = CPU in { $time }
room-cpu-plays-on-label = Let a CPU player play on as { $player }
room-you-watch = You are watching.
room-you-have-lost = You have lost. { $cpu } plays on for you.
rematch-ask = Rematch
rematch-withdraw = No rematch
rematch-you-want = Waiting for the others to want a rematch.
rematch-wanted = { $count ->
    [one] { $players } wants a rematch.
   *[other] { $players } want a rematch.
}
seat-you = You
seat-online = online
seat-left = left
seat-away-for = away { $time }
seat-cpu-plays-on = { $cpu } plays on

## What is marked on the board, and how it is shown

marking-previews = Move previews
marking-last-move = Last move
marking-just-turned = Turned discs
marking-coordinates = Coordinates
marking-move-numbers = Move numbers
marking-stable-discs = Stable discs
marking-stable-discs-about = Stable discs are shown on boards for two players of up to 8 × 8 squares.
option-rotation = Board rotation
rotation-degrees = { $degrees }°
option-mirror = Mirror board

## Look of the board and the discs

option-board = Board
option-appearance = Appearance
appearance-light = Light
appearance-dark = Dark
board-theme-cloth = Cloth
board-theme-wood = Wood
board-theme-slate = Slate
board-theme-paper = Paper
palette-pattern = Patterns

## Keys

shortcut-undo = Undo
shortcut-redo = Redo
shortcut-pass = Pass
shortcut-hint = Hint
shortcut-analysis = Analysis
shortcut-legal-marks = Show legal moves
shortcut-time = Read out the time left
shortcut-previous-page = Previous page of Learn
shortcut-next-page = Next page of Learn
shortcut-new-game = New game
shortcut-mute = Sound on or off
shortcut-settings = Settings
shortcut-keys = Keys
key-arrows = Arrows
key-shift-arrows = Shift + arrows
key-left = Left
key-right = Right
key-enter = Enter
key-space = Space
key-home = Home
key-end = End
key-tab = Tab
key-escape = Esc
key-command-z = Ctrl + Z
key-square = D 3
key-cells = B W # .
keys-either = { $one } or { $other }
keys-heading = Keys
keys-here = On this screen
keys-everywhere = Everywhere
keys-how-to-change = Press a key on the right to change it.
keys-wait = { $shortcut }: press a key, or Esc to leave it as it is.
keys-wait-for-button = { $shortcut }: press a button, or { $back } to leave it as it is.
keys-press-one = Press a key
keys-press-button = Press a button
keys-and-button = { $keys } · { $button }
keys-change = Key of “{ $shortcut }”
keys-change-from = { $shortcut }: { $keys }
keys-all = All keys
keys-reset = Standard keys
keys-taken = { $key } is already used for “{ $shortcut }”.
keys-digit = Digits are part of squares’ names.
keys-has-use = That one has a fixed use. Press another.
keys-move-focus = Move over the board
keys-place = Place a disc
keys-type-square = Play a square by its name
keys-undo-everywhere = Undo, as elsewhere
keys-step = Back and on by one move
keys-ends = To the start or the end
keys-replay = Play the game and stop
keys-paint = Paint the square
keys-paint-on = Paint and move on
keys-choose-cell = Choose what to paint
keys-walk = Go to another button
keys-press = Press the button
keys-next-control = Next button
keys-back = Back

## What the buttons of a gamepad do

pad-a = A
pad-b = B
pad-x = X
pad-y = Y
pad-cross = ×
pad-circle = ○
pad-square = □
pad-triangle = △
pad-left-shoulder = L
pad-right-shoulder = R
pad-select = Select
pad-left-stick = Left stick
pad-right-stick = Right stick
pad-two = { $one } { $other }
pad-triggers = LT RT
pad-start = Start
pad-press = Press
pad-undo-redo = Undo, redo
pad-buttons = Buttons
pad-steps = Back, on

## The screen and the device

full-screen = Full screen
settings-haptics = Vibrate when something happens

## The list of games

# $count: how many games.
games-heading = Games
games-count = { $count ->
    [one] 1 game
   *[other] { $count } games
}
games-none = No games yet. Every game that you play is kept here.
games-how-to-add = To add a game, paste its moves, such as f5d6c3, open a file or drop it here.
games-how-to-add-by-touch = To add a game, paste its moves, such as f5d6c3, or open a file.
games-open = Open…
games-open-label = Open a file of games
games-back = Back
games-paste = Paste
games-paste-label = Paste a game (Ctrl+V)
games-save-all = Save to a file
games-save-all-label = Save all games to a file
games-copy-all = Copy all
games-copy-all-label = Copy all games as text
games-newer = Newer
games-newer-label = Newer games
games-older = Older
games-older-label = Older games
games-part = { $first } to { $last }
games-hidden = { $count ->
    [one] One game cannot be read by this version. It is kept as it is.
   *[other] { $count } games cannot be read by this version. They are kept as they are.
}
# A game in one sentence, for screen readers.
games-saves-whole = All saved files are intact.
games-saves-damaged = { $count ->
    [one] One saved file is damaged or was changed by hand: { $first }.
   *[other] { $count } saved files are damaged or were changed by hand, the first of them { $first }.
}
games-row = Game { $number }: { $result }. { $players }. { $about }.
# $before: the board. $next: when, and what sets the game apart.
games-about = { $before } · { $next }
games-unfinished = { $count ->
    [0] Not begun
    [one] Unfinished after 1 move
   *[other] Unfinished after { $count } moves
}
games-won = You won
games-lost = You lost
games-drawn = Draw
games-wins = { $player } wins
# $outcome: one of these. $discs: the discs of all players, such as 54–10.
games-outcome = { $outcome } { $discs }
games-online = online
games-elsewhere = played elsewhere
games-with-help = with help
games-continue = Continue
games-show = Show
games-copy = Copy
games-delete = Delete
games-deleted = Game deleted.
games-undo = Undo
games-adding = Adding games…
games-added = { $count ->
    [one] Game added.
   *[other] { $count } games added.
}
games-added-others = { $count ->
    [one] Game added.
   *[other] { $count } games added.
} { $doubles ->
    [one] Another one was in the list already.
   *[other] { $doubles } others were in the list already.
}
games-without-room = { $count ->
    [one] One more was not added: there is room for { $most } games.
   *[other] { $count } more were not added: there is room for { $most } games.
}
games-all-there = { $count ->
    [one] That game is in the list already.
   *[other] All { $count } games are in the list already.
}
# The number of the first one, counted in the file. A sentence that says why follows.
games-left-out = { $count ->
    [one] Game { $number } (line { $line }) was left out.
   *[other] { $count } games were left out, the first of them game { $number } (line { $line }).
}
games-not-added = No game was added. { $problem }
games-no-game = It is a board without a game.
games-not-read = Your games cannot be read.
games-changed = That game was changed or deleted elsewhere.
games-failed = That did not work.
games-try-again = Try again
games-nothing-to-paste = There is nothing to paste, or it cannot be read.

## Library of games

game-library-heading = Library
game-library-search = Search the library
game-library-filter = Filter
game-library-opening = Opening…
game-library-found = { $count ->
    [one] 1 of { $all } games
   *[other] { $count } of { $all } games
}
game-library-none = No games in the library yet.
game-library-how-to-add = Finished matches come here by themselves. To add others, paste or open any text of games, a PGN, SGF or GGF file, or the files of the WTHOR database.
game-library-not-opened = The library cannot be opened.
game-library-newer = A later version of the game has written it. This version leaves it as it is.
game-library-no-library = It is not a library of games.
game-library-damaged = { $count ->
    [one] A part of the library is damaged. Everything else is here.
   *[other] { $count } parts of the library are damaged. Everything else is here.
}
game-library-working = Working…
game-library-only = Only: { $choices }
game-library-show-all = Show all
game-library-place = Game { $number } of { $count }
# One game in a sentence, for screen readers. $place: “Game 3 of 120”.
game-library-row = { $place }: { $players }. { $result }. { $about }.
game-library-favourite = favourite
game-library-favourites = Favourites
game-library-unreadable = This version of the game cannot read it.
game-library-mine = Mine
game-library-imported = Imported
game-library-pasted = Pasted
game-library-sort = Order
game-library-by-added = Newest here
game-library-by-date = Date
game-library-by-player = Player
game-library-by-result = Result
game-library-by-length = Length
game-library-collections = Collection
game-library-everything = All
game-library-collection = { $name } ({ $count })
game-library-words = Besides words, the search field takes conditions such as these:
game-library-examples = player:anna opponent:ben black:… won:black won:nobody ending:resigned date:1999..2005 board:classic-10 opening:tiger opening:f5d6c3 pos:f5f6e6 plies:..40 tag:club in:WTHOR event:paris title:…
game-library-all-found = { $count ->
    [one] The game found:
   *[other] All { $count } games found:
}
game-library-title = Title
game-library-tags = Tags, separated by commas
game-library-mark = Favourite
game-library-plies = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
game-library-removed = { $count ->
    [one] Game deleted.
   *[other] { $count } games deleted.
}
game-library-remove-question = { $count ->
    [one] Delete this game from the library?
   *[other] Delete these { $count } games from the library?
}
game-library-known = { $count ->
    [one] One game was in the library already.
   *[other] { $count } games were in the library already.
}
game-library-unread = { $count ->
    [one] One game could not be read.
   *[other] { $count } games could not be read.
}
game-library-nothing-added = There were no games to add.
game-library-solitaires = It holds positions to solve, not games.
game-library-wthor-short = It is not a file of the WTHOR database.
game-library-wthor-size = Its size does not fit its contents. Copy the file again.
game-library-line = Line { $line }
game-library-file-line = { $name }, line { $line }
game-library-file-game = { $name }, game { $number }
game-library-note = { $place }: { $problem }
game-library-find = Find in the library
game-library-reached = { $count ->
    [0] No game reached this position.
    [one] 1 game reached this position.
   *[other] { $count } games reached this position.
}
game-library-ended-there = { $count ->
    [one] 1 game ended here.
   *[other] { $count } games ended here.
}
game-library-take-back = Back one move
game-library-all-positions = All positions
game-library-move = { $square } · { $count }
game-library-move-label = { $square }: { $count ->
    [one] 1 game
   *[other] { $count } games
}, { $percent } % for { $player }
game-library-move-label-bare = { $square }: { $count ->
    [one] 1 game
   *[other] { $count } games
}

query-not-closed = { $word }: the quotation mark is not closed.
query-unknown-key = “{ $key }:” is unknown. To search for it, put it in quotation marks.
query-no-value = After “{ $word }” comes what to search for.
query-not-a-winner = { $word }: the winner is a colour such as black, or player, opponent or nobody.
query-needs-player = { $word }: name a player too, such as player:anna.
query-not-an-ending = { $word }: endings are open, played-out, resigned, out-of-time, draw-agreed and abandoned.
query-not-a-date = { $word }: dates are years, months, days or ranges, such as 2005, 2005-06 or 1999..2005.
query-not-a-number = { $word }: the length is a number or a range, such as 60, 40..50 or ..30.
query-not-an-opening = { $word }: an opening is a list of moves such as f5d6c3, or a name such as tiger.
query-not-a-position = { $word }: a position is a list of moves such as f5d6c3, or 64 squares.
query-not-an-order = { $word }: sort by added, date, player, result or length.

## When something was

moment-now = just now
moment-minutes = { $count ->
    [one] a minute ago
   *[other] { $count } minutes ago
}
moment-hours = { $count ->
    [one] an hour ago
   *[other] { $count } hours ago
}
moment-days = { $count ->
    [one] yesterday
   *[other] { $count } days ago
}
moment-date = { $day } { $month } { $year }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December

## Statistics

statistics-heading = Statistics
statistics-counting = Counting your games…
statistics-none = No finished games yet. Play one, and come back.
# Below a large figure. $count: the figure.
statistics-games = { $count ->
    [one] game
   *[other] games
}
statistics-wins = { $count ->
    [one] win
   *[other] wins
}
statistics-streak = { $count ->
    [one] win in a row
   *[other] wins in a row
}
statistics-longest-streak = longest streak
statistics-strength = Your strength
statistics-elo = About { $rating } Elo
# $within: how far the truth may be off either way.
statistics-elo-about = { $count ->
    [one] From one game on Classic 8 × 8 without help, give or take { $within }. Random play has 0.
   *[other] From { $count } games on Classic 8 × 8 without help, give or take { $within }. Random play has 0.
}
statistics-elo-few = { $count ->
    [one] Play one more game on Classic 8 × 8 against a level, without help.
   *[other] Play { $count } more games on Classic 8 × 8 against a level, without help.
}
statistics-by-mode = By opponent
statistics-mode-computer = Against computers
statistics-mode-here = Friends here
statistics-mode-online = Online
statistics-mode-watched = Watched
statistics-mode-elsewhere = Played elsewhere
statistics-by-level = By computer player
statistics-by-colour = By colour
statistics-by-board = By board
# $count: the discs with which the best game there was won.
statistics-best = { $board }, best { $count }
# Games won, drawn and lost.
statistics-tally = { $wins } won, { $draws } drawn, { $losses } lost
statistics-helped = { $count ->
    [one] One game with hints or moves taken back is counted here, but not for your strength.
   *[other] { $count } games with hints or moves taken back are counted here, but not for your strength.
}
statistics-copy = Copy
statistics-copy-label = Copy the statistics as text
statistics-save = Save
statistics-save-label = Save the statistics to a file
statistics-reset = Reset
statistics-reset-label = Reset the statistics
statistics-reset-question = Count from zero? Your games stay in the list.

## Achievements

achievements-heading = Achievements
achievements-count = { $count } of { $all }. Only games without help count.
achievements-reached = Reached { $when }
achievement-name-first-win = First win
achievement-about-first-win = Beat a computer player.
achievement-name-both-colours = Both sides
achievement-about-both-colours = Win on Classic 8 × 8 as Black and as White.
achievement-name-five-in-a-row = On a roll
achievement-about-five-in-a-row = Win five games in a row.
achievement-name-four-corners = Cornered
achievement-about-four-corners = Win on Classic 8 × 8 with all four corners.
achievement-name-no-corner = Who needs corners?
achievement-about-no-corner = Win on Classic 8 × 8 without a corner.
achievement-name-narrowly = By a whisker
achievement-about-narrowly = Win by one or two discs.
achievement-name-sweep = Clean sweep
achievement-about-sweep = Leave the others without a disc.
achievement-name-crowd = Out of the crowd
achievement-about-crowd = Win against two or more others.
achievement-name-fewest = Less is more
achievement-about-fewest = Win a game in which the fewest discs win.
achievement-name-five-boards = Well travelled
achievement-about-five-boards = Win on five boards.
achievement-name-club = Club level
achievement-about-club = Beat Club Player or a stronger level on Classic 8 × 8.
achievement-name-hundred = A hundred games
achievement-about-hundred = Finish a hundred games, with or without help.

## Looking closer at the board

zoom-in = Zoom in
zoom-out = Zoom out
zoom-whole-board = Whole board

## The command line of the window

command-line-about = Reversi, one disc at a time.
# $form: the program with what can stand after it.
command-line-usage = Usage: { $form }
command-line-file = a board, a match or a link to a game to open
command-line-join = enters a room on a server of online play, or with --server one by its eight letters
command-line-server = plays online with the rooms of this server, such as https://play.example.org
command-line-size = opens the window at this size
command-line-report = prints a line of JSON whenever what is shown has changed
command-line-help = prints this
command-line-version = prints the version
# What is wrong with it.
command-line-unknown-option = There is no option { $text }. “irogaeshi --help” lists them all.
command-line-no-value = { $option } needs a value. “irogaeshi --help” says which.
command-line-needless-value = { $option } takes no value.
command-line-not-a-size = “{ $text }” is not a size: write a width and a height from 1 to { $longest }, such as 1280x800.
command-line-not-a-link =
    “{ $text }” is not a link to a room. A link ends with /#/room/ and the eight letters of the room.
command-line-not-a-server =
    “{ $text }” is not the address of a server, such as https://play.example.org or 192.168.1.20:7878.
command-line-needs-tools =
    { $option } is for developing the game and not part of this program. Build it with “--features tools” to use it.
command-line-no-screen =
    There is no screen to open a window on: neither WAYLAND_DISPLAY nor DISPLAY is set. Start the game from a desktop.
command-line-silent-screens =
    The display { $names } does not answer, so no window can be opened there. Start the game from a desktop that is running.
command-line-no-graphics =
    There is no graphics driver that the game can draw with. It needs Vulkan, OpenGL, DirectX 12 or Metal: install the driver of your graphics card. On Debian and Ubuntu the package mesa-vulkan-drivers has it, also for computers without a graphics card.
# $reason: what the system says.
command-line-no-window = The window cannot be opened: { $reason }

simulator-open = Simulate many games
simulator-heading = Simulator
simulator-about = CPU players play many games on this board, and their wins are counted. Levels that think by the clock are replaced by the strongest that do not.
simulator-games = Games
simulator-number = { $count }
simulator-start = Start the games
simulator-stop = Stop
simulator-results = Results
simulator-none = No games have been played yet.
simulator-counted = { $count } of { $of } games
simulator-outdated = The board or the players have changed since these games.
simulator-share = { $share } %
simulator-row = { $count ->
    [one] { $count } win
   *[other] { $count } wins
} · 95 % interval { $low }–{ $high } % · { $discs } discs on average
simulator-draws = Draws: { $count }
simulator-last = Look at the last game
simulator-save = Save the table
