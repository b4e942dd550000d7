// The text on the screen, a block for each paragraph. Only unsure, changed and current words and marks
// are elements; all other words are plain text, found by the position of the pointer. Blocks are
// grouped in parts, which are laid out and drawn only near the viewport, so that 50,000 words are fast.

import { bisect, findBlocks } from "./words.js";

const EAGER = 3; // parts that are drawn at once
const PART_WORDS = 800;
const PART_BLOCKS = 40;

// An added mark, or the ghost of a removed one.
function markSpan({ word, sign, ghost, classes, label }) {
  const span = document.createElement("span");
  span.className = `mark ${classes}`;
  span.behind = word;
  span.textContent = sign;
  if (ghost) span.dataset.ghost = ghost;
  span.setAttribute("role", "button");
  span.setAttribute("aria-label", label);
  span.tabIndex = -1;
  return span;
}

export class View {
  constructor(box, describe) {
    this.box = box;
    this.describe = describe; // word number -> { classes, label, name } or null for plain text
    this.stale = new Set(); // blocks that must be drawn again
    this.near = new Set(); // parts near the viewport; computing this would force a layout
    this.observer = new IntersectionObserver((entries) => entries.forEach((one) => this.pass(one)), {
      root: box, rootMargin: "150% 0%",
    });
  }

  // `stretches`: spans of text in the file; between them is markup.
  show(text, words, stretches, marks) {
    this.text = text;
    this.words = words;
    this.marks = marks;
    this.borders = stretches.flatMap(({ start, end }) => [start, end]);
    this.here = -1;
    this.blocks = findBlocks(text, words);
    this.observer.disconnect();
    this.stale.clear();
    this.near.clear();
    this.elements = [];
    this.parts = [];
    this.partOf = [];
    let part = null;
    this.blocks.forEach((block, number) => {
      if (!part || number - part.first >= PART_BLOCKS || block.last - part.word > PART_WORDS) {
        part = document.createElement("div");
        part.className = "part";
        part.number = this.parts.length;
        part.first = number;
        part.word = block.first;
        part.lines = 0;
        this.parts.push(part);
      }
      part.last = number + 1;
      part.lines += 1 + Math.floor((block.stop - block.start) / 85);
      const element = document.createElement("p");
      element.className = "block";
      element.number = number;
      this.elements.push(element);
      this.partOf.push(part.number);
      // Far from the viewport, plain text is enough for find-in-page and the scroll bar.
      if (part.number < EAGER) this.draw(number);
      else {
        element.textContent = this.text.slice(block.start, block.stop) || "\u200b";
        this.stale.add(number);
      }
      part.append(element);
    });
    for (const one of this.parts) {
      one.style.containIntrinsicSize = `auto 46rem auto ${Math.round(1.925 * one.lines)}rem`;
    }
    this.box.replaceChildren(...this.parts);
    this.parts.forEach((one) => this.observer.observe(one));
    this.box.scrollTop = 0;
  }

  formOf(word) {
    const { start, end } = this.words[word];
    return this.text.slice(start, end);
  }

  // Set the forms of words, and draw them.
  change(forms) {
    const pieces = [];
    let at = 0;
    for (const [word, form] of [...forms].sort((one, other) => one[0] - other[0])) {
      const { start, end } = this.words[word];
      pieces.push(this.text.slice(at, start), form);
      at = end;
    }
    pieces.push(this.text.slice(at));
    this.text = pieces.join("");
    this.redraw([...forms.keys()]);
  }

  // Draw the blocks of some words again; those far from the viewport are only marked as stale.
  redraw(words) {
    for (const number of new Set(words.map((word) => this.blockOf(word)))) {
      if (this.near.has(this.partOf[number])) this.draw(number);
      else this.stale.add(number);
    }
  }

  pass({ target: part, isIntersecting }) {
    if (!isIntersecting) {
      this.near.delete(part.number);
      return;
    }
    this.near.add(part.number);
    for (let number = part.first; number < part.last; number += 1) {
      if (this.stale.has(number)) this.draw(number);
    }
  }

