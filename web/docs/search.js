// Searches the documentation's index: shows the entries that contain every word typed, at the
// beginning of a word of their title or statement, or of the text of their page. Of a page that is found by its
// text, it shows where that is. The little words of a question do not count.
"use strict";
(() => {
  const field = document.getElementById("search");
  const found = document.getElementById("search-found");
  const start = document.getElementById("start");
  const lists = [...document.querySelectorAll(".found")];
  const greek = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", η: "eta", θ: "theta", λ: "lambda", μ: "mu", σ: "sigma", τ: "tau" };
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[α-ω]/g, (letter) => (letter in greek ? ` ${greek[letter]} ` : letter));
  const little = new Set("a am an and are as at be by can do does for from how i if in is it me my of on or should the to we what when which who why with".split(" "));
  const inWords = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const entries = lists.flatMap((list) => [...list.children]).map((entry) => ({
    entry,
    own: ` ${inWords(entry.textContent).join(" ")}`,
    text: ` ${inWords(`${entry.textContent} ${entry.dataset.words ?? ""}`).join(" ")}`,
  }));

  const has = (text, word) => text.includes(` ${word}`);

  const pages = new Map(); // by address, as they are read
  function read(address) {
    if (!pages.has(address)) {
      pages.set(
        address,
        new Promise((done) => {
          const request = new XMLHttpRequest(); // which makes a document of a page, and no markup of a text
          request.open("GET", address);
          request.responseType = "document";
          request.onload = () => done(request.response);
          request.onerror = () => done(null);
          request.send();
        }),
      );
    }
    return pages.get(address);
  }

  // The passage of a page with the most of the words, and the section that it is in.
  function passage(page, words) {
    let best = { count: 0 };
    let section = null;
    for (const block of page?.querySelectorAll("main h2, main h3, main p, main li, main td, main pre") ?? []) {
      if (/^H/.test(block.tagName)) section = block;
      const text = block.textContent.replace(/\s+/g, " ").trim();
      const spaced = ` ${inWords(text).join(" ")}`;
      const count = words.filter((word) => has(spaced, word)).length;
      if (count > best.count) best = { count, text, section };
    }
    return best;
  }

  const before = 60; // characters of a passage before the first word that was found
  const after = 120; // and after it

  // The excerpt of a passage, with the words marked and a link to its section.
  function excerpt({ text, section }, words, address) {
    const out = document.createElement("span");
    out.className = "excerpt";
    const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter((match) => words.some((word) => inWords(match[0]).some((part) => part.startsWith(word))));
    const first = found[0]?.index ?? 0;
    const from = first > before ? text.indexOf(" ", first - before) + 1 : 0;
    const end = text.lastIndexOf(" ", first + after);
    const to = text.length > first + after && end > first ? end : text.length;
    let at = from;
    if (from > 0) out.append("… ");
    for (const match of found) {
      if (match.index < at || match.index + match[0].length > to) continue;
      const mark = document.createElement("mark");
      mark.textContent = match[0];
      out.append(text.slice(at, match.index), mark);
      at = match.index + match[0].length;
    }
    out.append(text.slice(at, to), to < text.length ? " … " : " ");
    if (section?.id) {
      const link = document.createElement("a");
      link.href = `${address}#${section.id}`;
      link.textContent = section.textContent;
      out.append("(", link, ")");
    }
    return out;
  }

  let turn = 0;
  async function quote(words) {
    const now = ++turn;
    for (const old of document.querySelectorAll(".excerpt")) old.remove();
    for (const { entry, own } of words.length === 0 ? [] : entries) {
      if (entry.hidden || !entry.dataset.words || words.every((word) => has(own, word))) continue;
      const address = entry.querySelector("a").getAttribute("href");
      const page = await read(address);
      if (now !== turn) return;
      const best = passage(page, words);
      if (best.count > 0) entry.append(excerpt(best, words, address));
    }
  }

  function look() {
    const typed = inWords(field.value);
    const told = typed.filter((word) => !little.has(word));
    const words = told.length > 0 ? told : typed;
    let count = 0;
    for (const { entry, text } of entries) {
      entry.hidden = !words.every((word) => has(text, word));
      if (!entry.hidden) count++;
    }
    for (const list of lists) {
      const none = [...list.children].every((entry) => entry.hidden);
      list.hidden = none;
      list.previousElementSibling.hidden = none;
    }
    start.hidden = words.length > 0;
    const none = words.length === 1 ? "No page has this word." : "No page has all of these words. Fewer may find one.";
    found.textContent = words.length === 0 ? "" : count === 0 ? none : count === 1 ? "1 page" : `${count} pages`;
    quote(words);
  }

  field.closest(".search").hidden = false;
  field.addEventListener("input", look);
  look(); // a browser may have restored what was typed
})();
