import { HEALTHY, IMMUNE, INFECTIOUS, LATENT, stateWords } from "/states.js";

const $ = (id) => document.getElementById(id);

/** How many people are in which state, beside the picture. */
export class Counts {
  #shown = "";

  /** Returns whether anything shown has changed. */
  show(group, step) {
    const { size, counts, tracksPeople } = group;
    const key = `${size} ${counts} ${step} ${tracksPeople}`;
    if (key === this.#shown) return false;
    this.#shown = key;
    $("infected-word").textContent = tracksPeople ? "Infectious" : "Infected";
    for (const state of [HEALTHY, INFECTIOUS, LATENT, IMMUNE]) {
      const id = state === INFECTIOUS ? "infected" : stateWords[state];
      $(`${id}-count`).textContent = counts[state].toLocaleString("en");
      $(`${id}-share`).textContent = percent(counts[state], size);
    }
    for (const id of ["latent", "immune"]) $(`${id}-box`).hidden = !tracksPeople;
    $("step-count").textContent = step.toLocaleString("en");
    return true;
  }
}

export function countsInWords(group, step) {
  const { count, counts, size } = group;
  const others = group.tracksPeople ? `; ${counts[LATENT]} of them latent; ${counts[IMMUNE]} immune` : "";
  return `Step ${step}: ${count} of ${size} infected, ${percent(count, size)}${others}.`;
}

function percent(part, whole) {
  const share = (100 * part) / whole;
  // Neither 0 nor 100 unless it is so.
  const text = share.toFixed(1);
  if (text === "100.0" && part < whole) return "99.9 %";
  if (text === "0.0" && part > 0) return "0.1 %";
  return `${text.replace(/\.0$/, "")} %`;
}
