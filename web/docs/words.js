// Gives the entries of the index the words of their pages, by which search.js finds them. Each group is a set of pages, by
// their places in the list, and the words that these pages have and no others.
"use strict";
(() => {
  const entries = "PAGES".split(" ").map((page) => document.querySelector(`.found a[href="${page}"]`).parentElement);
  for (const group of "GROUPS".split(";")) {
    const [places, words] = group.split(":");
    for (const { dataset } of places.split(".").map((place) => entries[place])) dataset.words = dataset.words ? `${dataset.words} ${words}` : words;
  }
})();
