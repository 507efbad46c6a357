import { controls } from "/controls.js";
import { groupInWords, percent } from "/counts.js";
import { across, HEIGHT, largest, pathOf, roundUp } from "/curve-paths.js";
import { GridView } from "/grid-view.js";
import { $, numbered } from "/page.js";
import { scenarioOf } from "/setup-screen.js";

/** Shows the second group of a comparison, and how the two differ. */
export class Comparison {
  #first = null;
  #second = null; // its run
  #view;
  #viewport;
  #seen = "";
  #drawn = "";
  #stepSaid = 0; // the step whose counts were said last
  #say;

  constructor(viewport, say) {
    this.#viewport = viewport;
    this.#say = say;
    this.#view = new GridView($("grid-second"), viewport);
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => this.#view.readColors());
    }
  }

  /** Shows a run's second group, if it has one; once more where it may be another one by now. */
  show(run) {
    const isCompared = run?.isCompared ?? false;
    $("stage").toggleAttribute("data-compared", isCompared);
    for (const id of ["grid-second", "caption-first", "caption-second", "comparison"]) $(id).hidden = !isCompared;
    for (const id of ["curve-figure", "runs"]) $(id).hidden = isCompared;
    this.#first = run;
    if (this.#second === (run?.second ?? null)) return;
    this.#second = run?.second ?? null;
    this.#drawn = "";
    if (this.#second === null) return;
    this.#view.setGroup(this.#second.group);
    const [first, second] = this.#settings;
    this.#stepSaid = 0;
    this.#say(`${groupInWords(run.group)} A second group beside it: ${second}. The first: ${first}.`);
  }

  /** Paints what there is; returns when somebody looks different next. `now`: milliseconds; `isRough`: as GridView has it. */
  paint(now, isRough) {
    if (!this.#second) return Infinity;
    const { x, y, scale, width, height } = this.#viewport;
    const seen = [x, y, scale, width, height, isRough].join(" ");
    if (seen !== this.#seen) this.#view.needsAll = true;
    this.#seen = seen;
    this.#view.resize(isRough);
    this.#view.paint(now);
    this.#showCurves();
    return this.#view.glow.coolsAt;
  }

  /** What differs, in words for each group. */
  get #settings() { return settingsInWords(this.#first.recipe.parameters, this.#second.recipe.parameters); }

  #showCurves() {
    const groups = [this.#first.group, this.#second.group];
    const counts = groups.map(({ count }) => count);
    // Both have the same clock; one of the two may be heard of first.
    const last = Math.min(...groups.map(({ ends }) => ends.length)) - 1;
    if (last < 0) return;
    const at = Math.min(this.#first.step, last);
    const key = [counts, last, at, groups.map(({ ends }) => ends[last])].join(" ");
    if (key === this.#drawn) return;
    this.#drawn = key;
    const { size } = groups[0];
    const [first, second] = groups.map(({ ends }) => ends.slice(0, last + 1));
    const difference = second.map((count, step) => count - first[step]);
    const most = difference.reduce((high, value) => Math.max(high, Math.abs(value)), 1);
    const top = roundUp(Math.max(1, largest(first), largest(second)), size);
    const draw = (id, values, y) => $(id).setAttribute("d", pathOf(values, last, y));
    draw("comparison-first", first, (value) => HEIGHT - (value / top) * (HEIGHT - 2));
    draw("comparison-second", second, (value) => HEIGHT - (value / top) * (HEIGHT - 2));
    draw("comparison-difference", difference, (value) => (HEIGHT / 4) * (1 - value / most));
    $("comparison-high").textContent = numbered(top);
    $("difference-high").textContent = `+${numbered(most)}`;
    $("difference-low").textContent = `-${numbered(most)}`;
    $("comparison-last").textContent = `step ${numbered(last)}`;
    $("comparison-cursor").setAttribute("d", at < last ? `M${across(at, last)} 0V${HEIGHT}` : "");
    const words = [first, second].map((ends) => `${numbered(ends[at])} (${percent(ends[at], size)})`);
    $("comparison-words").textContent = `Step ${numbered(at)}: ${words[0]} infected in the first group, ${words[1]} in the second; difference ${numbered(difference[at])}.`;
    const isOver = at === last && this.#first.isOver && this.#second.isOver;
    const ending = isOver ? "Both groups have come to their end. " : "";
    const isSaid = at !== this.#stepSaid && last > 0 && document.activeElement.id !== "scrub";
    if (isSaid) this.#say(`${ending}${$("comparison-words").textContent}`);
    this.#stepSaid = at;
    const settings = this.#settings;
    ["first", "second"].forEach((name, place) => {
      $(`caption-${name}`).textContent = `${numbered(counts[place])} infected: ${settings[place]}`;
      $(`legend-${name}`).textContent = settings[place];
    });
  }
}

/** What differs between two groups, in words for each. */
function settingsInWords(first, second) {
  const control = controls.find(({ name }) => first[name] !== second[name]);
  if (!control) return scenarioOf(first)?.labels ?? ["First", "Second"];
  return [first, second].map(({ [control.name]: value }) => {
    const typed = typeof value === "number" ? Number((value * control.divisor).toPrecision(6)) : value ?? control.empty;
    const unit = control.divisor === 100 ? " %" : "";
    return `${control.label.replace(", %", "")} ${typed}${unit}`;
  });
}
