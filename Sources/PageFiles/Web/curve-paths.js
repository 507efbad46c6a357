/** The size of a chart's picture, in its own units. */
export const WIDTH = 300;
export const HEIGHT = 120;
const POINTS = 600; // more would not be seen

/** Where a step stands, if `last` is at the right end. */
export const across = (step, last) => Math.max(0, Math.min(WIDTH, (step / Math.max(1, last)) * WIDTH)).toFixed(2);

/** The line through the values by step. `y`: where a value stands. */
export function pathOf(values, last, y) {
  return thin(values).map((point, index) => (index === 0 ? "M" : "L") + place(point, last, y)).join("");
}

/** The area between two lines. */
export function areaOf(high, low, last, y) {
  return `${pathOf(high, last, y)}${thin(low).reverse().map((point) => `L${place(point, last, y)}`).join("")}Z`;
}

const place = ([step, value], last, y) => `${across(step, last)} ${y(value).toFixed(2)}`;

/** At most POINTS of the values, the last one among them, as [index, value]. */
function thin(values) {
  const stride = Math.ceil(values.length / POINTS);
  const kept = [];
  for (let index = 0; index < values.length; index += stride) kept.push([index, values[index]]);
  const last = values.length - 1;
  if (last >= 0 && kept.at(-1)[0] !== last) kept.push([last, values[last]]);
  return kept;
}

/** The highest of the values in at most POINTS equal parts, as [from, to, value]. */
export function highest(values) {
  const stride = Math.ceil(values.length / POINTS);
  const parts = [];
  for (let from = 0; from < values.length; from += stride) {
    const to = Math.min(values.length, from + stride);
    const high = Math.max(...values.slice(from, to));
    if (high > 0) parts.push([from, to, high]);
  }
  return parts;
}

/** The largest of the values, at least 0. */
export const largest = (values) => values.reduce((high, value) => (value > high ? value : high), 0);

/** The next of 1, 2, 5, 10, ...: where an axis ends; never beyond everybody. */
export function roundUp(value, most) {
  const ten = 10 ** Math.floor(Math.log10(value));
  return Math.min(most, [1, 2, 5, 10].map((times) => times * ten).find((one) => one >= value));
}
