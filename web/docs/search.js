// Searches the documentation's index: shows the entries that contain every word typed,
// anywhere in their title or statement, or in the text of their page.
"use strict";
(() => {
  const field = document.getElementById("search");
  const found = document.getElementById("search-found");
  const start = document.getElementById("start");
  const lists = [...document.querySelectorAll(".found")];
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const entries = lists.flatMap((list) => [...list.children]).map((entry) => ({ entry, text: plain(`${entry.textContent} ${entry.dataset.words ?? ""}`) }));

  function look() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { entry, text } of entries) {
      entry.hidden = !words.every((word) => text.includes(word));
      if (!entry.hidden) count++;
    }
    for (const list of lists) {
      const none = [...list.children].every((entry) => entry.hidden);
      list.hidden = none;
      list.previousElementSibling.hidden = none;
    }
    start.hidden = words.length > 0;
    found.textContent = words.length === 0 ? "" : count === 1 ? "1 page" : `${count} pages`;
  }

  field.closest(".search").hidden = false;
  field.addEventListener("input", look);
  look(); // a browser may have restored what was typed
})();
