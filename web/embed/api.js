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

class Engine {
  #port;
  #sent = 0;
  #asked = new Map(); // by id: what waits for the answer
  #closed = false;
  #release;

  constructor(port, release, { engine, build, methods, withdrawn = "" }) {
    this.#port = port;
    this.#release = release;
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
      if (this.#closed) throw new EngineError({ code: "closed", message: "this engine was closed" });
      if (signal?.aborted) throw signal.reason;
      const id = ++this.#sent;
      const cancel = () => {
        this.#port.postMessage({ cancel: id });
        settle(reject, signal.reason);
      };
      const settle = (how, what) => {
        this.#asked.delete(id);
        signal?.removeEventListener("abort", cancel);
        how(what);
      };
      const line = JSON.stringify({ ...(partial || progress ? { progress: true } : {}), ...request, v: 1, id, method }, infinity);
      signal?.addEventListener("abort", cancel, { once: true });
      this.#asked.set(id, { partial, progress, resolve: (r) => settle(resolve, r), reject: (e) => settle(reject, e) });
      this.#port.postMessage(line);
    });
  }

  cancel() {
    for (const [id, job] of [...this.#asked]) {
      this.#port.postMessage({ cancel: id });
      job.reject(abandoned());
    }
  }

  close() {
    if (this.#closed) return;
    this.cancel();
    this.#closed = true;
    this.#port.postMessage({ close: true });
    this.#port.close();
    this.#release();
  }

  #hear(data) {
    if (typeof data !== "string") {
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
  const { connect, release } = await engineFrame(base);
  const port = connect(lab);
  return new Promise((resolve, reject) => {
    port.onmessage = ({ data }) => {
      if (typeof data === "string") return resolve(new Engine(port, release, JSON.parse(data).ready));
      release();
      reject(new EngineError({ code: "crashed", message: `the engine does not start: ${data.crash}` }));
    };
  });
}
