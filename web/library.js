// The library of games in the browser's IndexedDB: chunks of bytes with increasing numbers, which all tabs share. The
// game knows what the chunks mean (src/game/storage/library_chunks.rs).

const DATABASE = "irogaeshi.library";
/** Version of the database. Tabs of earlier versions make way for a later one, and leave its database alone. */
const VERSION = 1;
const CHUNKS = "chunks";
/** Errors of a connection that was closed, for example to free memory. A new connection mends them. */
const CLOSED = new Set(["AbortError", "InvalidStateError", "UnknownError"]);
/** Stands for a chunk that the browser has lost. */
const LOST_CHUNK = new Uint8Array(1);

/**
 * A connection to the database. Until its chunks were read once they may be others than those that the game knows.
 * @typedef {{database: IDBDatabase, isKnown: boolean}} Connection
 */

/**
 * Chunks from a number on, and the number of the next one to append.
 * @typedef {{first: number, next: number, chunks: Uint8Array[]}} Chunks
 */

/** Returns whether the browser forbids storage. Not every browser says so when a database is opened. */
function isForbidden() {
  try {
    return window.indexedDB === undefined || window.localStorage === undefined;
  } catch {
    return true;
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Resolves once everything of a transaction is on the disk. Without that, nothing is.
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
function completion(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("the browser has ended the transaction", "AbortError"));
  });
}

/**
 * Works on the chunks in a transaction. If `mode` is "readwrite", no other tab works on them meanwhile.
 * @template T
 * @param {IDBDatabase} database
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => Promise<T>} work
 */
async function transact(database, mode, work) {
  const transaction = database.transaction(CHUNKS, mode, { durability: "strict" });
  const [value] = await Promise.all([work(transaction.objectStore(CHUNKS)), completion(transaction)]);
  return value;
}

/**
 * The number of the next chunk.
 * @param {IDBObjectStore} store
 */
async function nextNumber(store) {
  const cursor = await result(store.openKeyCursor(null, "prev"));
  return cursor === null ? 0 : Number(cursor.key) + 1;
}

/**
 * Reads chunks one by one. Those that the browser has lost are damaged.
 * @param {IDBDatabase} database
 * @param {IDBKeyRange} range
 */
async function readSingly(database, range) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  for (const number of await transact(database, "readonly", (store) => result(store.getAllKeys(range)))) {
    const chunk = transact(database, "readonly", (store) => result(store.get(number)));
    chunks.push(await chunk.catch((error) => {
      if (CLOSED.has(error?.name)) throw error;
      return LOST_CHUNK;
    }));
  }
  return chunks;
}

/**
 * Reads the chunks from a number on, or all of another database.
 * @param {Connection} connection
 * @param {number} from
 * @returns {Promise<Chunks>}
 */
async function readChunks({ database, isKnown }, from) {
  const next = await transact(database, "readonly", nextNumber);
  const first = isKnown && from <= next ? from : 0;
  if (first === next) return { first, next, chunks: [] };
  const range = IDBKeyRange.bound(first, next, false, true);
  const chunks = await transact(database, "readonly", (store) => result(store.getAll(range))).catch((error) => {
    if (CLOSED.has(error?.name)) throw error;
    return readSingly(database, range);
  });
  return { first, next, chunks };
}

/**
 * @param {() => void} onClose called when another tab or the browser closes the connection
 * @returns {Promise<Connection>}
 */
async function open(onClose) {
  /** Error in the form of that of `localStorage`. */
  const forbidden = new DOMException("the browser lets the page save nothing", "SecurityError");
  if (isForbidden()) throw forbidden;
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(CHUNKS);
  await result(request);
  const database = request.result;
  // Another tab has a later version of the page, or deletes the database.
  database.onversionchange = () => {
    database.close();
    onClose();
  };
  database.onclose = onClose;
  return { database, isKnown: false };
}

/**
 * Each request is answered by one call, after it has returned.
 * @param {{
 *   read: (first: number, next: number, chunks: Uint8Array[]) => void,
 *   appended: () => void,
 *   fail: (reason: unknown) => void,
 * }} answers
 */
export function createLibrary({ read, appended, fail }) {
  /** @type {Connection | null} */
  let connection = null;
  /** True once the browser was asked to keep the page's data. */
  let isAsked = false;

  async function connect() {
    connection ??= await open(() => {
      connection = null;
    });
    return connection;
  }

  /**
   * Answers with newer chunks, or that there are none. Tries once more if the browser has closed the connection.
   * @param {(used: Connection) => Promise<Chunks | null>} work
   */
  async function answer(work) {
    const attempt = async () => {
      const used = await connect();
      const newer = await work(used);
      used.isKnown = true;
      return newer;
    };
    let newer;
    try {
      newer = await attempt().catch((error) => {
        if (!CLOSED.has(error?.name)) throw error;
        connection?.database.close();
        connection = null;
        return attempt();
      });
    } catch (error) {
      return fail(error);
    }
    if (newer === null) appended();
    else read(newer.first, newer.next, newer.chunks);
  }

  return {
    /**
     * Reads all chunks from a number on.
     * @param {number} from
     */
    read(from) {
      answer((used) => readChunks(used, from));
    },
    /**
     * Appends chunks, all or none, if the first of them gets this number. Otherwise reads those from this number on.
     * @param {number} number
     * @param {Uint8Array[]} chunks
     */
    append(number, chunks) {
      if (!isAsked) navigator.storage?.persist?.().catch(() => {});
      isAsked = true;
      answer(async (used) => {
        const isAppended = await transact(used.database, "readwrite", async (store) => {
          const next = await nextNumber(store);
          if (next !== number || !(used.isKnown || next === 0)) return false;
          for (const [index, chunk] of chunks.entries()) store.add(chunk, number + index);
          return true;
        });
        return isAppended ? null : readChunks(used, number);
      });
    },
  };
}
