// Fetches the program, shows how much of it has arrived, and starts it as the
// page. The first child of <body> is replaced when the program takes over.
"use strict";
(() => {
  const { build, exec, worker, program, size, sum, scripts } = document.currentScript.dataset;
  const head = globalThis.lastIterateHead;
  if (!head) {
    document.body.prepend("Part of the calculator did not arrive. Reload the page.");
    return;
  }
  if (head.framed) return;
  // This script is in a folder of the site's root, wherever the page is.
  const base = new URL("..", document.currentScript.src);
  const frame = globalThis.lastIterateFrame; // of an embed: see embed/frame.js

  // What the program finds: where it came from, how to start its engine, and
  // what was typed before it was there.
  const trust = trusted(new URL(worker, base).href);
  const lastIterate = (globalThis.lastIterate = {
    build,
    base: base.href,
    exec: new URL(exec, base).href,
    worker: trust.worker,
    markup: trust.markup,
    module: null,
    connect: null, // to an engine shared with other embeds, instead of a worker
    get early() { return head.edits(); },
    form: head.form,
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

  // What the program cannot do without, and what a person may call it.
  const needed = {
    "WebAssembly": () => WebAssembly.compileStreaming,
    "Web Workers": () => Worker,
    "streams": () => TransformStream,
    "ResizeObserver": () => ResizeObserver,
    "MessageChannel": () => MessageChannel,
    "AbortController": () => AbortController,
    "text encoders": () => TextEncoder && TextDecoder,
    "random numbers": () => crypto.getRandomValues,
    "dialogs": () => HTMLDialogElement.prototype.showModal,
    "files made by a page": () => Blob && URL.createObjectURL,
  };

  function missing() {
    return Object.keys(needed).filter((name) => {
      try {
        return !needed[name]();
      } catch {
        return true;
      }
    });
  }

  const progress = document.getElementById("boot");
  const bar = document.getElementById("boot-progress");

  // How long nothing may arrive before a person is told.
  const patience = 15_000;

  // arrival follows the download: how much has come, whether it has stalled, and
  // whether the person wants it to begin anew.
  const arrival = {
    seen: 0,
    timer: 0,
    notice: null,
    again: null, // called when the person asks

    note(bytes) {
      this.notice?.remove();
      this.notice = null;
      clearTimeout(this.timer);
      if (bytes === null) { // nobody knows before the end
        bar.removeAttribute("value");
        return;
      }
      this.seen = bytes;
      bar.value = Math.min(bytes, Number(size));
      if (bytes < Number(size)) this.timer = setTimeout(() => this.stalled(), patience);
    },
    stalled() {
      const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
      const retry = document.createElement("button");
      retry.type = "button";
      retry.textContent = "Try again";
      retry.addEventListener("click", () => {
        this.note(0);
        this.again?.();
      });
      this.notice = document.createElement("p");
      this.notice.id = "boot-stalled";
      this.notice.setAttribute("role", "status");
      this.notice.append(`Nothing has arrived for ${patience / 1000} seconds; ${megabytes(this.seen)} of ${megabytes(size)} MB are loaded. `, retry);
      progress.append(this.notice);
    },
    over() {
      clearTimeout(this.timer);
      this.notice?.remove();
    },
  };

  // compile gives the program. Whoever asks for it anew gets as many attempts as that.
  async function compile() {
    for (;;) {
      let stop;
      const how = () => {
        stop = new AbortController();
        arrival.again = () => stop.abort();
        arrival.note(0);
        return { signal: stop.signal, note: (bytes) => arrival.note(bytes) };
      };
      try {
        return await fetchedAnew(new URL(program, base).href, sum, how);
      } catch (err) {
        if (!stop.signal.aborted) throw err;
      }
    }
  }

  // sharing waits for an engine that other embeds of the page share, unless there
  // is none or the person does not want to wait.
  function sharing() {
    if (!frame?.engine || ofVisitor()) return null;
    arrival.note(0);
    frame.arrived = (bytes) => arrival.note(bytes);
    return Promise.race([frame.engine, new Promise((resolve) => { arrival.again = () => resolve(null); })]);
  }

  // A run of the visitor's own is never asked of a shared engine: from how soon its
  // answers come, the page around could tell what was picked.
  const ofVisitor = () => Boolean(history.state?.edited); // see app/dom/address.go

  // share has the program ask that engine. When it is no more, or the visitor does
  // anything at all, its ports say so, and the program starts an engine of its own.
  function share(shared) {
    const ports = new Set();
    lastIterate.connect = () => {
      const { port1, port2 } = new MessageChannel();
      shared.port.postMessage({ connect: true }, [port2]);
      ports.add(port1);
      return port1;
    };
    const leave = (crash) => {
      lastIterate.connect = null;
      for (const port of ports) port.dispatchEvent(new MessageEvent("message", { data: { crash } }));
      ports.clear();
    };
    shared.gone = () => leave("the page around this frame has closed it");
    for (const type of ["pointerdown", "focusin", "keydown", "beforeinput", "input", "change", "click"]) {
      addEventListener(type, () => leave(""), { capture: true, once: true });
    }
    addEventListener("popstate", () => { if (ofVisitor()) leave(""); });
  }

  async function start() {
    if (frame?.refused) return;
    const lacks = missing();
    if (lacks.length > 0) {
      const one = lacks.length === 1;
      head.complain(`This browser cannot run the calculator: it lacks ${lacks.join(", ")}, which Chrome and Edge have had since 2020, Safari since 15.4 and Firefox since 113. ${one ? "It" : "They"} may also be switched off.`);
      return;
    }
    progress.hidden = false;
    try {
      const shared = await sharing();
      [lastIterate.module] = await Promise.all([shared?.module ?? compile(), asBuilt(scripts, base)]);
      arrival.over();
      if (shared) share(shared);
      const go = new Go();
      go.exit = () => head.complain("The calculator has stopped because of an internal error, so there is no answer. Your run is kept in the address of this page.");
      go.run(await WebAssembly.instantiate(lastIterate.module, go.importObject));
    } catch (err) {
      arrival.over();
      console.error(err);
      // A script that is not the one that was built has not run: head.js says so, at the same time.
      head.complain(typeof Go === "undefined" ? "Part of the calculator did not arrive as it was built, so there is no answer." : `The calculator could not be loaded: ${err.message}.`);
    }
  }
  start();
})();
