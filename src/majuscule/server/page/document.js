// The open document: its unsure words, and changing the forms and marks of words. Each change is
// saved at once (saving.js).

import { Choices } from "./choices.js";
import { $, askToken, complain, makeButton, say, showSaved } from "./dom.js";
import { History } from "./history.js";
import { Marks, NAMES, SIGNS, UNSURE, ends, putIn } from "./marks.js";
import { findNames, showLabels } from "./names.js";
import { Api, Saver, setCurrent } from "./saving.js";
import { takeAsFile, takeToClipboard } from "./taking.js";
import { View } from "./view.js";
import {
  Offsets, WHY, allLower, fall, findWords, formsOf, initial, kindOf, raised, same, startsSentence,
} from "./words.js";

const WORKING = ["new", "undo", "redo", "names", "copy", "download"]; // buttons that need a document

export const api = new Api(askToken);
export const saver = new Saver(api, showSaved);
export const view = new View($("text"), describe);
new Choices(view, formButtons);
export const currentWord = () => view.here;
export const isWorking = () => kept !== null;

let kept = null; // the document: { key, title, author, source, restored, model }
let words = [];
let checked = new Uint8Array(0);
let occurrences = new Map();
let own = new Map(); // lower-case word -> forms typed by the user
let mentions = new Map(); // word -> { label, isLast }, while names are shown
let marks = new Marks("", [], null);
let format = "text";
let offsets = null;
let history = new History();
let unsureLeft = 0;
let unsureAtFirst = 0;

// ---- what is shown -------------------------------------------------------------------------

const restoredForm = (word) => kept.restored.slice(words[word].start, words[word].end);
const isFormUnsure = (word) => words[word].token !== null && !checked[word];
const isUnsure = (word) => !checked[word]
  && (words[word].token !== null || (marks.sure(word) ?? 1) < UNSURE);
export const hasMarks = () => marks.isOn;

function describe(word) {
  const shown = describeForm(word);
  const mention = mentions.get(word);
  if (!mention) return shown;
  const said = shown?.label ?? view.formOf(word);
  return {
    classes: `${shown?.classes ?? ""} name`,
    label: `${said}, ${mention.label}`,
    name: mention.isLast ? mention.label : "",
  };
}

function describeForm(word) {
  const form = view.formOf(word);
  const isChanged = form !== restoredForm(word);
  if (isFormUnsure(word)) {
    const sure = words[word].token.confidence;
    return {
      classes: sure < 0.6 ? "unsure very" : "unsure",
      label: `${form}, unsure, ${Math.round(100 * sure)} percent`,
    };
  }
  return isChanged ? { classes: "changed", label: `${form}, changed` } : null;
}

function showCounts() {
  $("left").textContent = `${unsureLeft} of ${unsureAtFirst} unsure words left`;
  $("undo").disabled = !history.done.length;
  $("redo").disabled = !history.undone.length;
}

function mixedForms(word) {
  const { token } = words[word];
  const key = allLower(view.formOf(word));
  const found = [restoredForm(word), view.formOf(word), ...(own.get(key) ?? [])];
  for (const other of token?.alternatives ?? []) found.push(other.form);
  if (token) found.push(token.form);
  for (const other of (occurrences.get(key) ?? []).slice(0, 200)) found.push(view.formOf(other));
  return found.filter((form) => same(form, key));
}

function shareOf(word, form) {
  const { token } = words[word];
  if (!token) return null;
  if (form === token.form) return token.confidence;
  return token.alternatives.find((other) => other.form === form)?.probability ?? null;
}

function showWord(word) {
  $("word-part").hidden = word < 0;
  if (word < 0) return;
  const form = view.formOf(word);
  const { token } = words[word];
  const count = occurrences.get(allLower(form))?.length ?? 1;
  $("word").textContent = form;
  const times = count === 1 ? "once in this text" : `${count} times in this text`;
  const why = token && WHY[token.reason] ? `, restored ${WHY[token.reason]}` : "";
  $("word-note").textContent = `${times}${why}`;
  $("all").textContent = count === 1 ? "Apply to all" : `Apply to all ${count}`;
  $("all").disabled = count === 1;
  $("forms").replaceChildren(...formButtons(word));
  $("signs-part").hidden = marks.of(word) === null;
  $("signs").replaceChildren(...signButtons(word));
  if (document.activeElement !== $("own")) $("own").value = form;
}

// Buttons for the forms of a word, each of which sets it.
function formButtons(word, then = () => {}) {
  const form = view.formOf(word);
  return formsOf(form, mixedForms(word)).map((one) => {
    const button = makeButton(one, () => {
      set(word, one);
      then();
    });
    const share = shareOf(word, one);
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(one === form));
    if (share !== null) {
      const part = document.createElement("span");
      part.className = "share";
      part.textContent = `${Math.round(100 * share)} %`;
      button.append(part);
    }
    return button;
  });
}

