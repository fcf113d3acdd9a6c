// The service worker: after the first visit the calculator needs no server.
//
// Each build has a cache of its own, filled before the build is used. A page
// and everything it names come from one build, so that an old engine never
// meets a new page; a newer build waits until the person at the page asks for it.
"use strict";
const build = "{{build}}";
const files = {{offline-files}};

const prefix = "last-iterate-";
const own = prefix + build;
const folder = new URL("./", self.location).pathname;

self.addEventListener("install", (event) => event.waitUntil(keep()));

// keep fetches the whole build. It fails, and is tried again at the next visit,
// when the server changes from one build to another in the middle of it.
async function keep() {
  const cache = await caches.open(own);
  await Promise.all(files.map((name) => {
    if (!name.startsWith("assets/")) return put(cache, name, "no-cache");
    return put(cache, name, "default").catch(() => put(cache, name, "no-store")); // see boot.js
  }));
  const page = await cache.match(folder + "index.html");
  if (!(await page.text()).includes(`data-build="${build}"`)) {
    await caches.delete(own);
    throw new Error("the page and its service worker are of different builds");
  }
}

async function put(cache, name, how) {
  const response = await fetch(folder + name, { cache: how });
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  // Some hosts send /embed.html on to /embed. Browsers take no answer for a page
  // that came by a detour; the same answer told again is none.
  await cache.put(folder + name, response.redirected ? new Response(response.body, response) : response);
}

self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));

// forget drops what older builds kept, except for the last one: pages of it
// that are still open in other tabs start their workers from it.
async function forget() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener("message", ({ data }) => {
  if (data === "use this build") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "GET" && origin === self.location.origin && pathname.startsWith(folder)) {
    event.respondWith(answer(event.request, pathname.slice(folder.length)));
  }
});

async function answer(request, name) {
  const cache = await caches.open(own);
  for (const file of [name, name + "index.html", name + ".html"]) {
    if (!files.includes(file)) continue;
    const kept = await cache.match(folder + file);
    if (kept) return kept;
  }
  if (!name.startsWith("assets/")) return fetch(request);
  // Files with a hash in their name never change: those of the build before,
  // and those that are fetched when first needed, such as the font of formulas.
  const kept = await caches.match(folder + name);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(folder + name, response.clone());
  return response;
}
