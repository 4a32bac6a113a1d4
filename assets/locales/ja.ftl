# Every text that players read, in Japanese, in the order of en.ftl, whose comments hold here too. `cargo test --test
# words` finds what is missing and what is typed badly.
#
# How it is written: sentences, and what the game says while a match is played, end in です or ます. Buttons, headings and
# outcomes are short nouns, or verbs as in a dictionary. What is said of boards, of CPU players and of bad moves is plain
# and mostly ends in a noun. Punctuation and brackets are wide, digits and Latin letters narrow. No space stands between
# those and Japanese, but one stands between a name, which somebody may have typed, and a number.
# Each text is one line: the lines of a longer one would be joined by a space.
#
# The words: disc 石, square マス, board 盤, to place a disc 置く, to make a move 打つ, to capture はさむ, to turn 返す and
# 返る, turn 手番, legal move 置けるマス (on a button 候補), pass パス, wild disc 万能石, bomb 爆弾, cut-in 割り込み,
# stable disc 確定石, match 対局, record 棋譜, undo 戻す (online 待った), hint ヒント, analysis 解析, review 検討, clock
# 持ち時間, to be scored 勝敗を争う, room 部屋, host 部屋主, seat 席, away 不在. The game is called リバーシ, never by a
# trademark.

## Lists and sentences

list-next = { $before }、{ $next }
list-last = { $before }、{ $next }
sentences-next = { $before }{ $next }

## Discs, and the players who place them

disc-black = 黒
disc-white = 白
disc-ash = 灰
disc-cyan = 水色
disc-yamabuki = 山吹
disc-green = 緑
disc-red = 赤

## Between two turns

banner-passes = { $players }は置けるマスがなく、パスです
banner-cuts-in = { $player }が割り込みます
banner-cannot-cut-in = { $player }は割り込めません

## Moves that cannot be played

moves-not-a-square = { $number }手目：「{ $text }」はマスではありません。マスは、f5のように文字と数字で書きます。
moves-illegal = { $number }手目の{ $square }：{ $reason }
play-game-over = 対局は終わっています。
play-not-your-turn = { $player }ではなく、{ $mover }の番です。
play-not-on-the-board = { $square }は盤の外です。
play-taken = { $square }には、もう石があります。
play-captures-nothing = { $square }に置いても、はさめる石がありません。
play-must-move = { $player }は置けるマスがあるので、パスできません。
moves-must-move = { $number }手目：{ $reason }

## Notices

notice-ok = OK
notice-leave-it = やめる

## Title

title-motto = 一手ごとに色が返る、リバーシ
title-continue = つづきから
title-play = あそぶ
title-play-online = オンライン対戦
title-back-to-room = 部屋に戻る
title-learn = 1分でおぼえる
title-quit = 終了

## What wins

goal-most = 石が多い人の勝ち
goal-fewest = 石が少ない人の勝ち

## How a match ended

outcome-wins = { $player }の勝ち
outcome-draw = 引き分け
outcome-resigned = { $player }の投了
outcome-out-of-time = { $player }の時間切れ
outcome-abandoned = 対局は打ち切り
result-out-of-time = 時間切れ
result-resigned = 投了
result-review = 検討
result-board = 盤を見る
result-see-board = 盤を見る
result-play-again = もう一局

## Match

match-undo = 戻す
match-redo = 進める
match-moves = 候補
match-hint = ヒント
match-analysis = 解析
match-restart = 最初から
match-new = 新規
match-new-game = 新しい対局
match-title = タイトル
match-to-move = { $player }の番です
match-thinking = { $player }が考えています…
match-waits-for-program = { $player }の思考プログラムを読み込んでいます…
match-typed = { $typed }…
match-not-there = そこには置けません。{ $reason }
match-move = { $number }.  { $player }  { $square }
match-move-passes = { $number }.  { $player }  { $square }、{ $passing }はパス

clock-days = { $count }日
clock-hours = { $hours }時間{ $minutes }分
clock-lost = 負け
match-out-of-time = { $player }は時間切れです。続きは{ $cpu }が打ちます。
match-resigned = { $player }が投了しました。続きは{ $cpu }が打ちます。

## Questions in a match

restart-heading = 最初からやり直しますか？
restart-words = 今の対局を終えて、新しく始めます。
restart-keep-playing = 対局を続ける
restart-start-again = やり直す
agree-hint-heading = ヒントを使いますか？
agree-analysis-heading = 解析を使いますか？
agree-words = 使う人だけが有利になります。この対局でヒントと解析を使うことに、全員が賛成していますか？
agree-no = いいえ
agree-all = 全員賛成

## Hints and analysis

advice-best = 最善：{ $square }（{ $score }）
advice-none = 助言できません。{ $problem }
advice-looking = 読んでいます…
advice-waiting = 手番を待っています
advice-to-the-end = 終局まで：{ $moves }
advice-deep = { $count }手読み：{ $moves }
advice-all = { $best }。{ $line }
advice-deeper = 深く読む
advice-deeper-label = もっと深く読む
advice-play = { $square }に打つ

## Review

review-first = 最初の局面へ
review-back = 前の手へ
review-on = 次の手へ
review-last = 最後の局面へ
review-leave = 戻る
review-back-to-match = 対局に戻る
review-sentence = { $heading }：{ $words }
review-outcome = { $outcome }、{ $discs }
review-move = { $number }. { $player } { $square }
review-move-best = { $number }. { $player } { $square }、最善手
review-move-lost = { $number }. { $player } { $square }、{ $discs }石の損
review-not-yet = まだ解析していません
review-none = 検討できません。{ $problem }
review-progress = { $all }手のうち{ $done }手を解析…
review-player-lost = { $player } { $discs }石
review-discs-lost = 損した石：{ $losses }

