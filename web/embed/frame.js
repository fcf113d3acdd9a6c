// Runs before an embed is drawn: the theme and the size that its address asks
// for, and what it says to the page around it and hears from there.
//
// To the host go, by postMessage, {type, v: 1} with
//   last-iterate:height   height in CSS pixels, whenever it changes
//   last-iterate:answer   the run, as a link, and its ε, whenever there is an answer; and
//                         why the build was withdrawn that says so, if it was
//   last-iterate:failed   message, a sentence, when a run has none
//   last-iterate:state    state: computing, ready or failed, whenever it changes
// but of the run that the host has set itself, not of what the visitor makes of
// it: then the state is "edited" and no answer is told, unless the address has
// report=all. See app/session/host.go. And
//   last-iterate:hello    once, asking embed.js whether an engine can be shared
//
// The host may send
//   last-iterate:theme    theme: light or dark, for a link that names none; embed.js does, as often as its
//                         page's colour scheme changes
//
// Nothing that the host sends is more than a hint. The program and its engine
// come from this origin: from a frame beside this one, for whose origin the
// browser vouches, or from the site itself.
"use strict";
(() => {
  const root = document.documentElement;
  const { root: up, program } = document.currentScript.dataset;
  const framed = window.parent !== window;
  const element = framed && window.name === "last-iterate-element"; // the name is given by embed.js
  if (element) root.dataset.element = ""; // it is as high as what it holds: see 80-embed.css
  if (framed) root.dataset.guest = ""; // its ground is that of the page around it: see 80-embed.css

  let theirs = "light"; // the theme of the page around this frame. Most pages that say nothing are white

  function dress() {
    const text = location.hash.length > 1 ? location.hash.slice(1) : location.search;
    const asked = new URLSearchParams(text);
    // Left to itself a browser tells a frame the system's colours where the page around it names none.
    const usual = { theme: framed ? theirs : null, size: null };
    for (const [name, value] of Object.entries(usual)) {
      const said = asked.get(name) ?? value;
      if (said !== null) root.dataset[name] = said;
      else delete root.dataset[name];
    }
  }

  // How long an embed waits for others before it goes its own way.
  const patience = 10_000;
  const enginePage = new URL((up || "./") + "embed/engine", location.href).pathname;

  // beside is the engine's frame on the page around this one, if there is one.
  // Where a frame stands can be read only of those of our own origin.
  function beside() {
    const frames = window.parent;
    for (let i = 0; i < frames.length; i++) {
      try {
        if (frames[i].location.origin === self.origin && frames[i].location.pathname.startsWith(enginePage)) return frames[i];
      } catch {
        // of another origin
      }
    }
    return null;
  }

  // join asks that frame for the program that it has compiled, and for a port to
  // its engine. Whatever stands in the frame by now, only a page of our origin
  // gets to hear it.
  function join(engine, resolve) {
    const { port1: port, port2 } = new MessageChannel();
    const alone = () => resolve(null);
    let silent = setTimeout(alone, patience);
    const shared = { port, module: null, gone: null };
    port.onmessage = ({ data }) => {
      clearTimeout(silent);
      if (data.module) {
        shared.module = data.module;
        resolve(shared);
      } else if (data.crash) alone();
      else if (data.arrived !== undefined) frame.arrived?.(data.arrived); // and a string is the engine's ready line
    };
    port.onmessageerror = alone;
    engine.postMessage({ type: "last-iterate:join", v: 1, program }, self.origin, [port2]);
    port.postMessage({ module: true });
    // The host may take the engine's frame away, or lead it elsewhere.
    engine.addEventListener("pagehide", () => {
      alone();
      shared.gone?.();
    });
    addEventListener("pagehide", (e) => {
      if (!e.persisted) port.postMessage({ close: true });
    });
  }

  dress();
  addEventListener("hashchange", dress);
  addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || data?.type !== "last-iterate:theme") return;
    theirs = data.theme === "dark" ? "dark" : "light";
    dress();
  });

  // Whatever the host's origin: what is said is no secret from it.
  function tell(type, what) {
    if (framed) window.parent.postMessage({ type: "last-iterate:" + type, v: 1, ...what }, "*");
  }

  let state = "";
  let told = 0;
  function measure() {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height !== told) tell("height", { height });
    told = height;
  }
  if (typeof ResizeObserver === "function") new ResizeObserver(measure).observe(root);

  // The answer that the host was told last is told again once its build is withdrawn.
  let answer = null;
  function withdrawn() {
    const why = globalThis.lastIterateRecall?.why;
    return why ? { withdrawn: why } : {};
  }
  addEventListener("DOMContentLoaded", () => globalThis.lastIterateRecall?.changed.push(() => {
    if (answer) tell("answer", { ...answer, ...withdrawn() });
  }));

  const frame = (globalThis.lastIterateFrame = {
    refused: false,
    // The promise of {port, module} of an engine that several embeds share, or of
    // null; its function gone is called when the engine is no more.
    engine: null,
    arrived: null, // is told how many bytes of the program there are
    answer(text) {
      answer = JSON.parse(text);
      tell("answer", { ...answer, ...withdrawn() });
      // A frame that is not in view yet is not drawn, and so not observed.
      setTimeout(measure, 100);
    },
    failed(message) {
      answer = null;
      tell("failed", { message });
    },
    state(name) {
      if (name !== state) tell("state", { state: name });
      state = name;
    },
  });

  // A sandbox without allow-same-origin is nobody's origin, and no worker starts
  // from there.
  if (self.origin === "null") {
    frame.refused = true;
    addEventListener("DOMContentLoaded", () => {
      const open = document.createElement("a");
      open.href = new URL((up || "./") + (location.hash || location.search.replace("?", "#")), location.href).href;
      open.target = "_blank";
      open.rel = "noopener";
      open.textContent = "open the calculator on this run";
      const wait = document.getElementById("embed-wait");
      wait.id = "embed-refused";
      wait.replaceChildren(
        "This frame is sandboxed so that nothing can be computed in it. Whoever wrote the page can add allow-same-origin and allow-popups to the frame’s sandbox. Until then, ",
        open, ".");
    });
    return;
  }

  // embed.js answers the greeting once the engine's frame is there.
  if (element) {
    frame.engine = new Promise((resolve) => {
      const alone = setTimeout(() => resolve(null), patience);
      addEventListener("message", (e) => {
        if (e.source !== window.parent || e.data?.type !== "last-iterate:engine") return;
        clearTimeout(alone);
        const engine = beside();
        if (engine) join(engine, resolve);
        else resolve(null);
      });
    });
    tell("hello");
  }
})();
