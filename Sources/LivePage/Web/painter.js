import { Counts, runInWords } from "/counts.js";
import { Curve } from "/curve.js";
import { GridView } from "/grid-view.js";

const $ = (id) => document.getElementById(id);
const STILL_AFTER = 150; // milliseconds without a move after which all is drawn as it should be
const SLOW = 50; // milliseconds of work on a frame from which the page pauses as long before the next

/** Paints a run: its people, counts and curve, once per refresh of the screen and only if asked. */
export class Painter {
  #run = null;
  #counts = new Counts();
  #curve;
  #isAsked = false;
  #stillTimer = 0;
  #tapTimes = []; // when taps that are not painted yet happened
  #owed = []; // messages that say a frame was painted
  #stepSaid = null; // the step whose counts were shown last
  #since = null; // when the first of these frames came
  #actions;

  /** `actions`: `send(message)`, `say(text)`, `moved()` after other counts, `ended(run)`, `goTo(step)`, `painted(now)`: whether to paint again. */
  constructor(canvas, viewport, actions) {
    this.canvas = canvas;
    this.viewport = viewport;
    this.view = new GridView(canvas, viewport);
    this.#actions = actions;
    this.#curve = new Curve(actions.goTo);
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
    this.#stepSaid = run?.step ?? null;
    this.#tapTimes = [];
    if (!run) return;
    this.#owed = [];
    this.#resize();
    this.viewport.setGrid(run.group.columns, run.group.rows);
    this.view.setGroup(run.group);
    this.#curve.show(run);
  }

  /** The part of the grid that is seen has changed. */
  move() {
    clearTimeout(this.#stillTimer);
    this.#stillTimer = setTimeout(() => this.#redraw(false), STILL_AFTER);
    this.#redraw(true);
  }

  #redraw(isMoving) {
    this.view.isMoving = isMoving;
    this.view.needsAll = true;
    this.view.resize();
    this.ask();
  }

  /** Has a frame acknowledged when it is painted: the server waits for that. */
  acknowledge(message) {
    this.#owed.push(message);
    this.#since ??= window.event?.timeStamp ?? performance.now();
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
      const now = performance.now();
      const hasEnded = run.advance(now);
      this.view.paint(now);
      this.#showCounts(run);
      this.#curve.draw();
      if (this.#actions.painted(now)) this.ask();
      if (hasEnded) this.#actions.ended(run);
      for (const start of this.#tapTimes) {
        performance.measure("tap-to-paint", { start, end: performance.now() });
      }
      this.#tapTimes = [];
    }
    this.#sendOwed();
    if (run?.isAnimated || (run && this.view.glow.isOn)) this.ask();
  }

  /** A device that is slow keeps half of its time for taps and gestures: the next frame is asked for later. */
  #sendOwed() {
    if (this.#owed.length === 0) return;
    const run = this.#run;
    const messages = this.#owed.splice(0);
    const took = performance.now() - this.#since;
    this.#since = null;
    const send = () => {
      if (this.#run === run) for (const message of messages) this.#actions.send(message);
    };
    if (took < SLOW || document.hidden) send();
    else setTimeout(send, took);
  }

  #showCounts(run) {
    if (!this.#counts.show(run.group, run.step)) return;
    // Before the first step there is more to say than that nothing has happened; a slider says its own words; two
    // groups are said together.
    const isSaid = run.step > 0 && run.step !== this.#stepSaid && document.activeElement.id !== "scrub";
    if (isSaid && run.twin === null) this.#actions.say(runInWords(run));
    this.#stepSaid = run.step;
    this.#actions.moved();
  }

  #resize() {
    this.viewport.resize(this.canvas.clientWidth, this.canvas.clientHeight);
    this.move();
  }
}
