// Writes a TrueType font with a few glyphs. Its tables follow the OpenType specification, version 1.9.

/**
 * A glyph. Lengths are in font units, upwards and to the right.
 * @typedef {{code: number, advance: number, polygons: import("./outline.js").Point[][]}} Glyph
 */

const UNITS_PER_EM = 1000;
// The height of the game's own fonts, so that lines with other characters are no taller.
const ASCENT = 969;
const DESCENT = -242;
/** Weight of the game's texts. */
const MEDIUM = 500;

/** Bytes in big-endian order. */
class Table {
  /** @type {number[]} */
  bytes = [];

  /** @param {number[]} numbers of 16 bits each */
  shorts(...numbers) {
    for (const number of numbers) this.bytes.push((number >> 8) & 255, number & 255);
    return this;
  }

  /** @param {number[]} numbers of 32 bits each */
  longs(...numbers) {
    for (const number of numbers) this.shorts(number >> 16, number);
    return this;
  }

  /** @param {string} text as UTF-16 */
  text(text) {
    return this.shorts(...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)));
  }

  /** Pads to a multiple of four bytes. */
  align() {
    while (this.bytes.length % 4 > 0) this.bytes.push(0);
    return this;
  }

  /** The sum of its 32-bit numbers. */
  sum() {
    const { bytes } = this.align();
    let sum = 0;
    for (let at = 0; at < bytes.length; at += 4) {
      sum = (sum + ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3])) >>> 0;
    }
    return sum;
  }
}

/** @param {import("./outline.js").Point[][]} polygons */
function box(polygons) {
  const [xs, ys] = [0, 1].map((axis) => polygons.flatMap((polygon) => polygon.map((point) => point[axis])));
  if (xs.length === 0) return [0, 0, 0, 0];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** @param {Glyph} glyph */
function outlineTable({ polygons }) {
  const table = new Table();
  // A blank glyph has no bytes.
  if (polygons.length === 0) return table;
  const points = polygons.flat();
  table.shorts(polygons.length, ...box(polygons));
  let count = 0;
  for (const polygon of polygons) {
    count += polygon.length;
    // Index of the polygon's last point.
    table.shorts(count - 1);
  }
  table.shorts(0);
  // Every point is a corner, as a 16-bit offset from the previous one.
  const CORNER = 1;
  for (const _ of points) table.bytes.push(CORNER);
  for (const axis of [0, 1]) table.shorts(...points.map((point, index) => point[axis] - (points[index - 1]?.[axis] ?? 0)));
  return table.align();
}

/** @param {string} family */
function nameTable(family) {
  const names = [[1, family], [2, "Regular"], [4, family], [6, family.replaceAll(" ", "")]];
  const table = new Table().shorts(0, names.length, 6 + 12 * names.length);
  const texts = new Table();
  for (const [id, text] of names) {
    // Windows, Unicode, US English.
    table.shorts(3, 1, 0x409, Number(id), 2 * String(text).length, texts.bytes.length);
    texts.text(String(text));
  }
  table.bytes.push(...texts.bytes);
  return table;
}

/** @param {Glyph[]} glyphs with the one for missing characters first */
function characterTable(glyphs) {
  const groups = glyphs.slice(1).map(({ code }, index) => [code, code, index + 1]);
  return new Table()
    // A single table for Windows and all of Unicode, in format 12.
    .shorts(0, 1, 3, 10).longs(12)
    .shorts(12, 0).longs(16 + 12 * groups.length, 0, groups.length, ...groups.flat());
}

/**
 * @param {string} family
 * @param {Glyph[]} drawn each with whole numbers
 */
export function writeFont(family, drawn) {
  const missing = { code: 0, advance: UNITS_PER_EM / 2, polygons: [] };
  const glyphs = [missing, ...[...drawn].sort((one, other) => one.code - other.code)];
  const outlines = glyphs.map(outlineTable);
  const boxes = glyphs.map(({ polygons }) => box(polygons));
  const [left, bottom] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, top] = [2, 3].map((side) => Math.max(...boxes.map((box) => box[side])));
  const widest = Math.max(...glyphs.map(({ advance }) => advance));
  const maxPoints = Math.max(...glyphs.map(({ polygons }) => polygons.flat().length));
  const maxPolygons = Math.max(...glyphs.map(({ polygons }) => polygons.length));
  const codes = drawn.map(({ code }) => Math.min(code, 0xffff));

  const data = new Table();
  const places = new Table().longs(0);
  for (const { bytes } of outlines) {
    for (const byte of bytes) data.bytes.push(byte);
    places.longs(data.bytes.length);
  }
  const head = new Table()
    .longs(0x10000, 0x10000, 0, 0x5f0f3cf5).shorts(3, UNITS_PER_EM).longs(0, 0, 0, 0)
    .shorts(left, bottom, right, top, 0, 8, 2, 1, 0);
  /** @type {[string, Table][]} by name */
  const tables = [
    ["OS/2", new Table()
      .shorts(4, UNITS_PER_EM, MEDIUM, 5, 0, ...Array(16).fill(0)).longs(0, 0, 0, 0, 0)
      .shorts(0x40, Math.min(...codes), Math.max(...codes), ASCENT, DESCENT, 0, ASCENT, -DESCENT).longs(0, 0).shorts(0, 0, 0, 0, 0)],
    ["cmap", characterTable(glyphs)],
    ["glyf", data],
    ["head", head],
    ["hhea", new Table().longs(0x10000).shorts(ASCENT, DESCENT, 0, widest, left, 0, right, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length)],
    ["hmtx", new Table().shorts(...glyphs.flatMap(({ advance }, index) => [advance, boxes[index][0]]))],
    ["loca", places],
    ["maxp", new Table().longs(0x10000).shorts(glyphs.length, maxPoints, maxPolygons, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)],
    ["name", nameTable(family)],
    ["post", new Table().longs(0x30000, 0).shorts(0, 0).longs(0, 0, 0, 0, 0)],
  ];

  // Search fields for old readers: the largest power of two up to the number of tables.
  const power = Math.floor(Math.log2(tables.length));
  const file = new Table().longs(0x10000).shorts(tables.length, 16 << power, power, 16 * tables.length - (16 << power));
  let offset = 12 + 16 * tables.length;
  for (const [name, table] of tables) {
    const length = table.bytes.length;
    for (const letter of name) file.bytes.push(letter.charCodeAt(0));
    file.longs(table.sum(), offset, length);
    offset += table.bytes.length;
  }
  const headAt = file.bytes.length + tables.slice(0, 3).reduce((sum, [, table]) => sum + table.bytes.length, 0);
  for (const [, table] of tables) for (const byte of table.bytes) file.bytes.push(byte);
  // Adjustment that makes the checksum of the whole file this number.
  const rest = new Table().longs(0xb1b0afba - file.sum());
  const font = new Uint8Array(file.bytes);
  font.set(rest.bytes, headAt + 8);
  return font;
}
