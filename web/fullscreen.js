// Full screen. Browsers allow it for a moment after a press or a key, which is when the game asks.

/** Enters or leaves full screen. Does nothing if the browser does not allow it. */
export function toggleFullScreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  change?.catch(() => {});
}
