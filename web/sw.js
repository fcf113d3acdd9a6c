// The service worker: after the first visit the calculator needs no server.
//
// Each build has a cache of its own, filled before the build is used. A page
// and everything it names come from one build, so that an old engine never
// meets a new page; a newer build waits until the person at the page asks for it.
//
// Only what is, byte for byte, what was built is kept: the page of a captive
// portal, or of a proxy that says sorry, would otherwise be served for ever.
"use strict";
const about = { build: "{{build}}", version: "{{version}}", numbers: "{{numbers}}", opening: "{{opening-epsilon}}" };
// What each file of the build is, by its SHA-256: files without which the
// calculator does not work, and others, such as the documentation.
const files = {{offline-files}};
const others = {{offline-others}};

const prefix = "last-iterate-";
const folder = new URL("./", self.location).pathname;
// Sites of one origin at several paths have what they keep in common.
const own = prefix + about.build + (folder === "/" ? "" : " " + folder);
const withdrawn = "withdrawn.json";
const laboratory = Object.entries(others).filter(([name]) => /^(lab\/|assets\/lab-)/.test(name));

self.addEventListener("install", (event) => event.waitUntil(keep()));

// keep fetches the whole build. It fails, and is tried again at the next visit,
// when the server changes from one build to another in the middle of it. What the
// calculator can do without may fail; it is kept when it is first read.
async function keep() {
  const there = await caches.has(own); // of a build that comes back, which pages may be using
  const cache = await caches.open(own);
  try {
    await Promise.all(Object.entries(files).map(([name, hash]) => put(cache, name, hash)));
  } catch (err) {
    if (!there) await caches.delete(own);
    throw err;
  }
  await recalled(new Request(folder + withdrawn, { cache: "no-store" }));
  const uses = await caches.match(folder + "lab/index.html");
  const read = Object.entries(others).filter(([name]) => name.startsWith("docs/"));
  await Promise.all([...read, ...(uses ? laboratory : [])].map(([name, hash]) => put(cache, name, hash).catch(() => {})));
}

// keepLaboratory keeps what is the laboratory's for whoever has been there.
async function keepLaboratory() {
  const cache = await caches.open(own);
  await Promise.all(laboratory.map(async ([name, hash]) => await cache.match(folder + name) ?? put(cache, name, hash)));
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

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// forget drops what other builds kept, except for the one that came last and for those
// that open pages say they are of: these start their workers from it. Where a page does
// not say, or a build is arriving, nothing is dropped this time.
async function forget() {
  const used = await inUse();
  const kept = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix) || name === own) continue;
    if (await (await caches.open(name)).match(folder + "index.html")) kept.push(name);
  }
  const { waiting, installing } = self.registration;
  if (!used || waiting || installing) return;
  const idle = kept.slice(0, -1).filter((name) => !used.some((build) => name.startsWith(prefix + build)));
  await Promise.all(idle.map((name) => caches.delete(name)));
}

// inUse are the builds that the open pages are of; null where one does not say.
async function inUse() {
  const patience = 10_000;
  const pages = (await self.clients.matchAll({ includeUncontrolled: true })).filter(({ url }) => {
    const { pathname } = new URL(url);
    return pathname.startsWith(folder) && !pathname.startsWith(folder + "docs/");
  });
  const builds = await Promise.all(pages.map((page) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, patience, null);
    page.postMessage("which build?", [port2]);
  })));
  return builds.includes(null) ? null : builds;
}

self.addEventListener("message", (event) => {
  switch (event.data) {
    case "use this build": self.skipWaiting(); break;
    case "who are you?": event.ports[0].postMessage(about); break;
    case "tidy": event.waitUntil(forget()); break;
    case "keep the laboratory": event.waitUntil(keepLaboratory().catch(() => {})); // with the next visit
  }
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "GET" && origin === self.location.origin && pathname.startsWith(folder)) {
    event.respondWith(answer(event.request, pathname.slice(folder.length)));
  }
});

async function answer(request, name) {
  if (name === withdrawn) return recalled(request);
  const cache = await caches.open(own);
  for (const file of [name, name + "index.html", name + ".html"]) {
    const hash = files[file] ?? others[file];
    if (!hash) continue;
    const kept = await cache.match(folder + file);
    if (!kept) return read(request, cache, file, hash);
    // A page compares its program while it compiles it, and asks afresh where it is another.
    if (file.endsWith(".wasm") && request.cache !== "reload" && request.cache !== "no-store") return kept;
    const bytes = await kept.arrayBuffer();
    if (await digest(bytes) === hash) return new Response(bytes, kept);
    await cache.delete(folder + file);
    return read(request, cache, file, hash).catch(spoilt);
  }
  // A folder is read at its slash, or what its pages name is not found.
  if (others[name + "/index.html"]) return Response.redirect(folder + name + "/", 302);
  return name.startsWith("assets/") ? older(request, name) : fetch(request);
}

// recalled is the list of withdrawn builds, as it was last had: without a network, too,
// what was withdrawn stays so. Whatever is no such list, as from a portal, is none.
async function recalled(request) {
  const cache = await caches.open("last-iterate withdrawn");
  try {
    const response = await fetch(request);
    const list = await response.clone().json();
    if (!response.ok || !Array.isArray(list.withdrawn)) throw new Error("no list");
    await cache.put(folder + withdrawn, response.clone());
    return response;
  } catch {
    return (await cache.match(folder + withdrawn)) ?? new Response(null, { status: 204 }); // nothing is known
  }
}

async function digest(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}

// spoilt says in the place of a file why there is none. Scripts look for the header.
function spoilt() {
  return new Response("this browser’s stored copy of the calculator is no longer what was built, and without a network it cannot be fetched again: reload the page when there is one", {
    status: 503, headers: { "Content-Type": "text/plain; charset=utf-8", "Last-Iterate": "spoilt" },
  });
}

// read keeps a file of the build that is asked for the first time, such as the
// font of formulas, or again, if what comes is that file.
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
