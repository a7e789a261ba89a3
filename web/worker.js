// The service worker: keeps the page, and what it has seen of games (boards, pieces, rules), for when the server is away. What changes
// comes from the server whenever it answers, so a page is never older than its server. The build fills in VERSION and FILES.
const VERSION = "__VERSION__";
const FILES = [/* __FILES__ */];

const SHELL = `ardennes-shell-${VERSION}`;
const FACTS = "ardennes-facts";
const FACT = /^\/api\/(games|history|games\/[^/]+\/(board|things|briefings|rules|pieces))$/;
const PICTURE = /^\/api\/games\/[^/]+\/(boards|cards)\//;
/** A server that has not answered after this time, in milliseconds, counts as away if there is something to show instead. */
const PATIENCE = 5000;
/** How long after an answer it is kept, in milliseconds. */
const LATER = 1500;

self.addEventListener("install", (event) => event.waitUntil(Promise.all([install(), shortcuts(event)])));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(newest(request, SHELL, "/"));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request, SHELL));
  else if (FACT.test(url.pathname) || PICTURE.test(url.pathname)) event.respondWith(newest(request, FACTS, request, event));
  else if (FILES.includes(url.pathname)) event.respondWith(newest(request, SHELL, url.pathname));
});

async function install() {
  const cache = await caches.open(SHELL);
  await cache.addAll(FILES);
  const page = await (await cache.match("/")).text();
  if (!page.includes(VERSION)) throw new Error("the server has a newer page by now");
  await self.skipWaiting();
}

/** What a browser can do without waiting for this worker to start, if it knows how (the static routing of service workers). */
async function shortcuts(event) {
  try {
    await event.addRoutes([
      { condition: { requestMode: "navigate" }, source: "race-network-and-fetch-handler" },
      { condition: { urlPattern: "/assets/*" }, source: { cacheName: SHELL } },
      { condition: { urlPattern: "/api/table*" }, source: "network" },
      { condition: { urlPattern: "/api/summaries" }, source: "network" },
    ]);
  } catch {
    // It does not: then this worker answers everything, which is slower and comes to the same.
  }
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("ardennes-shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** From the server if it answers, otherwise what was kept. `event`: keep the answer. */
async function newest(request, name, key, event) {
  const old = async () => (await caches.open(name)).match(key, { ignoreVary: true });
  const answer = fetch(request);
  try {
    const first = await Promise.race([answer, new Promise((late) => setTimeout(late, PATIENCE))]);
    // 502 to 504: a proxy is there, the server behind it is not.
    if (first && (first.status < 502 || first.status > 504)) {
      // If the storage is full, there is less to show without the server, nothing more.
      if (event && first.ok) event.waitUntil(keep(name, request, first.clone()).catch(() => undefined));
      return first;
    }
    return (await old()) ?? (await answer);
  } catch (error) {
    const found = await old();
    if (found) return found;
    throw error;
  }
}

/** What was kept, otherwise from the server: for files whose address changes with their content. */
async function kept(request, name) {
  return (await (await caches.open(name)).match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Keeps an answer once the page has had time to draw, unless it is there already. */
async function keep(name, request, answer) {
  await new Promise((later) => setTimeout(later, LATER));
  const cache = await caches.open(name);
  const old = await cache.match(request, { ignoreVary: true });
  if (old && old.headers.get("etag") === answer.headers.get("etag")) return;
  // A picture has its version in its address: the one before it is not needed any more.
  if (PICTURE.test(new URL(request.url).pathname)) await cache.delete(request, { ignoreSearch: true, ignoreVary: true });
  await cache.put(request, answer);
}
