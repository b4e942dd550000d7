// Shared by the modules of the page: its elements, and messages to the user.

export const $ = (id) => document.getElementById(id);

export function say(text) {
  $("live").textContent = text;
}

export function complain(text) {
  $("message").textContent = text;
  $("message").hidden = !text;
  clearTimeout(complain.timer);
  if (text) complain.timer = setTimeout(() => complain(""), 12000);
}

export function showSaved(text, isWell) {
  $("saved").textContent = text;
  $("saved").classList.toggle("unsaved", !isWell);
}

export function makeButton(text, work) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", work);
  return button;
}

export function askToken(refused) {
  return new Promise((resolve) => {
    const dialog = $("token-part");
    if (refused) $("token-title").textContent = "The server refused that token";
    $("token").value = "";
    dialog.addEventListener("close", () => resolve($("token").value.trim()), { once: true });
    dialog.showModal();
  });
}
