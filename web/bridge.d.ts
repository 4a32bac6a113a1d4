// Interface between the page and the game, for the type checks of the page's scripts. README.md of this folder explains it.

/** A rectangle in CSS pixels of the canvas. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Common properties of buttons, fields and sliders. */
interface ControlReport {
  id: string;
  label: string;
  /** Additional description; empty if the label suffices. */
  description: string;
  area: Area;
  /** Visible part of the window, if the control is in a scrolled area. */
  within: Area | null;
}

interface ButtonReport extends ControlReport {
  /** Identifies the button in every language. */
  key: string;
  disabled: boolean;
  chosen: boolean;
  /** Group of choices that it belongs to: Tab stops once at the group, arrows move within it. */
  grid: string | null;
  /** True if Tab stops here. */
  stop: boolean;
  /** A switch is on while chosen. */
  kind: "button" | "switch";
}

interface SliderReport extends ControlReport {
  value: number;
  least: number;
  most: number;
  step: number;
  /** The value as text. */
  text: string;
}

interface FieldReport extends ControlReport {
  text: string;
  placeholder: string;
  max_length: number;
}

interface CellReport {
  square: string;
  /** Position in squares from the left and from the top. */
  x: number;
  y: number;
  hole: boolean;
  disc: string | null;
  legal: boolean;
  last: boolean;
  worth: string | null;
  /** All of it as text. */
  label: string;
}

/** A text on a screen. */
interface TextReport {
  is_heading: boolean;
  text: string;
}

interface BoardReport {
  /** Name of the board. */
  label: string;
  /** Size as shown. */
  columns: number;
  rows: number;
  /** Only squares that exist, in reading order. */
  cells: CellReport[];
  focus: string | null;
  area: { left: number; top: number; cell: number; within: Area };
}

/** A turn, described for screen readers. */
interface PlayedReport {
  player: string;
  /** Null after a free pass. */
  square: string | null;
  turned: number;
  exploded: boolean;
  cut_in: boolean;
  passes: string[];
  sentence: string;
}

/** Current content of the screen. */
interface Report {
  /** Language code of all texts. */
  language: string;
  screen: string;
  /** Name of the screen. */
  heading: string;
  /** True if there is a screen to go back to. */
  can_go_back: boolean;
  status: string;
  phase: string | null;
  /** Full text of the question that must be answered first. */
  question: string | null;
  /** Number of discs placed; decreases when moves are taken back. */
  ply: number | null;
  /** The last turn. */
  played: PlayedReport | null;
  board: BoardReport | null;
  /** Name under which the current match is saved; null if it is not. */
  kept_as: string | null;
  counts: Record<string, number>;
  /** The counts as text, in a match. */
  standing: string;
  /** Announcements of events; they stay until replaced. */
  spoken: { news: string; advice: string };
  advice: string | null;
  to_move: string | null;
  record: string | null;
  draft: string[] | null;
  /** Other texts of a screen without a board, in reading order. */
  texts: TextReport[];
  notice: string | null;
  buttons: ButtonReport[];
  fields: FieldReport[];
  sliders: SliderReport[];
}

