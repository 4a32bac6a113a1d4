// What the tests keep in the page, for the type checks; `bridge.d.ts` of the page has what the page itself keeps there.

interface Window {
  /** What the stand-in for the game lets a test do (fixtures/irogaeshi.js). */
  fakeGame: any;
  /** Called before the stand-in starts. */
  beforeStart?: () => void;
  /** A worker that a test talks to, and what it has said. */
  worker: Worker;
  answers: any[];
  /** The workers that the page has made, and those of them that are ready for what is expected. */
  countedWorkers: { made: Worker[]; ready: Worker[] };
  /** The contexts that the page has opened for sounds. */
  audioContexts: AudioContext[];
  /** The values of the progress bar, as they came. */
  progress: number[];
  /** How often what is spoken has changed. */
  timesSpoken: number;
  /** The addresses of everything that the service worker keeps. */
  keptFiles: () => Promise<string[]>;
  /** What looks for violations, once it was put into the page. */
  axe: typeof import("axe-core");
  /** How far the wheels that the game hears of turned. */
  wheels: number[];
  /** A gamepad that a test presses, and the pads that the browser says are there. */
  pad: any;
  pads: any[];
  /** The report before a button was pressed. */
  before: string;
  /** When the CPU was thinking, and when the main thread was busy: from, and to where it has ended. */
  thinking: number[][];
  longTasks: [number, number][];
}
