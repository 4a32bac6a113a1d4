// What the page and the game say to each other, for the type checks of the page's scripts. README.md of this folder explains it.

/** Where something lies, in CSS pixels of the canvas. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What buttons and fields have in common. */
interface ControlReport {
  id: string;
  label: string;
  /** What else is said of it; empty where its label says all. */
  description: string;
  area: Area;
  /** The part of the window outside of which nothing of it is seen, where it lies in something that scrolls. */
  within: Area | null;
}

interface ButtonReport extends ControlReport {
  /** Which button it is, in every language. */
  key: string;
  disabled: boolean;
  chosen: boolean;
  /** The choices that it is one of: Tab stops once at them, arrows walk over them. */
  grid: string | null;
  /** Whether Tab stops here. */
  stop: boolean;
  /** A switch is on while it is chosen. */
  kind: "button" | "switch";
}

interface SliderReport extends ControlReport {
  value: number;
  least: number;
  most: number;
  step: number;
  /** The number in words. */
  text: string;
}

interface FieldReport extends ControlReport {
  text: string;
  placeholder: string;
  max_length: number;
}

interface CellReport {
  square: string;
  /** Where it is shown, in squares from the left and from above. */
  x: number;
  y: number;
  hole: boolean;
  disc: string | null;
  legal: boolean;
  last: boolean;
  worth: string | null;
  /** All of that in words. */
  label: string;
}

/** A text that is read on a screen. */
interface TextReport {
  is_heading: boolean;
  text: string;
}

interface BoardReport {
  /** What it is called. */
  label: string;
  /** Its size as it is shown. */
  columns: number;
  rows: number;
  /** Only squares that exist, in reading order. */
  cells: CellReport[];
  focus: string | null;
  area: { left: number; top: number; cell: number; within: Area };
}

/** A turn, as it is told to whoever does not see it. */
interface PlayedReport {
  player: string;
  square: string;
  turned: number;
  exploded: boolean;
  cut_in: boolean;
  passes: string[];
  sentence: string;
}

/** What is on the screen now. */
interface Report {
  /** The code of the language that everything is said in. */
  language: string;
  screen: string;
  /** What the screen is called. */
  heading: string;
  /** Whether there is a screen to go back to. */
  can_go_back: boolean;
  status: string;
  phase: string | null;
  /** The question that has to be answered before anything else, in all its words. */
  question: string | null;
  /** How many discs were placed; less than before when a move was taken back. */
  ply: number | null;
  /** What was played last. */
  played: PlayedReport | null;
  board: BoardReport | null;
  /** The name by which the match that is shown is kept; nothing where it is not. */
  kept_as: string | null;
  counts: Record<string, number>;
  /** The same in words, in a match. */
  standing: string;
  /** What is said of what has happened; it stays until there is something else to say. */
  spoken: { news: string; advice: string };
  advice: string | null;
  to_move: string | null;
  record: string | null;
  draft: string[] | null;
  /** The other texts of a screen without a board, in reading order. */
  texts: TextReport[];
  notice: string | null;
  buttons: ButtonReport[];
  fields: FieldReport[];
  sliders: SliderReport[];
}

/** What the page asks of the game: the functions that its module exports. */
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
  /** Leads back to a screen, and to the match that is kept by this name. */
  come_back(screen: string, keptAs?: string): void;
  bring_face(bytes: Uint8Array): void;
  /** The match that is shown goes on in another tab as well. */
  match_is_elsewhere(): void;
  /** The Japanese face cannot be had for now. */
  miss_face(): void;
  /** A network of shares was fetched, or could not be. */
  network_fetched(name: string, isThere: boolean): void;
  bring_drawn_face(bytes: Uint8Array, signs: string): void;
  pad_used(): void;
  pinch(x: number, y: number, factor: number): void;
}