// Buttons for the marks that may follow a word, each of which sets it.
function signButtons(word) {
  return SIGNS.map((sign) => {
    const button = makeButton(sign || "none", () => setMark(word, sign));
    button.setAttribute("role", "radio");
    button.setAttribute("aria-label", NAMES[sign]);
    button.setAttribute("aria-checked", String(sign === marks.of(word)));
    return button;
  });
}

// ---- what is done --------------------------------------------------------------------------

// Apply changes { word, before, after }, draw them, and pass them to the saver.
function apply(changes) {
  const forms = new Map();
  const seen = [];
  for (const { word, after } of changes) {
    const was = isUnsure(word);
    checked[word] = after.checked ? 1 : 0;
    unsureLeft += Number(isUnsure(word)) - Number(was);
    const isMoved = marks.of(word) !== after.mark;
    marks.set(word, after.mark);
    if (view.formOf(word) !== after.form) forms.set(word, after.form);
    if (isMoved || !forms.has(word)) seen.push(word);
  }
  if (forms.size) view.change(forms);
  if (seen.length) view.redraw(seen);
  saver.add(
    changes.map(({ word, after }) => ({
      start: offsets.toPoints(words[word].start),
      ...after,
      mark: after.mark ?? undefined,
    })),
    $("author").value.trim(),
  );
  showCounts();
}

const stateOf = (word) => ({
  form: view.formOf(word), mark: marks.of(word), checked: checked[word] === 1,
});

function perform(changes) {
  const step = changes.filter(
    ({ before, after }) => ["form", "mark", "checked"].some((one) => before[one] !== after[one]),
  );
  if (!step.length) return;
  history.add(step);
  apply(step);
}

export function set(word, form) {
  const before = stateOf(word);
  perform([{ word, before, after: { ...before, form, checked: true } }]);
  go(word);
  say(`${form}. ${kindOf(form)}.`);
}

export function walk(word, by) {
  const form = view.formOf(word);
  const forms = formsOf(form, mixedForms(word));
  if (forms.length > 1) {
    set(word, forms[(forms.indexOf(form) + by + forms.length) % forms.length]);
  } else say(`${form} has no other form`);
}

export function accept(word) {
  const before = stateOf(word);
  perform([{ word, before, after: { ...before, checked: true } }]);
}

// Set or remove the mark after a word. If a sentence now ends there, the next word gets a capital; if
// none ends there any more, it loses its initial capital, provided it occurs in lower case elsewhere.
function setMark(word, sign) {
  const before = stateOf(word);
  if (before.mark === null) return say("no mark is possible here");
  const changes = [{ word, before, after: { ...before, mark: sign, checked: true } }];
  const next = word + 1 < words.length ? stateOf(word + 1) : null;
  if (next && ends(sign) !== ends(before.mark)) {
    const small = allLower(next.form);
    const isSmall = (other) => view.formOf(other) === small;
    const form = ends(sign) ? raised(next.form)
      : next.form === initial(small) && occurrences.get(small).some(isSmall) ? small : next.form;
    changes.push({ word: word + 1, before: next, after: { ...next, form, checked: true } });
  }
  perform(changes);
  go(word);
  say(`${NAMES[sign]} after ${view.formOf(word)}`);
}

// Remove a mark by a click, or bring it back; a key sets its own mark.
export function toggleMark(word, sign = marks.usual(word)) {
  setMark(word, marks.of(word) === sign ? "" : sign);
}

export function applyToAll(word) {
  const form = view.formOf(word);
  const isSmall = form === allLower(form);
  const changes = [];
  for (const other of occurrences.get(allLower(form)) ?? []) {
    // Lower case is not applied at sentence starts.
    const isStart = other !== word && isSmall && startsSentence(view.text, words[other].start);
    const before = stateOf(other);
    const after = { ...before, form: isStart ? before.form : form, checked: true };
    changes.push({ word: other, before, after });
  }
  perform(changes);
  go(word);
  const count = changes.filter(({ after }) => after.form === form).length;
  say(`${form} applied to ${count} ${count === 1 ? "occurrence" : "occurrences"}`);
}

function takeBack(step, what) {
  if (!step) {
    say(`nothing to ${what}`);
    return;
  }
  apply(step);
  go(step[0].word);
  say(`${what}: ${view.formOf(step[0].word)}`);
}

export const undo = () => takeBack(history.undo(), "undo");
export const redo = () => takeBack(history.redo(), "redo");

