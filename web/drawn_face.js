// Faces of signs that the game's own lack, such as those of a name in Hangul: a page cannot read the system's faces, but the
// browser can draw with them, and what it draws is traced.

import { outline } from "./outline.js";
import { writeFace } from "./truetype.js";

/** The size of the letters that are traced, in pixels. */
const SIZE = 200;
/** Units of the face for one such pixel. */
const SCALE = 1000 / SIZE;
/** Bare pixels around a sign. */
const MARGIN = 2;
/** As wide or tall as a sign can be, in pixels. */
const MOST = 4 * SIZE;
const FONT = `500 ${SIZE}px system-ui, sans-serif`;
const BLANK = "\u00a0";

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} sign
 * @returns {import("./truetype.js").Glyph}
 */
function trace(context, sign) {
  const isMark = /\p{M}/u.test(sign);
  // Pictures have colours, which a face of this kind has not: where the system has them as signs too, those are drawn.
  const text = isMark ? BLANK + sign : /\p{Emoji_Presentation}/u.test(sign) ? `${sign}\ufe0e` : sign;
  context.font = FONT;
  // A mark is drawn over a blank, and lies over the sign before it.
  const blank = isMark ? context.measureText(BLANK).width : 0;
  const size = context.measureText(text);
  const [left, up] = [size.actualBoundingBoxLeft, size.actualBoundingBoxAscent].map((length) => Math.ceil(length) + MARGIN);
  const [right, down] = [size.actualBoundingBoxRight, size.actualBoundingBoxDescent].map((length) => Math.ceil(length) + MARGIN);
  const width = Math.min(Math.max(left + right, 1), MOST);
  const height = Math.min(Math.max(up + down, 1), MOST);
  const { canvas } = context;
  [canvas.width, canvas.height] = [width, height];
  // A canvas of a new size has forgotten it.
  context.font = FONT;
  context.fillText(text, left, up);
  const { data } = context.getImageData(0, 0, width, height);
  const coverage = Uint8Array.from({ length: width * height }, (_, pixel) => data[4 * pixel + 3]);
  // The centre of the first pixel is half a pixel from the corner.
  const begin = left - 0.5 + blank;
  const polygons = outline({ width, height, coverage }).map((polygon) => polygon.map(
    ([x, y]) => /** @type {import("./outline.js").Point} */ ([Math.round((x - begin) * SCALE), Math.round((up - 0.5 - y) * SCALE)]),
  ));
  const advance = Math.round(Math.max(size.width - blank, 0) * SCALE);
  return { code: /** @type {number} */ (sign.codePointAt(0)), advance, polygons };
}

/**
 * `bring` hands a face to the game, and says which signs it is for.
 * @param {(face: Uint8Array, signs: string) => void} bring
 */
export function createDrawnFaces(bring) {
  let count = 0;
  /** @type {CanvasRenderingContext2D | null} */
  let context = null;

  /** @param {string} signs */
  function draw(signs) {
    context ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    // The signs stay boxes.
    if (!context) return;
    count += 1;
    // Each family has one face: of several the game would ask the first alone.
    bring(writeFace(`Irogaeshi Drawn ${count}`, Array.from(signs, trace.bind(null, context))), signs);
  }

  return {
    /**
     * Draws these signs, when the frame that wants them is done.
     * @param {string} signs
     */
    want(signs) {
      setTimeout(draw, 0, signs);
    },
  };
}
