const $ = (id) => document.getElementById(id);

/** A stored run that is watched: which step of it is shown, and whether it plays. */
export class Playback {
  /** The run, in the server's words; null while none is watched. */
  run = null;
  step = 0;
  isPlaying = false;
  /** When the clock started, and at which step; null: with the next move. */
  #start = null;
  #actions;

  /** `actions`: `period()` in seconds, `moved(step)`, `changed()` of `isPlaying`, `ended()`. */
  constructor(actions) {
    this.#actions = actions;
    $("watch-play").addEventListener("click", () => this.toggle());
    $("watch-back").addEventListener("click", () => this.goTo(this.step - 1));
    $("watch-forward").addEventListener("click", () => this.goTo(this.step + 1));
    $("scrub").addEventListener("input", () => this.goTo(Number($("scrub").value)));
  }

  /** Begins with a run; the one that is watched already goes on where it is. */
  open(run) {
    const isSame = this.run?.point === run.point && this.run?.replicate === run.replicate;
    this.run = run;
    if (!isSame) {
      this.step = 0;
      this.isPlaying = false;
    }
    $("watch-label").textContent = `Point ${run.point}, replicate ${run.replicate}: ${run.label}`;
    $("scrub").max = String(run.steps);
    $("watch-badge").textContent = {
      true: "Its curve equals the stored one, step by step.",
      false: "Its curve differs from the one stored in curves.csv.",
    }[run.equals_stored] ?? "The folder holds no stored curve of this run.";
  }

  close() {
    this.run = null;
    this.isPlaying = false;
  }

  pause() {
    this.isPlaying = false;
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    this.restartClock();
    if (this.isPlaying && this.step >= this.run.steps) this.#show(0);
    this.#actions.changed();
  }

  goTo(step) {
    this.restartClock();
    this.#show(step);
  }

  /** Counts the time from now on, for a new period. */
  restartClock() {
    this.#start = null;
  }

  /** Shows the step that is due: counted from a fixed time, so that delays do not add up. */
  advance() {
    if (!this.isPlaying) return;
    const now = performance.now();
    this.#start ??= { time: now, step: this.step };
    const period = this.#actions.period();
    const due = period === 0
      ? this.step + 1
      : this.#start.step + Math.floor((now - this.#start.time) / (1000 * period));
    if (due > this.step) this.#show(due);
    if (this.step < this.run.steps) return;
    this.isPlaying = false;
    this.#actions.changed();
    this.#actions.ended();
  }

  #show(step) {
    this.step = Math.max(0, Math.min(this.run.steps, step));
    $("scrub").value = String(this.step);
    $("scrub").setAttribute("aria-valuetext", `step ${this.step} of ${this.run.steps}`);
    this.#actions.moved(this.step);
  }
}
