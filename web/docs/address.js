// Puts the site's own address into the samples on a page; the site may be served from anywhere.
"use strict";
(() => {
  const site = new URL("..", document.currentScript.src).href;
  const parts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
  while (parts.nextNode()) {
    const part = parts.currentNode;
    if (!part.parentElement.closest("code") || !part.data.includes("https://calculator.example")) continue;
    part.data = part.data.replaceAll("https://calculator.example/", site).replaceAll("https://calculator.example", new URL(site).origin);
  }
})();
