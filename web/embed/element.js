// The custom element <last-iterate n="60000" b="256" …>. Its attributes are the
// names of a link; what stands inside it is shown until the calculator is there.
//
// An element of the page that is named currentScript takes that place in the document,
// so the browser's own getter is asked, and only a script is believed.
const script = Object.getOwnPropertyDescriptor(Document.prototype, "currentScript").get.call(document);
if (!(script instanceof HTMLScriptElement)) throw new Error("embed.js must be loaded by <script src=\"…\"> without type=\"module\"");
const home = new URL(".", script.src).href;

// HTML's own attributes, and those that tools add, are no parameters. "only" is one, although it begins as
// the names of event handlers do.
const ownAttributes = new Set([
  "accesskey", "autofocus", "class", "dir", "exportparts", "hidden", "id", "inert", "is", "itemid", "itemprop", "itemref",
  "itemscope", "itemtype", "lang", "nonce", "part", "role", "slot", "spellcheck", "style", "tabindex", "title", "translate",
]);
const isParameter = (name) => name === "only" || !ownAttributes.has(name) && !/^(aria-|data-|on|v-)|[:@#]/.test(name);

// Attribute names have no capitals: t is T, and t.1 is T.1.
const linkName = (name) => name.replace(/^t(?=$|\.)/, "T");

const tallest = 100_000; // of frames, in pixels

// Until all is drawn the element is at least about as high as it will be, so that what stands below it stays in
// its place. How high that is depends on what is shown, and on the width, of which a padding may be a share.
const looks = `
:host { display: flow-root; position: relative }
:host([hidden]) { display: none }
iframe { float: left; width: 100%; border: 0 }
.page { position: absolute; visibility: hidden; background: #fff; background: light-dark(#fff, #000); transition: color 1ms, background-color 1ms }
iframe:not(.ready) { position: absolute; inset: 0; height: 100% !important; opacity: 0; pointer-events: none }
.room { float: left; padding-top: max(1800px - 100%, 800px + 40%) }
:host([show=answer]) .room { padding-top: max(440px, 930px - 52%) }
:host([size=compact]) .room { padding-top: max(738px, 1000px - 40%) }
:host([size=full]) .room { padding-top: 3700px }
:host([size=number]) .room { padding-top: calc(165px - 4.3%) }
:host([size=chart]) .room { padding-top: clamp(418px, calc(75% + 16px), 532px) }
:host([size=chart][show=chart]) .room { padding-top: min(424px, max(276px, 75% - 84px, 618px - 100%)) }
:host([show*=figure]) .room { padding-top: max(660px, 1000px - 35%) }
.ready ~ slot, .settled ~ .room { display: none }
@media print { .room { display: none } }`;

// How bright a computed colour is, from 0 for black to 1 for white; null for one that is seen through.
function brightness(colour) {
  const [, space, rest] = /^([\w-]+)\((?:[a-z][\w-]* )?(.*)\)$/.exec(colour) ?? [];
  const [first, second, third, alpha = 1] = (rest ?? "").match(/-?[\d.]+(e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
  if (alpha < 0.5) return null;
  if (space.startsWith("ok")) return first ** 3;
  if (space.startsWith("l")) return ((first + 16) / 116) ** 3;
  const linear = (x) => Math.max(0, space.startsWith("rgb") ? x / 255 : x) ** 2.2;
  return 0.2126 * linear(first) + 0.7152 * linear(second) + 0.0722 * linear(third);
}

const soon = 15_000; // milliseconds in which a frame that is let in has greeted
const drawn = 500; // milliseconds in which a complete answer is drawn

class LastIterate extends HTMLElement {
  #frame = null;
  #room = document.createElement("div"); // what is kept free for the frame
  #page = document.createElement("i"); // has the colours that the page gives to what stands here
  #address = "";
  #answer = null;
  #engine = null; // the promise of the engine's frame, while this element uses it
  #seen = null; // watches whether the element comes into view
  #changes = null; // watches its attributes
  #theme = null; // that the calculator was told last, once it has greeted
  #hear = (e) => this.#heard(e);

  /** The latest answer, as in the event "answer", or null. */
  get answer() { return this.#answer; }

  /** The address of the calculator's own page on this run. */
  get href() { return home + "#" + this.#link(["show", "theme", "size", "report"]); }

  // A theme of "auto" is left out of the frame's address: the element sees more of the page than a frame does.
  get #embed() {
    return home + "embed/#" + this.#link(this.getAttribute("theme")?.trim() === "auto" ? ["theme"] : []);
  }

  #link(without = []) {
    const pairs = [...this.attributes].filter(({ name }) => isParameter(name) && !without.includes(name))
      .map(({ name, value }) => (name === "report" ? "report=all" : linkName(name) + "=" + encodeURIComponent(value.trim())));
    return ["v=1", ...pairs.filter((pair) => !pair.startsWith("v="))].join("&");
  }

  connectedCallback() {
    if (!this.shadowRoot) {
      this.#room.className = "room";
      this.#page.className = "page";
      this.#page.addEventListener("transitionend", () => this.#dress());
      this.attachShadow({ mode: "open" }).append(document.createElement("slot"), this.#room, this.#page);
      // A sheet made by a script needs no leave from the page's policy.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(looks);
      this.shadowRoot.adoptedStyleSheets = [sheet];
    }
    addEventListener("message", this.#hear);
    this.#changes = new MutationObserver(() => this.#follow());
    this.#changes.observe(this, { attributes: true });
    this.#seen = new IntersectionObserver((entries) => {
      if (!entries.some((e) => e.isIntersecting)) return;
      this.#load();
      this.#dress(); // what is not displayed has no transitions
    }, { rootMargin: "300px" });
    this.#seen.observe(this);
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
    this.#changes.disconnect();
    this.#seen.disconnect();
    this.#frame?.remove();
    this.#frame = this.#theme = null;
    // An element that is moved leaves and comes back at once.
    const engine = this.#engine;
    this.#engine = null;
    setTimeout(() => engine?.then(({ release }) => release(), () => {}), 1000);
  }

  #load() {
    if (this.#frame) return;
    this.#frame = document.createElement("iframe");
    this.#frame.name = "last-iterate-element"; // see frame.js and app/dom/frame.go
    this.#frame.title = this.title || "Privacy calculator: Last Iterate";
    this.#frame.inert = true;
    this.#frame.src = this.#address = this.#embed;
    this.shadowRoot.prepend(this.#frame);
    // Where none comes, for want of leave or of a network, nothing is kept free for it.
    setTimeout(() => { if (this.#theme === null) this.#room.remove(); }, soon);
  }

  // The theme that can be read where the element stands: by the first ground that something around it has. Many dark pages
  // have a dark ground without a word of a colour scheme. Of a picture nothing is known but the colour of the text on it.
  get #ground() {
    for (let e = this; e; e = e.assignedSlot ?? e.parentElement ?? e.getRootNode().host) {
      const { backgroundColor, backgroundImage } = getComputedStyle(e);
      const ground = brightness(backgroundColor);
      if (ground !== null) return ground < 0.18 ? "dark" : "light";
      if (backgroundImage !== "none") return brightness(getComputedStyle(this).color) > 0.18 ? "dark" : "light";
    }
    return getComputedStyle(this.#page).backgroundColor === "rgb(0, 0, 0)" ? "dark" : "light";
  }

  // The calculator is told which theme the page has where its frame stands, which a page may change at any time; its text
  // or its colour scheme then changes colour. Not every browser tells a frame what its own media are to say, and a new
  // address would take away what the reader has typed. The frame has the same colour scheme: behind another one
  // browsers paint a ground.
  #dress() {
    if (this.#theme === null) return;
    const theme = this.#frame.style.colorScheme = this.#ground;
    if (theme === this.#theme) return;
    this.#theme = theme;
    this.#frame.contentWindow.postMessage({ type: "last-iterate:theme", v: 1, theme }, new URL(home).origin);
  }

  // Attributes that change lead the calculator to another run.
  #follow() {
    const address = this.#embed;
    if (!this.#frame || this.#address === address) return;
    this.#address = address;
    this.#frame.contentWindow.location.replace(address); // no step in the history
  }

  // The calculator takes the place of what stands inside the element.
  #show() {
    this.#frame.classList.add("ready");
    this.#frame.inert = false;
  }

  // The answer comes before what explains it. Once all is there, nothing is kept free.
  #settle(after) {
    const frame = this.#frame;
    setTimeout(() => frame.classList.add("settled"), after);
  }

  async #heard({ source, origin, data }) {
    const { origin: ours } = new URL(home);
    if (!this.#frame || source !== this.#frame.contentWindow || origin !== ours || data?.v !== 1) return;
    switch (data.type) {
      case "last-iterate:hello":
        this.#theme = "";
        this.#dress();
        try {
          await (this.#engine ??= engineFrame(home));
        } catch (err) {
          this.#engine = null;
          console.error(err);
        }
        // With an engine's frame or without: the calculator looks for itself.
        source.postMessage({ type: "last-iterate:engine", v: 1 }, ours);
        break;
      case "last-iterate:height":
        if (data.height >= 0 && data.height <= tallest) this.#frame.style.height = data.height + "px";
        break;
      case "last-iterate:answer": {
        const { type, v, ...answer } = data;
        this.#show();
        this.#answer = answer;
        this.dispatchEvent(new CustomEvent("answer", { detail: answer, bubbles: true, composed: true }));
        break;
      }
      case "last-iterate:state":
        // Of a run of the reader's from before nothing more is told, nor of a figure.
        if (data.state === "edited" || data.state === "ready") {
          this.#show();
          this.#settle(drawn);
        }
        this.dispatchEvent(new CustomEvent("state", { detail: { state: data.state }, bubbles: true, composed: true }));
        break;
      case "last-iterate:failed":
        this.#show(); // the calculator itself says why
        this.#settle(0);
        this.#answer = null;
        this.dispatchEvent(new CustomEvent("failed", { detail: { message: data.message }, bubbles: true, composed: true }));
    }
  }
}

if (!customElements.get("last-iterate")) customElements.define("last-iterate", LastIterate);
