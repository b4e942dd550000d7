// Requests to the server, and saving. Unsaved edits are kept in memory and in the browser's storage,
// and are sent again until the server has them; each has a key, so sending it twice does no harm. If
// the server saves nothing, or nothing was edited yet, the storage is that of the tab, and is lost
// with it.

const CURRENT = "majuscule.current";
const UNSAVED = "majuscule.unsaved.";

let isServerKeeping = true;

export function setServerKeeping(value) {
  isServerKeeping = value;
}

export const shelf = () => (isServerKeeping ? localStorage : sessionStorage);

// The key of the open document, empty if none is. A reload finds that of its tab; a new tab, the
// last one of any.
export const currentKey = () => sessionStorage.getItem(CURRENT) ?? shelf().getItem(CURRENT);

export function setCurrent(key) {
  sessionStorage.setItem(CURRENT, key);
  shelf().setItem(CURRENT, key);
}

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export class Api {
  constructor(askToken) {
    this.askToken = askToken;
  }

  async send(method, path, body) {
    for (;;) {
      const headers = { "Content-Type": "application/json" };
      const token = sessionStorage.getItem("majuscule.token") ?? "";
      if (/^[!-~]+$/.test(token)) headers.Authorization = `Bearer ${token}`;
      let response;
      try {
        response = await fetch(path, {
          method,
          headers,
          body: body === undefined ? undefined : JSON.stringify(body),
        });
      } catch {
        throw new Refused(0, "the server cannot be reached");
      }
      if (response.status === 401) {
        sessionStorage.setItem("majuscule.token", await this.askToken(token));
        continue;
      }
      const answer = await response.json().catch(() => ({}));
      if (!response.ok) {
        throw new Refused(response.status, answer.error ?? `status ${response.status}`);
      }
      return answer;
    }
  }
}

// Whether a retry may help: no server, a locked or full database, an overloaded server.
const passes = (status) => status === 0 || status === 408 || status === 429 || status >= 500;

export class Saver {
  constructor(api, show) {
    this.api = api;
    this.show = show;
    this.document = null;
    this.isKept = false;
    this.edits = [];
    this.delay = 0;
    this.running = false;
    this.session = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.count = 0;
    addEventListener("online", () => this.soon(0));
  }

  // Open a document; if the server does not have it yet, it is sent before its first edit.
  begin(document, isKept) {
    this.document = document;
    this.isKept = isKept;
    this.edits = readUnsaved(document.key)?.edits ?? [];
    this.taken = true;
    this.remember();
    if (this.edits.length) this.soon(0);
    else this.show("", true);
  }

  // Whether closing the tab would lose edits: neither saved elsewhere nor copied or downloaded.
  get isAtRisk() {
    return this.edits.length > 0 && !this.taken && (this.onlyHere || !isServerKeeping);
  }

  add(edits, author) {
    for (const edit of edits) {
      this.count += 1;
      this.edits.push({ ...edit, key: `${this.session}-${this.count}`, author });
    }
    this.taken = false;
    if (isServerKeeping) this.show(`saving ${this.edits.length}`, true);
    // Later, so that the click is drawn first: writing a long document takes some milliseconds.
    setTimeout(() => this.remember());
    this.soon(300);
  }

  remember() {
    if (!this.document) return;
    const key = UNSAVED + this.document.key;
    try {
      const document = this.isKept ? null : this.document;
      const wanted = this.edits.length ? shelf() : document && sessionStorage;
      for (const place of [localStorage, sessionStorage]) {
        if (place === wanted) place.setItem(key, JSON.stringify({ document, edits: this.edits }));
        else place.removeItem(key);
      }
      this.onlyHere = false;
    } catch {
      this.onlyHere = true; // the browser's storage is full or blocked: only this tab has them
    }
  }

  soon(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), milliseconds);
  }

  async flush() {
    if (this.running || !this.document || !this.edits.length) return;
    if (!isServerKeeping) {
      this.show("in this tab only", true);
      return;
    }
    this.running = true;
    const document = this.document;
    try {
      if (!this.isKept) {
        await this.api.send("POST", "documents", document);
        this.isKept = true;
      }
      while (this.edits.length && this.document === document) {
        const author = this.edits[0].author;
        let count = this.edits.findIndex((edit) => edit.author !== author);
        count = Math.min(count < 0 ? this.edits.length : count, 2000);
        const batch = this.edits.slice(0, count);
        const path = `documents/${encodeURIComponent(document.key)}/edits`;
        await this.api.send("POST", path, {
          author,
          edits: batch.map(({ author: _author, ...edit }) => edit),
        });
        this.edits.splice(0, count);
        this.remember();
      }
      this.delay = 0;
      this.show("all saved", true);
    } catch (error) {
      this.delay = Math.min(20000, this.delay ? 2 * this.delay : 1000);
      const where = this.onlyHere ? "in this tab only" : "in this browser";
      this.show(`${this.edits.length} not saved, kept ${where}: ${error.message}`, false);
      if (passes(error.status ?? 0)) this.soon(this.delay);
    } finally {
      this.running = false;
    }
  }
}

export function readUnsaved(key) {
  try {
    const name = UNSAVED + key;
    return JSON.parse(localStorage.getItem(name) ?? sessionStorage.getItem(name));
  } catch {
    return null;
  }
}

// Documents that never reached the server.
export function onlyHere() {
  const found = [];
  for (const place of [localStorage, sessionStorage]) {
    const waits = place === localStorage ? "not on the server yet" : "in this tab only";
    for (const name of Object.keys(place).filter((one) => one.startsWith(UNSAVED))) {
      const document = readUnsaved(name.slice(UNSAVED.length))?.document;
      if (document) found.push({ ...document, waits });
    }
  }
  return found;
}
