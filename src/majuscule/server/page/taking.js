// Exporting a text: as a file, or to the clipboard.

// The name of a document's file, empty if it was pasted: then its title is its first line.
export function fileName({ title, source }) {
  return source.trimStart().startsWith(title) ? "" : title;
}

export function takeAsFile(kept, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const name = fileName(kept) || `${kept.title || "restored"}.txt`;
  link.download = name.replace(/[^\p{L}\p{N}._ -]/gu, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Returns whether copying worked.
export async function takeToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API needs HTTPS or localhost; this works elsewhere.
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const isDone = document.execCommand("copy");
    box.remove();
    return isDone;
  }
}
