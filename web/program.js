// What boot.js and the engine's frame share: programs and scripts that are taken only
// where they are, byte for byte, what was built. The build puts this in front of both.

// fetchedProgram compiles a program while it arrives, and gives it only if its SHA-256
// is the one that the page names. The bytes are counted, and hashed, as they are after
// the browser has unpacked them.
async function fetchedProgram(address, sum, { cache, signal, note }) {
  // A page that came over an open line, which anybody can change, has no digest. There
  // the browser compares, which gives nothing before the end.
  const streams = Boolean(crypto.subtle);
  const integrity = streams ? "" : "sha256-" + sum;
  if (!streams) note(null);
  const response = await fetch(address, { credentials: "same-origin", cache, signal, integrity });
  if (!response.ok) throw new Error(response.headers.has("Last-Iterate") ? await response.text() : `the server answered ${response.status}`);
  const parts = [];
  let seen = 0;
  let arrived;
  const whole = new Promise((resolve) => { arrived = resolve; });
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      if (streams) parts.push(chunk.slice());
      note((seen += chunk.byteLength));
      controller.enqueue(chunk);
    },
    flush: () => arrived(),
  }), { signal });
  const typed = new Response(counted, { headers: { "Content-Type": "application/wasm" } });
  const compiled = WebAssembly.compileStreaming(typed).catch((err) => {
    throw err instanceof WebAssembly.CompileError ? new NotAsBuilt(address) : err;
  });
  const [module] = await Promise.all([compiled, Promise.race([whole, compiled]).then(async () => {
    if (streams && await digest(parts, seen) !== sum) throw new NotAsBuilt(address);
  })]);
  return module;
}

// trusted gives what a page needs where text becomes code or markup, in browsers with
// Trusted Types: the address of the engine's worker, which is no other, and the markup
// that the program writes, in which it has escaped whatever was typed.
function trusted(worker) {
  const policy = globalThis.trustedTypes?.createPolicy("last-iterate", {
    createHTML: (text) => text,
    createScriptURL(address) {
      if (address !== worker) throw new TypeError(`${address} is not the engine's worker`);
      return address;
    },
  });
  return { worker: policy?.createScriptURL(worker) ?? worker, markup: (text) => policy?.createHTML(text) ?? text };
}

class NotAsBuilt extends Error {
  constructor(address) {
    super(`${address} is not what was built, so none of its numbers is shown. Something between this browser and the site has changed it, or the site’s copy is damaged`);
  }
}

async function digest(parts, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}

// fetchedAnew tries again where a program could not be had. A cache that finds it too
// large breaks off what several frames were fetching through it; one that holds another
// is filled afresh.
async function fetchedAnew(address, sum, how) {
  try {
    return await fetchedProgram(address, sum, { ...how(), cache: "default" });
  } catch (err) {
    const again = how(err);
    return fetchedProgram(address, sum, { ...again, cache: err instanceof NotAsBuilt ? "reload" : "no-store" });
  }
}

// asBuilt fails unless scripts are what was built that run where no attribute of a page
// can hold them to it: "name hash,name hash". What the browser has kept is replaced.
function asBuilt(scripts, base) {
  return Promise.all(scripts.split(",").map(async (script) => {
    const [name, integrity] = script.split(" ");
    const address = new URL(name, base).href;
    const get = (cache) => fetch(address, { credentials: "same-origin", cache, integrity });
    await get("default").catch(() => get("reload")).catch(() => { throw new NotAsBuilt(address); });
  }));
}
