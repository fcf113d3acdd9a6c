// Engines for pages from elsewhere: the hidden frame that embed.js and engine.js
// open. A page cannot start a worker of another origin, but a frame of that
// origin can.
//
// There are three engines, each started when it is first needed. One serves the
// page around this frame, and one answers it from the laboratory's program, which
// is loaded for that. The other serves the embeds beside it, which are of
// this origin: the browser vouches for that with every message. They are kept
// apart, since from how soon its own question is answered the page could learn
// what a reader typed into an embed. For the same reason an embed leaves at the
// first thing that its reader does, before that is asked: see share in boot.js.
// What waits in the queue here are runs that the page has set itself.
//
// A client is a MessagePort. It is sent the engine's ready line first, then the
// answers to its own requests, each one line of JSON as a string. It sends
//   a string          a request
//   {cancel: id}      give this request up, even in the middle of it
//   {connect: true}   with a port: another client, which closes with this one
//   {close: true}     give everything up
//   {ping: true}      are you there? {pong: true} is the answer
// {crash: reason} tells a client that the engine stopped over its request.
// An embed may also send {module: true}: it asks for the compiled program, which
// comes as {module}, after any number of {arrived: bytes}.
"use strict";
(() => {
  const { exec, worker: script, program, sum, lab, labSum, scripts } = document.currentScript.dataset;
  const base = new URL("..", document.currentScript.src);
  const address = (name) => new URL(name, base).href;

  const trust = trusted(address(script));
  const maxBadStarts = 3; // engines in a row that end before they are ready

  const modules = {}; // the promises of the compiled programs, by their names
  let arrived = 0; // bytes of it
  const loading = new Set(); // ports of embeds that wait for it

  function compile(name) {
    return (modules[name] ??= Promise.all([
      fetchedAnew(address(name), name === program ? sum : labSum, () => ({ note: name === program ? note : () => {} })),
      asBuilt(scripts, base),
    ]).then(([module]) => module));
  }

  function note(bytes) {
    arrived = bytes;
    for (const port of loading) port.postMessage({ arrived });
  }

  // give hands the program to an embed, and nobody else.
  async function give(port) {
    loading.add(port);
    port.postMessage({ arrived });
    try {
      port.postMessage({ module: await compile(program) });
    } catch {
      // The start of the engine reports it.
    } finally {
      loading.delete(port);
    }
  }

  // engine is one worker, which is started with its first client, and the queue
  // of what it is asked.
  function engine({ givesModule, of }) {
    let worker = null;
    let greeting = ""; // the ready line, once there was one
    let ready = false; // the worker has sent its ready line
    let current = null; // {client, id, line} under way
    let waiting = []; // the same, not yet sent
    let badStarts = 0;
    let broken = ""; // why no engine can be had
    const clients = new Set();

    async function start() {
      ready = false;
      current = null;
      const mine = (worker = new Worker(trust.worker));
      mine.onmessage = ({ data }) => { if (mine === worker) hear(data); };
      mine.onerror = (e) => {
        e.preventDefault();
        if (mine === worker) crashed(e.message || "it stopped without a word");
      };
      try {
        mine.postMessage({ exec: address(exec), module: await compile(of) });
        setTimeout(() => { if (mine === worker && !ready) crashed("it has not started within a minute"); }, 60_000);
      } catch (err) {
        delete modules[of];
        if (mine === worker) crashed(err.message);
      }
    }

    function hear(line) {
      const message = JSON.parse(line);
      // Who asked what cannot be read, not even its id, is told so as well.
      if (current && !message.ready && !("id" in message)) line = JSON.stringify(Object.assign(message, { id: current.id }));
      if (message.ready) {
        greeting = line;
        badStarts = 0;
        ready = true;
        document.documentElement.dataset.state = "ready"; // offline.js waits for it
        for (const client of clients) greet(client);
      } else if (current) {
        current.client.port.postMessage(marked(message, "result", line));
        if (!("result" in message || "error" in message)) return;
        current = null;
      }
      proceed();
    }

    // marked is a message whose numbers are said to be withdrawn, if they are.
    function marked(message, part, line = greeting) {
      const withdrawn = globalThis.lastIterateRecall?.why;
      return withdrawn && message[part] ? JSON.stringify({ ...message, [part]: { ...message[part], withdrawn } }) : line;
    }

    function greet(client) {
      if (!client.greeted) client.port.postMessage(marked(JSON.parse(greeting), "ready"));
      client.greeted = true;
    }

    function proceed() {
      if (!ready || current || waiting.length === 0) return;
      current = waiting.shift();
      worker.postMessage(current.line);
    }

    // begin starts a worker, which a browser may also refuse outright.
    const begin = () => start().catch((err) => crashed(err.message));

    function crashed(reason) {
      worker?.terminate();
      worker = null;
      const failed = current;
      if (!ready) badStarts++;
      if (badStarts >= maxBadStarts) {
        broken = reason;
        waiting = [];
        for (const client of clients) client.port.postMessage({ crash: reason });
        return;
      }
      failed?.client.port.postMessage({ crash: reason, id: failed.id });
      begin();
    }

    function connect(port, parent = null) {
      const client = { port, parent, greeted: false };
      clients.add(client);
      port.onmessage = ({ data, ports }) => {
        if (typeof data === "string") ask(client, data);
        else if (data?.connect && ports[0]) connect(ports[0], client);
        else if (data?.module && givesModule) give(port);
        else if (data && "cancel" in data) giveUp((job) => job.client === client && job.id === data.cancel);
        else if (data?.close) close(client);
        else if (data?.ping) port.postMessage({ pong: true });
      };
      // Whoever is gone without a word has its requests given up, where browsers tell.
      port.addEventListener("close", () => close(client));
      if (broken) port.postMessage({ crash: broken });
      else if (!worker) begin();
      else if (greeting) greet(client);
    }

    function ask(client, line) {
      if (broken) {
        client.port.postMessage({ crash: broken });
        return;
      }
      let id;
      try {
        id = JSON.parse(line).id;
      } catch {
        // The engine says what is wrong with the line.
      }
      waiting.push({ client, id, line });
      proceed();
    }

    // giveUp forgets requests. One that is under way ends with its worker.
    function giveUp(which) {
      waiting = waiting.filter((job) => !which(job));
      if (!current || !which(current)) return;
      worker.terminate();
      begin();
    }

    function close(client) {
      clients.delete(client);
      loading.delete(client.port);
      giveUp((job) => job.client === client);
      client.port.close();
      for (const child of [...clients].filter((c) => c.parent === client)) close(child);
    }

    return connect;
  }

  // In a sandbox everybody's origin is "null", and no worker starts.
  if (window.parent === window || self.origin === "null") return;
  const ofEmbeds = engine({ givesModule: true, of: program });
  const ofPage = engine({ givesModule: false, of: program });
  const ofLab = engine({ givesModule: false, of: lab });
  addEventListener("message", ({ source, origin, data, ports }) => {
    if (ports.length !== 1) return;
    switch (data?.type) {
      case "last-iterate:connect":
        if (source === window.parent) (data.lab === true ? ofLab : ofPage)(ports[0]);
        break;
      case "last-iterate:join": // from an embed; one of another build goes its own way
        if (origin !== self.origin) return;
        if (data.program === program) ofEmbeds(ports[0]);
        else ports[0].postMessage({ crash: "this engine is of another build" });
    }
  });
  window.parent.postMessage({ type: "last-iterate:hello", v: 1 }, "*");
})();
