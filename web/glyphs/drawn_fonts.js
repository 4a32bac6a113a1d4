// Fonts for glyphs that the game's fonts lack, such as those of a name in Hangul. A page cannot read the system's
// fonts, but the browser can draw with them, and the drawing is traced.

import { outline } from "./outline.js";
import { writeFont } from "./truetype.js";

/** Font size of the traced glyphs, in pixels. */
const SIZE = 200;
/** Font units for each of these pixels. */
const SCALE = 1000 / SIZE;
/** Empty pixels around a glyph. */
const MARGIN = 2;
/** Maximum width and height of a glyph, in pixels. */
const MAX_LENGTH = 4 * SIZE;
const FONT = `500 ${SIZE}px system-ui, sans-serif`;
const BLANK = "\u00a0";

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} character
 * @returns {import("./truetype.js").Glyph}
 */
function trace(context, character) {
  const isMark = /\p{M}/u.test(character);
  // The font has no colours, so emoji are drawn in text style where the system has one.
  const text = isMark ? BLANK + character : /\p{Emoji_Presentation}/u.test(character) ? `${character}\ufe0e` : character;
  context.font = FONT;
  // A combining mark is drawn over a blank, so that it will lie over the preceding character.
  const blank = isMark ? context.measureText(BLANK).width : 0;
  const size = context.measureText(text);
  const [left, up] = [size.actualBoundingBoxLeft, size.actualBoundingBoxAscent].map((length) => Math.ceil(length) + MARGIN);
  const [right, down] = [size.actualBoundingBoxRight, size.actualBoundingBoxDescent].map((length) => Math.ceil(length) + MARGIN);
  const width = Math.min(Math.max(left + right, 1), MAX_LENGTH);
  const height = Math.min(Math.max(up + down, 1), MAX_LENGTH);
  const { canvas } = context;
  [canvas.width, canvas.height] = [width, height];
  // Resizing a canvas resets its font.
  context.font = FONT;
  context.fillText(text, left, up);
  const { data } = context.getImageData(0, 0, width, height);
  const coverage = Uint8Array.from({ length: width * height }, (_, pixel) => data[4 * pixel + 3]);
  // Pixel centres are half a pixel from the corner.
  const begin = left - 0.5 + blank;
  const polygons = outline({ width, height, coverage }).map((polygon) => polygon.map(
    ([x, y]) => /** @type {import("./outline.js").Point} */ ([Math.round((x - begin) * SCALE), Math.round((up - 0.5 - y) * SCALE)]),
  ));
  const advance = Math.round(Math.max(size.width - blank, 0) * SCALE);
  return { code: /** @type {number} */ (character.codePointAt(0)), advance, polygons };
}

/**
 * `bring` passes a font to the game with the characters that it covers.
 * @param {(font: Uint8Array, characters: string) => void} bring
 */
export function createDrawnFonts(bring) {
  let count = 0;
  /** @type {CanvasRenderingContext2D | null} */
  let context = null;

  /** @param {string} characters */
  function draw(characters) {
    context ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    // The characters stay boxes.
    if (!context) return;
    count += 1;
    // One font for each family, since the game uses only the first of a family.
    bring(writeFont(`Irogaeshi Drawn ${count}`, Array.from(characters, trace.bind(null, context))), characters);
  }

  return {
    /**
     * Draws these characters once the current frame is done.
     * @param {string} characters
     */
    want(characters) {
      setTimeout(draw, 0, characters);
    },
  };
}
