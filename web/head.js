// Runs before anything is drawn.
//
// The page carries the answer of the default run, computed when it was built.
// An address that describes another run must never show that answer, not even
// for the moment until the program has arrived: the class "linked" hides the
// built-in numbers.
"use strict";
(() => {
  const { hash, pathname, search } = location;
  // The query form of a link (/?v=1&…) is for tools that drop fragments. The
  // fragment is never sent to a server, so that is where the state lives.
  if (hash.length < 2 && new URLSearchParams(search).has("v")) {
    history.replaceState(history.state, "", pathname + "#" + search.slice(1));
  }
  if (location.hash.length > 1 || location.search.length > 1) {
    document.documentElement.classList.add("linked");
  }
})();
