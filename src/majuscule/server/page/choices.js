// A pop-up with the forms of a word while the mouse rests on it; nothing changes until one is chosen.
// For touch, keyboard and screen readers the panel offers the same, so this is hidden from them.

import { $ } from "./dom.js";

const REST = 250; // milliseconds until it opens
const LEAVE = 300; // milliseconds until it closes, so that the mouse can reach it

export class Choices {
  constructor(view, buttonsFor) {
    this.view = view;
    this.buttonsFor = buttonsFor;
    this.box = $("choices");
    this.word = -1;
    const text = view.box;
    text.addEventListener("pointermove", (event) => this.move(event));
    text.addEventListener("pointerleave", () => this.soon(-1, LEAVE));
    text.addEventListener("scroll", () => this.close());
    this.box.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.box.addEventListener("pointerleave", () => this.soon(-1, LEAVE));
    addEventListener("keydown", () => this.close());
  }

  move(event) {
    if (event.pointerType !== "mouse" || event.buttons) return;
    const word = this.view.wordAt(event);
    if (word === this.wanted) return;
    this.soon(word, word < 0 ? LEAVE : REST, word < 0 ? null : this.view.boxOf(word, event));
  }

  soon(word, delay, place) {
    this.wanted = word;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (word < 0 ? this.close() : this.open(word, place)), delay);
  }

  open(word, place) {
    this.word = word;
    this.box.replaceChildren(...this.buttonsFor(word, () => this.close()));
    for (const button of this.box.children) button.tabIndex = -1;
    this.box.hidden = false;
    const { width, height } = this.box.getBoundingClientRect();
    const below = place.bottom + height < innerHeight;
    this.box.style.left = `${Math.max(4, Math.min(place.left - 8, innerWidth - width - 4))}px`;
    this.box.style.top = `${below ? place.bottom : place.top - height}px`;
  }

  close() {
    clearTimeout(this.timer);
    this.wanted = this.word = -1;
    this.box.hidden = true;
  }
}
