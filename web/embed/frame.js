// Runs before an embed is drawn: the theme and the size that its address asks
// for, and what it says to the page around it and hears from there.
//
// To the host go, by postMessage, {type, v: 1} with
//   last-iterate:height   height in CSS pixels, whenever it changes
//   last-iterate:answer   the run, as a link, and its ε, whenever there is an answer
//   last-iterate:failed   message, a sentence, when a run has none
//   last-iterate:hello    once, asking embed.js for a share of its engine
"use strict";
(() => {
  const root = document.documentElement;
  const { root: up } = document.currentScript.dataset;
  const framed = window.parent !== window;

  function dress() {
    const text = location.hash.length > 1 ? location.hash.slice(1) : location.search;
    const asked = new URLSearchParams(text);
    for (const name of ["theme", "size"]) {
      if (asked.has(name)) root.dataset[name] = asked.get(name);
      else delete root.dataset[name];
    }
  }
  // share asks for the program that the engine's frame has compiled already.
  // Without it the embed compiles its own.
  function share(port, resolve) {
    port.onmessage = ({ data }) => {
      if (data.module || data.crash) resolve({ port, module: data.module });
    };
    port.onmessageerror = () => resolve({ port });
    port.postMessage({ module: true });
    addEventListener("pagehide", (e) => {
      if (!e.persisted) port.postMessage({ close: true });
    });
  }

  dress();
  addEventListener("hashchange", dress);

  // What is said is no secret: the host chose the run.
  function tell(type, what) {
    if (framed) window.parent.postMessage({ type: "last-iterate:" + type, v: 1, ...what }, "*");
  }

  let told = 0;
  function measure() {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height !== told) tell("height", { height });
    told = height;
  }
  new ResizeObserver(measure).observe(root);

  const frame = (globalThis.lastIterateFrame = {
    refused: false,
    engine: null, // the promise of {port, module} of an engine that several embeds share
    answer(text) {
      tell("answer", JSON.parse(text));
      // A frame that is not in view yet is not drawn, and so not observed.
      setTimeout(measure, 100);
    },
    failed: (message) => tell("failed", { message }),
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

  // The name is given by embed.js, which answers the greeting.
  if (framed && window.name === "last-iterate-element") {
    frame.engine = new Promise((resolve) => {
      addEventListener("message", (e) => {
        if (e.source === window.parent && e.data?.type === "last-iterate:engine" && e.ports.length === 1) share(e.ports[0], resolve);
      });
    });
    tell("hello");
  }
})();
