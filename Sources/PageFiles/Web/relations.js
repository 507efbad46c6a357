import { controls, relations } from "/controls.js";
import { numberIn } from "/field-checks.js";

/** When the server's relations do not hold; their sentences come with them. */
const isBroken = {
  columns_within_group: ({ people, columns }) => columns > people,
  full_rows: ({ people, columns, boundary }) => boundary === "torus" && people % columns !== 0,
};

/** The fields that must be judged again when one of the others has changed. */
export const related = ["group_size", "columns", "boundary"];

/**
 * What is wrong with a field because of others, given all texts; "" if nothing, or if it cannot
 * be judged because another text is wrong by itself.
 */
export function relationProblem(field, texts) {
  const typed = (key) => Number(numberIn(controls.find(({ name }) => name === key), texts[key]));
  const people = typed("group_size");
  const columns = /\d/.test(texts.columns) ? typed("columns") : Math.ceil(Math.sqrt(people));
  if (!(Number.isInteger(people) && people > 0 && Number.isInteger(columns) && columns > 0)) return "";
  const broken = relations.find((relation) => relation.field === field
    && isBroken[relation.name]({ people, columns, boundary: texts.boundary }));
  return broken
    ? broken.sentence.replace("{group_size}", people).replace("{columns}", columns)
    : "";
}
