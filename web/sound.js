// Sounds on the page. Browsers let a page be heard only after its player has done something there, and a context that runs
// keeps the loudspeakers and a thread awake: it sleeps whenever there is nothing to hear.

/** Samples per second of what the game computes. */
const SAMPLE_RATE = 48_000;
/** How long the context stays awake after the last sound, in milliseconds: the next one often follows soon. */
const LINGER = 2000;
/** How long it takes to fall silent, in seconds: sooner would click. */
const FADE = 0.01;
/** What a player does that browsers count. */
const GESTURES = ["pointerdown", "pointerup", "touchend", "keydown"];

/** @returns {PageSound} */
export function createSound() {
  /** @type {AudioContext | null} */
  let context = null;
  /**
   * What is heard or will be, by the time of the context at which it begins.
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
    // A browser that does not allow it yet is asked again at the next sound.
    if (context?.state !== "running") context?.resume().catch(() => {});
  }

  function start() {
    for (const gesture of GESTURES) window.removeEventListener(gesture, start, true);
    try {
      context = new AudioContext({ latencyHint: "interactive" });
    } catch (error) {
      // A browser without sound, or a computer without loudspeakers, plays the game in silence.
      console.warn("There is no sound:", error);
      return;
    }
    // Safari believes only a context that was woken in the gesture itself.
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
