// Frames while the page is hidden. Browsers draw none then, but the game does everything in frames: without them it
// could not restore a lost connection, and its player would count as away.

/** Interval of hidden frames in milliseconds. Browsers lengthen it after some minutes. */
const INTERVAL = 1000;

/** Makes `requestAnimationFrame` call back while the page is hidden, too. */
export function runHiddenFrames() {
  const draw = window.requestAnimationFrame.bind(window);
  const cancelDrawn = window.cancelAnimationFrame.bind(window);
  /**
   * Waiting callbacks by the number returned for them.
   * @type {Map<number, {callback: FrameRequestCallback, drawn: number, timer: ReturnType<typeof setTimeout> | undefined}>}
   */
  const waiting = new Map();
  let last = 0;

  /** @param {number} number */
  function cancel(number) {
    const frame = waiting.get(number);
    if (frame === undefined) return;
    waiting.delete(number);
    cancelDrawn(frame.drawn);
    clearTimeout(frame.timer);
  }

  /** @param {number} number */
  function run(number) {
    const callback = waiting.get(number)?.callback;
    cancel(number);
    callback?.(performance.now());
  }

  function runLaterIfHidden() {
    if (!document.hidden) return;
    for (const [number, frame] of waiting) frame.timer ??= setTimeout(run, INTERVAL, number);
  }

  window.requestAnimationFrame = (callback) => {
    last += 1;
    const number = last;
    waiting.set(number, { callback, drawn: draw(() => run(number)), timer: undefined });
    runLaterIfHidden();
    return number;
  };
  window.cancelAnimationFrame = cancel;
  document.addEventListener("visibilitychange", runLaterIfHidden);
}
