// The service worker: after the first visit the calculator needs no server.
//
// Each build has a cache of its own, filled before the build is used. A page
// and everything it names come from one build, so that an old engine never
// meets a new page; a newer build waits until the person at the page asks for it.
//
// Only what is, byte for byte, what was built is kept: the page of a captive
// portal, or of a proxy that says sorry, would otherwise be served for ever.
"use strict";
const build = "{{build}}";
// What each file of the build is, by its SHA-256: files without which the
// calculator does not work, and others, such as the documentation.
const files = {{offline-files}};
const others = {{offline-others}};

const prefix = "last-iterate-";
const own = prefix + build;
const folder = new URL("./", self.location).pathname;

self.addEventListener("install", (event) => event.waitUntil(keep()));

// keep fetches the whole build. It fails, and is tried again at the next visit,
// when the server changes from one build to another in the middle of it. What the
// calculator can do without may fail; it is kept when it is first read.
async function keep() {
  const cache = await caches.open(own);
  try {
    await Promise.all(Object.entries(files).map(([name, hash]) => put(cache, name, hash)));
  } catch (err) {
    await caches.delete(own);
    throw err;
  }
  const read = Object.entries(others).filter(([name]) => name.startsWith("docs/"));
  await Promise.all(read.map(([name, hash]) => put(cache, name, hash).catch(() => {})));
}

// put keeps a file of the build. What the browser has kept by itself may be as
// wrong as what comes over the line; then the server is asked past it.
async function put(cache, name, hash) {
  const how = name.startsWith("assets/") ? "default" : "no-cache";
  const response = await genuine(name, hash, how).catch(() => genuine(name, hash, "no-store")); // see boot.js
  await cache.put(folder + name, response);
}

// genuine fetches a file and fails unless it is the one that was built.
async function genuine(name, hash, how) {
  const response = await fetch(folder + name, { cache: how, integrity: "sha256-" + hash });
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  // Some hosts send /embed.html on to /embed. Browsers take no answer for a page
  // that came by a detour; the same answer told again is none.
  return response.redirected ? new Response(response.body, response) : response;
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
    const hash = files[file] ?? others[file];
    if (!hash) continue;
    const kept = await cache.match(folder + file);
    if (kept) return kept;
    if (file === name) return read(request, cache, file, hash);
  }
  // A folder is read at its slash, or what its pages name is not found.
  if (others[name + "/index.html"]) return Response.redirect(folder + name + "/", 302);
  return name.startsWith("assets/") ? older(request, name) : fetch(request);
}

// read keeps a file of the build that is asked for the first time, such as the
// font of formulas, if what comes is that file.
async function read(request, cache, name, hash) {
  try {
    await put(cache, name, hash);
  } catch {
    return fetch(request);
  }
  return cache.match(folder + name);
}

// older finds what pages of the build before name, if it is what its name says:
// files in assets carry the beginning of their SHA-256.
async function older(request, name) {
  const kept = await caches.match(folder + name);
  if (!kept) return fetch(request);
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await kept.clone().arrayBuffer()));
  const begins = [...sum.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return name.includes("-" + begins + ".") ? kept : fetch(request);
}
