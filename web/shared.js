// Files and texts that other programs have shared with the installed page. The service worker stores them until the
// page takes them, since the page may have to start first.

/** Name of the cache, as in service.js. @param {string} scope */
const cacheFor = (scope) => `irogaeshi-shared ${scope}`;

/** Takes what was shared. @returns {Promise<File[]>} */
export async function takeShared() {
  const name = cacheFor(new URL(".", location.href).href);
  // Pages without encryption have no caches. Opening one would create it.
  if (!("caches" in window) || !(await caches.has(name))) return [];
  const cache = await caches.open(name);
  const files = (await cache.keys()).map(async (key) => {
    const stored = await cache.match(key);
    return stored ? [new File([await stored.blob()], decodeURIComponent(stored.headers.get("X-Name") ?? ""))] : [];
  });
  const shared = (await Promise.all(files)).flat();
  // Of several tabs, the one that deletes it takes it. A file that breaks the game is not opened again.
  return (await caches.delete(name)) ? shared : [];
}
