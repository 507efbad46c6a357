/** The element of that id. */
export const $ = (id) => document.getElementById(id);

/** A whole number as people read it: 12,345. */
export const numbered = (number) => number.toLocaleString("en");

/** Shows a sentence with its numbers marked. */
export function showMarked(element, text) {
  if (element.textContent === text) return;
  const parts = text.split(/(\d+(?:[.,]\d+)*(?: %)?)/);
  element.replaceChildren(...parts.map((part, place) =>
    (place % 2 === 0 ? part : Object.assign(document.createElement("b"), { textContent: part }))));
}
