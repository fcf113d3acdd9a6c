// Runs before anything is drawn, on the page and on the embed.
//
// The page carries the answer of the opening run, computed when it was built.
// It is hidden unless this script finds that the address describes no other run,
// so that it never stands under somebody's link: not until the program has
// arrived, not where scripts are off, and not where this one did not come. A
// field that is edited greys it at once, and later the page's own answer before
// the program has heard of the edit. The build writes fields that cannot be edited:
// nothing greys an answer without this script.
"use strict";
(() => {
  const root = document.documentElement;
  const { opening } = document.currentScript.dataset;
  const embed = root.dataset.view === "embed";
  root.classList.add("scripted");

  // What of an address does not change the answer.
  const looks = ["show", "theme", "size", "report"];

  // opens reports whether an address describes the opening run.
  function opens(text) {
    if (text === "") return true;
    const asked = new URLSearchParams(text);
    const built = new URLSearchParams(opening);
    if (!(asked.get("show") ?? "answer").includes("answer")) return false;
    for (const name of asked.keys()) {
      if (!built.has(name) && !looks.includes(name)) return false;
    }
    return [...built].every(([name, value]) => asked.getAll(name).join() === value);
  }

  function address() {
    return location.hash.length > 1 ? location.hash.slice(1) : location.search.slice(1);
  }

  // edits are the fields of the first paint that do not hold what was built, or that were
  // edited until they did, since what else was edited may change what that means: a
  // person has been there, or the browser has put back what stood there before.
  function edits() {
    const found = [];
    for (const field of document.querySelectorAll("#first-paint [name]")) {
      const changed = field.type === "radio" ? field.checked && !field.defaultChecked
        : field.options ? !field.options[field.selectedIndex]?.defaultSelected
        : field.value !== field.defaultValue;
      const touched = field.name in form.made && (field.type !== "radio" || field.checked);
      if (changed || touched) found.push({ name: field.name, text: field.value, changed });
    }
    return found;
  }

  function look() {
    root.classList.toggle("opening", opens(address()));
    root.classList.toggle("edited", edits().some(({ changed }) => changed));
  }

  function enable() {
    for (const field of document.querySelectorAll("#first-paint [name]:disabled")) field.disabled = false;
  }

  // Whatever is done to the form gets a number at the moment it is done, with what
  // the control held then: a program may hear of it when it has written there what
  // it knew before. It takes what waits, and is called when more has come. Of the
  // events of one edit the first counts: during it, the program may write.
  // What is on show is greyed until the program has drawn what it heard.
  const form = {
    number: 0, made: {}, waiting: [], call: null,
    drawn(number) { if (number === form.number) root.classList.remove("unheard"); },
  };
  function note({ target, type }) {
    const button = target.type === "radio" || target.type === "checkbox";
    if (!target.name || !target.closest(".run") || (type === "click" && !button) || (type === "change" && target.type === "text")) return;
    const first = type === "click" || (type === "input" && !button);
    const told = target.told && !first;
    target.told = first || (told && type === "input");
    if (told) return;
    form.made[target.name] = ++form.number;
    form.waiting.push({ name: target.name, text: target.value, on: Boolean(target.checked), number: form.number });
    if (!form.call) return;
    root.classList.add("unheard");
    if (quick) tell();
    else if (!due) {
      due = setTimeout(tell, 100); // a page that is not seen has no frames
      requestAnimationFrame(() => setTimeout(() => due && tell()));
    }
  }

  // The screen goes first where the program took long over the last edit, or nobody knows.
  let quick = false;
  let due = 0;
  function tell() {
    clearTimeout(due);
    due = 0;
    const began = performance.now();
    form.call();
    quick = performance.now() - began < 16;
  }

  // complain says what went wrong where the answer was. What is told last counts.
  function complain(sentence, ...more) {
    root.classList.add("stopped");
    const reload = document.createElement("button");
    reload.type = "button";
    reload.textContent = "Reload the page";
    reload.addEventListener("click", () => location.reload());
    const alert = document.createElement("div");
    alert.className = "boot-alert";
    alert.setAttribute("role", "alert");
    alert.append(sentence + " ", ...(more.length > 0 ? more : [reload]));
    document.querySelector(".boot-alert")?.remove();
    const boot = document.getElementById("boot");
    if (boot) boot.hidden = true;
    (document.getElementById("answer") ?? document.querySelector("main") ?? document.body).prepend(alert);
  }

  // Where the host sends no headers nothing else keeps the page out of other
  // people's frames, in which a reader cannot tell whose page it is.
  const framed = !embed && window.parent !== window;

  globalThis.lastIterateHead = { framed, complain, edits, form };

  if (framed) {
    root.classList.add("framed");
    addEventListener("DOMContentLoaded", () => {
      const open = document.createElement("a");
      open.id = "own-tab";
      open.href = location.href;
      open.target = "_blank";
      open.rel = "noopener";
      open.textContent = "Open the calculator in its own tab";
      document.body.replaceChildren(open);
    });
    return;
  }

  // The query form of a link (/?v=1&…) is for tools that drop fragments. The
  // fragment is never sent to a server, so that is where the state lives. An
  // embed does the same when its program has come.
  const { hash, pathname, search } = location;
  if (!embed && hash.length < 2 && new URLSearchParams(search).has("v")) {
    history.replaceState(history.state, "", pathname + "#" + search.slice(1));
  }
  // Without scripts that is how the opening run is looked at; see index.html.
  if (hash === "#opening-run") history.replaceState(history.state, "", pathname + search);

  look();
  document.addEventListener("readystatechange", enable);
  // What is done next is heard of after the edit.
  for (const event of ["keydown", "pointerdown", "click", "focusout", "popstate", "hashchange", "pagehide"]) addEventListener(event, () => due && tell(), true);
  for (const event of ["input", "change", "hashchange", "DOMContentLoaded", "pageshow"]) addEventListener(event, look, true);
  for (const event of ["click", "input", "change"]) addEventListener(event, note, true);
  addEventListener("error", ({ target }) => {
    // Where nothing can be computed the embed has said so already.
    if (target instanceof HTMLScriptElement && !globalThis.lastIterateFrame?.refused) complain("Part of the calculator did not arrive as it was built, so there is no answer.");
  }, true);
})();
