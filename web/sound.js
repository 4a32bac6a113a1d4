// Sounds on the page. Browsers allow sound only after the player has done something. A running context keeps the
// loudspeakers and a thread awake, so it is suspended while there is nothing to hear.

/** Sample rate of the game's sounds in hertz. */
const SAMPLE_RATE = 48_000;
/** Time that the context stays awake after the last sound, in milliseconds, since the next one often follows soon. */
const LINGER = 2000;
/** Fade-out in seconds; a shorter one would click. */
const FADE = 0.01;
/** Events that browsers accept as an action of the player. */
const GESTURES = ["pointerdown", "pointerup", "touchend", "keydown"];

/** @returns {PageSound} */
export function createSound() {
  /** @type {AudioContext | null} */
  let context = null;
  /**
   * Current and scheduled sounds, with their start in the context's time.
   * @type {Map<AudioBufferSourceNode, {begins: number, volume: GainNode}>}
   */
  const sources = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let sleeping;

  function sleepSoon() {
    clearTimeout(sleeping);
    if (sources.size > 0) return;
    sleeping = setTimeout(() => context?.suspend().catch(() => {}), LINGER);
  }

  function wake() {
    clearTimeout(sleeping);
    // If not allowed yet, it is tried again at the next sound.
    if (context?.state !== "running") context?.resume().catch(() => {});
  }

  function start() {
    for (const gesture of GESTURES) window.removeEventListener(gesture, start, true);
    try {
      context = new AudioContext({ latencyHint: "interactive" });
    } catch (error) {
      // Without sound support or loudspeakers, the game is silent.
      console.warn("sound is not available:", error);
      return;
    }
    // Safari only accepts a context resumed in the gesture itself.
    wake();
    sleepSoon();
  }

  for (const gesture of GESTURES) window.addEventListener(gesture, start, { capture: true, passive: true });

  return {
    isAllowed: () => context !== null,
    play(samples, beginsIn, gain) {
      if (context === null || samples.length === 0) return;
      wake();
      const buffer = context.createBuffer(1, samples.length, SAMPLE_RATE);
      buffer.getChannelData(0).set(samples);
      const source = context.createBufferSource();
      const volume = context.createGain();
      volume.gain.value = gain;
      source.buffer = buffer;
      source.connect(volume).connect(context.destination);
      const begins = context.currentTime + beginsIn;
      sources.set(source, { begins, volume });
      source.onended = () => {
        sources.delete(source);
        volume.disconnect();
        sleepSoon();
      };
      source.start(begins);
    },
    forget() {
      const now = context?.currentTime ?? 0;
      for (const [source, { begins }] of sources) if (begins > now) source.stop();
    },
    silence() {
      const now = context?.currentTime ?? 0;
      for (const [source, { begins, volume }] of sources) {
        if (begins <= now) volume.gain.setTargetAtTime(0, now, FADE / 3);
        source.stop(begins > now ? 0 : now + FADE);
      }
    },
  };
}
