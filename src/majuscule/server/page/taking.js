// Taking a text away: as a file, or by the clipboard.

// The name of the file that a document was; none: it was pasted, and its first line is its title.
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

// Whether it is in the clipboard now.
export async function takeToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers give the clipboard to pages of this machine or over HTTPS only; this works elsewhere.
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const isDone = document.execCommand("copy");
    box.remove();
    return isDone;
  }
}
