// Opening documents: pasted text, files, and documents saved on the server or in this browser.

import { $, complain, makeButton, showSaved } from "./dom.js";
import { api, close, show } from "./document.js";
import { onlyHere, readUnsaved, setCurrent, setServerKeeping, shelf } from "./saving.js";
import { fileName } from "./taking.js";
import { fall, setLetters } from "./words.js";

let limit = 0.9;
let formats = [];
let refused = []; // suffixes of files that only the command reads
let accented = []; // languages with a model of accents
let ownLanguage = "";

// Offer to restore accents if the server can, in the chosen language.
export function offerAccents() {
  const tag = $("language").value || ownLanguage;
  const can = tag === "auto" ? accented.length > 0 : accented.includes(tag.split("-")[0]);
  $("accents").parentElement.hidden = !can;
  $("accents").checked &&= can;
}

// Apply what the server says of itself in /healthz.
export function setServer(
  { unsure, corrections, formats: known, elsewhere, languages, accented: marked, model },
) {
  limit = unsure;
  const others = languages.filter((one) => one !== model.language);
  const tags = [["", model.language || "the server's"], ...others.map((one) => [one, one])];
  if (others.length) tags.push(["auto", "each line its own"]);
  $("language").replaceChildren(...tags.map(([value, shown]) => new Option(shown, value)));
  $("languages").hidden = !others.length;
  formats = known;
  refused = elsewhere;
  accented = marked;
  ownLanguage = model.language;
  offerAccents();
  setServerKeeping(corrections);
  $("file").accept = ["text/*", ".md", ...known.map(({ suffix }) => suffix)].join();
  $("limit").textContent = `${Math.round(100 * limit)} %`;
  $("very-sample").parentElement.hidden = limit <= 0.6;
  $("who").hidden = !corrections;
  $("keeping").textContent = corrections
    ? "This server saves the documents that you change, and each change, so that you can continue later."
    : "This server saves nothing. Your text is in this tab only: copy or download it before you "
      + "close the tab. (To save documents, start the server with --corrections FILE.)";
}

const isRipped = (text) => /^\ufeff?\s*(\d+\s*\n)?\d+:\d\d:\d\d,\d+\s+-->/.test(text);

// The format of a file, by its name; subtitles are also recognised by their first line.
function formatOf(name, text) {
  if (/^\ufeff?WEBVTT\b/.test(text)) return "vtt";
  if (isRipped(text)) return "srt";
  return formats.find(({ suffix }) => name.toLowerCase().endsWith(suffix))?.name ?? "text";
}

async function analyze(text, format, how, punctuation, accents, language) {
  const asked = { text, format, below: limit, case: how, punctuation, accents, language };
  return { ...await api.send("POST", "analyze", asked), format };
}

function titleOf(text, format) {
  if (format !== "text") return `subtitles.${format}`;
  return /^.{0,60}/u.exec(text.trimStart())[0].trimEnd(); // with "u", no character is cut
}

export async function restore(text, name = "") {
  if (!text.trim()) {
    complain("There is no text yet. Paste some, or open a file.");
    return;
  }
  $("restore").disabled = true;
  showSaved("restoring", true);
  try {
    const format = formatOf(name, text);
    const title = name || titleOf(text, format);
    const how = $("ignore").checked ? "ignore" : "auto";
    const wanted = $("punctuate").checked;
    const signs = wanted ? "add" : "keep";
    const language = $("language").value;
    const analysis = await analyze(text, format, how, signs, $("accents").checked, language);
    const author = $("author").value.trim();
    const key = [...crypto.getRandomValues(new Uint8Array(12))]
      .map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const made = {
      key, title: /^.{0,200}/u.exec(title)[0], author, model: analysis.model, language, source: text,
      restored: analysis.text, marks: analysis.marks?.map(({ at, mark }) => ({ at, mark })),
    };
    setLetters(language || ownLanguage);
    show(made, analysis, [], false);
    if (wanted && !analysis.marks.length) {
      complain("No punctuation was added: the text has it, or its language has no model for it.");
    }
  } catch (error) {
    showSaved("", true);
    complain(`The text was not restored: ${error.message}.`);
  } finally {
    $("restore").disabled = false;
  }
}

export async function open(key) {
  const unsaved = readUnsaved(key);
  try {
    const isKept = !unsaved?.document;
    const found = isKept
      ? await api.send("GET", `documents/${encodeURIComponent(key)}`) : unsaved.document;
    const format = formatOf(fileName(found), found.source);
    setLetters(found.language || ownLanguage);
    const accents = fall(found.source) !== fall(found.restored);
    const signs = found.marks ? "add" : "keep";
    const ask = (how) => analyze(found.source, format, how, signs, accents, found.language);
    let analysis = await ask("auto");
    if (analysis.text !== found.restored) {
      const other = await ask("ignore");
      if (other.text === found.restored) analysis = other;
    }
    const { edits = [], created: _created, ...document_ } = found;
    show(document_, analysis, [...edits, ...(unsaved?.edits ?? [])], isKept);
    return true;
  } catch (error) {
    if (error.status === 404) setCurrent("");
    else complain(`The document cannot be opened: ${error.message}.`);
    return false;
  }
}

export async function showStart() {
  close();
  let found = [];
  try {
    if (shelf() === localStorage) found = (await api.send("GET", "documents")).documents;
  } catch (error) {
    complain(`The saved documents cannot be listed: ${error.message}.`);
  }
  const waiting = onlyHere();
  $("kept-part").hidden = !found.length && !waiting.length;
  $("kept").replaceChildren(...[...waiting, ...found].map(listItem));
}

function listItem(one) {
  const item = document.createElement("li");
  // If it was deleted elsewhere, the list is out of date.
  const link = makeButton(one.title || "Untitled", async () => await open(one.key) || showStart());
  link.className = "linklike";
  const about = document.createElement("span");
  about.className = "about";
  about.textContent = one.waits ?? [
    one.author, one.created.slice(0, 16).replace("T", " "),
    `${one.edits} ${one.edits === 1 ? "edit" : "edits"}`,
  ].filter(Boolean).join(" · ");
  item.append(link, about);
  if (!one.waits) {
    const remove = makeButton("Delete", async () => {
      if (!confirm(`Delete ${one.title || "this document"} and its ${one.edits} edits?`)) return;
      try {
        await api.send("DELETE", `documents/${encodeURIComponent(one.key)}`);
        item.remove();
      } catch (error) {
        complain(`It was not deleted: ${error.message}.`);
      }
    });
    remove.setAttribute("aria-label", `Delete ${one.title || "Untitled"}`);
    item.append(remove);
  }
  return item;
}

export async function openFile(file) {
  if (!file) return;
  try {
    const other = refused.find((suffix) => file.name.toLowerCase().endsWith(suffix));
    if (other) throw new Error(`the page does not read ${other} files, but majuscule restore does`);
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    await restore(text, file.name);
  } catch (error) {
    const why = error instanceof TypeError ? "it is not UTF-8 text" : error.message;
    complain(`${file.name} cannot be opened: ${why}.`);
  }
}
