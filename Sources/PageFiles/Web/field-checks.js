import { numbered } from "/page.js";

/**
 * What is wrong with a text typed into a field, with a value that would do; "" if nothing.
 *
 * `field`: as in /controls.js, or as `wholeField` makes it.
 */
export function problem(field, text) {
  if (field.kind === "choice" || field.kind === "name") return "";
  const { label, allowed } = field;
  const first = example(field);
  const trimmed = numberIn(field, text);
  if (wordFor(field, text) !== null || (field.empty && trimmed === "")) return "";
  if (trimmed === "") return `${label} is missing: enter ${allowed}, for example ${first}.`;
  if (field.kind === "whole" && !/^[+-]?\d{1,17}$/.test(trimmed)) {
    return `${label}: enter ${allowed}, written in digits, for example ${first}.`;
  }
  if (/^[+-]?\d*,\d+$/.test(trimmed)) {
    return `${label}: enter ${allowed}, with a decimal point: ${trimmed.replace(",", ".")}.`;
  }
  const isNumber = /^[+-]?(\d{1,17}(\.\d{0,17})?|\.\d{1,17})(e-?\d{1,3})?$/i.test(trimmed);
  const value = Number(trimmed);
  const isWithin = (field.aboveLow ? value > field.low : value >= field.low)
    && (field.belowHigh ? value < field.high : value <= field.high);
  return isNumber && isWithin ? "" : `${label}: enter ${allowed}, for example ${first}.`;
}

/** The text of a number, without the unit that the label names. */
export const numberIn = ({ label }, text) => (label.endsWith("%") ? text.replace(/%\s*$/, "") : text).trim();

/** A number that would do: what the field begins with, if that is one. */
function example({ first, low, high }) {
  const number = first === "" ? NaN : Number(first);
  return Number.isNaN(number) ? Math.min(Math.max(low, 10), high) : first;
}

/** The word that a field takes instead of a number and that was typed; null if none was. */
export function wordFor(field, text) {
  const typed = text.trim().toLowerCase();
  // Where a word will do, an empty field means the first.
  return (typed === "" ? field.words[0] : field.words.find((word) => word === typed)) ?? null;
}

/** A field of whole numbers that is no parameter. */
export function wholeField(label, low, high, first) {
  const range = [low, high].map(numbered).join(" to ");
  return { kind: "whole", label, low, high, first, words: [], allowed: `a whole number from ${range}` };
}

/** Puts a message beside a field, or takes it away. */
export function showError(element, place, message) {
  place.textContent = message;
  place.hidden = message === "";
  if (message === "") element.removeAttribute("aria-invalid");
  else element.setAttribute("aria-invalid", "true");
}
