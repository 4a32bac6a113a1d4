// Gamepads. Browsers send no events for buttons and sticks, so they must be polled. The game polls in frames but draws
// none at rest. Therefore the page polls while a gamepad is connected, and wakes the game on a change.

/** Thresholds at which a stick starts and stops leaning, as in the game's `StickLean`. */
const THRESHOLDS = [0.6, 0.4];

/** @param {number} axis */
const lean = (axis) => Math.sign(axis) * THRESHOLDS.filter((threshold) => Math.abs(axis) >= threshold).length;

/** State of all gamepads, as a text that changes with it. */
function padState() {
  return navigator.getGamepads().map((pad) => {
    if (!pad) return "";
    const buttons = pad.buttons.map((button) => Number(button.pressed)).join("");
    const axes = pad.axes.map(lean).join(",");
    return `${pad.index}:${buttons}:${axes}`;
  }).join(";");
}

/**
 * Wakes the game on gamepad input from now on.
 * @param {() => void} wake
 */
export function watchPads(wake) {
  if (!("getGamepads" in navigator)) return;
  let isWatching = false;
  let last = "";

  function poll() {
    isWatching = navigator.getGamepads().some((pad) => pad);
    const now = padState();
    if (now !== last) wake();
    last = now;
    if (isWatching) requestAnimationFrame(poll);
  }

  window.addEventListener("gamepadconnected", () => {
    if (!isWatching) poll();
  });
}
