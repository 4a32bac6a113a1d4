// Service worker: stores the files of one version of the page, so that the game starts without a network. The build
// prepends `const VERSION = …;` with the files of this version and their hashes.
//
// A version is stored completely or not at all: each file's hash is checked first, and the worker is installed only
// when all files of the first load are there. The previous version stays in use until the player accepts the new one
// (updates.js). Files of different versions never mix, because a name either contains the hash of its content or is
// answered from this version alone. Everything not in the list, above all answers of online servers, is left to the
// browser and never stored.
//
// It also receives what other programs share with the installed page.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Prefix of all versions' caches. Other pages of the same host have their own. */
const PREFIX = `irogaeshi ${scope.registration.scope} `;
const CACHE = PREFIX + VERSION.name;
/** Cache of what other programs have shared, until the page takes it (shared.js). */
const SHARED = `irogaeshi-shared ${scope.registration.scope}`;
/** Address that other programs share to, as in the manifest. No server answers it. */
const SHARE_TARGET = "share";
/** File that also answers for the folder. */
const INDEX = "index.html";
/** Maximum length of a name made of a shared text. */
const MAX_NAME = 20;
const HASH = /-[0-9a-f]{12}(?=\.[a-z]+$)/;
/** Servers vary answers by accepted encodings, but stored files are no longer compressed. */
const ANY_ENCODING = { ignoreVary: true };

/** Headers that an isolated page requires of its scripts' responses. */
const ISOLATION = [
  ["Cross-Origin-Embedder-Policy", "require-corp"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
];

/** @param {string} name */
const urlOf = (name) => new URL(name, scope.registration.scope).href;

/** The hash of a file of this version; undefined for other files. @param {string} name */
const hashOf = (name) => VERSION.first[name] ?? VERSION.later[name];

/**
 * The name of a file without its hash, the same in every version.
 * @param {string} name
 */
const kindOf = (name) => name.replace(HASH, "");

/** @param {ArrayBuffer} content */
async function hash(content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The caches of other versions. */
async function otherCaches() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/**
 * Stores a file of this version unless it is there already, copied from another version with the same file or fetched
 * from the server. Refuses a file with a wrong hash, since the server may have a newer version by now.
 * @param {string} name
 */
async function store(name) {
  const cache = await caches.open(CACHE);
  const url = urlOf(name);
  if (await cache.match(url, ANY_ENCODING)) return;
  const isHashed = HASH.test(name);
  const known = isHashed ? await caches.match(url, ANY_ENCODING) : undefined;
  // A name without a hash may change its content at any time, so the browser's own cache is bypassed.
  const response = known ?? (await fetch(name === INDEX ? urlOf("./") : url, { cache: isHashed ? "default" : "no-cache" }));
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status} ${response.statusText}`);
  const content = await response.arrayBuffer();
  if ((await hash(content)) !== hashOf(name)) throw new Error(`${url} is not of the version ${VERSION.name}`);
  const headers = new Headers(response.headers);
  for (const header of ["Content-Encoding", "Content-Length"]) headers.delete(header);
  // The server decides whether the page is isolated. An isolated page runs only scripts with these headers, and the
  // stored response may be from before the server sent them.
  if (name !== INDEX) for (const [header, value] of ISOLATION) headers.set(header, value);
  await cache.put(url, new Response(content, { headers }));
}

/** Stores the files of the first load, and those that another version had fetched later, so that an update loses nothing. */
async function storeVersion() {
  const stored = (await otherCaches()).map(async (name) => (await caches.open(name)).keys());
  const kinds = new Set((await Promise.all(stored)).flat().map(({ url }) => kindOf(url)));
  const later = Object.keys(VERSION.later).filter((name) => kinds.has(kindOf(urlOf(name))));
  await Promise.all([...Object.keys(VERSION.first), ...later].map(store));
}

/** Deletes other versions once no other tab may use one and none is being installed. */
async function deleteOtherVersions() {
  const before = await otherCaches();
  const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const { installing, waiting } = scope.registration;
  if (tabs.length > 1 || installing !== null || waiting !== null) return;
  await Promise.all(before.map((name) => caches.delete(name)));
}

/** The file of this version that a request is for, or null. @param {Request} request */
function fileFor({ url, mode, method }) {
  const { origin, pathname } = new URL(url);
  const base = new URL(scope.registration.scope);
  if (method !== "GET" || origin !== base.origin || !pathname.startsWith(base.pathname)) return null;
  const name = decodeURIComponent(pathname.slice(base.pathname.length));
  if (mode === "navigate") return name === "" || name === INDEX ? INDEX : null;
  return hashOf(name) === undefined ? null : name;
}

/**
 * @param {string} name
 * @param {Request} request
 */
async function answer(name, request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(urlOf(name), ANY_ENCODING);
  if (stored) return stored;
  try {
    await store(name);
    return (await cache.match(urlOf(name), ANY_ENCODING)) ?? (await fetch(request));
  } catch {
    // The browser has removed this version or the disk is full. The server's files still match by name.
    return fetch(request);
  }
}

/**
 * Stores what another program shares, and opens the page, which takes it.
 * @param {Request} request
 */
async function receive(request) {
  try {
    const form = await request.formData();
    /** @param {string} field */
    const text = (field) => String(form.get(field) ?? "").trim();
    // A form without a chosen file has one without a name.
    const files = form.getAll("files").flatMap((file) => (file instanceof File && file.name !== "" ? [file] : []));
    const words = [text("text"), text("url")].filter((part) => part !== "").join("\n") || text("title");
    if (files.length === 0 && words !== "") files.push(new File([words], text("title") || words.slice(0, MAX_NAME)));
    const cache = await caches.open(SHARED);
    for (const [index, file] of files.entries()) {
      const headers = { "X-Name": encodeURIComponent(file.name) };
      await cache.put(urlOf(`${SHARE_TARGET}/${Date.now()}-${index}`), new Response(file, { headers }));
    }
  } catch {
    // The storage is full. The page still opens.
  }
  return Response.redirect(urlOf("./"), 303);
}

/** Returns whether another program shares something. @param {Request} request */
const isShare = ({ method, url }) => method === "POST" && url === urlOf(SHARE_TARGET);

scope.addEventListener("install", (event) => event.waitUntil(storeVersion()));

scope.addEventListener("fetch", (event) => {
  const name = fileFor(event.request);
  if (isShare(event.request)) {
    event.respondWith(receive(event.request));
  } else if (name !== null) {
    event.respondWith(answer(name, event.request));
  } else if (HASH.test(new URL(event.request.url).pathname) && event.request.method === "GET") {
    // A tab that still runs the previous version asks for one of its files.
    event.respondWith(caches.match(event.request.url, ANY_ENCODING).then((stored) => stored ?? fetch(event.request)));
  }
});

scope.addEventListener("message", (event) => {
  const { wish, ...rest } = event.data;
  // Pages of older versions write `wish`.
  const message = /** @type {ServiceMessage} */ ({ command: wish, ...rest });
  if (message.command === "take over") {
    event.waitUntil(scope.skipWaiting());
  } else if (message.command === "keep") {
    // A file that the page loaded without this worker, as on the first visit. A failure is harmless.
    if (VERSION.name === message.version) event.waitUntil(store(message.file).catch(() => {}));
  } else if (VERSION.name === message.version) {
    event.waitUntil(deleteOtherVersions());
  }
});
