// Globals that the tests add to the page, for the type checks. The page's own are in `bridge.d.ts`.

interface Window {
  /** The stand-in for the game (fixtures/irogaeshi.js). */
  fakeGame: any;
  /** Called before the stand-in starts. */
  beforeStart?: () => void;
  /** A worker used by a test, and its messages. */
  worker: Worker;
  answers: any[];
  /** Opens another file as the system does. */
  launchLate: () => void;
  /** Workers created by the page, and those that are ready for the expected request. */
  countedWorkers: { made: Worker[]; ready: Worker[] };
  /** Audio contexts created by the page. */
  audioContexts: AudioContext[];
  /** Values of the progress bar, in order of time. */
  progress: number[];
  /** Number of changes of the announcements. */
  timesSpoken: number;
  /** Addresses of all files stored by the service worker. */
  storedFiles: () => Promise<string[]>;
  /** The accessibility checker, once injected. */
  axe: typeof import("axe-core");
  /** `deltaY` of the wheel events that reach the game. */
  wheels: number[];
  /** A simulated gamepad, and the gamepads that the browser reports. */
  pad: any;
  pads: any[];
  /** The report before a button was pressed, as JSON. */
  before: string;
  /** Times at which the CPU was thinking and the main thread was busy, in milliseconds: start, and end if it has ended. */
  thinking: number[][];
  longTasks: [number, number][];
}
