import { Group } from "/group.js";

/**
 * A stored run that is looked at, forward and backward, and cannot be changed. Its interface:
 * `PlayedRun`.
 */
export class WatchedRun {
  number = 0;
  panels = ["watch-controls"];
  marksStep = true;
  takesTaps = false;
  status = null;
  ensemble = null;
  isCompared = false;
  second = null;
  canInfect = false;
  place = null; // frames may have been lost: the server begins anew
  step = 0;
  isPlaying = false;
  /** When the clock started, and at which step; null: with the next move. */
  #clock = null;

  /** `stored`: in the server's words; a run that is watched already goes on where it is. */
  constructor(stored, before) {
    this.stored = stored;
    this.group = new Group(
      stored.group_size, stored.columns, { tracksPeople: stored.tracks_people, places: stored.places },
    );
    this.band = stored.band ?? null;
    this.period = stored.period;
    if (before?.stored?.point === stored.point && before.stored.replicate === stored.replicate) {
      this.step = before.step;
      this.isPlaying = before.isPlaying;
      this.period = before.period;
    }
  }

  get lastStep() { return this.stored.steps; }

  get isAnimated() { return this.isPlaying; }

  get isOver() { return this.step === this.stored.steps; }

  get hasDiedOut() { return this.stored.stop === "extinct" && this.isOver; }

  get word() { return this.hasDiedOut ? "died out" : ""; }

  controls() {
    const { point, replicate, label, steps, equals_stored: equals } = this.stored;
    const badge = {
      true: "Its curve matches the stored one, step by step.",
      false: "Its curve differs from the stored one.",
    }[equals] ?? "The folder holds no stored curve of this run.";
    return {
      "watch-play": { text: this.isPlaying ? "Pause" : "Play" },
      "watch-label": { text: `Point ${point}, replicate ${replicate}: ${label}` },
      "watch-badge": { text: badge },
      scrub: { min: 0, max: steps, value: this.step, disabled: false, valueText: `step ${this.step} of ${steps}` },
      "step-back": { disabled: this.step === 0 },
      "step-forward": { disabled: this.isOver },
      "rewind-box": { hidden: true },
    };
  }

  take(frame) {
    if (frame.kind === "network") return this.group.setNetwork(frame.network);
    this.group.keep(frame);
    this.group.showStep(this.step);
  }

  hasJustEnded() { return false; }

  disconnect() {}

  resume() {
    const { point, replicate } = this.stored;
    return [{ type: "watch", point, replicate }];
  }

  curve() { return [{ type: "curve" }]; }

  comeBack() { return []; }

  leave() { return { run: null, messages: [] }; }

  togglePlay() {
    this.isPlaying = !this.isPlaying;
    this.#clock = null;
    if (this.isPlaying && this.step >= this.stored.steps) this.#show(0);
    return [];
  }

  stepBy(steps) { return this.goTo(this.step + steps); }

  goTo(step) {
    this.#clock = null;
    this.#show(step);
    return [];
  }

  setPeriod(period) {
    this.period = period;
    this.#clock = null;
    return [];
  }

  /** Shows the step that is due: counted from a fixed time, so that delays do not add up. */
  advance(now) {
    if (!this.isPlaying) return false;
    this.#clock ??= { time: now, step: this.step };
    const due = this.period === 0
      ? this.step + 1
      : this.#clock.step + Math.floor((now - this.#clock.time) / (1000 * this.period));
    if (due > this.step) this.#show(due);
    this.isPlaying = this.step < this.stored.steps;
    return !this.isPlaying;
  }

  #show(step) {
    const before = this.step;
    this.step = Math.max(0, Math.min(this.stored.steps, step));
    this.group.showStep(this.step);
    // A jump is no news.
    if (this.step < before || this.step > before + 3) this.group.fresh = [];
  }
}