/** What the worker's script asks of its program: the glue of wasm-bindgen declares it. */
interface WorkerProgram {
  (how: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  missing_network(request: string): string | undefined;
  bring_network(name: string, file: Uint8Array): void;
  answer(request: string, tell: (news: string) => void): string;
  search(request: string): string;
}

/** The threads of a worker: what each runs, how many think, and the memory that they share. */
interface Threads {
  script: string;
  count: number;
  room: WebAssembly.MemoryDescriptor;
}

/** What a worker is told first; `threads` where its program runs on several. */
interface FirstMessage {
  program: WebAssembly.Module;
  threads?: Threads;
}

/** What answers requests, whose replies are JSON as well; `tell` hears each other news on the way. */
interface Thinking {
  answer(request: string, tell: (news: string) => void): Promise<string>;
  search(request: string): Promise<string>;
  /** Ends what it runs on, if that is more than the worker itself. */
  end?(): void;
}

/** What a thread is to run: the program's beginning, or a thread that the program has started. */
type ThreadTask = "main" | { id: number; start: number };

/** What a thread of the worker's program is given to begin with. */
interface ThreadHome {
  memory: WebAssembly.Memory;
  /** How much there is to read and how much of it is read, 32 bits each, and then what it is. */
  input: SharedArrayBuffer;
  /** On how many threads the program thinks. */
  count: number;
}

/** What a thread runs of the worker's program. */
interface ThreadProgram {
  _start(): void;
  wasi_thread_start(id: number, start: number): void;
}

/** The page's texts, by the code of a language and by key: the build writes them into the page. */
type Texts = Record<string, Record<string, string>>;

/** What the build writes into the page: the names and sizes of what the loader fetches. */
interface Build {
  /** What all of it hashes to. */
  version: string;
  /** The service worker. */
  service: string;
  game: string;
  wasm: string;
  wasmBytes: number;
  /** What the program hashes to, as browsers compare it. */
  wasmIntegrity: string;
  /** The Japanese face. */
  face: string;
  worker: {
    script: string;
    programs: { simd: string; plain: string };
    /** The program that shares its memory among threads, and what each of them runs. */
    threads: { program: string; script: string } | null;
    /** The networks of shares, by name. */
    networks: Record<string, string>;
  };
}

/** The files of a version of the page, with the SHA-256 of their contents: the build tells the service worker. */
interface Version {
  name: string;
  /** What a page loads before it can be played. */
  first: Record<string, string>;
  /** What is loaded when it is wanted. */
  later: Record<string, string>;
}

/** What the page asks of the service worker. */
type ServiceMessage =
  /** To go on as the one that answers all tabs. */
  | { wish: "take over" }
  /** To keep a file that the page has loaded by itself. */
  | { wish: "keep"; version: string; file: string }
  /** To remove what older versions have left. */
  | { wish: "tidy"; version: string };

/** How far the program of the workers is: not asked for, on its way, there, or not to be had for now. */
type WorkerProgress = "waiting" | "loading" | "ready" | "failed";

/** What the game asks of the page to be heard. */
interface PageSound {
  /** Whether the browser lets the page be heard by now. */
  isAllowed(): boolean;
  /** Plays samples, 48,000 a second, in so many seconds. */
  play(samples: Float32Array, beginsIn: number, gain: number): void;
  /** Plays nothing that has not begun. */
  forget(): void;
  /** Falls silent at once. */
  silence(): void;
}

/** What the game calls. */
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
  /** The Japanese face, if it is there when the game starts. */
  face(): Uint8Array | undefined;
  wantFace(): void;
  wantSigns(signs: string): void;
  download(name: string, text: string): void;
  panic(message: string): void;
}

/** What makes addresses of scripts that a page with Trusted Types takes; not every browser has them. */
declare var trustedTypes: {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown };
} | undefined;

interface Window {
  irogaeshi: Bridge;
}

declare const wasm_bindgen: WorkerProgram;

declare const VERSION: Version;
