// Gamepads. Browsers tell of nothing that is done on one, so somebody has to look; the game looks in frames, and draws none at
// rest. As long as a pad is there, the page looks in its place, and wakes it when something has changed.

/** How far a stick leans at least that does, and at most that does no longer: `Lean` of the game has the same limits. */
const LIMITS = [0.6, 0.4];

/** @param {number} axis */
const lean = (axis) => Math.sign(axis) * LIMITS.filter((limit) => Math.abs(axis) >= limit).length;

/** What is held on all pads, as a text that changes with it. */
function held() {
  return navigator.getGamepads().map((pad) => {
    if (!pad) return "";
    const buttons = pad.buttons.map((button) => Number(button.pressed)).join("");
    const axes = pad.axes.map(lean).join(",");
    return `${pad.index}:${buttons}:${axes}`;
  }).join(";");
}

/**
 * From now on the game is woken by gamepads.
 * @param {() => void} wake
 */
export function watchPads(wake) {
  if (!("getGamepads" in navigator)) return;
  let isWatching = false;
  let last = "";

  function look() {
    isWatching = navigator.getGamepads().some((pad) => pad);
    const now = held();
    if (now !== last) wake();
    last = now;
    if (isWatching) requestAnimationFrame(look);
  }

  window.addEventListener("gamepadconnected", () => {
    if (!isWatching) look();
  });
}