  draw(number, element = this.elements[number]) {
    const block = this.blocks[number];
    const nodes = [];
    const puts = this.marks.between(block.first, block.last);
    let at = block.start;
    const plain = (stop) => {
      while (puts.length && puts[0].at <= stop) {
        const put = puts.shift();
        stretch(put.at);
        nodes.push(markSpan(put));
      }
      stretch(stop);
    };
    const stretch = (stop) => {
      let border = bisect(this.borders.length, (one) => this.borders[one] <= at);
      for (; at < stop; border += 1) {
        const until = Math.min(stop, this.borders[border] ?? stop);
        const node = document.createTextNode(this.text.slice(at, until));
        if (border % 2) {
          node.start = at;
          nodes.push(node);
        } else if (until > at) {
          const markup = document.createElement("span");
          markup.className = "markup";
          markup.append(node);
          nodes.push(markup);
        }
        at = until;
      }
    };
    for (let word = block.first; word < block.last; word += 1) {
      const shown = this.describe(word);
      if (!shown && word !== this.here) continue;
      const { start, end } = this.words[word];
      plain(start);
      const span = document.createElement("span");
      span.className = `word ${shown?.classes ?? ""}`;
      span.word = word;
      span.textContent = this.text.slice(start, end);
      if (shown?.label) {
        span.setAttribute("role", "button");
        span.setAttribute("aria-label", shown.label);
      }
      if (shown?.name) span.dataset.name = shown.name;
      span.tabIndex = -1;
      if (word === this.here) span.classList.add("here");
      nodes.push(span);
      at = end;
    }
    plain(block.stop);
    if (!nodes.length) nodes.push(document.createTextNode("\u200b"));
    const focused = element.contains(document.activeElement);
    element.replaceChildren(...nodes);
    // The focus is lost with the word that had it.
    if (focused) (element.querySelector(".here") ?? this.box).focus({ preventScroll: true });
    this.stale.delete(number);
  }

  // Make a word the current one: outlined, scrolled into view and, by default, focused.
  goTo(word, focus = true) {
    const before = this.here;
    this.here = word;
    if (before >= 0) this.redraw([before]);
    if (word < 0) return;
    const number = this.blockOf(word);
    this.draw(number);
    const span = this.spanOf(word);
    const box = span.getBoundingClientRect();
    const frame = this.box.getBoundingClientRect();
    if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) {
      span.scrollIntoView({ block: "center" });
    }
    if (focus) span.focus({ preventScroll: true });
  }

  spanOf(word) {
    const number = this.blockOf(word);
    return [...this.elements[number].children].find((child) => child.word === word);
  }

  blockOf(word) {
    return bisect(this.blocks.length - 1, (at) => this.blocks[at].last <= word);
  }

  // The word under the pointer, -1 for none.
  wordAt(event) {
    if (event.target.closest?.(".mark")) return -1;
    const span = event.target.closest?.(".word");
    if (span) return span.word;
    const place = document.caretPositionFromPoint
      ? document.caretPositionFromPoint(event.clientX, event.clientY)
      : document.caretRangeFromPoint(event.clientX, event.clientY);
    const node = place?.offsetNode ?? place?.startContainer;
    if (!node || node.nodeType !== Node.TEXT_NODE) return -1;
    const number = node.parentElement?.number;
    if (number === undefined) return -1;
    const begin = node.start ?? this.blocks[number].start;
    const at = begin + (place.offset ?? place.startOffset);
    const block = this.blocks[number];
    for (let word = block.first; word < block.last; word += 1) {
      const { start, end } = this.words[word];
      // The nearest word does not count if the pointer is on a blank beside it.
      if (start <= at && at <= end && this.boxOf(word, event)) return word;
    }
    return -1;
  }

  // The box of a word, or of a line of it, under the pointer; undefined if it is not there.
  boxOf(word, { clientX, clientY }) {
    const { start, end } = this.words[word];
    const range = document.createRange();
    for (const node of this.elements[this.blockOf(word)].childNodes) {
      if (node.word === word) range.selectNodeContents(node);
      else if (node.start <= start && end <= node.start + node.length) {
        range.setStart(node, start - node.start);
        range.setEnd(node, end - node.start);
      } else continue;
      return [...range.getClientRects()].find(
        (box) => box.left - 3 <= clientX && clientX <= box.right + 3
          && box.top - 6 <= clientY && clientY <= box.bottom + 6,
      );
    }
    return undefined;
  }
}
