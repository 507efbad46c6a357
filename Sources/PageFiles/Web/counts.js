import { $, numbered, showMarked } from "/page.js";
import { HEALTHY, IMMUNE, INFECTIOUS, LATENT, stateWords } from "/states.js";

/** How many people are in which state, beside the picture. */
export class Counts {
  #shown = "";

  /** Returns whether anything shown has changed. */
  show({ group, step, reproductionNumber }) {
    const { size, counts, tracksPeople } = group;
    // With the tool Paint the number of immune people is there before the first is: nothing moves under a finger then.
    const showsAll = tracksPeople || $("grid").dataset.tool === "paint";
    const key = `${size} ${counts} ${step} ${tracksPeople} ${showsAll} ${reproductionNumber} ${group.ends[step]}`;
    if (key === this.#shown) return false;
    this.#shown = key;
    $("infected-word").textContent = tracksPeople ? "Infectious" : "Infected";
    for (const state of [HEALTHY, INFECTIOUS, LATENT, IMMUNE]) {
      const id = state === INFECTIOUS ? "infected" : stateWords[state];
      $(`${id}-count`).textContent = numbered(counts[state]);
      $(`${id}-share`).textContent = percent(counts[state], size);
    }
    for (const id of ["latent", "immune"]) $(`${id}-box`).hidden = !showsAll;
    $("step-count").textContent = numbered(step);
    showMarked($("growth"), growthInWords(group, step, reproductionNumber));
    return true;
  }
}

const WINDOW = 5; // steps over which growth is measured

/** In how many steps the number of infected people doubles, at its growth over the last steps; null where it does not grow. */
export function doublingTime(ends, step) {
  const steps = Math.min(WINDOW, step);
  const growth = Math.log(ends[step] / ends[step - steps]);
  return growth > 0 && growth < Infinity ? (steps * Math.LN2) / growth : null;
}

/** How the infection grows at a step; what is not defined there is left out. */
function growthInWords({ ends }, step, reproductionNumber) {
  const time = doublingTime(ends, step);
  const number = step > 0 ? reproductionNumber ?? null : null;
  return [
    ...(number === null ? [] : [`Reproduction number ${rounded(number, 3)}`]),
    ...(time === null ? [] : [`${number === null ? "Doubling" : "doubling"} time ${rounded(time, 2)} steps`]),
  ].join(", ");
}

const rounded = (number, digits) => numbered(Number(number.toPrecision(digits)));

/** What a group is like, for those who come to it. */
export function groupInWords({ size, rows, columns, places, network }) {
  const people = size === 1 ? "1 person" : `${numbered(size)} people`;
  if (places === "network") return `The group: ${people} in a network${sampleInWords({ size, network })}.`;
  return `The group: ${people}, rows ${rows}, columns ${columns}.`;
}

/** How many of a group are drawn, where that is not everybody. */
export function sampleInWords({ size, network }) {
  return network && network.people.length < size ? `, ${numbered(network.people.length)} of whom are drawn` : "";
}

/** A person by their place, or in a network by their number, counted from 1. */
export function placeInWords({ columns, places }, person) {
  if (places === "network") return `Person ${numbered(person + 1)}`;
  return `Row ${Math.floor(person / columns) + 1}, column ${(person % columns) + 1}`;
}

/** The counts after a step. */
export function countsInWords(group, step) {
  const { count, counts, size } = group;
  const others = group.tracksPeople ? `; ${counts[LATENT]} of them latent; ${counts[IMMUNE]} immune` : "";
  return `Step ${step}: ${count} of ${size} infected, ${percent(count, size)}${others}.`;
}

/** The counts of a run, and that it has ended or waits because nobody is infected any more. */
export function runInWords(run) {
  const counts = countsInWords(run.group, run.step);
  if (!run.isOver || run.step < run.lastStep) return counts;
  return `${run.hasDiedOut ? "The infection has died out." : "The run has ended."} ${counts}`;
}

/** What the curve says of a step; who is tapped counts at the last one. `isLast`: whether those drawn are of that step. */
export function valuesInWords(group, step, isLast) {
  const { ends, latent, immune, news, size, tracksPeople } = group;
  const tapped = isLast ? group.count - (ends[step] ?? 0) : 0;
  const count = (ends[step] ?? 0) + tapped;
  const words = [
    `${numbered(count)} infected (${percent(count, size)})`,
    `${numbered((news[step] ?? 0) + tapped)} new`,
    ...(tracksPeople
      ? [`${numbered(latent[step] ?? 0)} latent`, `${numbered(immune[step] ?? 0)} immune`]
      : []),
  ];
  return `Step ${numbered(step)}: ${words.join(", ")}`;
}

/** A share, as it is said everywhere. */
export function percent(part, whole) {
  const share = (100 * part) / whole;
  // 0 and 100 stand for exact values only: less than a tenth away from them, two digits are shown.
  const away = Math.min(share, 100 - share);
  const digits = away > 0 && away < 0.1 ? 1 - Math.floor(Math.log10(away)) : 1;
  return `${share.toFixed(digits).replace(/\.?0+$/, "")} %`;
}
