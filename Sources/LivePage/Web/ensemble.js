import { numbered } from "/page.js";

/**
 * The runs that the server makes of a session's settings, in its words: `planned` runs in all, with the
 * `band` of those that are finished and, in `died_out`, the steps at which some of them died out.
 */

/** What is behind the curve, for its legend; empty if nothing is. */
export function legendOf({ band, planned }) {
  if (!band) return "";
  const runs = planned && planned > band.n ? `${numbered(band.n)} of ${numbered(planned)}` : numbered(band.n);
  return `band: 5 % to 95 % of ${runs} runs, dashed: mean`;
}

/** What is to be said of the runs at a step. */
export function ensembleInWords({ band, planned, died_out: diedOut, most_steps: most }, step) {
  if (planned === 0) return "There is no band: with these settings, so many runs would take too long.";
  if (!band) return "";
  const share = (100 * diedOut.filter((end) => end <= step).length) / band.n;
  const last = band.mean.length - 1;
  return [
    `By step ${numbered(step)}, ${Number(share.toFixed(1))} % of these runs had died out.`,
    "They begin as this group did; what you do after the first step is not part of them.",
    ...(last === most ? [`They end at step ${numbered(most)}.`] : []),
  ].join(" ");
}
