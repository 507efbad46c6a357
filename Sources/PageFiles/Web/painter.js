import { Counts, runInWords } from "/counts.js";
import { Curve } from "/curve.js";
import { GridView } from "/grid-view.js";
import { $ } from "/page.js";

const STILL_AFTER = 150; // milliseconds without a move after which all is drawn as it should be
const SLOW = 25; // milliseconds of work on a frame from which the page pauses as long before the next

/** Paints a run: its people, counts and curve, once per refresh of the screen and only if asked. */
export class Painter {
  #run = null;
  #counts = new Counts();
  #curve;
  #placed; // the network for which the viewport was set; null for rows
  #isAsked = false;
  #isRough = false; // whether pictures that nearly fit will do
  #isSlow = false; // whether frames follow each other on a device that is slow with them
  #sharpTimer = 0;
  #nextTimer = 0; // until somebody glows less
  #tapTimes = []; // when taps that are not painted yet happened
  #owed = []; // messages that say a frame was painted
  #since = null; // when the first of these frames came
  #answered = -Infinity; // when the frames before were said to be painted
  #counted = -Infinity; // when the counts and the curve were brought up to date
  #stepSaid = null; // the step whose counts were shown last
  #actions;

  /** `actions`: `send(message)`, `say(text)`, `moved()` after other counts, `ended(run)`, `goTo(step)`, `painted(now, isRough)`: when to paint again. */
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
    if (!run) return;
    this.#owed = [];
    this.#resize();
    this.#placed = undefined;
    this.view.setGroup(run.group);
    this.#curve.show(run);
  }

  /** The part of the grid that is seen has changed. */
  move() {
    this.view.needsAll = true;
    this.#roughFor(STILL_AFTER);
    this.ask();
  }

  /** Draws roughly until nothing has asked for that for some milliseconds. */
  #roughFor(time) {
    this.#isRough = true;
    clearTimeout(this.#sharpTimer);
    this.#sharpTimer = setTimeout(() => {
      this.#isRough = this.#isSlow = false;
      this.view.needsAll = true;
      this.ask();
    }, time);
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
    clearTimeout(this.#nextTimer);
    if (run) {
      const now = performance.now();
      const hasEnded = run.advance(now);
      const { group } = run;
      if (this.#placed !== group.network) {
        // Where people stand is known now.
        this.#placed = group.network;
        this.viewport.setGrid(group.width, group.height);
        this.view.needsAll = true;
      }
      this.view.resize(this.#isRough);
      this.view.paint(now);
      // The numbers and the curve of a slow device can wait; what was tapped cannot.
      if (!this.#isSlow || now - this.#counted >= STILL_AFTER) {
        this.#counted = now;
        this.#showCounts(run);
        this.#curve.draw();
      }
      const next = Math.min(this.view.glow.coolsAt, this.#actions.painted(now, this.#isRough));
      if (run.isAnimated) this.ask();
      else if (next < Infinity) this.#nextTimer = setTimeout(() => this.ask(), next - now);
      if (hasEnded) this.#actions.ended(run);
      for (const start of this.#tapTimes) {
        performance.measure("tap-to-paint", { start, end: performance.now() });
      }
      this.#tapTimes = [];
    }
    this.#sendOwed();
  }

  /** A device that is slow keeps half of its time for taps and gestures: the next frame is asked for later. */
  #sendOwed() {
    if (this.#owed.length === 0) return;
    const run = this.#run;
    const messages = this.#owed.splice(0);
    const took = performance.now() - this.#since;
    const isSlow = took >= SLOW && !document.hidden;
    this.#isSlow ||= isSlow && this.#since - this.#answered < STILL_AFTER;
    this.#since = null;
    const pause = isSlow ? took : 0;
    // Until the next frame is painted, if it comes at once.
    if (this.#isSlow) this.#roughFor(pause + took + STILL_AFTER);
    const send = () => {
      this.#answered = performance.now();
      if (this.#run === run) for (const message of messages) this.#actions.send(message);
    };
    if (pause === 0) send();
    else setTimeout(send, pause);
  }

  #showCounts(run) {
    if (!this.#counts.show(run)) return;
    // Before the first step there is more to say than that nothing has happened; a slider says its own words; two
    // groups are said together.
    const isSaid = run.step > 0 && run.step !== this.#stepSaid && document.activeElement.id !== "scrub";
    if (isSaid && !run.isCompared) this.#actions.say(runInWords(run));
    this.#stepSaid = run.step;
    this.#actions.moved();
  }

  #resize() {
    this.viewport.resize(this.canvas.clientWidth, this.canvas.clientHeight);
    this.move();
  }
}
