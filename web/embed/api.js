// engine.js: the engine of Last Iterate as promises, for any page. engine.d.ts
// documents what is exported here.

export class EngineError extends Error {
  constructor({ code, message, errors = [] }) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.errors = errors;
  }
}

const abandoned = () => new DOMException("the request was cancelled", "AbortError");

// A pulse asks the engine's frame every second, while something waits for it, whether it
// is still there: a page may take it away or lead it elsewhere, of which few browsers
// tell the port. A page that sleeps asks nothing, and so misses no answer.
class Pulse {
  #port;
  #frame;
  #timer = 0;
  #unanswered = 0;
  #answers = false; // frames of builds before this one never do

  /** Is told once, by an error, that the frame is gone. */
  lost = null;

  constructor(port, frame) {
    this.#port = port;
    this.#frame = frame;
    port.addEventListener("close", () => this.#lost("its frame was taken away or led elsewhere"));
  }

  start() {
    if (this.#timer) return;
    this.#unanswered = 0;
    this.#timer = setInterval(() => this.#beat(), 1000);
    this.#beat();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  #beat() {
    if (this.#frame.lost()) this.#lost("its frame was taken away");
    else if (this.#answers && this.#unanswered >= 10) this.#lost("its frame does not answer");
    else {
      this.#unanswered++;
      this.#port.postMessage({ ping: true });
    }
  }

  #lost(why) {
    this.stop();
    const tell = this.lost;
    if (!tell) return;
    this.lost = null;
    tell(new EngineError({ code: "crashed", message: `the engine is gone: ${why}. Ask for another by engine()` }));
    this.#frame.discard();
  }

  // hears takes what is an answer to a beat.
  hears(data) {
    if (!data.pong) return false;
    this.#answers = true;
    this.#unanswered = 0;
    return true;
  }
}

class Engine {
  #port;
  #sent = 0;
  #asked = new Map(); // by id: what waits for the answer
  #closed = null; // the error of whatever is asked from now on
  #pulse;
  #release;

  constructor(port, pulse, release, { engine, build, methods, withdrawn = "" }) {
    this.#port = port;
    this.#release = release;
    this.#pulse = pulse;
    pulse.lost = (err) => this.#end(err, err);
    this.version = engine;
    this.build = build;
    this.withdrawn = withdrawn;
    this.methods = methods;
    port.onmessage = ({ data }) => this.#hear(data);
    // "lab.audit" is engine.lab.audit.
    for (const method of methods) {
      const path = method.split(".");
      const last = path.pop();
      const owner = path.reduce((o, name) => (o[name] ??= {}), this);
      owner[last] = (request, options) => this.ask(method, request, options);
    }
  }

  ask(method, request = {}, { partial, progress, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw this.#closed;
      if (signal?.aborted) throw signal.reason;
      const id = ++this.#sent;
      const cancel = () => {
        this.#port.postMessage({ cancel: id });
        settle(reject, signal.reason);
      };
      const settle = (how, what) => {
        this.#asked.delete(id);
        if (this.#asked.size === 0) this.#pulse.stop();
        signal?.removeEventListener("abort", cancel);
        how(what);
      };
      const line = JSON.stringify({ ...(partial || progress ? { progress: true } : {}), ...request, toJSON: undefined, v: 1, id, method }, infinity);
      signal?.addEventListener("abort", cancel, { once: true });
      this.#asked.set(id, { partial, progress, resolve: (r) => settle(resolve, r), reject: (e) => settle(reject, e) });
      this.#port.postMessage(line);
      this.#pulse.start();
    });
  }

  cancel() { this.#giveUp(abandoned()); }

  #giveUp(why) {
    for (const [id, job] of [...this.#asked]) {
      this.#port.postMessage({ cancel: id });
      job.reject(why);
    }
  }

  close() {
    this.#end(abandoned(), new EngineError({ code: "closed", message: "this engine was closed" }));
  }

  #end(waiting, later) {
    if (this.#closed) return;
    this.#closed = later;
    this.#giveUp(waiting);
    this.#pulse.lost = null;
    this.#port.postMessage({ close: true });
    this.#port.close();
    this.#release();
  }

  #hear(data) {
    if (typeof data !== "string") {
      if (this.#pulse.hears(data)) return;
      const lost = data.id === undefined ? [...this.#asked.values()] : [this.#asked.get(data.id)];
      for (const job of lost) job?.reject(new EngineError({ code: "crashed", message: `the engine stopped: ${data.crash}` }));
      return;
    }
    const { id, result, error, partial, progress } = JSON.parse(data);
    const job = this.#asked.get(id);
    if (!job) return; // cancelled meanwhile
    if (result?.withdrawn) this.withdrawn = result.withdrawn;
    if (result !== undefined) job.resolve(result);
    else if (error) job.reject(new EngineError(error));
    else if (partial) job.partial?.(partial);
    else if (progress) job.progress?.(progress);
  }
}

// JSON has no infinity; in messages it is the string "inf".
function infinity(_, value) {
  return value === Infinity ? "inf" : value;
}

export async function engine({ base = new URL(".", import.meta.url).href, lab = false } = {}) {
  const frame = await engineFrame(base);
  const port = frame.connect(lab);
  return new Promise((resolve, reject) => {
    const pulse = new Pulse(port, frame);
    const failed = pulse.lost = (err) => {
      pulse.stop();
      pulse.lost = null;
      frame.release();
      reject(err);
    };
    port.onmessage = ({ data }) => {
      if (typeof data === "string") {
        pulse.stop();
        resolve(new Engine(port, pulse, frame.release, JSON.parse(data).ready));
      } else if (!pulse.hears(data)) failed(new EngineError({ code: "crashed", message: `the engine does not start: ${data.crash}` }));
    };
    pulse.start();
  });
}
