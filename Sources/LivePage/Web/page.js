/** The element of that id. */
export const $ = (id) => document.getElementById(id);

/** A whole number as people read it: 12,345. */
export const numbered = (number) => number.toLocaleString("en");
