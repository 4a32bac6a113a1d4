// On a board that the game enlarges, two fingers and a wheel with Ctrl are the game's; everywhere else they enlarge the page.

/** The screens on which the game enlarges the board. */
const SCREENS = new Set(["match", "review", "editor"]);

/**
 * Keeps the browser from enlarging the page where the game enlarges the board.
 * @param {HTMLElement} canvas
 */
export function createPinch(canvas) {
  /** @type {Area | null} Where squares are seen. */
  let board = null;
  /** Whether the fingers that are down began on the board. */
  let isKept = false;

  /** @param {{ clientX: number; clientY: number }} at */
  function isOnBoard({ clientX: x, clientY: y }) {
    if (board === null) return false;
    const { left, top, width, height } = board;
    return left <= x && x < left + width && top <= y && y < top + height;
  }

  // Not passive: what the browser has begun to do cannot be kept from it.
  canvas.addEventListener(
    "touchstart",
    (event) => {
      isKept = event.touches.length > 1 && [...event.touches].every(isOnBoard);
      if (isKept) event.preventDefault();
    },
    { passive: false },
  );
  canvas.addEventListener(
    "touchmove",
    (event) => {
      if (isKept && event.touches.length > 1) event.preventDefault();
    },
    { passive: false },
  );
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey && isOnBoard(event)) event.preventDefault();
    },
    { passive: false },
  );

  return {
    /** @param {Report} report */
    update({ screen, board: shown }) {
      board = SCREENS.has(screen) && shown !== null ? shown.area.within : null;
    },
  };
}
