// Clicks and keys: what starts what. What they do is in document.js and documents.js.

import {
  CURRENT, accept, api, applyToAll, currentWord, download, go, isWorking, nextUnsure, redo, saver,
  set, undo, view, walk, writeOwn,
} from "./document.js";
import { open, openFile, restore, setLimit, showStart } from "./documents.js";
import { $, say } from "./dom.js";
import { allLower, allUpper, initial } from "./words.js";

const on = (id, type, work) => $(id).addEventListener(type, work);
const withWord = (work) => () => currentWord() >= 0 && work(currentWord());

on("restore", "click", () => restore($("source").value, titleOf($("source").value)));
on("new", "click", showStart);
on("undo", "click", undo);
on("redo", "click", redo);
on("download", "click", download);
on("help", "click", () => $("keys").showModal());
on("next", "click", () => nextUnsure(1));
on("previous", "click", () => nextUnsure(-1));
on("accept", "click", withWord((word) => acceptAndGo(word)));
on("all", "click", withWord(applyToAll));
on("file", "change", () => openFile($("file").files[0]));
on("own", "change", () => writeOwn($("own").value));
on("author", "change", () => localStorage.setItem("majuscule.author", $("author").value));

on("text", "click", (event) => {
  if (getSelection().type === "Range") return; // text is being selected, to be copied
  const word = view.wordAt(event);
  if (word < 0) return;
  if (event.shiftKey || event.altKey) go(word);
  else walk(word, 1);
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
  "?": () => $("keys").showModal(),
};

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

// A file may be dropped anywhere.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  openFile(event.dataTransfer.files[0]);
});

addEventListener("beforeunload", (event) => {
  if (saver.unsaved && saver.onlyHere) event.preventDefault();
});

function titleOf(text) {
  const line = text.split("\n").find((one) => one.trim()) ?? "";
  return line.trim().slice(0, 60);
}

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
    setLimit((await api.send("GET", "healthz")).unsure);
  } catch {
    // The first text that is restored will tell what is wrong.
  }
  const key = localStorage.getItem(CURRENT);
  if (!key || !(await open(key))) await showStart();
  document.documentElement.dataset.ready = "true";
}

begin();
