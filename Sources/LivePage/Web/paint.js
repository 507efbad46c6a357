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
  const first = group.personAt(Math.floor(column), Math.floor(row));
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

/** The tool that paints and the presets: there as long as the run has not begun. */
export class PaintTools {
  #leave;

  /** `actions`: `preset(name)`; `leave()`: the tool is gone. */
  constructor({ preset, leave }) {
    this.#leave = leave;
    const menu = $("presets");
    for (const button of document.querySelectorAll("[data-preset]")) {
      button.addEventListener("click", () => {
        menu.open = false;
        menu.querySelector("summary").focus();
        preset(button.dataset.preset);
      });
    }
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  }

  refresh(canPaint) {
    const [tool, menu] = [$("tool-paint"), $("presets")];
    if (tool.hidden === !canPaint) return;
    const hasFocus = !canPaint && [tool, menu].some((one) => one.contains(document.activeElement));
    tool.hidden = menu.hidden = !canPaint;
    menu.open = false;
    if (!canPaint) this.#leave();
    if (hasFocus) $("grid").focus({ preventScroll: true });
  }
}
