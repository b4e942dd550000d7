// Marks after words, added by the server or the user. They are stored apart from the text, whose
// offsets they do not change. A mark precedes the white space after its word.

import { bisect } from "./words.js";

export const SIGNS = ["", ",", ".", "?", "!", ":", ";"];
export const NAMES = {
  "": "no mark", ",": "comma", ".": "full stop", "?": "question mark", "!": "exclamation mark",
  ":": "colon", ";": "semicolon",
};

export const UNSURE = 0.6; // marks of lower confidence count as unsure words do
export const ends = (sign) => sign !== "" && ".?!".includes(sign);

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const SIGN = /[,.?!:;…]/;

// The marks that the server added to a document, with their confidences where a new analysis of its
// text adds the same mark; null: no marks were wanted.
export function putIn(marks, analyzed, offsets) {
  if (!marks) return null;
  const told = new Map((analyzed ?? []).map((one) => [one.at, one]));
  return marks.map(({ at, mark }) => {
    const confidence = told.get(at)?.mark === mark ? told.get(at).confidence : null;
    return { at: offsets.toUnits(at), mark, confidence };
  });
}

export class Marks {
  // `put`: marks that the server added, { at, mark, confidence }; null: no marks were wanted.
  // `stretches`: spans of text in the file; a mark stays within that of its word.
  constructor(text, words, put, stretches = [], isChecked = () => false) {
    this.stretches = stretches;
    this.isChecked = isChecked;
    this.text = text;
    this.words = words;
    this.isOn = put !== null;
    this.first = new Map((put ?? []).map((one) => [one.at, one]));
    this.now = new Map((put ?? []).map((one) => [one.at, one.mark]));
  }

  // The offset for a mark after a word; -1 if another word or a mark of the text follows it.
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

  // The mark after a word; null if none is possible.
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

  // The server's confidence in the mark after a word, if it is still the one that it added.
  sure(word) {
    const put = this.first.get(this.place(word));
    return put && this.of(word) === put.mark ? put.confidence ?? null : null;
  }

  // The mark that a click sets: the one that the server added, else the current one, else a comma.
  usual(word) {
    return this.first.get(this.place(word))?.mark ?? (this.of(word) || ",");
  }

  isChanged(word) {
    const at = this.place(word);
    return at >= 0 && (this.first.get(at)?.mark ?? "") !== (this.now.get(at) ?? "");
  }

  // The marks after some words to be shown, including those that were removed, as ghosts.
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

  // The text with its marks, and a function from its offsets to those of the text without.
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
