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
# stable disc 確定石, match 対局, record 棋譜, undo 待った (in the editor 取消), hint ヒント, analysis 解析, review 検討, clock
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
banner-passed = { $player }はパスしました
banner-cuts-in = { $player }が割り込みます
banner-cannot-cut-in = { $player }は割り込めません

## Files that are opened

file-cannot-be-opened = 「{ $name }」を開けません。{ $problem }
file-cannot-be-chosen = 「{ $name }」を選べません。{ $problem }
file-ends-lesson = 「{ $name }」は対局のファイルです。レッスンを終えてから開いてください。
file-replaces-match = 「{ $name }」は対局のファイルです。開くと、今の対局は終わります。
file-open-it = 開く
file-saved = ファイルを保存しました：{ $place }
file-not-saved = ファイルに保存できませんでした：{ $reason }
file-unreadable = 読み込めません：{ $reason }
file-not-a-file = ファイルではありません。
file-too-large = { $most }KiBを超えています。盤のファイルは、数行のテキストです。
file-compressed = 圧縮ファイルのようです。先に展開してください。
file-picture = 画像のようです。開けるのはテキストだけです。
file-book = ほかのプログラムの定石ブックのようです。
file-wthor = WTHORのファイルのようです。ここではまだ開けません。
file-not-text = { $line }行目：UTF-8のテキストではありません。
file-unrecognised = 盤でも対局でもありません。開けるのは、盤、棋譜、JSON形式の対局、GGF、SGF、PGN、FEN、64マスの局面、手数の表と、f5d6c3のような着手の並びです。
text-stopped = ここから先の着手は読み込めませんでした。{ $problem }
text-nobody-to-move = 手番が書かれていないので、黒番とします。
text-turned = e4が白石の初期配置から始まるので、盤を90度回しました。
text-variations-left-out = 変化手順があります。読み込んだのは本譜だけです。

## Boards

draft-no-squares = 遊べるマスがありません。マスを描いてください。
draft-nobody-can-move = 誰も打てません。はさめる石を置いてください。
draft-no-name = 盤に名前がありません。
board-no-rows = 盤に行がありません。
board-no-squares = 盤にマスがありません。
board-too-many-bombs = 爆弾が{ $most }個を超えています。
board-too-many-rows = 盤が{ $most }行を超えています。
board-row-too-long = 盤の{ $row }行目が{ $most }マスを超えています。
board-row-length = 盤の{ $row }行目は{ $found }マスですが、1行目は{ $expected }マスです。
board-unknown-letter = 盤の{ $row }行目{ $column }列目の「{ $letter }」は使えません。使えるのは # . B W A C Y G R です。

## Texts of boards

variant-in-line = { $line }行目：{ $problem }
variant-newer-format = 形式{ $format }を読むには、もっと新しいバージョンのゲームが必要です。
variant-not-a-format = 「{ $text }」は形式の番号ではありません。形式は1以上の数で書きます。
variant-not-a-field = 「{ $text }」は「name: 盤の名前」のような行ではありません。
variant-unknown-key = 「{ $text }」という項目はありません。使える項目は、format、name、about、players、cut-ins、turns、scored、goal、passes、boardです。
variant-given-twice = 「{ $key }:」の行が2つあります。
variant-missing = 「{ $key }:」の行がありません。
variant-too-long = テキストが{ $most }KiBを超えています。
record-no-moves = 「moves:」の行がありません。
variant-unknown-player = 「{ $text }」というプレイヤーはいません。使えるのは、black、white、ash、cyan、yamabukiです。
variant-player-twice = { $player }が2回書かれています。
variant-too-few-players = 手番のあるプレイヤーが2人以上必要です。
variant-not-a-cut-in = 「{ $text }」は割り込みではありません。割り込みは「10 cyan」のように、手数とプレイヤーを書きます。
variant-cut-in-twice = { $number }手目に割り込みが2つあります。
variant-too-many-cut-ins = 割り込みが{ $most }個を超えています。
variant-cut-in-takes-turns = { $player }は、手番をもちながら割り込むことはできません。
variant-unknown-goal = 「{ $text }」という勝ち方はありません。使えるのは、mostとfewestです。
variant-unknown-passes = 「{ $text }」というパスの決まりはありません。使えるのは、freeとforcedです。
variant-nobody-scored = 勝敗を争うプレイヤーがいません。
variant-scored-does-not-play = { $player }は勝敗を争うことになっていますが、対局に加わっていません。
variant-board-on-same-line = 盤は、「board:」の次の行から書きます。
variant-at-character = { $character }文字目：{ $problem }
variant-not-a-field-of-a-line = 「{ $text };」は「name=X;」のような項目ではありません。
variant-not-encoded = 「{ $text }」は読み取れません。パーセント記号は %25 と書きます。
variant-not-a-run = 「{ $text }」の後に繰り返す文字がありません。1以上の数の後に文字を書きます。
variant-line-cut-off = 続きがありません。最後のセミコロンまでコピーしてください。
variant-text-after-line = 盤の後に書けるのはコメントだけです。

## Moves that cannot be played

moves-not-a-square = { $number }手目：「{ $text }」はマスではありません。マスは、f5のように文字と数字で書きます。
moves-illegal = { $number }手目の{ $square }：{ $reason }
moves-words = { $number }手目：「{ $text }」は着手ではありません。
moves-none = 着手がありません。
moves-missing = { $number }手目のマスがありません。
moves-twice = { $number }手目のマスが2つ以上あります。
play-game-over = 対局は終わっています。
play-not-your-turn = { $player }ではなく、{ $mover }の番です。
play-not-on-the-board = { $square }は盤の外です。
play-taken = { $square }には、もう石があります。
play-captures-nothing = { $square }に置いても、はさめる石がありません。
play-must-move = { $player }は置けるマスがあるので、パスできません。
play-must-place = { $player }は置けるマスがあり、この盤ではパスできません。
moves-must-move = { $number }手目：{ $reason }

## Matches and positions of other programs that cannot be opened

