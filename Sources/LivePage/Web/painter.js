import { Counts, countsInWords } from "/counts.js";
import { Curve } from "/curve.js";
import { GridView } from "/grid-view.js";

const $ = (id) => document.getElementById(id);

/** Paints a run: its people, counts and curve, once per refresh of the screen and only if asked. */
export class Painter {
  #run = null;
  #counts = new Counts();
  #curve = new Curve($("curve"), $("curve-high"), $("curve-last"), $("curve-legend"));
  #isAsked = false;
  #tapTimes = []; // when taps that are not painted yet happened
  #owed = []; // messages that say a frame was painted
  #actions;

  /** `actions`: `send(message)`, `say(text)`, `moved()` after other counts, `ended(run)`. */
  constructor(canvas, viewport, actions) {
    this.canvas = canvas;
    this.viewport = viewport;
    this.view = new GridView(canvas, viewport);
    this.#actions = actions;
    new ResizeObserver(() => {
      if (this.#run) this.#resize();
    }).observe(canvas);
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => {
        this.view.readColors();
        this.ask();
      });
    }
    document.addEventListener("visibilitychange", () => this.ask());
  }

  /** Turns to a run, or to none. */
  show(run) {
    this.#run = run;
    this.#tapTimes = [];
    if (!run) return;
    this.#owed = [];
    this.#resize();
    this.viewport.setGrid(run.group.columns, run.group.rows);
    this.view.setGroup(run.group);
    this.#curve.setBand(run.band);
    $("curve-title").textContent = run.group.tracksPeople
      ? "People by state and step, infected first" : "Infected people by step";
  }

  /** The part of the grid that is seen has changed. */
  move() {
    this.view.needsAll = true;
    this.ask();
  }

  /** Has a frame acknowledged when it is painted: the server waits for that. */
  acknowledge(message) {
    this.#owed.push(message);
    this.ask();
  }

  /** Measures until a tap is painted. */
  tapped(time) {
    this.#tapTimes.push(time);
    this.ask();
  }

  ask() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => this.#paint());
    // Frames are not given to pages in the background; the server must not wait for them.
    if (document.hidden) setTimeout(() => this.#paint(), 100);
  }

  #paint() {
    if (!this.#isAsked) return;
    this.#isAsked = false;
    const run = this.#run;
    if (run) {
      const hasEnded = run.advance(performance.now());
      this.view.paint();
      this.#showCounts(run);
      this.#curve.draw(run.group, run.step, run.marksStep);
      if (hasEnded) this.#actions.ended(run);
      for (const start of this.#tapTimes) {
        performance.measure("tap-to-paint", { start, end: performance.now() });
      }
      this.#tapTimes = [];
    }
    for (const message of this.#owed.splice(0)) this.#actions.send(message);
    if (run?.isAnimated) this.ask();
  }

  #showCounts(run) {
    if (!this.#counts.show(run.group, run.step)) return;
    const words = countsInWords(run.group, run.step);
    this.#curve.describe(`${$("curve-title").textContent}. ${words}`);
    if (run.isPlaying) this.#actions.say(words);
    this.#actions.moved();
  }

  #resize() {
    this.view.resize();
    this.viewport.resize(this.canvas.clientWidth, this.canvas.clientHeight);
    this.move();
  }
}
