// Frames while nobody sees the page. Browsers draw none for a page that is hidden, and the game hears and does everything in
// frames: without any it would not make a lost connection again, and others would see its seat empty.

/** How far frames lie apart that nobody sees, in milliseconds. Browsers make that longer after some minutes. */
const APART = 1000;

/** From now on whoever waits for a frame gets one also while the page is hidden. */
export function runHiddenFrames() {
  const draw = window.requestAnimationFrame.bind(window);
  const cancelDrawn = window.cancelAnimationFrame.bind(window);
  /**
   * Those who wait for a frame, by the number that was given for it.
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
    for (const [number, frame] of waiting) frame.timer ??= setTimeout(run, APART, number);
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