match-damaged = 対局のデータのようですが、途中が壊れています。
match-no-format = 「format」がありません。対局には、1以上の数で形式を書きます。
match-undone = 戻した手の中：{ $problem }
match-time-count = 消費時間が{ $times }個ありますが、着手は{ $moves }手です。
match-does-not-play = この盤に{ $player }はいません。
match-forfeits-twice = { $player }が途中で負けたことが、2回書かれています。
match-not-played-out = 終局したと書かれていますが、{ $player }はまだ打てます。
match-played-out = 最後まで打たれているのに、別の終わり方が書かれています。
ggf-not-delimited = GGFの棋譜は「(;」で始まり、「;)」で終わります。
ggf-not-a-property = 「{ $text }」は、GM[Othello]のような、文字とかっこの値ではありません。
ggf-other-game = GM[Othello]の棋譜ではなく、「{ $game }」の棋譜です。
ggf-out-of-place = { $name }が着手より後にあるか、2回書かれています。
ggf-other-size = 盤の大きさが{ $size }です。開けるのは8だけです。
ggf-other-type = 種類が{ $name }です。このルールには対応していません。
sgf-not-delimited = SGFの棋譜は「(;」で始まります。
sgf-other-game = SGFの番号が{ $number }のゲームです。オセロは2です。
sgf-other-size = 盤の大きさが{ $size }です。4から26までの偶数だけを開けます。
sgf-out-of-place = { $name }で、着手の後に石が置かれています。
othello-quest-damaged = オセロクエストの棋譜のようですが、途中が壊れています。
othello-quest-no-games = オセロクエストのリストに、対局が入っていません。
pgn-chess = チェスの棋譜のようです。
pgn-own-start = 8×8のリバーシではない局面から始まっています。
link-not-a-link = 対局のリンクではありません。
link-too-long = 対局が長すぎて、リンクにできません。ファイルを使ってください。
link-newer-version = このリンクを開くには、もっと新しいバージョンのゲームが必要です。
link-cut-off = リンクの終わりが欠けています。リンク全体をコピーしてください。
link-damaged = リンクが壊れています。もう一度コピーしてください。
link-comment = リンクのコメント：「{ $comment }」
diagram-square-count = { $count }マスあります。局面は64マスです。
diagram-unknown-square = 「{ $letter }」はマスではありません。Xは黒石、Oは白石、-は空きマスです。
diagram-nobody-to-move = 64マスの後に、手番を示すXかOがありません。
diagram-no-discs = 盤に石がありません。
obf-not-a-scored-move = 「{ $text }」は、f5:+2のような着手と評価値ではありません。
obf-not-a-square = 「{ $text }」はマスではありません。マスは、f5のように文字と数字で書きます。
obf-not-a-score = 「{ $text }」は-64から64までの評価値ではありません。

## Notices

notice-ok = OK
notice-leave-it = やめる

## Title

title-continue = つづきから
title-continue-about = { $board }、{ $number }手目
title-tagline = 1人から5人で遊ぶリバーシ。対面でも、オンラインでも。
title-computer = CPUと対局
title-computer-about = はじめの一歩から最強まで
title-friends = この画面で対戦
title-friends-about = 交代で打つ、二人から五人まで
title-play-online = オンライン
title-play-online-about = 誰かと、またはリンクで友だちと
title-play-online-needs = 同じネットワークか、サーバーで
title-colour = カラーリバーシ
title-colour-about = 万能石、爆弾、割り込み
title-back-to-room = 部屋に戻る
title-learn = おぼえる
title-learn-about = 打ちながら覚えるルールとコツ
title-new-game = 新しい対局
title-quit = 終了

first-match-lesson = リバーシははじめてですか？1分でおぼえられます。
first-match-learn = おぼえる

## What wins

goal-most = 石が多い人の勝ち
goal-fewest = 石が少ない人の勝ち

## Editor

editor-not-playable = まだ遊べません。{ $problem }

## How a match ended

outcome-wins = { $player }の勝ち
outcome-draw = 引き分け
outcome-resigned = { $player }の投了
outcome-out-of-time = { $player }の時間切れ
outcome-abandoned = 対局は打ち切り
result-out-of-time = 時間切れ
result-resigned = 投了
result-review = 検討
result-rematch = もう一局
result-wins = { $first }対{ $second }で{ $player }の勝ち
result-you-win = { $first }対{ $second }であなたの勝ち
result-you-lose = { $first }対{ $second }であなたの負け
result-draw = { $first }対{ $second }で引き分け
result-draw-agreed = 合意による引き分け
result-perfect = パーフェクト勝ち：盤上の石がすべて一色です。
series-score = { $count }局の成績：{ $score }
series-wins = { $player }{ $count }勝
series-draws = 引き分け{ $count }
match-game-of-series = { $board }・{ $game }局目
result-empties = 空きマスが{ $count }つ残りました。検討では勝者の石に数えます（+{ $lead }）。
player-you = あなた
outcome-you-win = あなたの勝ち
outcome-you-resigned = あなたの投了
outcome-you-out-of-time = あなたの時間切れ
match-your-move = あなたの番です
banner-you-pass = 置けるマスがないので、パスです
banner-you-passed = パスしました
banner-you-cut-in = あなたが割り込みます
banner-you-cannot-cut-in = 割り込めません

## Match

match-undo = 待った
match-redo = 進める
match-pass = パス
match-hint = ヒント
match-analysis = 解析
match-restart = 最初から
match-new-game = 新しい対局
match-to-move = { $player }の番です
match-thinking = { $player }が考えています…
match-waits-for-program = { $player }の思考プログラムを読み込んでいます…
match-typed = { $typed }…
match-not-there = そこには置けません。{ $reason }
match-move = { $number }.  { $player }  { $square }
move-pass = パス
move-passed = { $number }. { $player }、パス
move-and = { $before }、{ $part }
move-cut-in = 割り込み
move-exploded = 爆発で石が{ $count }個消えた
move-passes = { $passing }はパス
match-exploded = { $square }で爆発、石が{ $count }個消えました

clock-days = { $count }日
clock-hours = { $hours }時間{ $minutes }分
clock-period = { $seconds }秒
clock-lost = 負け
match-out-of-time = { $player }は時間切れです。続きは{ $cpu }が打ちます。
match-resigned = { $player }が投了しました。続きは{ $cpu }が打ちます。

## The menu of a match

match-menu = メニュー
menu-this-match = この対局
menu-record = 棋譜
menu-elsewhere = ほかの画面
menu-continue = 対局に戻る
menu-show-moves = 候補を表示
menu-show-counts = 石の数を表示
menu-agree-draw = 合意して引き分け
menu-give-time = 全員に{ $count }分追加
menu-give-others-time = 相手に{ $count }分追加
draw-heading = 引き分けにしますか？
draw-words = 全員が同意すれば、勝敗なしで対局を終えます。
draw-answer = 全員が同意
menu-copy-moves = 棋譜をコピー
menu-copy-link = リンクを取得
menu-paste = 貼り付け
menu-title = タイトルへ
paste-words = f5d6c3のような着手の並び、棋譜、GGF、JSON形式の対局を開けます。
paste-field = 開く棋譜
paste-placeholder = f5d6c3…
paste-cancel = やめる
paste-name = 貼り付けた棋譜
tooltip-key = { $label } · { $key }

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
advice-none = ヒントを出せません。{ $problem }
advice-looking = 読んでいます…
advice-waiting = 手番を待っています
advice-to-the-end = 終局まで：{ $moves }
advice-to-the-end-with-empties = 終局まで（空きは勝者に）：{ $moves }
advice-deep = { $count }手先まで読み：{ $moves }
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
review-took = { $time }で着手
review-heading-took = { $heading }、{ $time }で着手
review-move-lost-share = { $number }. { $player } { $square }、勝率{ $percent } %の損
review-not-judged = { $player }は勝ちを争わないため、最善手は決まりません
review-not-yet = まだ解析していません
review-pass = 置けるときのパスは評価しません
review-none = 検討できません。{ $problem }
review-progress = { $all }手のうち{ $done }手を解析…
review-player-lost = { $player } { $discs }
review-accuracy = 手の確かさ：{ $players }
review-discs-lost = 1手あたりの損（石）：{ $losses }
review-shares-lost = 1手あたりの損：{ $losses }
review-player-share = { $player } { $percent } %

## The better line of a review, and playing on from there

review-better = 最善の手順を見る
review-better-short = 最善手順
review-match = 実戦に戻る
review-match-short = 実戦
review-play-on = ここから対局する
review-play-on-short = ここから
review-line-move = 最善：{ $last }（{ $done }/{ $count }）
review-line = { $ahead }：{ $squares }
review-ahead = { $player } +{ $discs }
review-even = 互角
review-empties = 空きを勝者に数えて+{ $lead }。
keys-better = 最善の手順を見る、戻る
key-down = ↓
key-up = ↑
pad-down = 下

## The replay of a review

replay-play = 自動再生
replay-stop = 停止
replay-speed = { $moves }手/秒
replay-speed-label = 1秒に{ $moves }手

## Watching computers

watch-pause = 停止
watch-play = 再生
watch-back = 戻る
watch-back-label = 1手戻る
watch-step = 1手
watch-step-label = 1手進む
watch-times = { $times }倍
watch-speed = 速さ：{ $speed }
watch-paused = 停止中
shortcut-pause = 観戦の停止・再生
shortcut-step = 観戦で1手進む

## Handing a game on

share-open = 共有
share-copy = コピー
share-moves = 棋譜
share-link = リンク
share-position = 局面
share-copy-position = 局面をコピー
share-qr = QRコード
share-qr-label = リンクのQRコードを表示
share-qr-heading = リンクのQRコード
share-qr-words = スマートフォンで読み取ると、この対局が開きます。
share-qr-too-long = リンクが長すぎて、この画面では読み取れるQRコードになりません。リンクをコピーしてください。
share-qr-no-server = スマートフォンで開けるリンクには、サーバーの指定が必要です。「オンライン」で選んでください。
share-back = 戻る
share-file = ファイルに保存
share-save-as = { $format }で保存
share-grid = 手順の図
share-unfit = この対局は{ $formats }では保存できません。
share-picture = 画像を保存
share-pixels = { $pixels } px
share-size = 幅{ $pixels }ピクセル
share-animation = GIFアニメ
share-making = 画像を作成中

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
fault-better-by-share = 最善の{ $square }より勝率{ $percent } %の損
fault-better = 最善は{ $square }
fault-nothing-better = これが最善
fault-with-better = { $faults }（{ $better }）

## Lesson

lesson-offer-heading = はじめての石ですか？
lesson-offer-words = 返らない石、万能石、爆弾、割り込みを、実際に打ちながら覚えられます。
lesson-offer-not-now = あとで
lesson-place = { $chapter } { $place }／{ $count }ページ
lesson-previous = 前へ
lesson-next = 次へ
lesson-again = もう一度
lesson-pages = 一覧
lesson-match = 対局へ
lesson-choose-board = 盤を選ぶ
lesson-solved = できました
lesson-missed = おしい
lesson-opponent = 相手

## Map of quests

quests-heading = クエスト
quests-about = 盤をめぐる道です。クエストごとに目標と三人の相手があり、強い相手ほど星が増えます。星のあるクエストの先、三つまで挑めます。
quests-counted = 星 { $earned }／{ $of }
region-meadow = 野原
region-village = 里
region-forest = 森
region-river = 川
region-mountains = 山
region-stars = 星空
quest-label = クエスト{ $number }：{ $board }、星{ $stars }／3
quest-closed-label = クエスト{ $number }：{ $board }、まだ挑めません
quest-closed = –
quest-heading = クエスト{ $number }：{ $board }
quest-player = あなたは{ $player }
quest-goal-win = 勝つ
quest-goal-lead = { $least }石差以上で勝つ
quest-goal-all = 相手の石をなくして勝つ
quest-goal-within = { $most }手以内で勝つ
quest-goal-fewest = 少ない石で勝つ
quest-play = 対局
quest-play-label = { $opponent }と対局
quest-about-help = ヒント・解析・待ったを使うと、星は一つまでです。
quest-begun = クエスト{ $number }：{ $goal }
quest-won = クエスト{ $number }：星{ $stars }
stars-none = ☆☆☆
stars-one = ★☆☆
stars-two = ★★☆
stars-three = ★★★

## Card of a board

card-open = 盤のカード
card-number = 盤{ $number }
card-author = 作：{ $author }
card-traditional = 伝統の盤
card-first = { $player }が先手
card-squares = { $count }マス、空き{ $empties }
card-random = ランダム対局{ $count }局
card-wins = { $count }勝・{ $share }％
card-games = 見られる対局
card-best = 見つかった最善の対局
card-widest = 最大差の勝ち
card-wipe-out = 最短の全滅
card-game = { $outcome }、{ $score }、{ $count }手
card-no-game = { $title }：なし
card-show = 見る
card-show-label = 見る：{ $title }
card-none = この目標ではまだ調べていない盤です。ランダムな対局を数え、時計を使わない最強のCPU同士が1局打ちます。数秒、大きな盤では1分ほどかかります。
card-measure = この盤を調べる
card-stop = 中止

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

## CPU players

cpu-name-random = ランダム
cpu-name-first = 左上から順
cpu-name-minimum = ひかえめ
cpu-name-maximum = よくばり
cpu-name-slow-starter = スロースターター
cpu-name-greedy = 隅ねらい
cpu-name-edges = 辺ねらい
cpu-name-quiet = 物静か
cpu-name-openness = 開放度
cpu-name-phases = 三段がまえ
cpu-name-weights-1 = 重み1
cpu-name-weights-2 = 重み2
cpu-name-weights-3 = 重み3
cpu-name-monte-carlo = モンテカルロ
cpu-name-loser = 負けたがり
cpu-name-first-steps = はじめの一歩
cpu-name-child = こども
cpu-name-pupil = 生徒
cpu-name-newcomer = 駆け出し
cpu-name-hobby = 趣味人
cpu-name-regular = 常連
cpu-name-enthusiast = 愛好家
cpu-name-club-novice = クラブ新人
cpu-name-club = クラブ会員
cpu-name-club-captain = クラブ主将
cpu-name-club-champion = クラブ王者
cpu-name-town-champion = 町の王者
cpu-name-regional-champion = 地方王者
cpu-name-national-champion = 全国王者
cpu-name-continental-champion = 大陸王者
cpu-name-grandmaster = 大名人
cpu-name-world-champion = 世界王者
cpu-name-machine = マシン
cpu-name-sage = 賢者
cpu-name-oracle = 神託
cpu-name-beginner = 入門
cpu-name-casual = 初級
cpu-name-steady = 中級
cpu-name-skilled = 上級
cpu-name-expert = 達人
cpu-name-master = 名人
cpu-name-legend = 伝説

cpu-about-random = 置けるマスのどこかに打つ
cpu-about-first = 左上から順に見て、最初に置けるマスに打つ
cpu-about-minimum = はさむ石がいちばん少ない手を打つ
cpu-about-maximum = はさむ石がいちばん多い手を打つ
cpu-about-slow-starter = 空きの1割が埋まるまでは少なく、その後はできるだけ多くはさむ
cpu-about-greedy = 隅があれば取り、なければいちばん多く返す
cpu-about-edges = 隅と辺を取り、空いた隅のとなりを避ける
cpu-about-quiet = 空きの少ないところに打ち、隅のとなりを避ける
cpu-about-openness = まわりの空きが少ない石を返す
cpu-about-phases = 序盤は置けるマスの多さ、中盤は隅と辺、終盤は石の数で打つ
cpu-about-weights-1 = マスの重みと確定石で比べ、着手の1手先まで読む
cpu-about-weights-2 = マスの重みと確定石で比べ、着手の2手先まで読む
cpu-about-weights-3 = マスの重みと確定石で比べ、着手の3手先まで読む
cpu-about-monte-carlo = どの手も、でたらめな対局をたくさん試して決める
cpu-about-loser = 自分の石をできるだけ少なくする
cpu-about-first-steps = はじめての対局。まだあまり見えていない
cpu-about-child = ルールは知っている。石を返すのが大好き
cpu-about-pupil = 隅がよいと聞いたことがある
cpu-about-newcomer = いちばん危ないマスには近づかない
cpu-about-hobby = たまに打つ。作戦はほとんどない
cpu-about-regular = 毎週打つ。相手がどう返すかも考える
cpu-about-enthusiast = リバーシの本を1冊読んだ
cpu-about-club-novice = クラブの新顔。打てるマスを減らさない
cpu-about-club = 打てるマスが減るとなぜ悪いか知っている
cpu-about-club-captain = 3手先まで考え、見落としが少ない
cpu-about-club-champion = 終盤は数えて打つ
cpu-about-town-champion = めったに損をしない
cpu-about-regional-champion = 小さなミスも見逃さない
cpu-about-national-champion = ほとんど誰にも負けない
cpu-about-continental-champion = 手の良し悪しをまず見誤らない
cpu-about-grandmaster = 8手先と、最後の16マスを読み切る
cpu-about-world-champion = 歴代最強の人間と互角
cpu-about-machine = どの人間より強い。最後の20マスは完璧に打つ
cpu-about-sage = 誰もついていけない深さまで読む
cpu-about-oracle = 時間のかぎり、どこまでも読む
cpu-about-beginner = はじめての相手に。見落としもミスも多い
cpu-about-casual = ルールは知っている。目の前の石を取る
cpu-about-steady = 1手先を見る
cpu-about-skilled = 数手先を見る
cpu-about-expert = 先を読み、めったに損をしない
cpu-about-master = 1手ごとに数万局を打って確かめる
cpu-about-legend = 最強。最長2秒考える

cpu-stuck = { $player }が手を選べませんでした。{ $reason }
cpu-take-over = 代わりに打つ
cpu-guesses = CPUの思考プログラムを読み込めませんでした。読み込めるまで、CPUは本来より弱くなります。1手ごとに読み込みをやり直します。
japanese-font-lost = 日本語フォントを読み込めなかったため、ブラウザーのフォントで表示しています。次の表示で読み込みをやり直します。「The Japanese font could not be loaded.」
cpu-network-lost = この盤のためのデータを読み込めませんでした。読み込めるまで、CPUは本来より弱くなります。1手ごとに読み込みをやり直します。
cpu-network-came = この盤のためのデータを読み込み、CPUは本来の強さに戻りました。
cpu-unsuited = { $cpu }はこの盤では打てません。
cpu-nobody-beside = CPUの思考プログラムが動いていません。
cpu-unreadable = ここまでの着手を読み込めません。
cpu-failed = 思考プログラムが止まりました。
cpu-no-thread = システムがスレッドを用意できませんでした：{ $reason }。

## Moves, as they are told to players who do not see the board

told-played = { $player }が{ $square }に置き、石を{ $count }個返しました。
told-passed = { $player }がパスしました。
told-cut-in = { $player }が割り込んで{ $square }に置き、石を{ $count }個返しました。
told-exploded = { $player }が{ $square }に置き、爆弾が爆発して石が{ $count }個消えました。
told-cut-in-exploded = { $player }が割り込んで{ $square }に置き、爆弾が爆発して石が{ $count }個消えました。

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
spoken-value = 評価値{ $value }
spoken-last = 最後の手
spoken-taken-back = 戻しました。次は{ $number }手目です。
spoken-another-match = 盤に石が並びました。
spoken-count = { $player } { $count }石
spoken-count-time = { $player } { $count }石、残り{ $time }
spoken-little-time = { $player }の残り時間が{ $count }秒を切りました。
spoken-time-left = { $player }の残り時間は{ $time }です。
spoken-period-left = { $player }は秒読みで、この手の残り時間は{ $time }です。
spoken-no-clock = この対局は時間無制限です。
spoken-time = { $larger }{ $smaller }
spoken-hours = { $count }時間
spoken-minutes = { $count }分
spoken-seconds = { $count }秒
spoken-sentence = { $words }。
spoken-separator = 、
spoken-final-count = 最終結果：{ $counts }。

## The pages of the lesson

learn-begin = はじめる
learn-contents = ページ一覧
learn-chapter-rules = ルール
learn-chapter-strategy = 打ち方のコツ
learn-chapter-boards = いろいろな盤
learn-chapter-colour = カラーリバーシ

learn-heading-move = はじめの一手
learn-task-move = あなたは黒です。置く石とほかの黒石との間に白石がはさまるマスに、打ってみましょう。
learn-solved-move = 白石が二つの黒石にはさまれて、黒に返りました。一つも返らないマスには置けません。
learn-heading-flip = 8方向
learn-task-flip = はさんだ石は、縦も横も斜めも、いっぺんに返ります。まん中に打ってみましょう。
learn-solved-flip = 一手で8個返りました。打つ前に、8方向すべてを見ましょう。
learn-heading-pass = パス
learn-task-pass = はさめる石がなければパスです。上の白石をはさんで、白の番がどうなるか見てみましょう。
learn-solved-pass = 白は、はさめる石がなくてパスになり、あなたが続けて打ちました。はさめるときはパスできません。
learn-missed-pass = 白に置けるマスが残っていました。上の白石からはさみましょう。
learn-heading-end = 終わりと勝ち負け
learn-task-end = 空きマスは三つです。だれも置けなくなるまで打ちましょう。
learn-solved-end = だれも置けなくなったら終わりです。石の多い方が勝ち。白より多いあなたの勝ちです。
learn-heading-corner = 隅
learn-task-corner = 隅の外側にはマスがないので、隅の石は決してはさまれません。隅に打ちましょう。
learn-solved-corner = 隅の石も、隅からつながった列の石も、もう返されません。白はほかに打つしかありませんでした。
learn-missed-corner = その手でも返せますが、隅はたくさんの石より大事です。空いているうちに取りましょう。
learn-heading-beside = 隅のとなり
learn-task-beside = 隅はすべて空いています。斜めとなりに打つと、隅を取られます。ほかの手を選びましょう。
learn-solved-beside = 白はどの隅にも打てません。空いた隅の斜めとなりには、自分から打たないようにしましょう。
learn-missed-beside = 白に隅を取られました。もう取り返せません。
learn-heading-mobility = 打てるマスの数
learn-task-mobility = 打てるマスが少ないと、いつか悪い手を打つことになります。白の打てるマスが一つだけになる手はどれでしょう。
learn-solved-mobility = 白が打てるのは一か所だけで、隅を渡してしまいました。返した石は一つだけでした。
learn-missed-mobility = 白はまだいくつものマスから選べます。返す石の少ない手の方がよいことも多いのです。
learn-heading-parity = 手どまり
learn-task-parity = 終盤の空きマスは、いくつかの組に分かれます。ここでは一つだけの空きと、二つの組。最後に打つ方が有利です。二つの組に白から打たせましょう。
learn-solved-parity = 一つだけの空きに打ったので、白が二つの組に先に打ち、最後はあなたが打ちました。20対16で勝ちです。
learn-missed-parity = 二つの組に先に打ったので、白が一つだけの空きを取り、あなたはパスでした。残りも白が打って、27対9で白の勝ちです。
learn-heading-fewest = 少ない方が勝ち
learn-task-fewest = 石の少ない方が勝つ対局もあります。打ち方は同じです。最後に自分の石が少なくなる手はどちらでしょう。
learn-solved-fewest = あなたは7個、白は9個。ここでは、これで勝ちです。
learn-missed-fewest = あなたは11個、白は5個。ここでは、これで負けです。
learn-heading-holes = 穴のある盤
learn-task-holes = マスの欠けた盤もあります。穴は、盤の端と同じように列の終わりになります。はさめる列をはさみましょう。
learn-solved-holes = もう一つの列は先が穴で、そこには石を置けないので、はさめません。
learn-heading-three = 三人対局
learn-task-three = ここでは黒、白、灰の三人が順に打ち、だれの石でもはさめます。2回打ってみましょう。
learn-solved-three = あなたの番の間に、白と灰が打ちました。この先の手番は、いつも一覧に出ています。
learn-heading-colours = いろいろな色の石
learn-task-colours = 白石も灰の石も、はさめば自分の色に返ります。この列をはさみましょう。
learn-solved-colours = どれもあなたの石になりました。カラーリバーシには、ちがう動きをする石もあります。次のページで見てみましょう。
learn-heading-stay = 返らない石
learn-task-stay = 内側に輪のある石は、決して返りません。この列をはさんで、水色と山吹の石を見てみましょう。
learn-solved-stay = はさまれて揺れましたが、返りませんでした。それでも、はさんだことになります。
learn-heading-wild = 緑は万能石
learn-task-wild = この盤に、あなたの石はありません。でも緑は万能石。打つ人の石の代わりになります。使ってみましょう。
learn-solved-wild = 緑はあなたの石の代わりを務め、また緑に戻りました。次は相手が使うかもしれません。一列に緑がいくつかあれば、いちばん遠い緑が代わりになります。ただし、端に自分の石があれば、そちらが先です。
learn-heading-bomb = 赤は爆弾
learn-task-bomb = はさめる2列の一方に、爆弾があります。はさんでみましょう。マスを指すと、先に結果が見えます。
learn-solved-bomb = 爆弾をはさむと、どの列でもはさんだ石すべてと、列の端の石、そして置いた石が消えます。置いたマスも空きに戻ります。ほかの石はそのままです。
learn-heading-cut-in = 割り込み
learn-task-cut-in = あなたの次は白。でも手番の一覧を見てください。先に水色が割り込みます。打って、少し待ちましょう。
learn-solved-cut-in = 水色が順番の外で打ちましたが、白は後回しになっただけです。この先の手番はいつも一覧に出ているので、割り込みに驚くことはありません。

## Before the players begin

match-draws-start = 開始局面を選んでいます…
swap-question = { $player }さん、{ $other }と入れ替わりますか？
swap-question-theirs = { $player }は{ $other }と入れ替わることができます
swap-question-yours = { $other }と入れ替わりますか？
swap-take = { $other }になる
swap-stay = { $own }のまま
swap-taken = { $player }が{ $other }と入れ替わりました
swap-taken-yours = 相手が{ $other }と入れ替わりました。あなたは{ $own }です
swap-kept = { $player }は{ $own }のままです

## New game

new-game-heading = 新しい対局
new-game-board = 盤
new-game-players = プレイヤー
new-game-yours = 自分の盤
shelf-colour = カラーリバーシ
shelf-classic = クラシック
shelf-own = オリジナル
shelf-steps = カラーリバーシ入門
shelf-two = 二人用いろいろ
new-game-drawn = 毎回変わる盤
board-drawn = { $kind } { $seed }
drawn-number = 盤の番号
drawn-copy = コピー
drawn-copy-label = 番号をコピー
drawn-another = 引き直す
new-game-editor = 盤を作る
new-game-choose-board = 盤：{ $board }
new-game-back = 戻る
new-game-start = 対局開始
new-game-replaces-match = 始めると、途中の対局は終わります
board-unknown = 「{ $key }」という盤はありません。

sides-heading = 色の決め方
sides-yours = 自分の色
sides-as-seated = 席のまま
sides-random = おまかせ
sides-alternate = 毎回交代
sides-swap = 2手で入れ替え
sides-swap-about = 2手目のあと、後手は相手の側と入れ替わることができます。
new-game-more = くわしく…
new-game-less = 閉じる
new-game-more-label = くわしい選択
start-heading = 開始局面
start-normal = 通常
start-xot = XOT
start-even = ランダム
start-about = XOTは、互角に近い8手の序盤10,784通りから、対局ごとに選びます。
start-even-about = ランダムは、互角に近い{ $plies }手の序盤を、対局ごとに作ります。
corners-heading = 黒の隅ハンデ
corners-none = なし
corners-about = ハンデ戦です。黒が、はじめから隅を取っています。

seat-human = 人間
seat-human-about = この画面で打つ
seat-cpu = CPU
seat-remote = オンライン
seat-choice = { $player }：{ $seat }
seat-name = { $player }の名前
seat-cpu-of = { $player }を打つCPU
seat-elo = Elo { $rating }
seat-strength = 強さは{ $most }のうち{ $strength }。
seat-strength-elo = 強さは{ $most }のうち{ $strength }、{ $elo }。
seating-one-human = 自分対CPU
seating-watch = CPU対CPU
seating-all-human = 人間どうし

clock-heading = 持ち時間
clock-about = 「5分＋3秒」は、1手ごとに3秒増えます。時間が切れると負けです。CPUも時間を守ります。
clock-about-room = 「5分＋3秒」は、1手ごとに3秒増えます。時間が切れると負けです。
clock-none = 時間無制限
clock-seconds-a-move = 1手{ $count }秒
clock-minutes-a-move = 1手{ $count }分
clock-days-a-move = 1手{ $count }日
clock-minutes-and-seconds = { $minutes }分＋{ $seconds }秒
clock-seconds-and-seconds = { $base }秒＋{ $seconds }秒
clock-minutes-then-seconds = { $minutes }分、切れたら1手{ $seconds }秒
clock-seconds-then-seconds = { $base }秒、切れたら1手{ $seconds }秒
clock-own = 自分で決める
own-clock-increment = 1手ごとに増やす
own-clock-byo-yomi = 秒読み
own-clock-main = 最初の時間
own-clock-move = 1手の時間
own-clock-seconds = { $count }秒
own-clock-minutes = { $count }分
own-clock-increment-about = 1手打つごとに、その時間だけ増えます。
own-clock-byo-yomi-about = 最初の時間を使い切ると、1手ごとに決まった時間で打ちます。余った時間は次の手に残りません。

option-motion = 動き
option-cpu-waits = CPUの間
option-cpu-time = CPUの考慮時間
option-cpu-time-own = 標準
option-typing-waits = 文字入力の待ち時間
option-colours = 石の色
option-mark-legal-squares = 置けるマスを表示
option-language = 言語
option-as-system = 端末と同じ
option-seconds = { $seconds }秒
sound-all = 音量
sound-discs = 石
sound-game = 対局
sound-clock = 時計
sound-buttons = ボタン
sound-mute = 消音
sound-mute-out-of-sight = 見ていない間は消音
sound-percent = { $percent }%
option-choice = { $option }：{ $choice }
option-speed = 速さ
speed-percent = { $percent }%
motion-turn = 返す
motion-slide = スライド
motion-fade = フェード
motion-none = なし
palette-default = 定番
palette-high-contrast = くっきり
palette-published = 原作

## The settings

settings-heading = 設定
settings-look = 見た目
settings-motion = 動き
settings-board = 盤
settings-sound = 音
settings-language = 言語
settings-keys = キー
settings-data = データ
settings-back = 戻る
settings-data-about = 設定はこの端末に保存されます。ファイルにすれば、別の端末でも使えます。
settings-export = 設定をファイルに保存
settings-import = ファイルから設定を読む
settings-import-in-window = 設定のファイルは、ウィンドウにドロップするか、「irogaeshi ファイル名」で起動しても読み込めます。
settings-reset = 設定をすべて元に戻す
settings-reset-heading = 設定を元に戻しますか？
settings-reset-words = 見た目、音、言語など、すべての設定が最初の状態に戻ります。対局と盤は残ります。
settings-reset-keep = やめる
settings-reset-all = 元に戻す
settings-exported = 設定を保存しました：{ $place }
settings-not-exported = 設定をファイルに保存できませんでした：{ $reason }
settings-imported = 設定を読み込みました：{ $name }
settings-file-empty = 設定が入っていません。
option-symbols = 石の記号
symbols-always = いつも
symbols-many-colours = 3色以上のとき
symbols-never = なし
option-text-size = 文字の大きさ
option-counts = 石の数を表示

## CPU players to choose from

picker-heading = { $player }は誰が打つ？
picker-close = 閉じる
picker-here = この画面で
picker-programs = このコンピューターのプログラム
picker-levels = 強さ（弱い順）
picker-elo = でたらめに打つ人がElo 0です。自分の強さは「勝敗」で見られます。
picker-characters = 個性派

## Other programs as opponents

settings-programs = 外部プログラム
programs-about = このコンピューターにあるリバーシのプログラムと、標準の盤で対局できます。GTPかNBoardに対応したものが使えます。
programs-add = プログラムを登録
programs-none = EdaxやNTestなどのプログラムとも対局できます。「設定」で登録してください。
programs-on-desktop = EdaxやNTestなどのプログラムとは、デスクトップで遊ぶときに対局できます。ブラウザーではできません。
program-about = 1手{ $seconds }秒・{ $command }
program-try = 試す
program-try-label = { $program }を試す
program-change = 変更
program-change-label = { $program }を変更
program-remove = 削除
program-remove-label = { $program }を削除
program-removed = { $program }を削除しました。
program-undo = 元に戻す
program-change-heading = プログラムの変更
program-command = 通信方式とコマンド
program-command-about = gtp:、nboard:、board:のどれかで始め、続けてコマンドを書きます。空白を含むパスはダブルクォートで囲みます。board:のプログラムは一手ごとに起動され、盤を読んで着手の列と行を書きます。
program-name = 名前
program-name-about = 対局中に表示する名前です。空ならファイル名になります。
program-limit = 1手の時間
program-limit-about = 時間を超えたプログラムは負けになります。
program-cancel = やめる
program-save = 保存して試す

program-no-protocol = gtp:、nboard:、board:のどれかで始めてください。例：gtp:edax -gtp
program-no-command = コロンの後にコマンドがありません。
program-not-a-limit = 「{ $limit }」は制限ではありません。2sのような時間か、d12のような深さを書きます。
program-gtp-no-depth = GTPでは深さを指定できません。プログラムの引数で指定してください。
program-board-no-limits = board:のプログラムには制限を指定できません。プログラムの引数で指定してください。
program-gtp-whole-seconds = GTPの時間は、1秒、2秒のように書きます。

program-trying = 最初の手を待っています…
program-answered = { $name }が{ $time }ミリ秒で{ $square }と答えました。
program-answered-unnamed = { $time }ミリ秒で{ $square }と答えました。
program-not-found = プログラムが見つかりません。パスを確かめてください。
program-cannot-start = 起動できませんでした：{ $reason }
program-ended = プログラムが終了しました：{ $status }
program-silent = { $seconds }秒以内に応答がありませんでした。
program-other-language = { $protocol }のプログラムではありません。「{ $line }」と出力しました。
program-unreadable = 応答を読み取れません：{ $reason }
program-refuses = 「{ $command }」を受け付けませんでした：{ $answer }
program-bad-move = 「{ $answer }」と答えましたが、着手ではありません。
program-no-move = 手を返しませんでした。
program-not-registered = このコンピューターには登録されていません。
program-unregistered = { $name }（登録なし）

program-late = { $program }は{ $seconds }秒以内に打てず、負けになりました。
program-illegal = { $program }が{ $answer }に打とうとしましたが、そこには打てないため、負けになりました。
program-resigns = { $program }が投了しました。
program-trouble-heading = { $program }が打てません
program-trouble-again = もう一度試す
program-trouble-other = 別の相手
program-stuck = プログラムが打てません。メニューから別の相手を選べます。

## More of a match

match-fewest-win = { $board }（石が少ない人の勝ち）
match-free-passes = { $board }（いつでもパス）
match-in-two-tabs = この対局は別のタブでも開いています。どちらのタブでも続けられ、別々の対局として保存されます。
match-seat-weaker = { $cpu }（今は弱め）
match-not-scored = { $seat }（勝敗なし）
turn-cuts-in = 割り込み
turn-now = 今

## The player's own boards

library-heading = 自分の盤
library-open-heading = 盤を開く
library-how-on-page = 盤のファイルをページにドロップするか、選んでください。
library-how-by-touch = ファイルを選ぶと、その盤を開きます。
library-how-in-window = 盤のファイルをウィンドウにドロップするか、選ぶか、「irogaeshi ファイル名」で起動してください。
library-place = 開いた盤と作った盤は、{ $place }に保存されます。
library-place-browser = 開いた盤と作った盤は、このブラウザーに保存されます。
library-from-file = ファイルを開く
file-dialog-none = このシステムにはファイルを選ぶ画面がありません。ファイルをウィンドウにドロップしてください。
file-dialog-fails = ファイルを選ぶ画面を開けませんでした：{ $reason }。ファイルをウィンドウにドロップしてください。
library-close = 閉じる
library-close-label = 一覧を閉じる
library-empty-board = 空の盤
library-download = ダウンロード
library-download-board = { $name }をダウンロード
library-remove = 削除
library-remove-board = { $name }を削除
library-open-board = { $name }を開く
library-unreadable = × { $file }：{ $problem }
library-more = ほかに{ $count }個ありますが、表示していません。いくつか削除すると見られます。
library-none = まだありません。
library-delete-question = 「{ $name }」を完全に削除しますか？
library-delete = 削除

## Saving

save-not-settings = 設定を保存できていません。
save-not-setup = 新しい対局の選択内容を保存できていません。
save-not-rooms = 新しい部屋の選択内容を保存できていません。
save-not-match = 対局を保存できていません。
save-not-draft = 編集中の盤を保存できていません。
save-not-board = 「{ $name }」を保存できていません。
save-browser-full = ブラウザーの保存領域がいっぱいです。
save-disk-full = ディスクがいっぱいです。
save-read-only = ゲームのデータフォルダーに書き込めません。
save-denied = アクセスが許可されていません。ゲームのデータフォルダーの権限を確認してください。
save-no-folder = ゲームのデータフォルダーを作れません。
save-switched-off = ブラウザーが、このページの保存を許可していません。
save-goes-with-tab = このタブを閉じると、対局も設定も消えます。
save-busy = 別に開いている同じゲームが、保存中です。
save-not-a-file = 保存先に、フォルダーなど、保存データではないものがあります。
save-other = システムのエラー：{ $reason }。
save-keeps-trying = 保存は自動で再試行します。対局は続けられます。
save-board-keeps-trying = ゲームを閉じるまで、保存を自動で再試行します。
save-works-again = 保存できるようになりました。すべて保存済みです。
save-aside-settings = 設定を読み込めませんでした。元のデータは{ $place }にあります。
save-aside-setup = 新しい対局の選択内容を読み込めませんでした。元のデータは{ $place }にあります。
save-aside-rooms = 新しい部屋の選択内容を読み込めませんでした。元のデータは{ $place }にあります。
save-aside-match = 保存した対局を読み込めませんでした。元のデータは{ $place }にあります。
save-aside-draft = 編集中だった盤を読み込めませんでした。元のデータは{ $place }にあります。
save-newer-match = 最後の対局は、新しいバージョンのゲームで保存されています。このバージョンでは開けませんが、データは元のままです。
save-unread-settings = 今回は、設定を読み込めませんでした。
save-unread-setup = 今回は、新しい対局の選択内容を読み込めませんでした。
save-unread-rooms = 今回は、新しい部屋の選択内容を読み込めませんでした。
save-unread-match = 今回は、保存した対局を読み込めませんでした。
save-unread-draft = 今回は、編集中だった盤を読み込めませんでした。
save-nothing-changed = データは元のままです。
save-board = 自分の盤に保存しました：{ $place }。
save-board-beside = その間に、別の盤が「{ $name }」として保存されました。どちらも保存済みで、この盤は{ $place }です。
save-board-browser = このブラウザーの、自分の盤に保存しました。
save-board-beside-browser = その間に、別の盤が「{ $name }」として保存されました。どちらも、このブラウザーに保存済みです。
save-board-removed = 「{ $name }」を削除しました。
save-board-changed = 「{ $name }」はその間に変更されたので、削除しませんでした。
save-board-not-removed = 「{ $name }」を削除できませんでした。

## Board editor

draft-name = 自作の盤
draft-copy-name = { $board }・改
editor-back = 戻る
editor-undo = 取消
editor-redo = やり直し
editor-open = 開く
editor-save = 保存
editor-play = 遊ぶ
editor-name-taken = 「{ $name }」という盤が、ほかにあります。
editor-replace = 置き換える
editor-sheet = 編集：{ $sheet }
sheet-paint = 描く
sheet-size = 大きさ
sheet-players = プレイヤー
sheet-cut-ins = 割り込み
sheet-tints = 色
sheet-name = 名前

editor-how-to-paint = ドラッグで描き、もう一方のマウスボタンで消します。キーボードでは、矢印キーで動き、スペースキーか絵の具の文字キーで描きます。
editor-paint = 描く：{ $cell }
cell-hole = 穴
cell-empty = 空きマス
tint-none = 色なし
tint-strong = 濃い{ $hue }
tint-soft = 薄い{ $hue }
tint-red = 赤
tint-orange = オレンジ
tint-yellow = 黄
tint-green = 緑
tint-teal = 青緑
tint-blue = 青
tint-violet = 紫
tint-pink = ピンク
hole-water = 水の穴
hole-rock = 岩の穴
hole-hedge = 生け垣の穴
editor-about-tints = 色分けで変わるのは盤の見た目だけです。
editor-symmetry = 対称：{ $symmetry }
symmetry-none = なし
symmetry-sides = 左右
symmetry-ends = 上下
symmetry-both = 上下左右
symmetry-half-turn = 180度回転
symmetry-quarter-turns = 90度回転
symmetry-all = 回転と反転すべて
editor-next-player = 写しごとに色を替える
editor-fill = まとめて塗る
editor-fill-label = つながったマスをまとめて塗る（F）

editor-columns = 横
editor-rows = 縦
editor-one-fewer = { $of }を1マス減らす
editor-one-more = { $of }を1マス増やす
editor-move-all = 全体移動
editor-move-left = 全体を左へ
editor-move-right = 全体を右へ
editor-move-up = 全体を上へ
editor-move-down = 全体を下へ
editor-no-discs = 石を消す
editor-no-holes = 穴を埋める

editor-in-turn = { $place }番手
editor-cuts-in = 割り込み
editor-stays-out = 不参加
editor-makes-move = { $number }手目
editor-turns = 手番
editor-takes-turns = { $player }：手番あり
editor-cut-in = 割り込み
editor-may-cut-in = { $player }：割り込む
editor-scored = 勝敗
editor-is-scored = { $player }：勝敗を争う
editor-earlier = { $player }：順番を1つ前へ
editor-whose-turn = はさまれると返る石：
editor-discs-turn = { $player }：石が返る
editor-cut-in-by = 割り込み{ $number }：{ $by }手
editor-cut-in-remove = 割り込み{ $number }：削除
editor-nobody-left = 全員に手番があるので、割り込む人がいません。
editor-what-cut-ins-are = 割り込む人は、順番の外で1手打ちます。待たされた人が、その次に打ちます。
editor-add-cut-in = 割り込み：{ $player }
editor-add = ＋{ $player }
editor-name = 盤の名前
editor-name-hint = 名前
editor-about = 盤の説明
editor-about-hint = 盤をひとことで
editor-free-passes = いつでもパス
editor-free-passes-label = いつでもパス：置けるマスがあってもパスできる
editor-about-free-passes = 「いつでもパス」では、置けるマスがあってもパスできます。全員が続けてパスしたときも、対局が終わります。
editor-copy = テキストでコピー
editor-paste = 貼り付け
editor-paste-label = 盤を貼り付け（Ctrl+V）
editor-pasted = 「{ $name }」を貼り付けました。
editor-not-pasted = 貼り付けられません。{ $problem }
editor-pasted-game = 盤ではなく、棋譜です。

## The page around the game

room-has-changed = その間に状況が変わりました。もう一度お試しください。
room-illegal = 今、{ $square }には置けません。
room-illegal-pass = 今はパスできません。
room-out-of-time = 着手が届く前に、時間が切れました。
room-closed = 部屋は閉じられました。
room-no-match = 対局中ではありません。
room-match-goes-on = 対局が終わってからにしてください。
room-match-over = 対局は終わりました。
room-not-over = 対局はまだ終わっていません。
room-seat-taken = { $player }の席は、もう埋まっています。
room-no-such-seat = この盤に、{ $player }の席はありません。
room-seat-empty = { $player }の席には、まだ誰もいません。
room-locked = 部屋に鍵がかかっているので、もう座れません。
room-not-seated = 観戦中です。先に席に座ってください。
room-not-your-seat = { $player }を打つのは、別の人です。
room-not-host = これができるのは、部屋主だけです。
room-no-such-cpu = このCPUはここでは打てません。別のCPUを選んでください。
room-already = もうそうなっています。
room-nothing-to-take-back = 戻せる手がありません。
room-nothing-to-answer = その申し出は、もうありません。
room-nobody-to-ask = 返事をする人がいません。
room-too-often = この対局での操作が多すぎます。着手と投了はできます。
room-fixed-clock = この対局の持ち時間は増やせません。
room-only-moves = この部屋の記録がいっぱいです。着手と投了だけができます。
room-not-away = その人は戻っています。
room-too-early = その人は、不在になったばかりです。
room-refused = サーバーに受け付けられませんでした。
room-nobody-can-move = この盤では誰も打てません。
room-clock = サーバーは、この長さの持ち時間に対応していません。
room-start = この開始局面は、この盤では使えません。
room-start-not-drawn = 開始局面を選んでいるところです。
room-side-not-chosen = 先に、入れ替わるかどうかを決める必要があります。
room-swap = 入れ替わりは、二人で打つ盤だけです。
room-absence = サーバーは、不在の人を待つ時間としてこの長さに対応していません。
room-full = 部屋は満員です。しばらくしてから、もう一度お試しください。
room-not-found = その部屋はもうありません。新しいリンクをもらってください。

online-no-server = 先にサーバーを決めてください。
online-unreachable = サーバーが応答しません。自動でつなぎ直します。
online-no-server-here = このアドレスには、オンライン対戦のサーバーがありません。自動でつなぎ直します。
online-no-answer = サーバーから応答がありません。接続を試みています。
online-flood = サーバーから異常に大量のデータが届いたため、接続を切りました。
online-other-version = ゲームとサーバーのバージョンが合いません。片方が古いので、両方を更新してください。
online-too-large = サーバーは、この大きさの盤に対応していません。
online-too-many-rooms = 作った部屋が多すぎます。どれかを使うか、後でもう一度お試しください。
online-server-full = サーバーの部屋がいっぱいです。後でもう一度お試しください。
online-too-fast = 短い時間に多くのデータを送りすぎました。少し待って、もう一度お試しください。
online-too-slow = ゲームからサーバーへの返事が遅れました。もう一度お試しください。
online-move-refused = あなたの手は取り消されました。{ $reason }
online-not-kept = ゲームを閉じると、席に戻れなくなります。{ $reason }

# The page and its manifest.
page-title = 色返し：リバーシ
page-name = 色返し
page-description = ブラウザーで遊ぶリバーシ。コンピューターや友だちと対局できます。

# Loading.
page-loading = 読み込み中
page-loading-label = ゲームを読み込んでいます
page-loading-percent = 読み込み中（{ $percent }%）
page-starting = 起動中

# What a browser lacks.
page-no-script = 色返しは、ブラウザーで遊ぶゲームです。JavaScript、WebAssembly、WebGL 2が必要です。このページのJavaScriptを許可して、再読み込みしてください。
page-no-webassembly-title = このブラウザーでは遊べません
page-no-webassembly-text = WebAssemblyがないか、無効になっています。最新のFirefox、Chrome、Edge、Safariをお使いください。
page-too-old-title = ブラウザーが古すぎます
page-too-old-text = このブラウザーには、ゲームに必要な機能がありません。最新のFirefox、Chrome、Edge、Safariなら遊べます。
page-no-webgl-title = ゲームを表示できません
page-no-webgl-text = 表示に使うWebGL 2が、このブラウザーにはありません。多くの場合、ブラウザーの設定でハードウェアアクセラレーションが切れているか、グラフィックドライバーが古いことが原因です。

# What goes wrong.
page-download-failed-title = ダウンロードが途中で終わりました
page-download-failed-text = ゲームをすべて読み込めませんでした。接続を確かめて、もう一度お試しください。
page-damaged-title = ダウンロードしたデータが壊れています
page-damaged-text = ゲームのファイルが、途中かサーバーで書き換わっています。もう一度お試しください。
page-stopped-title = ゲームが止まりました
page-stopped-text = ゲームの中のエラーで止まりました。こちらの不具合で、あなたのせいではありません。
page-picture-lost-title = 画面が失われました
page-picture-lost-text = ブラウザーがグラフィックの利用を止めました。スリープの後や、メモリーが足りないときに起こることがあります。
page-match-saved = 対局は保存されています。再読み込みすると続けられます。
page-match-not-saved = ページを再読み込みしてください。
page-try-again = もう一度試す
page-retry = 再試行
page-reload = 再読み込み
page-details = 詳細

# The mirror, for screen readers.
page-update-label = 新しいバージョン
page-update-ready = 新しいバージョンがあります。
page-update-now = 更新する
page-update-later = あとで
page-commands-label = 操作
page-names-label = 名前
page-sliders-label = スライダー
page-question-label = 質問
page-picture-label = ゲームの画面。内容はすべて、横の操作部品にもあります

## Online play: where players find each other

lobby-heading = オンライン対戦
lobby-play = すぐに対局
lobby-make = 部屋を作る
lobby-change = 変更
lobby-change-label = 盤と持ち時間を変更
lobby-match-goes-on = 対局が続いています。
lobby-entering = 部屋に入っています…
online-your-name = あなたの名前
join-heading = コードかリンクで入る
join-link = コードかリンク
join-enter = 入る
join-enter-label = 部屋に入る
join-other-page = このリンクは{ $server }のものです。ブラウザーで開いてください。
elsewhere-heading = 別のサーバーに移りますか？
elsewhere-words = このリンクは{ $server }のものです。移ると、これからはそのサーバーを使います。
elsewhere-stay = 移らない
elsewhere-go = 移る
join-not-a-link = 部屋のコードではありません。コードは8文字の英数字で、リンクの最後にもあります。
server-address = サーバー
server-example = play.example.org
server-use = 接続
server-use-label = サーバーに接続
server-use-again = { $server }にもう一度接続
server-needed = オンラインで対戦するには、サーバーのアドレスを入れてください。アドレスは、サーバーを動かしている人に聞いてください。
server-not-private = このサーバーとの通信は暗号化されていません。途中で見られたり、勝手に打たれたりするおそれがあります。https:// で始まるアドレスでもつながるなら、そちらを使ってください。
server-not-an-address = アドレスではありません。「https://play.example.org」や「192.168.1.20:7878」のように書きます。
local-heading = このネットワークで遊ぶ
local-about = このパソコンをサーバーにして、同じネットワークの人と対戦できます。
local-start = サーバーを起動
local-missing = 「irogaeshi-server」が見つかりません。ゲームの入手先から手に入れ、ゲームと同じフォルダーに置いて、もう一度試してください。
local-starting = 起動中…
local-open = 同じネットワークの人は、このアドレスをブラウザーで開くか、コードを読み取ってください。
local-enter = 同じネットワークの人は、「オンライン」でこのアドレスをサーバーに指定してください。
local-no-network = サーバーは動いていますが、ネットワークにつながっていません。このパソコンでしか遊べません。
local-failed = サーバーを起動できません。
local-copy = アドレスをコピー
local-stop = サーバーを停止
local-on-page = このページは、配信元のサーバーで対戦します。ページからサーバーは起動できません。パソコンでサーバーを起動し、そのアドレスを開いてください。
connection-off = 接続していません
connection-opening = 接続しています…
connection-open = { $server }に接続済み
connection-trying = 接続が切れました。つなぎ直しています…
connection-lost = 接続が切れました。{ $seconds }秒後につなぎ直します。
rooms-heading = 公開中の部屋
rooms-none = 待っている人はいません。「すぐに対局」を押すと、あなたの部屋がここに並びます。
rooms-no-server = サーバーにつなぐと、部屋が並びます。
rooms-lost = 接続が戻ると、部屋がここに並びます。
rooms-connecting = 部屋を探しています…
rooms-free = 空席：
rooms-nobody-yet = まだ誰もいません
rooms-who = { $players }が待っています
rooms-join = { $board }、{ $clock }の部屋に入る：{ $who }、空席{ $count }

## A new room

new-room-heading = 新しい部屋
new-room-part = 部屋
new-room-seats = 席
new-room-who = 入れる人
new-room-by-link = リンクのみ
new-room-public = 誰でも
new-room-make = 部屋を作る
new-seat-open = 募集
new-seat-mine = 自分

## A room before its match

room-facts = { $clock }・{ $found }
room-terms-swap = { $terms }・2手で入れ替え
room-terms-start = { $clock }・{ $start }
room-terms-corners = { $clock }・黒の隅ハンデ{ $count }
room-leave = 退室
room-leave-label = 部屋を出る
room-ready = 準備完了
room-not-ready = 準備を解除
room-seats-taken = 満席です。観戦できます。
room-is-locked = 部屋に鍵がかかっています。観戦できます。
room-take-a-seat = 席に座るか、観戦してください。
room-press-ready = 「準備完了」を押してください。
room-waits-for-players = あと{ $count }人を待っています
room-waits-for-ready = { $players }の準備を待っています
room-watching = 観戦{ $count }人
room-seat-free = { $player }は空席
room-seat-cpu = CPU
room-seat-you = あなた
room-seat-host = 部屋主
room-seat-ready = 準備完了
room-seat-not-ready = 準備中
room-seat-away = 不在
room-seat-parts = { $before }・{ $next }
room-sit = 座る
room-sit-label = { $player }の席に座る
room-get-up = 席を立つ
room-remove = 外す
room-remove-label = { $player }を席から外す
room-fill = 空席をCPUに
room-lock = 鍵をかける
room-unlock = 鍵を開ける
room-close = 部屋を閉じる
invitation-heading = 招待
invitation-words = リンクを送るか、QRコードを読み取ってもらうか、部屋のコードを伝えてください。
invitation-copy = リンクをコピー
clipboard-copied = コピー済み
clipboard-failed = コピーできませんでした。

## What is said of a room to whoever does not see it

news-lost = 接続が切れました。つなぎ直しています。
news-back = 接続が戻りました。
news-said = { $player }：{ $words }
news-sat-down = { $name }が{ $player }の席に座りました。
news-left = { $name }が部屋を出ました。
news-cpu = { $player }は{ $name }が打ちます。
news-away = { $name }が不在になりました。
news-here = { $name }が戻りました。
news-ready = { $name }の準備ができました。
news-rematch = { $name }が再戦を希望しています。
news-advice = { $name }がヒントに賛成しました。
news-takeback = { $name }から待ったの申し出です。
news-draw = { $name }から引き分けの提案です。
room-time-given = { $player } から{ $count }分もらいました。

## What humans in a room say to each other

reactions-heading = ひとこと
reactions-mute = 発言を隠す
reactions-unmute = 発言を見せる
reaction-hello = こんにちは！
reaction-good-luck = よろしくお願いします！
reaction-have-fun = 楽しみましょう！
reaction-well-played = お見事！
reaction-good-game = いい勝負でした！
reaction-thank-you = ありがとう！
reaction-sorry = ごめんなさい！
reaction-one-moment = 少し待ってください
reaction-must-go = そろそろ失礼します
reaction-another-match = もう一局いかが？
reaction-applause = すばらしい！
reaction-laughter = あはは！
reaction-surprise = おおっ！
reaction-thinking = うーん…
reaction-sadness = しまった！

## A match of a room

match-say = ひとこと
resign-heading = 投了しますか？
resign-words = あなたの負けになります。
resign-answer = 投了する
match-take-back = 待ったを申し出る
match-draw-label = 引き分けを提案する
match-resign = 投了
match-ask-hint = ヒントを提案する
match-ask-analysis = 解析を提案する
room-agree = 応じる
room-decline = 断る
room-withdraw = 取り下げる
room-asks-takeback = { $player }から待ったの申し出です。{ $number }手目から打ち直します。
room-you-ask-takeback = 待ったを申し出ています。
room-offers-draw = { $player }から引き分けの提案です。
room-you-offer-draw = 引き分けを提案しています。
room-asks-advice = { $player }から、全員でヒントと解析を使う提案です。
room-you-ask-advice = ヒントと解析を使うことを提案しています。
room-away-for = { $player }が不在です（{ $time }）。
room-cpu-plays-on = CPUに交代
room-cpu-plays-on-in = 交代まで{ $time }
room-cpu-plays-on-label = { $player }をCPUに交代する
room-you-watch = 観戦中です。
room-you-have-lost = あなたの負けです。続きは{ $cpu }が打ちます。
rematch-ask = 再戦
rematch-withdraw = 再戦しない
rematch-you-want = ほかの人の返事を待っています。
rematch-wanted = { $players }が再戦を希望しています。
seat-you = あなた
seat-online = 接続中
seat-left = 退室
seat-away-for = 不在 { $time }
seat-cpu-plays-on = 代打ち：{ $cpu }

## The boards that come with the game: their names, then a line about each

# Their English is in assets/variants and src/rules/catalogue.rs.
board-name-colour-3-2 = カラー3＋2
board-name-five = 五つ巴
board-name-five-published = 原作五つ巴
board-name-classic-4-4 = クラシック4×4
board-name-classic-6-6 = クラシック6×6
board-name-classic-8-8 = クラシック8×8
board-name-classic-10-10 = クラシック10×10
board-name-classic-12-12 = クラシック12×12
board-name-classic-14-14 = クラシック14×14
board-name-classic-16-16 = クラシック16×16
board-name-classic-18-18 = クラシック18×18
board-name-classic-20-20 = クラシック20×20
board-name-classic-22-22 = クラシック22×22
board-name-classic-24-24 = クラシック24×24
board-name-classic-26-26 = クラシック26×26
board-name-hanabi = 花火
board-name-hotaru = 蛍
board-name-ishigaki = 石垣
board-name-kingyo = 金魚
board-name-tabibito = 旅人
board-name-tobiishi = 飛び石
board-name-fuji = 富士
board-name-irori = 囲炉裏
board-name-raiun = 雷雲
board-name-tanpopo = たんぽぽ
board-name-tsukimi = 月見
board-name-tsuji = 辻
board-name-uzu = 渦
board-name-matsuri = 祭り
board-name-gorin = 五輪
board-name-gogyo = 五行
board-name-colour-1-octagon = カラー1：八角形
board-name-colour-2-ash = カラー2：灰
board-name-colour-3-green = カラー3：緑
board-name-colour-4-cut-ins = カラー4：割り込み
board-name-colour-5-bombs = カラー5：爆弾
board-name-octagon = 八角形
board-name-diamond = ひし形
board-name-clover = クローバー
board-name-cross = 十字
board-name-plus = プラス
board-name-drone = ドローン
board-name-kazaguruma = かざぐるま
board-name-manji = まんじ
board-name-rectangle = 長方形
board-name-heart = ハート
board-name-t = T
board-name-torus = ドーナツ
board-name-two = 二つの広間
board-name-equal = イコール
board-name-xhole = Xの穴
board-name-inside = 内づめ
board-name-outside = 外づめ
board-name-x = X
board-name-small-x = 小さなX
board-name-random = ランダム
board-name-chaos = カオス
board-name-custom-board = 自作の盤

board-about-colour-3-2 = 三人が勝ちを争い、二人が割り込む。万能石あり、返らない石あり、爆弾あり。
board-about-five = カラーの盤で、五人全員が勝ちを争う。五色の石がどれも返る。
board-about-five-published = 原作どおりの五つ巴。水色と山吹の石は返らず、水色がはじめから大きくリード。
board-about-classic-4-4 = 2分で終わる一局。
board-about-classic-6-6 = 小さく、鋭く、すぐ決着。
board-about-classic-8-8 = おなじみのリバーシ。
board-about-classic-10-10 = 広くなった盤で、息の長い作戦を。
board-about-classic-12-12 = 広くなった盤で、息の長い作戦を。
board-about-classic-14-14 = 夜長のお供に。作戦に作戦を重ねて。
board-about-classic-16-16 = 夜長のお供に。作戦に作戦を重ねて。
board-about-classic-18-18 = 一日がかりの広さ。拡大して打てます。
board-about-classic-20-20 = 一日がかりの広さ。拡大して打てます。
board-about-classic-22-22 = 一日がかりの広さ。拡大して打てます。
board-about-classic-24-24 = 一日がかりの広さ。拡大して打てます。
board-about-classic-26-26 = 一日がかりの広さ。拡大して打てます。
board-about-hanabi = 夜空に爆弾が八つ。まんなかで万能石が四つ、火花を散らす。
board-about-hotaru = 夕やみに蛍が六つ。離れて光る万能石は、たどり着いた人のもの。
board-about-ishigaki = 城の石垣は、誰のものでもない、返らない石。
board-about-kingyo = 金魚すくい。二人の石はどちらも返らない。すくったら、すくったまま。
board-about-tabibito = 11手ごとに旅人が通りかかり、返らない石を残していく。
board-about-tobiishi = 小川をはさむ両岸。渡るなら、万能石の飛び石三つ。
board-about-fuji = 三人で登る山。火口に爆弾、すそ野の出会うところに万能石。
board-about-irori = 三人が炉端に身を寄せ、万能石の火の粉が四つ舞う。
board-about-raiun = 石でふくらんだ雷雲から、今にも六つの稲妻が落ちる。
board-about-tanpopo = 三色がぎっしりの花と、風に乗った六つの種。
board-about-tsukimi = 三人で見る三日月。14手ごとに一マスを照らし、その光は消えない。
board-about-tsuji = 爆弾のある四つ辻。水色は14手ごとに割り込むだけだが、勝つこともある。
board-about-uzu = 渦に乗って、12手ごとに水色が流れ着く。水色が勝つこともある。
board-about-matsuri = 五人の祭り。水色と山吹は花火の合間に割り込むだけだが、勝つこともある。
board-about-gorin = 五人が対等に打つ広い盤。長い作戦を練る余地があり、四方に爆弾が一つずつ。
board-about-gogyo = 五人が対等に打つ広い盤。爆弾は八つ、石をすべて失っても万能石がある。
board-about-colour-1-octagon = 一歩目。穴のある盤に、はじめから石が多め。
board-about-colour-2-ash = 二歩目。三人目のプレイヤー。放っておいた人が、大きくなる。
board-about-colour-3-green = 三歩目。緑は万能石。誰がはさむときにも手を貸す。
board-about-colour-4-cut-ins = 四歩目。水色と山吹が割り込む。その石は返らない。
board-about-colour-5-bombs = 五歩目。赤をはさむと、巻き込まれた石がすべて消える。
board-about-octagon = 8×8から四隅を落とした盤。ものを言うのは辺。
board-about-diamond = ぐるりと短い辺。隅は二つ一組で八つ。
board-about-clover = 欠けているのは四隅のマスだけ。それだけで作戦は全部やり直し。
board-about-cross = 幅の広い十字。外の隅が八つ、内の隅が四つ。
board-about-plus = どこも幅は2マス。腕の中で行きづまると、出られない。
board-about-drone = 四辺の切れこみで、四隅がプロペラになる。
board-about-kazaguruma = 羽根どうしが寄りかかる、かざぐるま。
board-about-manji = 日本の地図で寺をあらわす印の形。
board-about-rectangle = 8×4。横は長く、縦は短く、決断は早く。
board-about-heart = 上にふくらみが二つ、下にとがりが一つ。
board-about-t = Tの三か所から始まり、やがて一つになる。
board-about-torus = 穴を囲む輪。始まりは左右に一つずつ。
board-about-two = 二本の廊下がつなぐ、二つの広間。始まりは廊下に一つずつ。
board-about-equal = 盤は二つ、対局は一つ。片方で打つ間に、もう片方でひと息。
board-about-xhole = 穴のまわりに始まりが四つ。斜めに切れ目が走る。
board-about-inside = はじめから、まんなかに石が16個。
board-about-outside = 外側は埋まっている。打つのは内へ、内へ。
board-about-x = 太い腕が四本。隅は、あると思ったところにない。
board-about-small-x = 腕の曲がったX。先のマスはどれも隅。
board-about-random = くじで決まる盤。どちらにも公平。
board-about-chaos = くじで決まる盤。石も人数も何が出るかわからない。

## What is marked on the board, and how it is shown

marking-previews = 打つ前の予告
marking-last-move = 最後の手
marking-just-turned = 返った石
marking-coordinates = 座標
marking-move-numbers = 手数
marking-stable-discs = 確定石
marking-stable-discs-about = 確定石は、8×8までの二人用の盤で示します。
option-rotation = 盤の回転
rotation-degrees = { $degrees }°
option-mirror = 盤の左右反転

## Look of the board and the discs

option-board = 盤
option-appearance = 画面の色
appearance-light = 明るい
appearance-dark = 暗い
board-theme-cloth = 布
board-theme-wood = 木
board-theme-slate = 石板
board-theme-paper = 紙
palette-pattern = 模様

## Keys

shortcut-undo = 待った
shortcut-redo = 進める
shortcut-pass = パス
shortcut-hint = ヒント
shortcut-analysis = 解析
shortcut-legal-marks = 候補の表示
shortcut-time = 残り時間の読み上げ
shortcut-previous-page = 「おぼえる」の前のページ
shortcut-next-page = 「おぼえる」の次のページ
shortcut-new-game = 新しい対局
shortcut-mute = 音のオン・オフ
shortcut-settings = 設定
shortcut-keys = キー一覧
key-arrows = 矢印キー
key-shift-arrows = Shift + 矢印
key-left = ←
key-right = →
key-enter = Enter
key-space = Space
key-home = Home
key-end = End
key-tab = Tab
key-escape = Esc
key-command-z = Ctrl + Z
key-square = D 3
key-cells = B W # .
keys-either = { $one } / { $other }
keys-heading = キー一覧
keys-here = この画面
keys-everywhere = 共通
keys-how-to-change = 右側のキーを押すと変更できます。
keys-wait = 「{ $shortcut }」のキーを押してください。Escで中止します。
keys-wait-for-button = 「{ $shortcut }」のボタンを押してください。{ $back }で中止します。
keys-press-one = キー入力待ち
keys-press-button = ボタン入力待ち
keys-and-button = { $keys } · { $button }
keys-change = 「{ $shortcut }」のキー
keys-change-from = { $shortcut }：{ $keys }
keys-all = すべてのキー
keys-reset = 標準のキーに戻す
keys-taken = { $key }は「{ $shortcut }」で使われています。
keys-digit = 数字はマスの名前に使います。
keys-has-use = これは変更できません。別のものを押してください。
keys-move-focus = 盤上を移動
keys-place = 石を置く
keys-type-square = マスの名前で置く
keys-undo-everywhere = 元に戻す
keys-step = 1手戻る・進む
keys-ends = 最初・最後へ
keys-replay = 自動再生・停止
keys-paint = マスを塗る
keys-paint-on = 塗りながら移動
keys-choose-cell = 塗るものを選ぶ
keys-walk = ボタンの間を移動
keys-press = ボタンを押す
keys-next-control = 次のボタン
keys-back = 戻る

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
pad-left-stick = 左スティック
pad-right-stick = 右スティック
pad-two = { $one } { $other }
pad-triggers = LT RT
pad-start = Start
pad-press = 決定
pad-undo-redo = 待った・進める
pad-buttons = ボタンへ
pad-steps = 戻る・進む

## The screen and the device

full-screen = 全画面表示
settings-haptics = 振動で知らせる

## The list of games

games-heading = 棋譜一覧
games-count = { $count }局
games-none = まだ対局がありません。打った対局はすべてここに残ります。
games-how-to-add = 棋譜を取り込むには、f5d6c3のような手順をコピーして「取り込む」を押すか、ファイルを開くか、ここにドロップします。
games-how-to-add-by-touch = 棋譜を取り込むには、f5d6c3のような手順をコピーして「取り込む」を押すか、ファイルを開きます。
games-open = 開く…
games-open-label = 棋譜のファイルを開く
games-back = 戻る
games-paste = 取り込む
games-paste-label = コピーした棋譜を取り込む（Ctrl+V）
games-save-all = ファイルに保存
games-save-all-label = すべての棋譜をファイルに保存
games-copy-all = すべてコピー
games-copy-all-label = すべての棋譜をテキストでコピー
games-newer = 新しい方へ
games-newer-label = 新しい対局へ
games-older = 古い方へ
games-older-label = 古い対局へ
games-part = { $first }から{ $last }まで
games-hidden = 読めない対局が{ $count }局あります。そのまま残してあります。
games-saves-whole = 保存データに壊れたものはありません。
games-saves-damaged = { $count ->
    [1] 保存データが1件、壊れているか、手で書き換えられています：{ $first }。
   *[other] 保存データが{ $count }件、壊れているか、手で書き換えられています。最初のもの：{ $first }。
}
games-row = { $number }局目：{ $result }。{ $players }。{ $about }。
games-about = { $before }・{ $next }
games-unfinished = { $count ->
    [0] 開始前
   *[other] { $count }手まで
}
games-won = 勝ち
games-lost = 負け
games-drawn = 引き分け
games-wins = { $player }の勝ち
games-outcome = { $outcome }、{ $discs }
games-online = オンライン
games-elsewhere = 取り込み
games-with-help = ヒント使用
games-continue = 続ける
games-show = 盤で見る
games-copy = コピー
games-delete = 削除
games-deleted = 対局を削除しました。
games-undo = 元に戻す
games-adding = 棋譜を取り込み中…
games-added = { $count }局を取り込みました。
games-added-others = { $count }局を取り込みました。ほかの{ $doubles }局はすでに一覧にあります。
games-without-room = 残りの{ $count }局は取り込めませんでした。保存できるのは{ $most }局までです。
games-all-there = { $count ->
    [1] この対局はすでに一覧にあります。
   *[other] { $count }局すべてが、すでに一覧にあります。
}
games-left-out = { $count ->
    [1] { $number }局目（{ $line }行目）は取り込めませんでした。
   *[other] { $count }局は取り込めませんでした。最初は{ $number }局目（{ $line }行目）です。
}
games-not-added = 取り込めませんでした。{ $problem }
games-no-game = 盤だけのファイルで、対局が入っていません。
games-not-read = 棋譜を読み込めません。
games-changed = この対局は、別の画面で変更または削除されました。
games-failed = うまくいきませんでした。
games-try-again = もう一度
games-nothing-to-paste = コピーされたものがないか、読み取れません。

## 棋譜ライブラリ

game-library-heading = ライブラリ
game-library-search = 棋譜を検索
game-library-filter = 絞り込み
game-library-opening = 開いています…
game-library-found = { $all }局のうち{ $count }局
game-library-none = ライブラリにはまだ棋譜がありません。
game-library-how-to-add = 終わった対局は自動でここに入ります。棋譜のテキスト、PGN・SGF・GGFのファイル、WTHORデータベースのファイルを貼り付けるか開くと追加できます。
game-library-not-opened = ライブラリを開けません。
game-library-newer = 新しい版のゲームで書かれたものです。この版では変更しません。
game-library-no-library = 棋譜ライブラリではありません。
game-library-damaged = ライブラリの{ $count }か所が壊れています。ほかの棋譜は無事です。
game-library-working = 処理中…
game-library-only = 絞り込み：{ $choices }
game-library-show-all = すべて表示
game-library-place = { $count }局中{ $number }局目
game-library-row = { $place }：{ $players }。{ $result }。{ $about }。
game-library-favourite = お気に入り
game-library-favourites = お気に入り
game-library-unreadable = この版のゲームでは読めません。
game-library-mine = 自分の対局
game-library-imported = 取り込み
game-library-pasted = 貼り付け
game-library-sort = 並び順
game-library-by-added = 追加順
game-library-by-date = 日付
game-library-by-player = 対局者
game-library-by-result = 結果
game-library-by-length = 手数
game-library-collections = 分類
game-library-everything = すべて
game-library-collection = { $name }（{ $count }）
game-library-words = 検索欄には、言葉のほかに次のような条件も書けます。
game-library-examples = player:anna opponent:ben black:… won:black won:nobody ending:resigned date:1999..2005 board:classic-10 opening:tiger opening:f5d6c3 pos:f5f6e6 plies:..40 tag:club in:WTHOR event:paris title:…
game-library-all-found = 見つかった{ $count }局すべて：
game-library-title = 題名
game-library-tags = タグ（「、」で区切る）
game-library-mark = お気に入り
game-library-plies = { $count }手
game-library-removed = { $count }局を削除しました。
game-library-remove-question = この{ $count }局をライブラリから削除しますか？
game-library-known = { $count }局はすでにライブラリにあります。
game-library-unread = { $count }局は読めませんでした。
game-library-nothing-added = 追加する棋譜がありませんでした。
game-library-solitaires = 対局ではなく、問題の局面が入っています。
game-library-wthor-short = WTHORデータベースのファイルではありません。
game-library-wthor-size = ファイルの大きさが内容と合いません。コピーし直してください。
game-library-line = { $line }行目
game-library-file-line = { $name }の{ $line }行目
game-library-file-game = { $name }の{ $number }局目
game-library-note = { $place }：{ $problem }
game-library-find = ライブラリで探す
game-library-reached = { $count ->
    [0] この局面になった対局はありません。
   *[other] { $count }局がこの局面になりました。
}
game-library-ended-there = { $count }局はここで終わりました。
game-library-take-back = 一手戻す
game-library-all-positions = すべての局面
game-library-move = { $square } · { $count }
game-library-move-label = { $square }：{ $count }局、{ $player }の得点率{ $percent }%
game-library-move-label-bare = { $square }：{ $count }局

query-not-closed = { $word }：引用符が閉じていません。
query-unknown-key = 「{ $key }:」という条件はありません。言葉として探すには引用符で囲んでください。
query-no-value = 「{ $word }」のあとに探す言葉を書いてください。
query-not-a-winner = { $word }：勝者は black などの色か、player、opponent、nobody です。
query-needs-player = { $word }：player:anna のように対局者も書いてください。
query-not-an-ending = { $word }：終わり方は open、played-out、resigned、out-of-time、draw-agreed、abandoned です。
query-not-a-date = { $word }：日付は 2005、2005-06、1999..2005 のように書きます。
query-not-a-number = { $word }：手数は 60 や 40..50 のように書きます。
query-not-an-opening = { $word }：定石は f5d6c3 のような手順か、tiger のような名前です。
query-not-a-position = { $word }：局面は f5d6c3 のような手順か、64マスで書きます。
query-not-an-order = { $word }：並び順は added、date、player、result、length です。

## When something was

moment-now = たった今
moment-minutes = { $count }分前
moment-hours = { $count }時間前
moment-days = { $count }日前
moment-date = { $year }/{ $month }/{ $day }
month-1 = 1
month-2 = 2
month-3 = 3
month-4 = 4
month-5 = 5
month-6 = 6
month-7 = 7
month-8 = 8
month-9 = 9
month-10 = 10
month-11 = 11
month-12 = 12

## Statistics

statistics-heading = 勝敗
statistics-counting = 集計中です…
statistics-none = 終わった対局がまだありません。一局打ってから、また見に来てください。
statistics-games = 対局
statistics-wins = 勝ち
statistics-streak = 連勝中
statistics-longest-streak = 最多連勝
statistics-strength = 強さ
statistics-elo = Elo { $rating }前後
statistics-elo-about = クラシック8×8で、ヒントも待ったも使わない{ $count }局から見た強さ。誤差は±{ $within }ほど。でたらめに打つ人が0です。
statistics-elo-few = クラシック8×8で、強さを選べるCPUと、ヒントも待ったも使わずにあと{ $count }局打つと分かります。
statistics-by-mode = 相手別
statistics-mode-computer = CPU戦
statistics-mode-here = この画面で対戦
statistics-mode-online = オンライン
statistics-mode-watched = CPUどうしの観戦
statistics-mode-elsewhere = 取り込み
statistics-by-level = CPU別
statistics-by-colour = 色別
statistics-by-board = 盤別
statistics-best = { $board }、いちばんは{ $count }石
statistics-tally = { $wins }勝 { $draws }分 { $losses }敗
statistics-helped = ヒントや待ったのある{ $count }局は、勝敗には数え、強さには数えません。
statistics-copy = コピー
statistics-copy-label = 勝敗をテキストでコピー
statistics-save = 保存
statistics-save-label = 勝敗をファイルに保存
statistics-reset = リセット
statistics-reset-label = 勝敗をリセット
statistics-reset-question = 勝敗を0から数え直しますか？対局は一覧に残ります。

## Achievements

achievements-heading = 達成したこと
achievements-count = { $all }個のうち{ $count }個。ヒントや待ったを使った対局は数えません。
achievements-reached = { $when }に達成
achievement-name-first-win = はじめての勝ち
achievement-about-first-win = CPUに勝つ。
achievement-name-both-colours = 黒でも白でも
achievement-about-both-colours = クラシック8×8に黒と白の両方で勝つ。
achievement-name-five-in-a-row = 止まらない
achievement-about-five-in-a-row = 五連勝する。
achievement-name-four-corners = 隅をひとりじめ
achievement-about-four-corners = クラシック8×8で四隅をすべて取って勝つ。
achievement-name-no-corner = 隅はいらない
achievement-about-no-corner = クラシック8×8で隅を一つも取らずに勝つ。
achievement-name-narrowly = 紙一重
achievement-about-narrowly = ぎりぎり、一石か二石で勝つ。
achievement-name-sweep = 一つも残さず
achievement-about-sweep = 相手の石を一つも残さない。
achievement-name-crowd = ひとり勝ち
achievement-about-crowd = 相手が二人以上の対局で勝つ。
achievement-name-fewest = 少ないほどよい
achievement-about-fewest = 石の少ない人が勝つ対局で勝つ。
achievement-name-five-boards = 盤めぐり
achievement-about-five-boards = 五つの盤で勝つ。
achievement-name-club = クラブの強さ
achievement-about-club = クラシック8×8でクラブ会員かそれ以上のCPUに勝つ。
achievement-name-hundred = 100局
achievement-about-hundred = 100局を打ち終える。ヒントや待ったを使ってもよい。

## Looking closer at the board

zoom-in = 盤を拡大
zoom-out = 盤を縮小
zoom-whole-board = 盤の全体

## The command line of the window

command-line-about = リバーシ。石を一つずつ、返していくゲームです。
command-line-usage = 使い方：{ $form }
command-line-file = 開く盤または対局のファイル、または対局のリンク
command-line-join = オンライン対戦の部屋に入る（--server と一緒なら部屋の8文字だけでも可）
command-line-server = このサーバーの部屋でオンライン対戦をする（例：https://play.example.org）
command-line-size = 開くウィンドウの大きさ
command-line-report = 表示が変わるたびに JSON を1行出力する
command-line-help = この説明を表示する
command-line-version = バージョンを表示する
command-line-unknown-option = { $text } というオプションはありません。irogaeshi --help で一覧を表示します。
command-line-no-value = { $option } には値が必要です。irogaeshi --help を見てください。
command-line-needless-value = { $option } に値は付けられません。
command-line-not-a-size = 「{ $text }」は大きさではありません。1280x800 のように、1から{ $longest }までの幅と高さを書いてください。
command-line-not-a-link = 「{ $text }」は部屋へのリンクではありません。リンクは /#/room/ と部屋の8文字で終わります。
command-line-not-a-server = 「{ $text }」はサーバーのアドレスではありません。例：https://play.example.org、192.168.1.20:7878
command-line-needs-tools = { $option } は開発用のオプションで、このプログラムには含まれていません。使うには --features tools を付けてビルドしてください。
command-line-no-screen = ウィンドウを開く画面がありません（WAYLAND_DISPLAY も DISPLAY も設定されていません）。デスクトップから起動してください。
command-line-silent-screens = 画面（{ $names }）から応答がないため、ウィンドウを開けません。動作中のデスクトップから起動してください。
command-line-no-graphics = 描画に使えるグラフィックドライバーがありません。Vulkan、OpenGL、DirectX 12、Metal のどれかが必要です。グラフィックカードのドライバーをインストールしてください。Debian と Ubuntu では mesa-vulkan-drivers に入っています（グラフィックカードがないPCでも使えます）。
command-line-no-window = ウィンドウを開けません：{ $reason }

## The named openings of ordinary reversi

# Their English is in assets/openings.txt. They are written as the sources named there write them.
opening-name-20-move-opening = 20-move Opening
opening-name-aircraft = 飛行機定石
opening-name-akkun = あっくん定石
opening-name-aubrey = イエス流
opening-name-aubrey-feldborg-continuation = Aubrey(Feldborg)
opening-name-basilisk = バシリスク定石
opening-name-bat = こうもり定石
opening-name-bat-kling-alternative = こうもり定石(Kling Alternative)
opening-name-bat-kling-continuation = こうもり定石(Kling Continuation)
opening-name-bat-piau-continuation-2 = こうもり定石(Piau 2)
opening-name-berg-tiger = Berg Tiger
opening-name-berner = Berner
opening-name-bhagat = Bhagat
opening-name-bin = ビン定石
opening-name-bond = ボンド定石
opening-name-brightstein = Brightstein
opening-name-brightwell = ブライトウェル
opening-name-buffalo = バッファロー定石
opening-name-canoe = カヌー定石
opening-name-cat = 猫定石
opening-name-central-rose-bill = FJT定石
opening-name-chimney = 大量取り
opening-name-classic-heath = Classic Heath
opening-name-classic-scorpion = たまプラーザ
opening-name-comp-oth = コンポス
opening-name-cow = 牛定石
opening-name-crane = 鶴定石
opening-name-crayfish = ザリガニ定石
opening-name-d8-comp-oth = D8コンポス
opening-name-diagonal = 斜め取り
opening-name-dragon = 龍定石
opening-name-f-a-t = F.A.T.
opening-name-f-a-t-draw = F.A.T. Draw
opening-name-fast-ship = 快速船
opening-name-fishhook = 兎系
opening-name-flat = フラットローズ
opening-name-flat-comp-oth = フラットコンポス
opening-name-ganglion = ミサイル定石
opening-name-ghost-ship = 幽霊船
opening-name-grand-central = バナナ定石
opening-name-greenberg = 手塚システム
opening-name-hamilton = Hamilton
opening-name-hare = 野兎定石
opening-name-heath = 飛び出し牛
opening-name-heath-bat = 裏こうもり
opening-name-heath-chimney = 白裏大量
opening-name-hokuriku-buffalo = 北陸バッファロー
opening-name-horse = 馬定石
opening-name-iago = 雪うさぎ
opening-name-inoue = 井上流
opening-name-ishibashi-variation = 石橋流
opening-name-ishii = Ishii
opening-name-italian = 羊定石
opening-name-iwasaki-variation = 岩崎流
opening-name-kaneda-variation = 金田流
opening-name-killed-perpendicular = 縦取り殺され
opening-name-kitajima-variation = 北島流
opening-name-kung = カン
opening-name-landau = Landau
opening-name-leader-s-tiger = リーダーズタイガー
opening-name-lightning-bolt = ライトニングボルト
opening-name-logistello-variation = ロジステロ流
opening-name-lollipop = Lollipop
opening-name-low-f-a-t = Low F.A.T.
opening-name-lysons = コブラ定石
opening-name-mainline-tiger = 虎メインライン
opening-name-mako-tiger = まこ虎
opening-name-maruoka = Maruoka
opening-name-maruoka-buffalo = 丸岡バッファロー
opening-name-melnikov = Melnikov
opening-name-mimura = 三村流
opening-name-mimura-variation-ii = 三村流II
opening-name-mouse = 鼠定石
opening-name-murakami-variation = 村上流
opening-name-new-scorpion = コンポス基本形
opening-name-nicolet = 酉定石
opening-name-no-cat = No Cat
opening-name-no-cat-continuation = No Cat (Continuation)
opening-name-no-f-a-t = No-F.A.T.
opening-name-no-kung = ノーカン
opening-name-no-kung-continuation = ノーカン(Continuation)
opening-name-no-rose-bill = Noローズビル
opening-name-owaku-variation = 大和久流
opening-name-parallel = 並び取り
opening-name-perpendicular = 縦取り
opening-name-pit-viper = マムシ定石
opening-name-pyramid = バシリスク定石大量取り
opening-name-rabbit = 兎定石
opening-name-raccoon-dog = 狸定石
opening-name-ralle = Ralle定石
opening-name-reverse-raccoon-dog = 裏狸定石
opening-name-reverse-snake = 裏蛇定石
opening-name-reverse-sunken-ship = 逆沈没船
opening-name-rocket = ロケット定石
opening-name-rooster-hook = 酉フック
opening-name-rooster-straight = 酉ストレート
opening-name-rooster-uppercut = 酉アッパー
opening-name-rose = ローズ定石
opening-name-rose-bill = 花形定石
opening-name-rose-birdie = 為則ローズ
opening-name-rose-birth = シャープローズ基本形
opening-name-rose-tamenori-kling = Rose-Tamenori-Kling
opening-name-rose-v-toth = Rose-v-Toth
opening-name-rotating-flat = フラットローズ・ローテーション型
opening-name-rotating-flat-kling-continuation = フラットローズ・ローテーション型(Kling)
opening-name-sailboat = ヨット定石
opening-name-sakaguchi = 猫定石・坂口流
opening-name-sand-snake = 砂蛇
opening-name-sand-tiger = 砂虎
opening-name-scorpion = Scorpion
opening-name-sea-otter = ラッコ定石
opening-name-semi-wing-variation = Semi-Wing Variation
opening-name-shaman = シャーマン定石
opening-name-sharp-comp-oth = シャープコンポス
opening-name-sharp-rose = シャープローズ
opening-name-shrimp = 海老定石
opening-name-sideways-rabbit = 横うさぎ
opening-name-snake = 蛇定石
opening-name-stephenson = Stephenson
opening-name-sunken-ship = 沈没船
opening-name-swallow = 燕定石
opening-name-tama-rabbit = たまうさぎ
opening-name-tamenori = 金魚定石
opening-name-tanida = Tanida
opening-name-tanida-buffalo = 谷田バッファロー
opening-name-tank = 戦車定石
opening-name-tiger = 虎定石
opening-name-tiger-mass-turning = 虎大量
opening-name-tornado = 竜巻定石
opening-name-travelling-mouse = 旅チュー
opening-name-tsuchinoko = つちのこ定石
opening-name-wild-strawberry = 野いちご定石
opening-name-wind-god = 風神定石
opening-name-wing-variation = Wing Variation
opening-name-x-square = 暴走牛
opening-name-yoghurt-pudding = ヨーグルトプリン

simulator-open = 多数の対局をシミュレーション
simulator-heading = シミュレーター
simulator-about = この盤でCPU同士が何局も打ち、勝ち数を数えます。時間で考えるレベルは、時間によらない最強のレベルに置き換えます。
simulator-games = 局数
simulator-number = { $count }
simulator-start = 対局を始める
simulator-stop = 止める
simulator-results = 結果
simulator-none = まだ対局がありません。
simulator-counted = { $of }局中{ $count }局
simulator-outdated = この結果の後で、盤かプレイヤーが変わりました。
simulator-share = { $share }％
simulator-row = { $count }勝・95％信頼区間 { $low }～{ $high }％・平均{ $discs }石
simulator-draws = 引き分け：{ $count }
simulator-last = 最後の対局を見る
simulator-save = 表を保存
