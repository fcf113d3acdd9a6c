// Searches the documentation's index: shows the entries that contain every word typed, at the
// beginning of a word of their title or statement, or of the text of their page. The little words of a
// question do not count.
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
  const entries = lists.flatMap((list) => [...list.children]).map((entry) => ({ entry, text: ` ${inWords(`${entry.textContent} ${entry.dataset.words ?? ""}`).join(" ")}` }));

  function look() {
    const typed = inWords(field.value);
    const told = typed.filter((word) => !little.has(word));
    const words = told.length > 0 ? told : typed;
    let count = 0;
    for (const { entry, text } of entries) {
      entry.hidden = !words.every((word) => text.includes(` ${word}`));
      if (!entry.hidden) count++;
    }
    for (const list of lists) {
      const none = [...list.children].every((entry) => entry.hidden);
      list.hidden = none;
      list.previousElementSibling.hidden = none;
    }
    start.hidden = words.length > 0;
    found.textContent = words.length === 0 ? "" : count === 0 ? "No page has all of these words. Fewer may find one." : count === 1 ? "1 page" : `${count} pages`;
  }

  field.closest(".search").hidden = false;
  field.addEventListener("input", look);
  look(); // a browser may have restored what was typed
})();
