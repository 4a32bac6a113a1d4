# The texts in Japanese. See en.ftl, whose texts are shown where this file has none.

list-next = { $before }、{ $next }
list-last = { $before }、{ $next }
sentences-next = { $before }{ $next }

disc-black = 黒
disc-white = 白
disc-ash = 灰
disc-cyan = 水色
disc-yamabuki = 山吹
disc-green = 緑
disc-red = 赤

title-motto = 色がかえる、オセロ型のゲーム
title-continue = つづける
title-play = あそぶ
title-learn = ルールをおぼえる
