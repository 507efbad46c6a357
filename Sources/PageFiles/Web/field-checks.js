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
  const number = numberIn(field, text);
  if (wordFor(field, text) !== null || (field.empty && number === "")) return "";
  if (number === "") return `${label} is missing: enter ${allowed}, for example ${first}.`;
  if (field.kind === "whole" && !/^[+-]?\d{1,17}$/.test(number)) {
    return `${label}: enter ${allowed}, written in digits, for example ${first}.`;
  }
  const isNumber = /^[+-]?(\d{1,17}(\.\d{0,17})?|\.\d{1,17})(e-?\d{1,3})?$/i.test(number);
  return isNumber && isWithin(field, number) ? "" : `${label}: enter ${allowed}, for example ${first}.`;
}

function isWithin(field, number) {
  const value = Number(number);
  return (field.aboveLow ? value > field.low : value >= field.low)
    && (field.belowHigh ? value < field.high : value <= field.high);
}

// Between groups of three digits.
const GROUPED = [/^([+-]?[1-9]\d{0,2})((?:,\d{3})+)(\.\d+)?$/, /^([+-]?[1-9]\d{0,2})((?:\.\d{3})+)(,\d+)?$/,
  /^([+-]?[1-9]\d{0,2})((?:\s\d{3})+)([.,]\d+)?$/, /^([+-]?[1-9]\d{0,2})((?:['\u2019]\d{3})+)([.,]\d+)?$/];

/**
 * The text of a number as scripts write it, without the unit that the label names: "1,234,567", "1.234.567", "1 234 567"
 * and "1'234'567" are 1234567, "0,5" is 0.5. Of two readings the field's range decides; where it does not, and where
 * there is none, the text stays as it is.
 */
export function numberIn({ label, kind, ...field }, text) {
  const trimmed = (label.endsWith("%") ? text.replace(/%\s*$/, "") : text).trim();
  // A decimal point is one wherever there may be decimals.
  if (/^[+-]?\d*$/.test(trimmed) || (kind !== "whole" && /^[+-]?\d*\.\d*$/.test(trimmed))) return trimmed;
  const readings = [
    ...(kind !== "whole" && /^[+-]?\d*,\d+$/.test(trimmed) ? [trimmed.replace(",", ".")] : []),
    ...GROUPED.map((pattern) => pattern.exec(trimmed)).filter((found) => found && (kind !== "whole" || !found[3]))
      .map(([, first, groups, decimals = ""]) => first + groups.replace(/\D/g, "") + decimals.replace(",", ".")),
  ];
  const fitting = readings.filter((reading) => isWithin(field, reading));
  return fitting.length === 1 ? fitting[0] : readings.length === 1 ? readings[0] : trimmed;
}

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
