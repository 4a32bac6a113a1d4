// Full screen. The browser allows it for a moment after a press or a key, which is when the game asks for it.

/** Fills the screen with the page, or gives the rest of the screen back. A browser that does not allow it leaves all as it is. */
export function toggleFullScreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  change?.catch(() => {});
}
