import { placeInWords } from "/counts.js";
import { $ } from "/page.js";
import { HEALTHY, IMMUNE, wordOf } from "/states.js";
import { personForTap } from "/viewport.js";

/**
 * What a pointer does that paints: one that begins on an immune person makes people healthy again, any
 * other makes them immune. `paint(people, immune, number)`; all of one `number` are undone together.
 */
export function paintStroke(group, viewport, { x, y }, paint, number) {
  const [column, row] = viewport.toGrid(x, y);
  const first = group.personAt(column, row);
  const erases = first >= 0 && group.stateOf(first) === IMMUNE;
  const state = erases ? IMMUNE : HEALTHY;
  return {
    personAt: (left, top) => (erases ? first : personForTap(group, viewport, left, top)),
    takes: (person) => group.stateOf(person) === state,
    apply: (people) => paint(people, !erases, number),
  };
}

/** Paints one person by keyboard; returns what to say. */
export function paintChosen(group, person, paint, number) {
  const place = placeInWords(group, person);
  const state = group.stateOf(person);
  if (state !== HEALTHY && state !== IMMUNE) {
    return `${place} is ${wordOf(group, person)}: only healthy people can be made immune.`;
  }
  paint([person], state === HEALTHY, number);
  return `${place} ${state === HEALTHY ? "made immune" : "healthy again"}.`;
}

/** Shows the tool that paints for as long as the run has not begun; returns whether it has just gone. */
export function showPaintTool(canPaint) {
  const tool = $("tool-paint");
  const isGone = !canPaint && !tool.hidden;
  const hasFocus = tool === document.activeElement;
  tool.hidden = !canPaint;
  if (isGone && hasFocus) $("grid").focus({ preventScroll: true });
  return isGone;
}
