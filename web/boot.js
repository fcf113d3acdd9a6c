// Fetches the program, shows how much of it has arrived, and starts it as the
// page. The first child of <body> is replaced when the program takes over.
"use strict";
(() => {
  const { build, exec, worker, program, size } = document.currentScript.dataset;
  // This script is in a folder of the site's root, wherever the page is.
  const base = new URL("..", document.currentScript.src);
  const firstPaint = document.getElementById("first-paint");
  const frame = globalThis.lastIterateFrame; // of an embed: see embed/frame.js

  // What the program finds: where it came from, how to start its engine, and
  // what was typed before it was there.
  const lastIterate = (globalThis.lastIterate = {
    build,
    base: base.href,
    exec: new URL(exec, base).href,
    worker: new URL(worker, base).href,
    module: null,
    connect: null, // to an engine shared with other embeds, instead of a worker
    early: [],
  });

  // go-app asks for its settings by this name. Its paths are relative to the
  // folder the page came from, so the site runs at any address.
  const folder = base.pathname.replace(/\/$/, "");
  const settings = {
    GOAPP_ROOT_PREFIX: folder,
    GOAPP_STATIC_RESOURCES_URL: folder,
    GOAPP_INTERNAL_URLS: "null",
    GOAPP_VERSION: build,
  };
  globalThis.goappGetenv = (name) => settings[name];

  // go-app opens both storages when it starts and gives up where the browser
  // forbids them. A storage that forgets is enough for it.
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      globalThis[name].setItem("last-iterate", "");
      globalThis[name].removeItem("last-iterate");
    } catch {
      Object.defineProperty(globalThis, name, { configurable: true, value: forgetfulStorage() });
    }
  }

  function forgetfulStorage() {
    const items = new Map();
    return {
      get length() { return items.size; },
      key: (i) => [...items.keys()][i] ?? null,
      getItem: (key) => items.get(String(key)) ?? null,
      setItem: (key, value) => { items.set(String(key), String(value)); },
      removeItem: (key) => { items.delete(String(key)); },
      clear: () => items.clear(),
    };
  }

  // The last text of every field edited before the program took over.
  function remember({ target }) {
    const name = target.name || target.id.replace(/^field-/, "");
    if (!name || !firstPaint.contains(target)) return;
    const edit = { name, text: target.value, selectionStart: target.selectionStart ?? null };
    const known = lastIterate.early.findIndex((e) => e.name === name);
    if (known < 0) lastIterate.early.push(edit);
    else lastIterate.early[known] = edit;
  }
  document.addEventListener("input", remember);

  const progress = document.getElementById("boot");
  const bar = document.getElementById("boot-progress");

  // counted passes the program on and counts its bytes, as they are after the
  // browser has unpacked them: the size is that of the unpacked program.
  function counted(body) {
    let seen = 0;
    return body.pipeThrough(new TransformStream({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        bar.value = Math.min(seen, Number(size));
        controller.enqueue(chunk);
      },
    }));
  }

  function complain(sentence) {
    progress.hidden = true;
    const alert = document.createElement("div");
    alert.className = "boot-alert";
    alert.setAttribute("role", "alert");
    const reload = document.createElement("button");
    reload.type = "button";
    reload.textContent = "Reload the page";
    reload.addEventListener("click", () => location.reload());
    alert.append(sentence + " ", reload);
    document.body.append(alert);
  }

  async function compile(cache) {
    const response = await fetch(new URL(program, base), { credentials: "same-origin", cache });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return WebAssembly.compileStreaming(
      new Response(counted(response.body), { headers: { "Content-Type": "application/wasm" } }),
    );
  }

  // share has the program ask an engine that other embeds ask too. When that is no
  // more its ports say so, and the program starts an engine of its own.
  function share(shared) {
    const ports = new Set();
    lastIterate.connect = () => {
      const { port1, port2 } = new MessageChannel();
      shared.port.postMessage({ connect: true }, [port2]);
      ports.add(port1);
      return port1;
    };
    shared.gone = () => {
      lastIterate.connect = null;
      for (const port of ports) port.dispatchEvent(new MessageEvent("message", { data: { crash: "the page around this frame has ended it" } }));
    };
  }

  async function start() {
    if (frame?.refused) return;
    if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof TransformStream !== "function") {
      complain("This browser cannot run the calculator: it needs WebAssembly, Web Workers and streams, which Chrome and Edge have since 2018, Safari since 14.1 and Firefox since 113.");
      return;
    }
    progress.hidden = false;
    try {
      const shared = await frame?.engine;
      // A cache that finds the program too large for it breaks off what several
      // frames were fetching through it.
      lastIterate.module = shared?.module ?? await compile("default").catch(() => compile("no-store"));
      if (shared) share(shared);
      const go = new Go();
      go.exit = (code) => complain(`The calculator has stopped (code ${code}). Your run is in the address of this page and is kept.`);
      go.run(await WebAssembly.instantiate(lastIterate.module, go.importObject));
    } catch (err) {
      console.error(err);
      complain(`The calculator could not be loaded: ${err.message}.`);
    }
  }
  start();
})();
