// Asks, at the start and once a day, which builds the site has withdrawn. The numbers of
// one of them are marked, in every tab and frame that is open, with what was wrong.
"use strict";
(() => {
  const { build } = document.currentScript.dataset;
  const list = new URL("../withdrawn.json", document.currentScript.src);
  const root = document.documentElement;
  const hour = 3600_000;
  const day = 24 * hour;

  // What others ask: why the build was withdrawn, empty where it was not. They are
  // called when that changes.
  const recall = (globalThis.lastIterateRecall = { why: "", changed: [] });

  let due = 0;
  async function ask() {
    if (Date.now() < due) return;
    due = Date.now() + hour; // unless the list comes
    try {
      const response = await fetch(list, { credentials: "same-origin", cache: "no-store" });
      const { withdrawn } = await response.json();
      mark(withdrawn.find((entry) => entry.build === build));
      due = Date.now() + day;
    } catch {
      // Without a network, or behind a portal: what was known stays.
    }
  }

  function mark(entry) {
    const why = entry ? String(entry.why) : "";
    if (why === recall.why) return;
    recall.why = why;
    root.classList.toggle("withdrawn", why !== "");
    document.getElementById("withdrawn")?.remove();
    if (entry) {
      const notice = document.createElement("p");
      notice.id = "withdrawn";
      notice.setAttribute("role", "alert");
      const word = document.createElement("b");
      word.textContent = "Withdrawn:";
      notice.append(word, ` ${why} The numbers here are of build ${build}, which was withdrawn${entry.since ? " on " + entry.since : ""}: do not rely on them.`);
      document.body.append(notice);
    }
    for (const call of recall.changed) call();
  }

  ask();
  setInterval(ask, hour);
  document.addEventListener("visibilitychange", ask);
})();
