import { numbered } from "/page.js";

/**
 * The runs that the server makes of a session's settings, in its words: `planned` runs in all, with the
 * `band` of those that are finished and, in `died_out`, the steps at which some of them died out.
 */

/** What is behind the curve, for its legend; empty if nothing is. */
export function legendOf({ band, planned }) {
  if (!band) return "";
  const runs = planned && planned > band.n ? `${numbered(band.n)} of ${numbered(planned)}` : numbered(band.n);
  return `band: 5 % to 95 % of ${runs} runs, dashed: median`;
}

/** How many people are infected at a step in the middle nine tenths of the runs; empty without a band. */
export function bandInWords(band, step) {
  if (!band) return "";
  const at = Math.min(step, band.median.length - 1); // a run that has ended keeps its last value
  const [low, high, median] = [band.q05[at], band.q95[at], band.median[at]].map((people) => numbered(Math.round(people)));
  const people = low === high ? `${low} infected` : `between ${low} and ${high} people are infected`;
  return `In 90 % of ${numbered(band.n)} runs, ${people} at step ${numbered(step)}, median ${median}.`;
}

/** What else is to be said of the runs at a step. */
export function ensembleInWords({ band, planned, died_out: diedOut, most_steps: most }, step) {
  if (planned === 0) return "There is no band: with these settings, so many runs would take too long.";
  if (!band) return "";
  const share = (100 * diedOut.filter((end) => end <= step).length) / band.n;
  const last = band.median.length - 1;
  return [
    bandInWords(band, step),
    ...(diedOut.length > 0 ? [`By step ${numbered(step)}, ${Number(share.toFixed(1))} % of these runs had died out.`] : []),
    "They begin as this group did; what you do after the first step is not part of them.",
    ...(last === most ? [`They end at step ${numbered(most)}.`] : []),
  ].join(" ");
}
