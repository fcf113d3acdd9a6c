// Keeps the calculator for use without a network, and offers a newer build when
// one has arrived. Nothing is replaced in the middle of work: the new build waits
// until it is asked for, and the run is in the address and stays.
"use strict";
(() => {
  // A frame in a sandbox may not even look at the name.
  let workers;
  try {
    workers = navigator.serviceWorker;
  } catch {
    return;
  }
  if (!workers) return;
  // This script is in a folder of the site's root, wherever the page is.
  const service = new URL("../sw.js", document.currentScript.src);
  const here = { ...document.currentScript.dataset }; // build, version, numbers, opening
  // An embed offers nothing: the newer build waits until the page around it goes.
  const framed = window.parent !== window;
  const hour = 3600_000;

  function offer(registration) {
    if (framed || document.getElementById("update")) return;
    const notice = document.createElement("div");
    notice.id = "update";
    notice.className = "update";
    notice.setAttribute("role", "status");
    const words = document.createElement("p");
    words.textContent = "Another version of this calculator is ready. Your run is kept.";
    if (registration.waiting) about(registration.waiting).then((next) => { if (!taken) words.textContent = told(next); });
    let taken = false;
    notice.append(words, button("Use it now", () => {
      taken = true;
      words.textContent = "Switching to it …";
      // It is asked until it comes: a worker that is busy starting may miss it. One
      // that waits no more was taken in another tab already. It also waits, for
      // minutes, while the old one has work of whatever kind: then the old one is
      // given up, and the page comes from the server, where the newer build is.
      const asking = setInterval(ask, 2000);
      let asked = 0;
      function ask() {
        asked++;
        if (!registration.waiting) reload();
        else if (asked > 5 && navigator.onLine) registration.unregister().then(reload, reload);
        else registration.waiting.postMessage("use this build");
      }
      // What was typed last is kept once the program has heard of it, which is within a moment.
      let waits = 30;
      function reload() {
        clearInterval(asking);
        if (document.documentElement.classList.contains("unheard") && waits-- > 0) setTimeout(reload, 100);
        else location.reload();
      }
      workers.addEventListener("controllerchange", reload, { once: true });
      ask();
    }), button("Later", () => notice.remove()));
    document.body.append(notice);
  }

  // The builds that this browser has had before, in the order in which they came.
  const name = "last-iterate-builds";
  function had() {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? [];
    } catch {
      return [];
    }
  }
  function remember() {
    if (framed || had().includes(here.build)) return;
    try {
      localStorage.setItem(name, JSON.stringify([...had(), here.build].slice(-50)));
    } catch {
      // It is forgotten where nothing may be stored.
    }
  }

  // about asks a build that waits what it is: {build, version, numbers, opening}.
  function about(worker) {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage("who are you?", [port2]);
    return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  }

  // order compares versions such as 0.10.0: above 0 where a is the newer one.
  function order(a, b) {
    const [x, y] = [a, b].map((version) => version.split(".").map(Number));
    return x.map((part, i) => part - (y[i] ?? 0)).find((d) => d !== 0) ?? 0;
  }

  // told says what a build that waits is, and whether its numbers are others. Of two
  // builds of one version nothing tells which is the newer one, unless it was here before.
  function told(next) {
    const sense = order(next.version, here.version);
    const what = sense < 0 || had().includes(next.build)
      ? `The site has gone back to an earlier build of this calculator, version ${next.version}.`
      : sense > 0 ? `A newer version of this calculator is ready: ${next.version}.`
      : `Another version of this calculator is ready: another build of ${next.version}.`;
    const numbers = next.numbers === here.numbers ? "It computes the same numbers."
      : next.opening === here.opening ? "Its engine differs, so numbers may change; that of the opening run does not."
      : `Its numbers differ: the opening run’s ε is ${next.opening} there and ${here.opening} here.`;
    return `${what} ${numbers} Your run is kept.`;
  }

  // The service worker asks which builds are in use before it drops what it has kept.
  workers.addEventListener("message", ({ data, ports, source }) => {
    if (data === "which build?" && source?.scriptURL === service.href) ports[0]?.postMessage(here.build);
  });
  workers.startMessages?.();

  function button(text, act) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = text;
    b.addEventListener("click", act);
    return b;
  }

  function watch(registration) {
    const arriving = registration.installing;
    arriving?.addEventListener("statechange", () => {
      // Without a controller this is the first build that is kept, not a newer one.
      if (arriving.state === "installed" && workers.controller) offer(registration);
    });
  }

  async function keep() {
    // In browsers with Trusted Types, of one script only.
    const policy = globalThis.trustedTypes?.createPolicy("last-iterate-offline", { createScriptURL: () => service.href });
    const registration = await workers.register(policy?.createScriptURL("") ?? service, { updateViaCache: "none" });
    if (registration.waiting && workers.controller) offer(registration);
    watch(registration);
    registration.addEventListener("updatefound", () => watch(registration));
    remember();
    workers.ready.then(({ active }) => {
      active.postMessage("tidy");
      if (document.documentElement.dataset.view === "laboratory") active.postMessage("keep the laboratory");
    });
    // What was withdrawn may have a successor already.
    globalThis.lastIterateRecall?.changed.push(() => registration.update().catch(() => {}));
    let asked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - asked < hour) return;
      asked = Date.now();
      registration.update().catch(() => {}); // offline: there is nothing newer to be had
    });
  }

  // The first answer comes first: what is kept must not compete with it for the line.
  const root = document.documentElement;
  const ready = () => root.dataset.state === "ready";
  const start = () => keep().catch((err) => console.info("The calculator is not kept for use offline:", err.message));
  if (ready()) start();
  else {
    const observer = new MutationObserver(() => {
      if (!ready()) return;
      observer.disconnect();
      start();
    });
    observer.observe(root, { attributes: true, attributeFilter: ["data-state"] });
  }
})();
