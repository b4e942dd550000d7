// Names in a text, found by the server: their words, and the number of each label.

import { $ } from "./dom.js";
import { Offsets, bisect } from "./words.js";

// `text` has marks; `bare` maps its offsets to those of the text without marks, as in `words`.
export async function findNames(api, { text, bare }, format, words) {
  const found = await api.send("POST", "entities", { text, format });
  const offsets = new Offsets(text);
  const mentions = new Map(); // word -> { label, isLast }
  const counts = new Map();
  for (const { start, end, label, spans } of found.mentions) {
    let last = -1;
    for (const span of spans ?? [{ start, end }]) {
      const [first, stop] = [span.start, span.end].map((at) => bare(offsets.toUnits(at)));
      let word = bisect(words.length, (at) => words[at].end <= first);
      for (; word < words.length && words[word].start < stop; word += 1) {
        mentions.set(word, { label, isLast: false });
        last = word;
      }
    }
    if (last < 0) continue;
    mentions.get(last).isLast = true;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return { mentions, counts };
}

export function showLabels(counts) {
  $("labels").replaceChildren(...[...counts].map(([label, count]) => {
    const line = document.createElement("li");
    line.textContent = `${count} ${label}`;
    return line;
  }));
}
