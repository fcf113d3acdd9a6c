// One engine for all that a page from elsewhere asks: the hidden frame that
// embed.js and engine.js open. A page cannot start a worker of another origin,
// but a frame of that origin can.
//
// A client is a MessagePort. It is sent the engine's ready line first, then the
// answers to its own requests, each one line of JSON as a string. It sends
//   a string          a request
//   {cancel: id}      give this request up, even in the middle of it
//   {module: true}    asks for the compiled program, which comes as {module}
//   {connect: true}   with a port: another client, which closes with this one
//   {close: true}     give everything up
// {crash: reason} tells a client that the engine stopped over its request.
"use strict";
(() => {
  const { exec, worker: script, program } = document.currentScript.dataset;
  const base = new URL("..", document.currentScript.src);
  const address = (name) => new URL(name, base).href;

  const maxBadStarts = 3; // engines in a row that end before they are ready

  let module = null; // the promise of the compiled program
  let worker = null;
  let greeting = ""; // the ready line, once there was one
  let ready = false; // the worker has sent its ready line
  let current = null; // {client, id, line} under way
  let waiting = []; // the same, not yet sent
  let badStarts = 0;
  let broken = ""; // why no engine can be had
  const clients = new Set();

  function compile() {
    module ??= fetched("default").catch(() => fetched("no-store")); // see boot.js
    return module;
  }

  async function fetched(cache) {
    const response = await fetch(address(program), { credentials: "same-origin", cache });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return WebAssembly.compileStreaming(new Response(response.body, { headers: { "Content-Type": "application/wasm" } }));
  }

  async function start() {
    ready = false;
    current = null;
    const mine = (worker = new Worker(address(script)));
    mine.onmessage = ({ data }) => { if (mine === worker) hear(data); };
    mine.onerror = (e) => {
      e.preventDefault();
      if (mine === worker) crashed(e.message || "it stopped without a word");
    };
    try {
      mine.postMessage({ exec: address(exec), module: await compile() });
    } catch (err) {
      module = null;
      if (mine === worker) crashed(err.message);
    }
  }

  function hear(line) {
    const message = JSON.parse(line);
    if (message.ready) {
      greeting = line;
      badStarts = 0;
      ready = true;
      document.documentElement.dataset.state = "ready"; // offline.js waits for it
      for (const client of clients) greet(client);
    } else if (current) {
      current.client.port.postMessage(line);
      if (!("result" in message || "error" in message)) return;
      current = null;
    }
    proceed();
  }

  function greet(client) {
    if (!client.greeted) client.port.postMessage(greeting);
    client.greeted = true;
  }

  function proceed() {
    if (!ready || current || waiting.length === 0) return;
    current = waiting.shift();
    worker.postMessage(current.line);
  }

  function crashed(reason) {
    worker.terminate();
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
    start();
  }

  function connect(port, parent = null) {
    const client = { port, parent, greeted: false };
    clients.add(client);
    port.onmessage = ({ data, ports }) => {
      if (typeof data === "string") ask(client, data);
      else if (data?.connect && ports[0]) connect(ports[0], client);
      else if (data?.module) compile().then((compiled) => port.postMessage({ module: compiled }), () => {}); // start reports failures
      else if (data && "cancel" in data) giveUp((job) => job.client === client && job.id === data.cancel);
      else if (data?.close) close(client);
    };
    if (broken) port.postMessage({ crash: broken });
    else if (!worker) start();
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
    start();
  }

  function close(client) {
    clients.delete(client);
    giveUp((job) => job.client === client);
    client.port.close();
    for (const child of [...clients].filter((c) => c.parent === client)) close(child);
  }

  if (window.parent === window) return;
  addEventListener("message", (e) => {
    if (e.source === window.parent && e.data?.type === "last-iterate:connect" && e.ports.length === 1) connect(e.ports[0]);
  });
  window.parent.postMessage({ type: "last-iterate:hello", v: 1 }, "*");
})();
