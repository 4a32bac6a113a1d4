"""Subsets large fonts to the game's characters, under names of their own.

Run by scripts/subset-fonts, which provides fontTools and the source fonts. Takes the folder to write into.
"""

import sys
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

INTER = Path("/usr/share/fonts/opentype/inter")
NOTO = Path("/usr/share/fonts/opentype/noto")

# Everything for European languages in Latin script, so that translations need no new fonts. Without U+0149, which
# Unicode deprecates and Inter lacks.
LATIN = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x149), *range(0x14A, 0x180), *range(0x218, 0x21C)]))
ASCII = "".join(map(chr, range(0x20, 0x7F)))
PUNCTUATION = "–—―‘’‚‛“”„•…‹›⁄€™−×÷≈≠≤≥"
SYMBOLS = "←↑→↓↔↕↩↪↵↺↻▲△▶▷▼▽◀◁●○■□◆◇★☆✓✗"
# Hiragana, katakana, and the punctuation and full-width forms typed on Japanese keyboards.
KANA = "".join(map(chr, [*range(0x3000, 0x3016), *range(0x3041, 0x3097), *range(0x309B, 0x3100), *range(0xFF01, 0xFFA0)]))
JAPANESE_TEXTS = Path(__file__).parent.parent / "assets" / "locales" / "ja.ftl"
TITLE = "色返し" + ASCII + "–—’…"

# Kerning, composed accents, tabular figures (counts must not jitter as they roll), × between digits, and punctuation
# for capitals. The stylistic sets are dropped, since they make the original large.
UI_FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "calt", "case", "tnum"]
TITLE_FEATURES = ["kern", "palt", "liga"]

# Windows, Unicode, US English: the one name record that all font readers look for.
NAME_PLATFORM = (3, 1, 0x409)
COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL, VERSION, POSTSCRIPT, LICENCE, LICENCE_URL = 0, 1, 2, 3, 4, 5, 6, 13, 14
TYPOGRAPHIC_FAMILY, TYPOGRAPHIC_STYLE = 16, 17
KEPT_NAMES = [COPYRIGHT, VERSION, LICENCE, LICENCE_URL]


def cut(source: Path, target: Path, *, name: str, family: str, style: str, text: str, features: list[str]) -> None:
    """Writes the glyphs of `source` that `text` needs to `target`, as the style `style` of `family`.

    `name` is the PostScript name of the font in `source`, which may be a collection.
    """
    font = open_font(source, name)
    missing = "".join(character for character in text if ord(character) not in font.getBestCmap())
    if missing:
        sys.exit(f"{source} has no glyph for {missing}: take them out of {Path(__file__).name}, or take another font")

    options = subset.Options()
    options.layout_features = features
    options.name_IDs = KEPT_NAMES
    options.name_languages = [NAME_PLATFORM[2]]
    options.desubroutinize = True
    options.hinting = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)

    rename(font, family, style)
    font.save(target)
    print(f"{target}: {family} {style}, {target.stat().st_size / 1000:.1f} kB, {len(font.getBestCmap())} characters")


def open_font(source: Path, name: str) -> TTFont:
    """Opens the font with that PostScript name, from a single font file or a collection."""
    number = 0
    while True:
        font = TTFont(source, fontNumber=number, recalcTimestamp=False)
        if font["name"].getDebugName(POSTSCRIPT) == name:
            return font
        number += 1
        if number >= getattr(font.reader, "numFonts", 1):
            sys.exit(f"{source} has no font called {name}: is it another version of the font?")


def rename(font: TTFont, family: str, style: str) -> None:
    """Renames a subset font, so that it is not taken for the original."""
    postscript = f"{family}-{style}".replace(" ", "")
    # Old readers know four styles in a family; to them any other weight is a family of its own.
    old_family, old_style = (family, style) if style in ("Regular", "Bold") else (f"{family} {style}", "Regular")
    names = {
        FAMILY: old_family,
        STYLE: old_style,
        UNIQUE: postscript,
        FULL: f"{family} {style}",
        POSTSCRIPT: postscript,
        TYPOGRAPHIC_FAMILY: family,
        TYPOGRAPHIC_STYLE: style,
    }
    for name, value in names.items():
        font["name"].setName(value, name, *NAME_PLATFORM)
    # The CFF table repeats the names.
    table = font["CFF "].cff
    table.fontNames = [postscript]
    table.topDictIndex[0].FamilyName = family
    table.topDictIndex[0].FullName = f"{family} {style}"


def japanese_text() -> str:
    """The characters of the Japanese texts, including names of openings, and those of names in kana.

    Characters that Noto lacks come from the other fonts, since the game searches all of them.
    """
    texts = JAPANESE_TEXTS.read_text(encoding="utf-8").replace("\n", "")
    return "".join(sorted(set(texts + KANA + ASCII)))


def main() -> None:
    """Writes the five fonts. The two Japanese ones are in one file, since the page fetches both or neither."""
    if len(sys.argv) != 2:
        sys.exit("usage: subset_fonts.py FOLDER (scripts/subset-fonts calls it)")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for style in ("Medium", "Bold"):
        cut(
            INTER / f"Inter-{style}.otf",
            folder / f"ui-{style.lower()}.otf",
            name=f"Inter-{style}",
            family="Irogaeshi Sans",
            style=style,
            text=LATIN + PUNCTUATION + SYMBOLS,
            features=UI_FEATURES,
        )
    cut(
        NOTO / "NotoSerifCJK-SemiBold.ttc",
        folder / "title.otf",
        name="NotoSerifCJKjp-SemiBold",
        family="Irogaeshi Title",
        style="SemiBold",
        text=TITLE,
        features=TITLE_FEATURES,
    )
    with tempfile.TemporaryDirectory() as parts:
        japanese = TTCollection()
        for style in ("Medium", "Bold"):
            part = Path(parts) / f"{style}.otf"
            cut(
                NOTO / f"NotoSansCJK-{style}.ttc",
                part,
                name=f"NotoSansCJKjp-{style}",
                family="Irogaeshi Japanese",
                style=style,
                text=japanese_text(),
                features=TITLE_FEATURES,
            )
            japanese.fonts.append(TTFont(part, recalcTimestamp=False))
        japanese.save(folder / "japanese.otc")


main()
