// A Web Worker that becomes the engine.
//
// The page sends one object, {exec, module}: the address of Go's support script
// and the program it has compiled already. From then on every message, both
// ways, is one line of JSON as a string; the engine's first is its ready line.
"use strict";
self.onmessage = async ({ data: { exec, module } }) => {
  self.onmessage = null;
  // Thrown outside of any promise, so that the page's Worker gets an error event.
  const fail = (err) => setTimeout(() => { throw err; });
  try {
    // Browsers with Trusted Types take an address for a script from a policy only.
    const policy = self.trustedTypes?.createPolicy("last-iterate", { createScriptURL: (address) => address });
    importScripts(policy?.createScriptURL(exec) ?? exec);
    const go = new Go();
    go.exit = (code) => fail(new Error(`the engine has stopped (code ${code})`));
    go.run(await WebAssembly.instantiate(module, go.importObject));
  } catch (err) {
    fail(err);
  }
};
