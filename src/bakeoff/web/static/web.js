// What the page does beyond plain forms: a field to drop files on, sliders beside numbers, and a word to
// those who cannot see that something has changed. Everything works without it.
"use strict";

function announce(text) {
  const place = document.getElementById("said");
  if (place) place.textContent = text;
}

function dropZone(zone) {
  const input = zone.querySelector("input[type=file]");
  for (const kind of ["dragenter", "dragover"]) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  }
  for (const kind of ["dragleave", "drop"]) {
    zone.addEventListener(kind, () => zone.classList.remove("over"));
  }
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    input.files = event.dataTransfer.files;
    announce("Chosen: " + Array.from(input.files, (file) => file.name).join(", "));
  });
}

function slider(number) {
  const range = document.createElement("input");
  range.type = "range";
  range.min = number.min;
  range.step = number.step || 1;
  const other = document.getElementById(number.dataset.atMost);
  const limit = () => {
    range.max = other ? other.value : number.dataset.slider;
    if (other) number.max = other.value;
    if (other && Number(number.value) > Number(other.value)) number.value = other.value;
    range.value = number.value;
  };
  if (other) other.addEventListener("input", limit);
  limit();
  range.setAttribute("aria-label", number.labels[0].textContent.trim() + ", slider");
  range.addEventListener("input", () => {
    number.value = range.value;
    number.dispatchEvent(new Event("input", { bubbles: true }));
  });
  number.addEventListener("input", () => {
    range.value = number.value;
  });
  number.after(range);
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("[data-drop]").forEach(dropZone);
  document.querySelectorAll("[data-slider]").forEach(slider);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const said = event.detail.elt.dataset.saying;
  if (said) announce(said);
});

document.addEventListener("htmx:afterSwap", (event) => {
  const told = event.detail.target.querySelector("[data-told]");
  if (told) announce(told.dataset.told);
  const focused = event.detail.target.querySelector("[data-focus]");
  if (focused) focused.focus();
});

document.addEventListener("htmx:sendError", () => {
  announce("The server does not answer. Is bakeoff serve still running?");
});
