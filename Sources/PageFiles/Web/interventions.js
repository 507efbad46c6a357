import { controls } from "/controls.js";
import { problem, showError } from "/field-checks.js";
import { $, numbered } from "/page.js";
import { valueOf } from "/parameters.js";

/** What a page may change in a running session, by the names of the parameters. */
const KEYS = ["infection_factor", "infection_probability"];
const controlOf = (key) => controls.find(({ name }) => name === key);

/** Values as they are typed. */
const typed = (key, value) => Number((value * controlOf(key).divisor).toPrecision(6));

const valuesInWords = (values) => KEYS.filter((key) => values[key] !== undefined).map((key) => {
  const [label, unit] = controlOf(key).label.toLowerCase().split(", ");
  return `${label} ${numbered(typed(key, values[key]))}${unit ? ` ${unit}` : ""}`;
}).join(", ");

/** What holds and what waits, in words; empty if that is as it was at the start. */
export function interventionsInWords({ made, waiting }) {
  const now = made.at(-1);
  const held = now && valuesInWords(now.values);
  const parts = [
    ...(held ? [`In force since step ${numbered(now.step)}: ${held}.`] : []),
    ...(waiting ? [`From the next step on: ${valuesInWords(waiting) || "the original values"}.`] : []),
  ];
  return parts.join(" ");
}

/** The steps since which something else holds. */
export const stepsOfChange = ({ made }) => [...new Set(made.map(({ step }) => step))];

/** The two fields of what is to hold from the next step on. */
export class InterventionForm {
  #shown = "";

  /** `change(values)`: the parameters that are to be others, by name. */
  constructor(change) {
    $("interventions").addEventListener("submit", (event) => {
      event.preventDefault();
      const wrong = KEYS.map((key) => problem(controlOf(key), $(`later-${key}`).value));
      KEYS.forEach((key, place) => showError($(`later-${key}`), $(`later-${key}-error`), wrong[place]));
      const first = wrong.findIndex((mistake) => mistake !== "");
      if (first >= 0) return $(`later-${KEYS[first]}`).focus();
      const given = KEYS.map((key) => [key, valueOf(controlOf(key), $(`later-${key}`).value)]);
      // Two groups that differ in one of the two go on doing so, unless it is changed.
      change(Object.fromEntries(given.filter(([key, value]) => typed(key, value) !== typed(key, this.original[key]))));
    });
    $("original").addEventListener("click", () => change({}));
  }

  /** Shows what holds from the next step on, in the words of the parameters. */
  show({ made, waiting }, parameters) {
    this.original = parameters;
    const values = { ...parameters, ...(waiting ?? made.at(-1)?.values) };
    const shown = KEYS.map((key) => typed(key, values[key])).join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const key of KEYS) {
      $(`later-${key}`).value = String(typed(key, values[key]));
      showError($(`later-${key}`), $(`later-${key}-error`), "");
    }
  }
}
