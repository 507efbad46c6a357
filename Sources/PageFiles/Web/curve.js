import { valuesInWords } from "/counts.js";
import { across, areaOf, HEIGHT, highest, largest, pathOf, roundUp, WIDTH } from "/curve-paths.js";
import { bandInWords, ensembleInWords, legendOf } from "/ensemble.js";
import { $, numbered, showMarked } from "/page.js";

const NEWS_HEIGHT = 40;
const TICKS = 4;
const AHEAD = 40; // steps of other runs that are shown from the start
const AREAS = ["infectious", "latent", "immune", "healthy"]; // from the bottom

/**
 * The curve of infected people by step, with the study's band behind it if there is one, and below
 * it the new infections of each step. Where people may be latent or immune, all states are stacked:
 * infectious, latent (up to the curve), immune, healthy.
 *
 * It is a slider, too: pointer and arrow keys choose the step whose values are shown in words.
 */
export class Curve {
  #run = null;
  #last = 0; // the step at the right end
  #chosen = null; // the step whose values are asked for; null: the one that is shown
  #paths = Object.fromEntries([...AREAS, "grid", "changes", "band", "median", "line", "cursor", "news"]
    .map((name) => [name, $(`curve-${name}`)]));
  #drawn = "";
  #band = null;

  /** `go(step)`: a step was pressed. */
  constructor(go) {
    const plot = $("plot");
    const stepAt = ({ clientX }) => {
      const { left, width } = $("curve").getBoundingClientRect();
      return Math.round(((clientX - left) / width) * this.#last);
    };
    plot.addEventListener("pointermove", (event) => this.#choose(stepAt(event)));
    plot.addEventListener("pointerdown", (event) => this.#choose(stepAt(event)));
    // Not where a finger that comes down scrolls the page.
    plot.addEventListener("click", (event) => go(this.#choose(stepAt(event))));
    plot.addEventListener("pointerleave", () => this.#choose(null));
    $("curve-all").addEventListener("change", () => this.#run && this.draw());
    plot.addEventListener("blur", () => this.#choose(null));
    plot.addEventListener("keydown", (event) => {
      const at = this.#chosen ?? this.#run?.step ?? 0;
      const far = Math.max(1, Math.round(this.#last / 10));
      const step = {
        ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1,
        PageDown: at - far, PageUp: at + far, Home: 0, End: this.#last,
      }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      this.#choose(step);
    });
  }

  /** Turns to a run. */
  show(run) {
    this.#run = run;
    this.#chosen = null;
    this.#drawn = "";
    this.#showTitle();
  }

  #showTitle() {
    const { group } = this.#run;
    $("curve-states").hidden = !group.tracksPeople;
    $("curve-title").textContent = group.tracksPeople
      ? "People by state and step" : "Infected people by step";
    $("plot").setAttribute("aria-label", $("curve-title").textContent);
  }

  /** Draws the curve up to the run's step; a watched run shows all of it and a mark at its step. */
  draw() {
    const { group, step, band, ensemble, marksStep, changedAt = [] } = this.#run;
    const behind = ensemble ?? band;
    const { ends, latent, immune, news } = group;
    const showsAll = group.tracksPeople && $("curve-all").checked;
    const key = [showsAll, group.count, ends.length, ends.at(-1), latent.at(-1), immune.at(-1), step, group.size, group.tracksPeople, changedAt].join(" ");
    if (key === this.#drawn && this.#band === behind) return;
    this.#drawn = key;
    this.#band = behind;
    this.#showTitle();
    $("curve-legend").textContent = legendOf(ensemble ?? { band });
    this.#last = this.#lastShown();
    const x = (at) => across(at, this.#last);
    const seen = (values) => values.slice(0, this.#last + 1);
    // As high as what it shows.
    const top = showsAll ? group.size : roundUp(Math.max(1, group.count, largest(ends), band ? largest(seen(band.q95)) : 0), group.size);
    const y = (value) => HEIGHT - (value / top) * (HEIGHT - 2);
    const line = (values) => pathOf(values, this.#last, y);
    const between = (high, low) => areaOf(high, low, this.#last, y);
    const set = (name, path) => this.#paths[name].setAttribute("d", path);
    set("line", ends.length > 0 ? line(ends) : "");
    const stacked = group.tracksPeople && ends.length > 0;
    const limits = stacked ? [
      ends.map(() => 0), ends.map((count, at) => count - latent[at]), ends,
      ends.map((count, at) => count + immune[at]), ends.map(() => group.size),
    ] : [];
    AREAS.forEach((name, place) => {
      set(name, stacked && (showsAll || place < 2) ? between(limits[place + 1], limits[place]) : "");
    });
    set("grid", `M0 ${y(top)}H${WIDTH}M0 ${y(top / 2)}H${WIDTH}`);
    set("changes", changedAt.map((at) => `M${x(at)} 0V${HEIGHT}`).join(""));
    set("cursor", marksStep ? `M${x(step)} 0V${HEIGHT}` : "");
    set("band", band ? between(seen(band.q95), seen(band.q05)) : "");
    set("median", band ? line(seen(band.median)) : "");
    const most = Math.max(1, largest(news));
    // A bar stands over its step, so that half of the first and the last one is seen.
    set("news", highest(news).map(([from, to, count]) =>
      `M${x(from - 0.5)} ${NEWS_HEIGHT}V${(NEWS_HEIGHT * (1 - count / most)).toFixed(2)}`
      + `H${x(to - 0.5)}V${NEWS_HEIGHT}`).join(""));
    $("curve-high").textContent = numbered(top);
    $("news-high").textContent = numbered(most);
    $("curve-last").textContent = `step ${numbered(this.#last)}`;
    this.#showTicks();
    this.#showChosen();
  }

  /** A run that goes on is not made small by how long others may last. */
  #lastShown() {
    const { group, band, takesTaps } = this.#run;
    const last = band ? band.median.length - 1 : 0;
    return Math.max(group.step, takesTaps ? Math.min(last, Math.max(AHEAD, 2 * group.step)) : last);
  }

  /** Round steps along the axis, none under the label at its end. */
  #showTicks() {
    const rough = this.#last / TICKS;
    const ten = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
    const gap = [1, 2, 5, 10].map((times) => times * ten).find((one) => one >= rough);
    const steps = [];
    for (let step = 0; step <= 0.6 * this.#last && this.#last > 0; step += gap) steps.push(step);
    $("curve-ticks").replaceChildren(...steps.map((step) => {
      const tick = document.createElement("span");
      tick.textContent = numbered(step);
      tick.style.left = `${(100 * step) / this.#last}%`;
      return tick;
    }));
  }

  #choose(step) {
    this.#chosen = step === null ? null : Math.max(0, Math.min(this.#run?.group.step ?? 0, step));
    if (this.#run) this.#showChosen();
    return this.#chosen;
  }

  /** Says what there is at the chosen step, or else at the one that is shown. */
  #showChosen() {
    const { group, step, band, ensemble } = this.#run;
    const at = this.#chosen ?? step;
    const words = valuesInWords(group, at, at === group.step && !this.#run.marksStep);
    showMarked($("ensemble-words"), ensemble ? ensembleInWords(ensemble, at) : bandInWords(band, at));
    $("curve-values").textContent = words;
    $("curve-probe").hidden = this.#chosen === null;
    $("curve-probe").style.left = `${(100 * at) / Math.max(1, this.#last)}%`;
    const plot = $("plot");
    plot.setAttribute("aria-valuemax", String(group.step));
    plot.setAttribute("aria-valuenow", String(at));
    plot.setAttribute("aria-valuetext", [words, bandInWords(band, at)].filter((text) => text !== "").join(". "));
  }
}
