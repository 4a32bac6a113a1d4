// Zooming: on a board that the game can zoom, pinches and the wheel with Ctrl go to the game; elsewhere they zoom the
// page.
//
// A trackpad pinch arrives as a wheel event with Ctrl although no key is held; its delta is the logarithm of the
// factor. Safari sends gesture events instead, with the factor since the start.

/** Screens on which the game can zoom the board. */
const SCREENS = new Set(["match", "review", "editor"]);
/** Wheel delta of a trackpad for each factor of e between the fingers; the same in all browsers. */
const TURN = 100;
/** Maximum factor of one event. Only a mouse wheel exceeds it, whose Ctrl was pressed before the page had the focus. */
const MAX_FACTOR = 1.5;

/**
 * Prevents the browser from zooming the page where the game zooms the board.
 * @param {HTMLElement} canvas
 * @param {(x: number, y: number, factor: number) => void} enlarge called for a trackpad pinch, with its position on the canvas
 */
export function createPinch(canvas, enlarge) {
  /** @type {Area | null} The visible area of the board. */
  let board = null;
  /** True if all fingers now down began on the board. */
  let isKept = false;
  let isCtrlHeld = false;
  /** Number of fingers on the screen. */
  let fingers = 0;
  /** Factor reported last in the current Safari gesture. */
  let apart = 1;

  /** @param {{ clientX: number; clientY: number }} at */
  function isOnBoard({ clientX: x, clientY: y }) {
    if (board === null) return false;
    const { left, top, width, height } = board;
    return left <= x && x < left + width && top <= y && y < top + height;
  }

  // Not passive, since otherwise the browser's zooming cannot be prevented.
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
      enlarge(event.clientX, event.clientY, Math.min(Math.max(Math.exp(-event.deltaY / TURN), 1 / MAX_FACTOR), MAX_FACTOR));
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
      // Fingers on the screen also arrive as touches.
      if (fingers > 0 || !isOnBoard(gesture)) return;
      gesture.preventDefault();
      if (type === "gesturechange") enlarge(gesture.clientX, gesture.clientY, gesture.scale / apart);
      apart = type === "gesturechange" ? gesture.scale : 1;
    });
  }
  for (const type of ["keydown", "keyup"]) {
    window.addEventListener(type, (event) => {
      // Checks the flag and not the key's name: beside other modifiers a key may be released under a different name.
      if (event instanceof KeyboardEvent) isCtrlHeld = event.ctrlKey;
    }, { capture: true });
  }
  // Releases elsewhere are not reported.
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
