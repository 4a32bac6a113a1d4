// The service worker: keeps the files of one version of the page, so that the game starts without a network. The build puts
// `const VERSION = …;` in front of this text: the files of this version with what their contents hash to.
//
// A version is taken in whole or not at all: each file is compared with its hash before it is kept, and the worker is
// installed only when all of the first load are there. The version before goes on until the player takes the new one
// (updates.js); files of one version are never handed out beside those of another, because a name either holds the hash of its
// content or is answered from this version alone. What is not in the list, above all what servers of online play answer, is
// the browser's: nothing here looks at it or keeps it.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** What the names of all versions' caches begin with; other pages of the same host have theirs. */
const FAMILY = `irogaeshi ${scope.registration.scope} `;
const CACHE = FAMILY + VERSION.name;
/** The page itself, by which the folder is answered too. */
const INDEX = "index.html";
const HASH = /-[0-9a-f]{12}(?=\.[a-z]+$)/;
/** Servers answer by what a browser accepts, and what is kept is no longer compressed. */
const ANY_ENCODING = { ignoreVary: true };

/** What an isolated page asks of the answers that its scripts come in. */
const ISOLATION = [
  ["Cross-Origin-Embedder-Policy", "require-corp"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
];

/** @param {string} name */
const urlOf = (name) => new URL(name, scope.registration.scope).href;

/** The hash of a file of this version, or undefined. @param {string} name */
const hashOf = (name) => VERSION.first[name] ?? VERSION.later[name];

/**
 * What a file is called in every version.
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
  return names.filter((name) => name.startsWith(FAMILY) && name !== CACHE);
}

/**
 * Puts a file of this version into its cache, unless it is there: from another version's that has the same, or from the server.
 * What is not what this version says it is, is refused: a server may have got a newer version meanwhile.
 * @param {string} name
 */
async function keep(name) {
  const cache = await caches.open(CACHE);
  const url = urlOf(name);
  if (await cache.match(url, ANY_ENCODING)) return;
  const isHashed = HASH.test(name);
  const known = isHashed ? await caches.match(url, ANY_ENCODING) : undefined;
  // A name without a hash may have another content at any time, so the browser's own cache does not count.
  const response = known ?? (await fetch(name === INDEX ? urlOf("./") : url, { cache: isHashed ? "default" : "no-cache" }));
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status} ${response.statusText}`);
  const content = await response.arrayBuffer();
  if ((await hash(content)) !== hashOf(name)) throw new Error(`${url} is not of the version ${VERSION.name}`);
  const headers = new Headers(response.headers);
  for (const header of ["Content-Encoding", "Content-Length"]) headers.delete(header);
  // Whether the page is isolated from others its server says. An isolated one runs no script that does not allow it, and what was
  // kept may have come before the server said so.
  if (name !== INDEX) for (const [header, value] of ISOLATION) headers.set(header, value);
  await cache.put(url, new Response(content, { headers }));
}

/** Takes in what the first load needs, and what was fetched later in another version, so that nothing is lost by an update. */
async function takeIn() {
  const kept = (await otherCaches()).map(async (name) => (await caches.open(name)).keys());
  const kinds = new Set((await Promise.all(kept)).flat().map(({ url }) => kindOf(url)));
  const later = Object.keys(VERSION.later).filter((name) => kinds.has(kindOf(urlOf(name))));
  await Promise.all([...Object.keys(VERSION.first), ...later].map(keep));
}

/** Removes other versions once nobody needs them: no other tab may run one, and none may be on its way. */
async function tidy() {
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
  const kept = await cache.match(urlOf(name), ANY_ENCODING);
  if (kept) return kept;
  try {
    await keep(name);
    return (await cache.match(urlOf(name), ANY_ENCODING)) ?? (await fetch(request));
  } catch {
    // The browser has removed this version, or its disk is full; what the server has fits together by its names.
    return fetch(request);
  }
}

scope.addEventListener("install", (event) => event.waitUntil(takeIn()));

scope.addEventListener("fetch", (event) => {
  const name = fileFor(event.request);
  if (name !== null) {
    event.respondWith(answer(name, event.request));
  } else if (HASH.test(new URL(event.request.url).pathname) && event.request.method === "GET") {
    // A tab that still runs the version before asks for a file of it.
    event.respondWith(caches.match(event.request.url, ANY_ENCODING).then((kept) => kept ?? fetch(event.request)));
  }
});

scope.addEventListener("message", (event) => {
  /** @type {ServiceMessage} */
  const message = event.data;
  if (message.wish === "take over") {
    event.waitUntil(scope.skipWaiting());
  } else if (message.wish === "keep") {
    // What a page has loaded without this worker, as on the first visit. It can be had later as well.
    if (VERSION.name === message.version) event.waitUntil(keep(message.file).catch(() => {}));
  } else if (VERSION.name === message.version) {
    event.waitUntil(tidy());
  }
});
