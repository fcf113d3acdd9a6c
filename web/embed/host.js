// engineFrame gives the page's one hidden engine frame, shared by everything on
// the page that uses this calculator: connect() gives a port to its engine, connect(true) to the laboratory's, and
// release() is called once by each who asked for the frame, which goes with the
// last, lost() says that somebody else took it away, and discard() makes room for another
// in place of one that answers no more. The build puts this function in front of embed.js and of engine.js.
function engineFrame(base) {
  const key = Symbol.for("last-iterate frame " + base);
  // Tools that put one page in place of another may have taken the frame away.
  if (globalThis[key]?.lost()) delete globalThis[key];
  const shared = (globalThis[key] ??= hiddenFrame(base, () => delete globalThis[key]));
  shared.users++;
  return shared.frame;
}

function hiddenFrame(base, forget) {
  const shared = { users: 0, frame: null, lost: () => false };
  shared.frame = new Promise((resolve, reject) => {
    const { href, origin } = new URL("embed/engine.html", base);
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = "the engine of Last Iterate";
    frame.tabIndex = -1;
    frame.setAttribute("aria-hidden", "true");
    frame.src = href;
    let settled = false;

    function connect(lab = false) {
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow.postMessage({ type: "last-iterate:connect", v: 1, lab }, origin, [port2]);
      return port1;
    }
    function hear(e) {
      if (e.source !== frame.contentWindow || e.origin !== origin || e.data?.type !== "last-iterate:hello") return;
      settled = true;
      shared.lost = () => !frame.isConnected;
      removeEventListener("message", hear);
      resolve({ connect, release, discard, lost: () => shared.lost() });
    }
    function release() {
      if (--shared.users > 0) return;
      if (!shared.lost()) forget();
      frame.remove();
    }
    function discard() {
      if (!shared.lost()) forget();
      frame.remove();
    }
    // A page that was refused or is not there loads too, but greets nobody; one that a
    // host never sends does not load.
    const giveUp = () => {
      removeEventListener("message", hear);
      if (settled) return;
      settled = true;
      forget(); // for another attempt
      frame.remove();
      reject(new Error(`${href} does not answer. The page's security policy must allow frames from ${origin} (frame-src).`));
    };
    addEventListener("message", hear);
    frame.addEventListener("load", () => setTimeout(giveUp, 10_000), { once: true });

    const attach = () => {
      document.body.append(frame);
      setTimeout(giveUp, 60_000);
    };
    if (document.body) attach();
    else addEventListener("DOMContentLoaded", attach, { once: true });
  });
  return shared;
}
