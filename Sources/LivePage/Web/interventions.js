const WORDS = {
  half_contacts: "half as many contacts",
  half_probability: "half the infection probability",
};
const ORIGINAL = "original"; // takes all others back

/** By their names in messages, which are the ids of their buttons. */
export const INTERVENTIONS = [...Object.keys(WORDS), ORIGINAL];

/** What was made and not taken back since, as it was made. */
function inForce(made) {
  return made.slice(made.findLastIndex(({ kind }) => kind === ORIGINAL) + 1);
}

/** The interventions in force and those that wait, in words; empty if there are none. */
export function interventionsInWords({ made, waiting, ...numbers }) {
  const parts = inForce(made).map(({ kind, step }) => `${WORDS[kind]} since step ${step.toLocaleString("en")}`);
  for (const kind of waiting) {
    parts.push(kind === ORIGINAL
      ? "the original values from the next step on" : `${WORDS[kind]} from the next step on`);
  }
  if (parts.length === 0) return "";
  const { infection_factor: factor, infection_probability: probability } = numbers;
  const values = factor === undefined ? "" : ` Infection factor ${factor.toLocaleString("en")}, `
    + `infection probability ${Number((100 * probability).toPrecision(3))} %.`;
  const text = parts.join(", ");
  return `In force: ${text}.${values}`;
}

/** The steps since which something else holds. */
export function stepsOfChange({ made }) {
  return [...new Set(made.map(({ step }) => step))];
}
