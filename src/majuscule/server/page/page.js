// Clicks and keys, and what each starts; the actions are in document.js and documents.js.

import {
  accept, api, applyToAll, copy, currentWord, download, go, hasMarks, isWorking, nextUnsure,
  redo, saver, set, toggleMark, toggleNames, undo, view, walk, writeOwn,
} from "./document.js";
import { offerAccents, open, openFile, restore, setServer, showStart } from "./documents.js";
import { $, complain, say } from "./dom.js";
import { currentKey } from "./saving.js";
import { allLower, allUpper, initial } from "./words.js";

const EXAMPLE = `dear ms. o'neill,

the board met in new york on tuesday. ibm and the who will pay for the trip to geneva, and mr. mcgregor of the university of oslo may come along, unless will is ill again.

we still need a name for the new app. please polish the slides before you send them to the polish team. may i suggest north star?
`;

const on = (id, type, work) => $(id).addEventListener(type, work);
const withWord = (work) => () => currentWord() >= 0 && work(currentWord());

on("restore", "click", () => restore($("source").value));
on("example", "click", () => {
  $("source").value = EXAMPLE;
  restore(EXAMPLE);
});
on("new", "click", showStart);
on("undo", "click", undo);
on("redo", "click", redo);
on("copy", "click", copy);
on("names", "click", toggleNames);
on("message", "click", () => complain(""));
on("download", "click", download);
on("help", "click", () => $("keys").showModal());
on("next", "click", () => nextUnsure(1));
on("previous", "click", () => nextUnsure(-1));
on("accept", "click", withWord((word) => acceptAndGo(word)));
on("all", "click", withWord(applyToAll));
on("file", "change", async () => {
  await openFile($("file").files[0]);
  $("file").value = ""; // so that the same file can be opened again
});
on("language", "change", offerAccents);
on("own", "change", () => writeOwn($("own").value));
on("author", "change", () => localStorage.setItem("majuscule.author", $("author").value));

on("text", "click", (event) => {
  if (getSelection().type === "Range") return; // text is being selected, to be copied
  const mark = event.target.closest?.(".mark");
  if (mark) toggleMark(mark.behind);
  else go(view.wordAt(event));
});

const KEYS = {
  n: () => nextUnsure(1),
  p: () => nextUnsure(-1),
  ArrowRight: () => go(currentWord() + 1),
  ArrowLeft: () => go(Math.max(0, currentWord() - 1)),
  " ": withWord((word) => walk(word, 1)),
  ArrowDown: withWord((word) => walk(word, 1)),
  ArrowUp: withWord((word) => walk(word, -1)),
  l: withWord((word) => set(word, allLower(view.formOf(word)))),
  i: withWord((word) => set(word, initial(view.formOf(word)))),
  u: withWord((word) => set(word, allUpper(view.formOf(word)))),
  e: withWord(() => $("own").select()),
  Enter: withWord((word) => acceptAndGo(word)),
  a: withWord(applyToAll),
  "?": () => (hasMarks() && currentWord() >= 0 ? toggleMark(currentWord(), "?") : $("keys").showModal()),
  h: () => $("keys").showModal(),
};
for (const sign of ",.!:;") KEYS[sign] = withWord((word) => hasMarks() && toggleMark(word, sign));

function acceptAndGo(word) {
  accept(word);
  nextUnsure(1);
}

on("text", "keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const work = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!work) return;
  event.preventDefault();
  work();
});

// A click on a button of the toolbar leaves the focus in the text, whose keys go on working.
document.querySelector(".tools").addEventListener("mousedown", (event) => {
  if (document.activeElement.closest("#text")) event.preventDefault();
});

on("own", "keydown", (event) => {
  if (event.key !== "Enter" && event.key !== "Escape") return;
  event.preventDefault();
  if (event.key === "Enter") writeOwn($("own").value);
  go(currentWord());
});

addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea");
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isWorking()) {
    $("restore").click();
    return;
  }
  if (!(event.ctrlKey || event.metaKey) || !isWorking() || isTyping) return;
  const key = event.key.toLowerCase();
  const work = { z: event.shiftKey ? redo : undo, y: redo, s: download }[key];
  if (!work) return;
  event.preventDefault();
  work();
});

// A file may be dropped anywhere, and text where text is typed.
for (const type of ["dragover", "drop"]) {
  addEventListener(type, (event) => {
    const { files, types } = event.dataTransfer;
    if (!types.includes("Files") && event.target.matches?.("input, textarea")) return;
    event.preventDefault();
    if (type === "drop") openFile(files[0]);
  });
}

addEventListener("beforeunload", (event) => {
  if (saver.isAtRisk) event.preventDefault();
});

const THEMES = ["auto", "light", "dark"];

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = `Theme: ${theme}`;
}

on("theme", "click", () => {
  const now = document.documentElement.dataset.theme;
  const theme = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  localStorage.setItem("majuscule.theme", theme);
  showTheme(theme);
  say(`theme ${theme}`);
});

async function begin() {
  showTheme(localStorage.getItem("majuscule.theme") ?? "auto");
  $("author").value = localStorage.getItem("majuscule.author") ?? "";
  try {
    setServer(await api.send("GET", "healthz"));
  } catch {
    // Restoring the first text will show the error.
  }
  const key = currentKey();
  if (!key || !(await open(key))) await showStart();
  document.documentElement.dataset.ready = "true";
}

begin();
