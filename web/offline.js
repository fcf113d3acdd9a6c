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
    words.textContent = "A newer version of this calculator is ready. Your run stays as it is.";
    notice.append(words, button("Use it now", () => {
      words.textContent = "The newer version is taking over …";
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
      function reload() {
        clearInterval(asking);
        location.reload();
      }
      workers.addEventListener("controllerchange", reload, { once: true });
      ask();
    }), button("Later", () => notice.remove()));
    document.body.append(notice);
  }

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
    const registration = await workers.register(service, { updateViaCache: "none" });
    if (registration.waiting && workers.controller) offer(registration);
    watch(registration);
    registration.addEventListener("updatefound", () => watch(registration));
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
