// engineFrame gives the page's one hidden engine frame, shared by everything on
// the page that uses this calculator: connect() gives a port to its engine, connect(true) to the laboratory's, and
// release() is called once by each who asked for the frame, which goes with the
// last. The build puts this function in front of embed.js and of engine.js.
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
    let greeted = false;

    function connect(lab = false) {
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow.postMessage({ type: "last-iterate:connect", v: 1, lab }, origin, [port2]);
      return port1;
    }
    function hear(e) {
      if (e.source !== frame.contentWindow || e.origin !== origin || e.data?.type !== "last-iterate:hello") return;
      greeted = true;
      shared.lost = () => !frame.isConnected;
      removeEventListener("message", hear);
      resolve({ connect, release });
    }
    function release() {
      if (--shared.users > 0) return;
      if (!shared.lost()) forget();
      frame.remove();
    }
    addEventListener("message", hear);
    // A page that was refused or is not there loads too, but greets nobody.
    frame.addEventListener("load", () => setTimeout(() => {
      removeEventListener("message", hear);
      if (greeted) return;
      forget(); // for another attempt
      frame.remove();
      reject(new Error(`${href} does not answer. The page's security policy must allow frames from ${origin} (frame-src).`));
    }, 10000), { once: true });

    const attach = () => document.body.append(frame);
    if (document.body) attach();
    else addEventListener("DOMContentLoaded", attach, { once: true });
  });
  return shared;
}