## What was wrong with a move

fault-gave-corner = { $opponent }に隅の{ $corners }を献上
fault-left-corner = 隅の{ $corner }の取り逃し
fault-loses-corner = { $opponent }が隅の{ $corner }を取る展開に
fault-misses-corner = 隅の{ $corner }を取る展開の見逃し
fault-no-pass = { $opponent }をパスさせる好機の見逃し
fault-gave-mobility = { $opponent }の打てるマスが{ $instead }か所で済まず{ $count }か所に
fault-lost-mobility = 自分の打てるマスが{ $instead }か所あるはずが{ $count }か所に
fault-lost-top = 上辺の確定石が{ $count }個減
fault-lost-right = 右辺の確定石が{ $count }個減
fault-lost-bottom = 下辺の確定石が{ $count }個減
fault-lost-left = 左辺の確定石が{ $count }個減
fault-gave-top = { $opponent }の上辺の確定石が{ $count }個増
fault-gave-right = { $opponent }の右辺の確定石が{ $count }個増
fault-gave-bottom = { $opponent }の下辺の確定石が{ $count }個増
fault-gave-left = { $opponent }の左辺の確定石が{ $count }個増
fault-parity = { $count }マスの空きに先に打って、手止まりは{ $opponent }
fault-better-by = 最善の{ $square }より{ $discs }石の損
fault-better = 最善は{ $square }
fault-nothing-better = これが最善
fault-with-better = { $faults }（{ $better }）

## Lesson

lesson-offer-heading = はじめての石ですか？
lesson-offer-words = 返らない石、万能石、爆弾、割り込みを、実際に打ちながら覚えられます。
lesson-offer-not-now = あとで
lesson-place = レッスン{ $place }／{ $count }
lesson-next = 次へ
lesson-again = もう一度
lesson-skip = とばす
lesson-skip-all = レッスンをとばす
lesson-choose-board = 盤を選ぶ

lesson-heading-turn = はさんで返す
lesson-task-turn = あなたは黒です。印のマスに石を置き、白と灰の石を、ほかの黒石との間にはさみましょう。
lesson-seen-turn = はさんだ石は、8方向いっぺんに、自分の色に返ります。はさめる石がなければパスです。
lesson-heading-stay = 返らない石
lesson-task-stay = 内側に輪のある石は、決して返りません。この列をはさんで、水色と山吹の石を見てみましょう。
lesson-seen-stay = はさまれて揺れましたが、返りませんでした。それでも、はさんだことになります。
lesson-heading-wild = 緑は万能石
lesson-task-wild = この盤に、あなたの石はありません。でも緑は万能石。打つ人の石の代わりになります。使ってみましょう。
lesson-seen-wild = 緑はあなたの石の代わりを務め、また緑に戻りました。次は相手が使うかもしれません。一列に緑がいくつかあれば、いちばん遠い緑が代わりになります。ただし、端に自分の石があれば、そちらが先です。
lesson-heading-bomb = 赤は爆弾
lesson-task-bomb = はさめる2列の一方に、爆弾があります。はさんでみましょう。マスを指すと、先に結果が見えます。
lesson-seen-bomb = 爆弾をはさむと、どの列でもはさんだ石すべてと、列の端の石、そして置いた石が消えます。置いたマスも空きに戻ります。ほかの石はそのままです。
lesson-heading-cut-in = 割り込み
lesson-task-cut-in = あなたの次は白。でも手番の一覧を見てください。先に水色が割り込みます。打って、少し待ちましょう。
lesson-seen-cut-in = 水色が順番の外で打ちましたが、白は後回しになっただけです。この先の手番はいつも一覧に出ているので、割り込みに驚くことはありません。

## What a board is like

board-squares = { $count }マス。
board-cuts-in = { $player }が{ $moves }手目に割り込みます。
board-never-turn = { $players }の石は返りません。
board-scored = 勝敗を争うのは{ $players }です。
board-in-turn = 手番
board-cut-in = 割り込み
board-bombs = 爆弾{ $count }個
board-wild = 万能石{ $count }個
board-discs = { $disc }{ $count }個

editor-begins = { $player }から始まり、置けるマスは{ $count }か所です。
editor-begins-after-passes = { $skipped }はパスになるので{ $player }から始まり、置けるマスは{ $count }か所です。

match-result = 結果

## Moves, as they are told to players who do not see the board

told-played = { $player }が{ $square }に置き、石を{ $count }個返しました。
told-cut-in = { $player }が割り込んで{ $square }に置き、石を{ $count }個返しました。
told-exploded = { $player }が{ $square }に置き、爆弾が爆発しました。
told-cut-in-exploded = { $player }が割り込んで{ $square }に置き、爆弾が爆発しました。

## What screens and squares are called where they are spoken, and what is said of a match

spoken-board = 盤
spoken-title = タイトル
spoken-new-game = 新しい対局
spoken-match = 対局
spoken-review = 検討
spoken-editor = 盤の編集
spoken-room = 部屋
spoken-hole = 穴
spoken-empty = 空き
spoken-legal = 置けるマス
spoken-worth = 評価値{ $worth }
spoken-last = 最後の手
spoken-taken-back = 戻しました。次は{ $number }手目です。
spoken-another-match = 盤に石が並びました。
spoken-count = { $player } { $count }石
spoken-count-time = { $player } { $count }石、残り{ $time }
spoken-little-time = { $player }の残り時間が{ $count }秒を切りました。
spoken-sentence = { $words }。
spoken-separator = 、
spoken-final-count = 最終結果：{ $counts }。

## More of a match

match-fewest-win = { $board }（石が少ない人の勝ち）
match-not-scored = { $seat }（勝敗なし）
turn-cuts-in = 割り込み
turn-now = 今
