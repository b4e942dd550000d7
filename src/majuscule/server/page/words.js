// The words of a text and their possible forms. Only case changes, letter by letter.

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

let locale = "en";

// The letters of the open document: Turkish pairs i with İ, and ı with I.
export function setLetters(language) {
  locale = /^(tr|az)\b/i.test(language) ? "tr" : "en";
}

const raise = (text) => text.toLocaleUpperCase(locale);
export const fall = (text) => text.toLocaleLowerCase(locale);

// A letter stays unless its other case is a single letter that maps back to it (not so: ß, ſ, or İ
// outside Turkish).
function upper(letter) {
  const found = raise(letter);
  return [...found].length === 1 && fall(found) === fall(letter) ? found : letter;
}

export function lower(letter) {
  const found = fall(letter);
  return [...found].length === 1 && raise(found) === raise(letter) ? found : letter;
}

export const allLower = (word) => [...word].map(lower).join("");
export const allUpper = (word) => [...word].map(upper).join("");

export function initial(word) {
  const letters = [...word].map(lower);
  const first = letters.findIndex((letter) => upper(letter) !== letter);
  if (first >= 0) letters[first] = upper(letters[first]);
  return letters.join("");
}

export function kindOf(form) {
  if (form === allLower(form)) return "lower case";
  if (form === initial(form)) return "initial capital";
  return form === allUpper(form) ? "capitals" : "mixed case";
}

export const raised = (form) => (form === allLower(form) ? initial(form) : form);

export const same = (one, other) => allLower(one) === allLower(other);

// The server's reason for a form -> its explanation.
export const WHY = {
  model: "by its neighbours",
  lexicon: "because it is written so elsewhere",
  pattern: "by a pattern such as Mc-",
  memory: "by its other occurrences here",
  context: "by the words around it",
  "sentence start": "because a sentence begins here",
  glossary: "by the glossary",
};

// The distinct forms of a word: lower, initial, upper, then mixed ones.
export function formsOf(word, mixed) {
  return [...new Set([allLower(word), initial(word), allUpper(word), ...mixed])];
}

// Offsets of the server count code points, those of JavaScript UTF-16 units.
export class Offsets {
  constructor(text) {
    this.astral = [];
    if (!/[\ud800-\udbff]/.test(text)) return;
    let points = 0;
    for (let unit = 0; unit < text.length; unit += 1, points += 1) {
      if (text.codePointAt(unit) > 0xffff) {
        this.astral.push(points);
        unit += 1;
      }
    }
  }

  toUnits(point) {
    return point + bisect(this.astral.length, (at) => this.astral[at] < point);
  }

  toPoints(unit) {
    return unit - bisect(this.astral.length, (at) => this.astral[at] + at < unit);
  }
}

// Binary search: the first index below `count` for which `isBefore` is false, or `count`.
export function bisect(count, isBefore) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// All words of a text within its stretches: the server's tokens, which are the unsure ones, and the
// words between them.
export function findWords(text, tokens, stretches) {
  const words = [];
  let next = 0;
  for (const stretch of stretches) {
    let at = stretch.start;
    const between = (stop) => {
      for (const match of text.slice(at, stop).matchAll(WORD)) {
        const start = at + match.index;
        words.push({ start, end: start + match[0].length, token: null });
      }
    };
    for (; next < tokens.length && tokens[next].start < stretch.end; next += 1) {
      const token = tokens[next];
      between(token.start);
      words.push({ start: token.start, end: token.end, token });
      at = token.end;
    }
    between(stretch.end);
  }
  return words;
}

// The blocks of a text: paragraphs, long ones split after a sentence, so that each draws quickly.
export function findBlocks(text, words, longest = 250) {
  const blocks = [];
  let word = 0;
  let start = 0;
  const add = (stop, end) => {
    const first = word;
    while (word < words.length && words[word].start < stop) word += 1;
    blocks.push({ start, stop, end, first, last: word });
    start = end;
  };
  const lines = text.split("\n");
  for (const line of lines) {
    const stop = start + line.length;
    let last = word;
    while (last < words.length && words[last].start < stop) last += 1;
    while (last - word > longest) {
      let cut = word + longest;
      for (let next = cut; next < Math.min(last, word + 2 * longest); next += 1) {
        if (startsSentence(text, words[next].start)) {
          cut = next;
          break;
        }
      }
      add(words[cut].start, words[cut].start);
    }
    add(stop, stop + 1);
  }
  return blocks;
}

// Whether a sentence seems to begin at an offset, so that a capital there says nothing of the word.
export function startsSentence(text, start) {
  const before = text.slice(Math.max(0, start - 12), start);
  return /(^|\n|[.!?]["'”’)\]]*\s+)["'“‘([]*$/u.test(before);
}
