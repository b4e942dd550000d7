// Marks behind words: put in by the server or by a click, and kept apart from the text, whose
// offsets they never move. A mark stands before the white space behind its word.

import { bisect } from "./words.js";

export const SIGNS = ["", ",", ".", "?", "!", ":", ";"];
export const NAMES = {
  "": "no mark", ",": "comma", ".": "full stop", "?": "question mark", "!": "exclamation mark",
  ":": "colon", ";": "semicolon",
};

export const UNSURE = 0.6; // marks of lower confidence are walked through with the unsure words
export const ends = (sign) => sign !== "" && ".?!".includes(sign);

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const SIGN = /[,.?!:;…]/;

// The marks of a document, which the server put in, with the confidences of a new analysis of its
// text where that gives the same; null: nobody asked for marks.
export function putIn(marks, analyzed, offsets) {
  if (!marks) return null;
  const told = new Map((analyzed ?? []).map((one) => [one.at, one]));
  return marks.map(({ at, mark }) => {
    const confidence = told.get(at)?.mark === mark ? told.get(at).confidence : null;
    return { at: offsets.toUnits(at), mark, confidence };
  });
}

export class Marks {
  // `put`: what the server put in, { at, mark, confidence } by offset; null: nobody asked for marks.
  // `stretches`: where the text is; a mark stands in that of its word.
  constructor(text, words, put, stretches = [], isChecked = () => false) {
    this.stretches = stretches;
    this.isChecked = isChecked;
    this.text = text;
    this.words = words;
    this.isOn = put !== null;
    this.first = new Map((put ?? []).map((one) => [one.at, one]));
    this.now = new Map((put ?? []).map((one) => [one.at, one.mark]));
  }

  // Where a mark may stand behind a word; -1 where another word or a mark of the text does.
  place(word) {
    if (!this.isOn) return -1;
    let at = this.words[word].end;
    const stretch = bisect(this.stretches.length, (one) => this.stretches[one].end < at);
    const end = this.stretches[stretch]?.end ?? this.text.length;
    for (; at < end && !/\s/.test(this.text[at]); at += 1) {
      if (LETTER.test(this.text[at]) || SIGN.test(this.text[at])) return -1;
    }
    return at;
  }

  // The mark behind a word; null where none can be.
  of(word) {
    const at = this.place(word);
    return at < 0 ? null : this.now.get(at) ?? "";
  }

  set(word, sign) {
    const at = this.place(word);
    if (at < 0) return;
    if (sign) this.now.set(at, sign);
    else this.now.delete(at);
  }

  // What the server thinks of a mark that it put in behind a word, if that still stands.
  sure(word) {
    const put = this.first.get(this.place(word));
    return put && this.of(word) === put.mark ? put.confidence ?? null : null;
  }

  // What a click behind a word brings: the mark that was there at first, or that is there now.
  usual(word) {
    return this.first.get(this.place(word))?.mark ?? (this.of(word) || ",");
  }

  isChanged(word) {
    const at = this.place(word);
    return at >= 0 && (this.first.get(at)?.mark ?? "") !== (this.now.get(at) ?? "");
  }

  // What is shown behind some words: marks, and the ghosts of those that were clicked away.
  between(first, last) {
    const found = [];
    for (let word = first; this.isOn && word < last; word += 1) {
      const at = this.place(word);
      const sign = at < 0 ? "" : this.now.get(at) ?? "";
      const ghost = sign || at < 0 ? "" : this.first.get(at)?.mark ?? "";
      if (!sign && !ghost) continue;
      const sure = this.sure(word);
      const isUnsure = sure !== null && sure < UNSURE && !this.isChecked(word);
      const classes = this.isChanged(word) ? "changed" : isUnsure ? "unsure" : "";
      const said = sign ? NAMES[sign] : `${NAMES[ghost]}, removed`;
      const label = isUnsure ? `${said}, unsure, ${Math.round(100 * sure)} percent` : said;
      found.push({ at, word, sign, ghost, classes, label });
    }
    return found;
  }

  // The text with its marks, and the way from its offsets to those of the text without.
  laid(text) {
    const places = [...this.now.keys()].sort((one, other) => one - other);
    const parts = [];
    let from = 0;
    for (const at of places) {
      parts.push(text.slice(from, at), this.now.get(at));
      from = at;
    }
    const bare = (unit) => unit - bisect(places.length, (at) => places[at] + at < unit);
    return { text: [...parts, text.slice(from)].join(""), bare };
  }
}