/** The game as seen by the page: the functions that its module exports. */
interface Game {
  default(how: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  play(square: string): void;
  focus_square(square: string): void;
  activate(id: string): void;
  reveal(id: string): void;
  set_text(id: string, text: string): void;
  file_limit(): number;
  offer_file(name: string, bytes: Uint8Array): void;
  offer_unreadable(name: string, reason: string): void;
  follow_link(hash: string): void;
  /** Returns to a screen, and to the match saved under this name. */
  come_back(screen: string, matchName?: string): void;
  bring_font(bytes: Uint8Array): void;
  /** Reports that the current match is open in another tab too. */
  match_is_elsewhere(): void;
  /** Reports that the Japanese font is unavailable for now. */
  miss_font(): void;
  /** Reports that a network was fetched, or could not be. */
  network_fetched(name: string, isThere: boolean): void;
  bring_drawn_font(bytes: Uint8Array, characters: string): void;
  /** Delivers chunks of the library from a number on, and the number of the next one to append. */
  library_read(first: number, next: number, chunks: Uint8Array[]): void;
  library_appended(): void;
  /** Reports the browser's error. */
  library_failed(reason: unknown): void;
  pad_used(): void;
  pinch(x: number, y: number, factor: number): void;
}

/** The worker's program as seen by its script, declared by wasm-bindgen's glue. */
interface WorkerProgram {
  (how: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  missing_network(request: string): string | undefined;
  bring_network(name: string, file: Uint8Array): void;
  answer(request: string, report: (news: string) => void): string;
  search(request: string): string;
}

/** Threads of a worker: their script, their number, and their shared memory. */
interface Threads {
  script: string;
  count: number;
  memory: WebAssembly.MemoryDescriptor;
}

/** First message to a worker; with `threads` if its program runs on several. */
interface FirstMessage {
  program: WebAssembly.Module;
  threads?: Threads;
}

/** Answers JSON requests with JSON replies. `report` receives intermediate news. */
interface Thinking {
  answer(request: string, report: (news: string) => void): Promise<string>;
  search(request: string): Promise<string>;
  /** Ends its threads, if it has any besides the worker itself. */
  end?(): void;
}

/** Task of a thread: the program's start, or a thread that the program has started. */
type ThreadTask = "main" | { id: number; start: number };

/** First message to a thread of the worker's program. */
interface ThreadHome {
  memory: WebAssembly.Memory;
  /** Length of the input and number of bytes read, 32 bits each, and then the input. */
  input: SharedArrayBuffer;
  /** Number of threads that the program uses. */
  count: number;
}

/** Entry points of the worker's program. */
interface ThreadProgram {
  _start(): void;
  wasi_thread_start(id: number, start: number): void;
}

/** The page's texts by language code and key. The build writes them into the page. */
type Texts = Record<string, Record<string, string>>;

/** Names and sizes of the files that the loader fetches. The build writes them into the page. */
interface Build {
  /** Hash of all files. */
  version: string;
  /** The service worker. */
  service: string;
  game: string;
  wasm: string;
  wasmBytes: number;
  /** Hash of the program in the form that browsers check. */
  wasmIntegrity: string;
  /** The Japanese font. */
  font: string;
  worker: {
    script: string;
    programs: { simd: string; plain: string };
    /** The program with shared memory, and the script of its threads. */
    threads: { program: string; script: string } | null;
    /** Network files by name. */
    networks: Record<string, string>;
  };
}

/** Files of a version of the page with their SHA-256. The build writes them into the service worker. */
interface Version {
  name: string;
  /** Files loaded before the game can start. */
  first: Record<string, string>;
  /** Files loaded when needed. */
  later: Record<string, string>;
}

/**
 * Messages from the page to the service worker. The two may be of different versions. Pages of older versions write `wish` in
 * place of `command`.
 */
type ServiceMessage =
  /** Take over all tabs. */
  | { command: "take over" }
  /** Store a file that the page has loaded without the service worker. */
  | { command: "keep"; version: string; file: string }
  /** Delete other versions. */
  | { command: "tidy"; version: string };

/** State of the workers' program: not requested, loading, loaded, or unavailable for now. */
type WorkerProgress = "waiting" | "loading" | "ready" | "failed";

/** Sound output of the page. */
interface PageSound {
  /** Returns whether the browser allows sound yet. */
  isAllowed(): boolean;
  /** Plays samples at 48 kHz after a delay in seconds. */
  play(samples: Float32Array, beginsIn: number, gain: number): void;
  /** Cancels sounds that have not begun. */
  forget(): void;
  /** Stops all sounds at once. */
  silence(): void;
}

/** The page as seen by the game. */
interface Bridge {
  state: Report | null;
  worker: WorkerProgress;
  slot: number;
  sound: PageSound;
  showRoom(hash: string): void;
  startWorker(): Worker;
  returnWorker(worker: Worker): void;
  endWorker(worker: Worker): void;
  expectRequest(request: string): void;
  report(json: string): void;
  toggleFullScreen(): void;
  chooseFile(): void;
  /** The Japanese font, if it is loaded when the game starts. */
  font(): Uint8Array | undefined;
  wantFont(): void;
  wantCharacters(characters: string): void;
  /** Reads the chunks of the library of games from a number on; answered by `library_read` or `library_failed`. */
  readLibrary(from: number): void;
  /**
   * Appends chunks if the first of them gets this number; answered by `library_appended`, or as `readLibrary` if there
   * are newer chunks.
   */
  appendToLibrary(number: number, chunks: Uint8Array[]): void;
  download(name: string, text: string): void;
  panic(message: string): void;
}

/** Creates script URLs that pages with Trusted Types accept; not every browser has it. */
declare var trustedTypes: {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown };
} | undefined;

interface Window {
  irogaeshi: Bridge;
  /** Files with which the system starts the installed page; not every browser has it. */
  launchQueue?: { setConsumer(consume: (launch: { files: FileSystemFileHandle[] }) => void): void };
}

declare const wasm_bindgen: WorkerProgram;

declare const VERSION: Version;