export function go(word, focus = true) {
  if (word < 0 || word >= words.length) return;
  showWord(word); // first, because on a phone the panel shrinks the text
  view.goTo(word, focus);
}

export function nextUnsure(by) {
  const from = view.here < 0 ? (by > 0 ? -1 : words.length) : view.here;
  for (let count = 1; count <= words.length; count += 1) {
    const word = (from + by * count + 2 * words.length) % words.length;
    if (isUnsure(word)) {
      go(word);
      return;
    }
  }
  say("no unsure words left");
  showSaved("no unsure words left", true);
}

export function writeOwn(value) {
  const word = view.here;
  if (word < 0) return;
  const form = view.formOf(word);
  if (!same(value, form) || value.length !== form.length) {
    complain(`Only the case of ${form} can be changed, not its letters.`);
    $("own").value = form;
    return;
  }
  const key = allLower(form);
  own.set(key, [...new Set([...(own.get(key) ?? []), value])]);
  set(word, value);
}

// Show the names in the current text, or hide them.
export async function toggleNames() {
  const before = [...mentions.keys()];
  const asked = kept;
  let counts = new Map();
  if (before.length) mentions = new Map();
  else {
    try {
      const found = await findNames(api, marks.laid(view.text), format, words);
      if (kept !== asked) return; // another document was opened meanwhile
      ({ mentions, counts } = found);
    } catch (error) {
      complain(`The names cannot be found: ${error.message}.`);
    }
    if (!mentions.size) say("no names found");
  }
  $("names").setAttribute("aria-pressed", String(mentions.size > 0));
  showLabels(counts);
  view.redraw([...before, ...mentions.keys()]);
}

const wholeText = () => marks.laid(view.text).text;

export function download() {
  if (!kept) return;
  takeAsFile(kept, wholeText());
  saver.taken = true;
}

export async function copy() {
  if (!kept) return;
  if (!await takeToClipboard(wholeText())) {
    complain("The browser does not allow copying; use Download.");
    return;
  }
  saver.taken = true;
  say("copied");
  showSaved("copied", true);
}

// ---- opening and closing -------------------------------------------------------------------

export function show(document_, analysis, edits, isKept) {
  kept = document_;
  format = analysis.format;
  offsets = new Offsets(kept.restored);
  const tokens = analysis.tokens.map((token) => ({
    ...token,
    start: offsets.toUnits(token.start),
    end: offsets.toUnits(token.end),
  }));
  const stretches = (analysis.stretches ?? [{ start: 0, end: [...kept.restored].length }])
    .map(({ start, end }) => ({ start: offsets.toUnits(start), end: offsets.toUnits(end) }));
  words = findWords(kept.restored, tokens, stretches);
  checked = new Uint8Array(words.length);
  occurrences = new Map();
  own = new Map();
  mentions = new Map();
  $("names").setAttribute("aria-pressed", "false");
  showLabels(mentions);
  history = new History();
  const small = fall(kept.restored);
  words.forEach(({ start, end }, word) => {
    const key = small.length === kept.restored.length
      ? small.slice(start, end) : allLower(kept.restored.slice(start, end));
    const known = occurrences.get(key);
    if (known) known.push(word);
    else occurrences.set(key, [word]);
  });
  const put = putIn(kept.marks, analysis.marks, offsets);
  marks = new Marks(kept.restored, words, put, stretches, (word) => checked[word] === 1);
  unsureAtFirst = words.filter((_, word) => isUnsure(word)).length;
  const starts = new Map(words.map((word, number) => [word.start, number]));
  const letters = kept.restored.split("");
  for (const edit of edits) {
    const start = offsets.toUnits(edit.start);
    letters.splice(start, edit.form.length, ...edit.form.split(""));
    const word = starts.get(start);
    if (word === undefined) continue;
    checked[word] = edit.checked ? 1 : 0;
    if (edit.mark !== undefined) marks.set(word, edit.mark);
  }
  unsureLeft = words.filter((_, word) => isUnsure(word)).length;
  $("start").hidden = true;
  $("source").value = "";
  complain("");
  $("work").hidden = false;
  for (const id of WORKING) $(id).hidden = false;
  $("title").textContent = kept.title;
  view.show(letters.join(""), words, stretches, marks);
  showWord(-1);
  showCounts();
  saver.begin(kept, isKept);
  setCurrent(kept.key);
  $("text").focus();
  say(`${words.length} words, ${unsureLeft} of them unsure`);
}

export function close() {
  $("start").hidden = false;
  $("work").hidden = true;
  for (const id of WORKING) $(id).hidden = true;
  $("title").textContent = "";
  showSaved("", true);
  kept = null;
  setCurrent("");
}
