// Searches the documentation's index. Words are found by their stems, or by how they begin, with or without hyphens; the
// little words of a question do not count. A word that no page has is read as one that differs by a letter. Entries come
// in the order of what they have: titles, terms of the glossary, headings and sentences before texts, and rare words weigh
// more than common ones. Of a page that is found by its text, it shows where that is.
"use strict";
(() => {
  const field = document.getElementById("search");
  const found = document.getElementById("search-found");
  const lists = [...document.querySelectorAll(".found:not(#results)")];
  const results = document.getElementById("results");
  const greek = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", η: "eta", θ: "theta", λ: "lambda", μ: "mu", σ: "sigma", τ: "tau" };
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[α-ω]/g, (letter) => (letter in greek ? ` ${greek[letter]} ` : letter));
  const little = new Set("a al am an and any are as at be by can do does et for from has have how i if in is it its me my of on or should than that the there this to we what when where which who why will with you your".split(" "));
  const inWords = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const hyphened = /[\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)+/gu;
  const joined = (text) => text.replace(/[-‐‑]/g, ""); // tradeoff, of trade-off

  // What pages may call by its long name.
  const long = new Map(field.dataset.names.split("|").map((name) => name.split("=")));
  const spelt = (words) => words.flatMap((word) => [word, ...inWords(long.get(word) ?? "")]);

  // A word without its ending: shuffle, shuffled and shuffling have one stem, amplify and amplification another. At
  // least four letters are left, and a doubled consonant is single: clipping, clip.
  const endings = "ication icate ivity ation ition ating ated iness ying ing ion ity ive ied ier ies acy ate ed er ie ly y e".split(" ");
  const stems = new Map();
  function stem(word) {
    if (!stems.has(word)) stems.set(word, cut(word));
    return stems.get(word);
  }
  function cut(word) {
    if (/[^a-z]/.test(word) || word === "holder") return word; // a name
    const one = word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
    const ending = endings.find((e) => one.endsWith(e) && one.length >= e.length + 4);
    return ending ? one.slice(0, -ending.length).replace(/([bdgmnprt])\1$/, "$1") : one;
  }

  const weights = { term: 12, title: 8, head: 4, said: 3, text: 1 };
  const part = (text) => {
    const words = [...new Set([...inWords(text), ...(plain(text).match(hyphened) ?? []).map(joined)])];
    return { words, stems: new Set(words.map(stem)) };
  };
  const entries = lists.flatMap((list) => [...list.children]).map((entry) => {
    const { terms = "", heads = "", short = "", words = "" } = entry.dataset;
    const link = entry.querySelector("a");
    const title = link.textContent;
    const kind = entry.parentElement.dataset.kind ?? ""; // "theorem" or "proof"; a guide has none
    const subject = kind ? "" : link.getAttribute("href").replace(/(\/index)?\.html$/, ""); // of a guide, by its file
    const names = [subject, ...terms.split("|").flatMap((term) => term.split(/[(),]/))]; // those by which it is known
    return {
      entry,
      list: entry.parentElement,
      kind,
      known: new Set([title, ...names].map((name) => inWords(name).map(stem).join(" ")).filter(Boolean)),
      parts: { term: part(`${subject} ${terms}`), title: part(title), head: part(heads), said: part(`${entry.textContent} ${short}`), text: part(words) },
    };
  });

  // How well a part has a word: as it is or by its stem 1, by its beginning less. WOR does not begin worth.
  const has = ({ words, stems: all }, word) => (all.has(stem(word)) ? 1 : !long.has(word) && words.some((other) => other.startsWith(word)) ? 0.5 : 0);
  const weight = (parts, word) => Math.max(...Object.keys(weights).map((name) => weights[name] * has(parts[name], word)));
  const named = (parts, word) => has(parts.term, word) > 0 || has(parts.head, word) > 0 || own(parts, word);
  const own = (parts, word) => has(parts.title, word) > 0 || has(parts.said, word) > 0;
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

  const half = 0.5; // of the weight of the best: what has less is not shown

  // Words that differ by one letter: one more, one less, another one, or two in the other order. The first letter is the same,
  // and there are five or more, since short words have too many neighbours.
  function near(a, b) {
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    const [c, d] = [a.slice(i), b.slice(i)];
    const swapped = c.length > 1 && c[1] + c[0] + c.slice(2) === d;
    return i > 0 && (swapped || c.slice(1) === d.slice(1) || c.slice(1) === d || c === d.slice(1));
  }
  const vocabulary = new Map(); // how many entries have a word
  for (const { parts } of entries) {
    for (const word of new Set(Object.values(parts).flatMap(({ words }) => words))) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
  }
  const known = (word) => entries.some(({ parts }) => weight(parts, word) > 0);

  // The word that most entries have of those near to a word, or else the word.
  function meant(word) {
    if (word.length < 5 || known(word)) return word;
    const like = [...vocabulary.keys()].filter((other) => other.length > 4 && near(word, other));
    return like.sort((a, b) => vocabulary.get(b) - vocabulary.get(a))[0] ?? word;
  }

  // The entries that have most of what can be found of the words, and the words that no entry has. What is known by
  // these words comes first, then what has all of them, of these first what has them in more than its text, and of these the
  // guides before theorems and proofs.
  function find(words) {
    const rare = new Map(); // what a word weighs, 0 if no entry has it
    for (const word of words) {
      const n = entries.filter(({ parts }) => weight(parts, word) > 0).length;
      rare.set(word, n > 0 ? Math.log(1 + entries.length / n) : 0);
    }
    const asked = words.map(stem).join(" ");
    const all = entries.map((e) => {
      const lacks = words.filter((word) => rare.get(word) > 0 && weight(e.parts, word) === 0);
      const covered = sum(words.filter((word) => !lacks.includes(word)).map((word) => rare.get(word)));
      const first = (e.known.has(asked) ? 4 : 0) + (lacks.length > 0 ? 0 : words.every((word) => rare.get(word) === 0 || named(e.parts, word)) ? 2 : 1);
      return { ...e, lacks, covered, first, score: covered * sum(words.map((word) => rare.get(word) * weight(e.parts, word))) };
    });
    const most = Math.max(0, ...all.map(({ covered }) => covered));
    const shown = all.filter(({ covered }) => covered > 0 && covered >= half * most).sort((a, b) => b.first - a.first || !b.kind - !a.kind || b.score - a.score);
    return { shown, rare, missing: words.filter((word) => rare.get(word) === 0) };
  }

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

  // The passage of a page whose words weigh most, a term of a glossary twice, and the section or term that it is in.
  function passage(page, words, rare) {
    let best = { score: 0 };
    let section = null;
    for (const block of page?.querySelectorAll("main h2, main h3, main p, main li, main td, main pre") ?? []) {
      if (/^H/.test(block.tagName)) section = block;
      const text = block.textContent.replace(/\s+/g, " ").trim();
      const term = block.id && block.querySelector("strong");
      const score = sum(words.map((word) => rare.get(word) * (has(part(text), word) + (term ? 2 * has(part(term.textContent), word) : 0))));
      if (score > best.score) best = { score, text, place: term ? block : section, name: term ? term.textContent.replace(/\.$/, "") : section?.textContent };
    }
    return best;
  }

  const before = 60; // characters of a passage before the first word that was found
  const after = 120; // and after it

  // The excerpt of a passage, with the words marked and a link to its section.
  function excerpt({ text, place, name }, words, address) {
    const out = document.createElement("span");
    out.className = "excerpt";
    const found = [...text.matchAll(/[\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)*/gu)].filter((match) => words.some((word) => has(part(match[0]), word) > 0));
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
    if (place?.id) {
      const link = document.createElement("a");
      link.href = `${address}#${place.id}`;
      link.textContent = name;
      out.append("(", link, ")");
    }
    return out;
  }

  const quoted = 10; // pages at most are read for their passages

  let turn = 0;
  async function quote(shown, asked, weights) {
    const now = ++turn;
    const words = spelt(asked);
    const rare = new Map(words.map((word) => [word, weights.get(word) ?? 1]));
    for (const old of document.querySelectorAll(".excerpt")) old.remove();
    for (const { entry, lacks } of shown) {
      if (lacks.length === 0) continue;
      const out = document.createElement("span");
      out.className = "excerpt";
      out.textContent = `Without ${quotes(lacks)}.`;
      entry.append(out);
    }
    for (const { entry, parts } of shown.slice(0, quoted)) {
      if (!entry.dataset.words || asked.every((word) => rare.get(word) === 0 || own(parts, word))) continue;
      const address = entry.querySelector("a").getAttribute("href");
      const page = await read(address);
      if (now !== turn) return;
      const best = passage(page, words, rare);
      if (best.score > 0) entry.append(excerpt(best, words, address));
    }
  }

  const quotes = (words) => words.map((word) => `“${word}”`).join(", ");

  // What the search says: how many pages it found, and which words it did not, or read as others.
  function told(shown, missing, words, others) {
    if (words.length === 0) return "";
    if (others.length > 0) return `No page has ${quotes(others.map(([word]) => word))}. With ${quotes(others.map(([, other]) => other))}: ${told(shown, missing, words, [])}`;
    if (shown.length === 0) return words.length === 1 ? "No page has this word." : "No page has any of these words.";
    const count = shown.length === 1 ? "1 page" : `${shown.length} pages`;
    const rest = missing.length > 0 ? `; no page has ${quotes(missing)}` : "";
    const all = missing.length > 0 ? "none has all of the others" : "none has all of these words";
    return count + rest + (shown.every(({ lacks }) => lacks.length > 0) ? `; ${all}` : "");
  }

  // A theorem and its proof may have one name: a tag tells them apart.
  function tag(kind) {
    const out = document.createElement("small");
    out.className = "kind";
    out.textContent = ` ${kind}`;
    return out;
  }

  function look() {
    const text = plain(field.value).replace(hyphened, (word) => (known(joined(word)) ? joined(word) : word));
    const typed = [...new Set(inWords(text))];
    const counts = typed.some((word) => !little.has(word)) ? typed.filter((word) => !little.has(word)) : typed;
    const words = [...new Set(counts.map(meant))];
    const others = counts.map((word) => [word, meant(word)]).filter(([word, other]) => word !== other);
    const { shown, rare, missing } = find(words);
    const looking = words.length > 0;
    for (const { entry, list } of entries) list.append(entry); // in the order of the lists
    for (const old of document.querySelectorAll(".found .kind")) old.remove();
    if (looking) results.replaceChildren(...shown.map(({ entry }) => entry));
    for (const { entry, kind } of looking ? shown : []) if (kind) entry.querySelector("a").after(tag(kind));
    results.hidden = !looking;
    for (const list of lists) list.closest(".chapter").hidden = looking;
    found.textContent = told(shown, missing, words, others);
    quote(looking ? shown : [], words, rare);
  }

  field.closest(".search").hidden = false;
  field.addEventListener("input", look);
  look(); // a browser may have restored what was typed
})();
