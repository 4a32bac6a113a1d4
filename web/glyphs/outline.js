// Traces a drawing: turns pixels into closed polygons.

/** @typedef {[x: number, y: number]} Point */

/** Coverage from which a pixel is inside, of 255. No pixel has exactly this value. */
const INSIDE = 127.5;

/** Maximum distance of a polygon from the drawing's edge, in pixels. */
const TOLERANCE = 0.3;

// Sides of a square of four pixels.
const [TOP, RIGHT, BOTTOM, LEFT] = [0, 1, 2, 3];

/**
 * Segments of the edge within a square of four pixels, each from side to side with the covered part on its right.
 * Indexed by the covered pixels: 1 the upper left, 2 the upper right, 4 the lower right, 8 the lower left. After
 * Lorensen and Cline, "Marching Cubes", Computer Graphics 21 (1987), page 164, in two dimensions.
 */
const PIECES = [
  [],
  [[TOP, LEFT]],
  [[RIGHT, TOP]],
  [[RIGHT, LEFT]],
  [[BOTTOM, RIGHT]],
  [[TOP, LEFT], [BOTTOM, RIGHT]],
  [[BOTTOM, TOP]],
  [[BOTTOM, LEFT]],
  [[LEFT, BOTTOM]],
  [[TOP, BOTTOM]],
  [[RIGHT, TOP], [LEFT, BOTTOM]],
  [[RIGHT, BOTTOM]],
  [[LEFT, RIGHT]],
  [[TOP, RIGHT]],
  [[LEFT, TOP]],
  [],
];

/**
 * Polygons around covered pixels, and reversed ones around holes. The outermost pixels count as empty.
 * @param {{width: number, height: number, coverage: Uint8Array}} drawing a byte a pixel, row by row
 * @returns {Point[][]}
 */
export function outline({ width, height, coverage }) {
  /** @type {(x: number, y: number) => number} */
  const covered = (x, y) => (x > 0 && y > 0 && x < width - 1 && y < height - 1 ? coverage[y * width + x] : 0);
  // A side lies between two pixels. Its number combines the upper or left one of them with its direction.
  /** @type {((x: number, y: number) => number)[]} */
  const sides = [
    (x, y) => 2 * (y * width + x),
    (x, y) => 2 * (y * width + x + 1) + 1,
    (x, y) => 2 * ((y + 1) * width + x),
    (x, y) => 2 * (y * width + x) + 1,
  ];
  /** @type {Map<number, number>} */
  const next = new Map();
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0; x < width - 1; x += 1) {
      const around = [covered(x, y), covered(x + 1, y), covered(x + 1, y + 1), covered(x, y + 1)];
      const which = around.reduce((sum, value, index) => sum + (value > INSIDE ? 1 << index : 0), 0);
      for (const [from, to] of PIECES[which]) next.set(sides[from](x, y), sides[to](x, y));
    }
  }
  /** @type {(side: number) => Point} */
  const crossing = (side) => {
    const pixel = side >> 1;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const [across, down] = side % 2 === 0 ? [1, 0] : [0, 1];
    const [first, second] = [covered(x, y), covered(x + across, y + down)];
    const share = (INSIDE - first) / (second - first);
    return [x + across * share, y + down * share];
  };
  const polygons = [];
  for (const start of next.keys()) {
    const polygon = [];
    for (let side = start; next.has(side);) {
      polygon.push(crossing(side));
      const following = /** @type {number} */ (next.get(side));
      next.delete(side);
      side = following;
    }
    const simple = simplify(polygon);
    if (simple.length > 2) polygons.push(simple);
  }
  return polygons;
}

/**
 * Reduces the corners of a polygon: Douglas and Peucker, "Algorithms for the reduction of the number of points",
 * Cartographica 10 (1973), page 112.
 * @param {Point[]} polygon
 */
function simplify(polygon) {
  /** @type {(first: number, last: number) => [index: number, distance: number]} */
  const farthest = (first, last) => {
    const [[x1, y1], [x2, y2]] = [polygon[first], polygon[last % polygon.length]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    let [index, most] = [first, 0];
    for (let at = first + 1; at < last; at += 1) {
      const [x, y] = polygon[at];
      const distance = length === 0
        ? Math.hypot(x - x1, y - y1)
        : Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
      if (distance > most) [index, most] = [at, distance];
    }
    return [index, most];
  };
  const kept = new Set([0]);
  // The polygon is closed: it ends at its first point.
  const left = [[0, polygon.length]];
  for (let span = left.pop(); span; span = left.pop()) {
    const [first, last] = span;
    const [index, distance] = farthest(first, last);
    if (distance <= TOLERANCE) continue;
    kept.add(index);
    left.push([first, index], [index, last]);
  }
  return polygon.filter((_, index) => kept.has(index));
}
