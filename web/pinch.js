// On a board that the game enlarges, two fingers and a wheel with Ctrl are the game's; everywhere else they enlarge the page.
//
// Two fingers on a trackpad arrive as a wheel with Ctrl that nobody holds; its way is the logarithm of how far they went apart.
// Safari tells of gestures instead, with how far they went apart since they began.

/** The screens on which the game enlarges the board. */
const SCREENS = new Set(["match", "review", "editor"]);
/** How far a trackpad's wheel turns for each factor of e by which the fingers went apart: browsers agree on it. */
const TURN = 100;
/** No event of a trackpad is as much; a click of a wheel is, whose Ctrl was pressed before the page could hear of it. */
const MOST = 1.5;

/**
 * Keeps the browser from enlarging the page where the game enlarges the board.
 * @param {HTMLElement} canvas
 * @param {(x: number, y: number, factor: number) => void} enlarge Told of two fingers on a trackpad: where they are on the canvas.
 */
export function createPinch(canvas, enlarge) {
  /** @type {Area | null} Where squares are seen. */
  let board = null;
  /** Whether the fingers that are down began on the board. */
  let isKept = false;
  let isCtrlHeld = false;
  /** How many fingers are on the screen. */
  let fingers = 0;
  /** How much further apart the fingers on a trackpad are than when they began, as told last. */
  let apart = 1;

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
      if (!event.ctrlKey || !isOnBoard(event)) return;
      event.preventDefault();
      if (isCtrlHeld) return;
      // To the game it would be a wheel without Ctrl.
      event.stopImmediatePropagation();
      enlarge(event.clientX, event.clientY, Math.min(Math.max(Math.exp(-event.deltaY / TURN), 1 / MOST), MOST));
    },
    { passive: false },
  );
  for (const type of ["touchstart", "touchend", "touchcancel"]) {
    canvas.addEventListener(type, (event) => {
      if (event instanceof TouchEvent) fingers = event.touches.length;
    });
  }
  for (const type of ["gesturestart", "gesturechange", "gestureend"]) {
    canvas.addEventListener(type, (event) => {
      const gesture = /** @type {Event & { clientX: number; clientY: number; scale: number }} */ (event);
      // Fingers on the screen are told as touches too.
      if (fingers > 0 || !isOnBoard(gesture)) return;
      gesture.preventDefault();
      if (type === "gesturechange") enlarge(gesture.clientX, gesture.clientY, gesture.scale / apart);
      apart = type === "gesturechange" ? gesture.scale : 1;
    });
  }
  for (const type of ["keydown", "keyup"]) {
    window.addEventListener(type, (event) => {
      // Not by its name: beside other modifiers a key may be released under another one than it was pressed under.
      if (event instanceof KeyboardEvent) isCtrlHeld = event.ctrlKey;
    }, { capture: true });
  }
  // What is released elsewhere is not told.
  window.addEventListener("blur", () => {
    isCtrlHeld = false;
  });

  return {
    /** @param {Report} report */
    update({ screen, board: shown }) {
      board = SCREENS.has(screen) && shown !== null ? shown.area.within : null;
    },
  };
}
