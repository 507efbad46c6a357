import { Group } from "/group.js";
import { interventionsInWords, stepsOfChange } from "/interventions.js";
import { numbered } from "/page.js";
import { newSeed } from "/parameters.js";
import { INFECTIOUS, LATENT } from "/states.js";

const PART = 4000; // people in one message, which has a limit on the server

/**
 * A run that the server computes for this page, taps included.
 *
 * Its interface is `WatchedRun`'s too; screens and reducer ask no run of which kind it is.
 *
 * - `number`: of the run, in the server's frames; `group`: the people; `step`: the one shown;
 *   `period`: seconds per step, 0 for as fast as possible; `status`: the server's last; `band`:
 *   the runs behind the curve, and `ensemble`: what is known of them, if the server makes them (ensemble.js);
 *   `panels`: ids of what leads the run
 * - `isCompared`: whether a second group is beside it; `second`: its run, once it has begun
 * - `lastStep`; `marksStep`: whether the curve has a mark at the step shown; `takesTaps`: whether people can be infected
 *   at all; `reproductionNumber`: at the step shown, if there is one; `isPlaying`;
 *   `isAnimated`: whether time alone changes what is seen; `canInfect`; `canPaint`; `word`: beside the step;
 *   `changedAt`: the steps at which interventions began or ended;
 *   `hasDiedOut`: whether people were infected and none is left; `isOver`: that, or the run has ended;
 *   `place`: what the page has of it, for the server
 * - `comeBack()`: the page turns to it again: messages
 * - `resume(knows)`: the connection is back, and the server knows the session or not: the messages
 *   to send; `disconnect()`; `leave()`: the page turns to its parameters: the run to keep, and
 *   messages
 * - `take(frame)`, `takeStatus(status)`, and `hasJustEnded()` after either; `advance(now)`: before painting, returns whether the run has just ended
 * - `controls(isOpen)`: text and state of the run's own controls, by id
 *
 * Commands (`data-command` in index.html) return the messages to send, in a list: `togglePlay()`,
 * `stepBy(steps)`, `goTo(step)`, `rewind()`, `setPeriod(period)`, `undo()`, `reset()`, `anew()`, `save()`, `curve()`,
 * `infect(people, number)`, `infectAtRandom(count, number)`, `paint(people, immune, number)`,
 * `intervene(values)`. A run leaves out what it cannot do.
 */
export class PlayedRun {
  panels = ["live-controls", "again", "interventions", "random-form", "save", "ensemble-panel"];
  isAnimated = false;
  takesTaps = true;
  past = null; // the earlier step that is shown, in the server's words
  #asked = null; // the earlier step that was asked for, until it comes
  #wanted = null; // the one that is to be shown then
  ensemble = null;
  status = null;
  conditions = { made: [] };
  second = null;
  undone = null; // what is to be said once it is seen
  isUndoing = false; // whether the run that comes next stands where an undo led to
  #wasLeftPlaying = false;
  #wasReady = false; // by the last status, also while there is no connection
  #wasOver = null;

  /** `recipe`: what is needed to repeat the session; kept up to date by the run. */
  constructor({ run, parameters, columns, places, tracks_people: tracksPeople, is_compared: isCompared = false }, recipe) {
    this.number = run;
    this.isCompared = isCompared;
    if (isCompared) this.panels = ["live-controls", "again", "interventions", "random-form", "save"];
    const newcomer = parameters.latent_steps > 0 ? LATENT : INFECTIOUS;
    this.group = new Group(parameters.group_size, columns, { tracksPeople, newcomer, places });
    this.period = parameters.period;
    this.recipe = recipe;
  }

  get step() { return this.past?.step ?? this.group.step; }
  get lastStep() { return this.group.step; }
  get marksStep() { return this.past !== null; }
  get reproductionNumber() { return (this.past ?? this.status)?.reproduction_number; }
  get band() { return this.ensemble?.band ?? null; }
  get isPlaying() { return this.status?.playing ?? false; }
  /** Whether time stands still until somebody is tapped. */
  get waits() { return this.#stands && !this.isInMotion && this.group.lastCount === 0; }
  get #stands() { return ["no_spread", "extinct"].includes(this.status?.stop); }
  /** Whether the next step changes something: in the second group, or because somebody was tapped, too. */
  get isInMotion() {
    const goesOn = this.status !== null && !this.status.stop;
    return goesOn || this.group.waiting(1).length > 0 || (this.second?.isInMotion ?? false);
  }
  get canInfect() { return !this.status?.ended && this.past === null; }
  get canPaint() { return this.#wasReady && this.group.step === 0; }
  get changedAt() { return stepsOfChange(this.conditions); }
  get place() {
    return { run: this.number, position: this.group.known, step: this.group.step };
  }

  get word() {
    const { status, recipe } = this;
    if (this.past) return "an earlier step";
    if (status?.stop === "all_infected") return "everybody is infected";
    if (this.hasDiedOut) return "died out";
    if (!this.#stands || this.isInMotion) return this.isPlaying ? "playing" : "";
    if (this.group.count === 0) return status.ended ? "nobody can be infected" : "tap somebody to infect";
    if (status.ended) return "nobody else can be infected";
    const { infection_factor: factor, infection_probability: probability } = recipe.parameters;
    if (factor === 0 || probability === 0) return "nobody can infect anybody";
    return this.isPlaying ? "waiting for a tap" : "";
  }

  get hasDiedOut() {
    const { group, status } = this;
    return status?.stop === "extinct" && group.lastCount === 0 && group.ends.some((count) => count > 0);
  }

  get isOver() { return this.status && (this.status.ended || this.hasDiedOut); }

  controls(isOpen) {
    const { status, isPlaying, past, lastStep } = this;
    const hasEnded = status?.ended ?? true;
    const hasBegun = status && lastStep > 0 && !status.ended;
    const first = status?.first_step ?? 0;
    const shown = this.#wanted ?? this.step;
    const isDone = this.hasDiedOut && isPlaying && !this.isInMotion;
    const pause = this.waits ? "Choose several" : "Pause";
    return {
      play: {
        text: isPlaying && !isDone ? pause : hasBegun && !isDone ? "Continue" : "Start",
        disabled: !isOpen || hasEnded || isDone,
      },
      step: { disabled: !isOpen || isPlaying || (hasEnded && !past) },
      scrub: {
        min: first, max: lastStep, value: shown, disabled: !isOpen || lastStep === first,
        valueText: `step ${shown} of ${lastStep}`,
      },
      "step-back": { disabled: !isOpen || shown <= first },
      "step-forward": { disabled: !isOpen || !past },
      "rewind-box": { hidden: !past },
      rewind: { text: `Go on from step ${numbered(this.step)}`, disabled: !isOpen },
      undo: { disabled: !isOpen || !(status?.undoable > 0) },
      reset: { disabled: !isOpen },
      anew: { disabled: !isOpen },
      "seed-shown": { text: `seed ${this.recipe.parameters.seed}` },
      save: { disabled: !isOpen },
      change: { disabled: !isOpen || hasEnded || this.conditions.refusal !== undefined },
      original: { disabled: !isOpen || hasEnded || this.words === "" },
      "in-force": { text: this.conditions.refusal ?? this.words },
    };
  }

  advance() { return false; }

  // MARK: From the server

  takeStatus(status) {
    this.status = status;
    this.#wasReady = status.ready;
    // Somebody else plays it.
    if (status.playing && this.past) this.#showLast();
    this.recipe.playing = status.playing;
    this.recipe.parameters.period = status.period;
  }

  /** Whether the run has ended, or died out for now, since this was asked before. */
  hasJustEnded() {
    // What is over when the page comes has not just ended.
    const before = this.#wasOver;
    this.#wasOver = this.isOver;
    return before === false && this.isOver === true;
  }

  take(frame) {
    const { group, past } = this;
    if (frame.kind === "network") return group.setNetwork(frame.network);
    // Frames are about the last step.
    group.lookAhead();
    if (frame.kind === "tapped") group.applyTapped(frame);
    else if (frame.kind === "states") group.replace(frame);
    else group.follow(frame);
    this.recipe.step = group.step;
    if (past) group.lookBack(past.packed);
  }

  /** Shows an earlier step if it is still wanted; returns the messages to send. */
  takePast(past) {
    if (this.#asked === null) return [];
    const wanted = this.#wanted;
    const isNewer = wanted !== this.#asked;
    this.#asked = this.#wanted = null;
    this.showPast(past);
    return isNewer ? this.goTo(wanted) : [];
  }

  showPast(past) {
    this.past = { ...past, packed: Uint8Array.from(atob(past.states), (character) => character.charCodeAt(0)) };
    this.group.lookBack(this.past.packed);
  }

  #showLast() {
    this.#asked = this.#wanted = this.past = null;
    this.group.lookAhead();
    this.second?.goTo(Infinity);
  }

  takeEnsemble(ensemble) { this.ensemble = ensemble; }

  takeIntroduction({ number, step, people }) {
    this.recipe.introduced[number] = { step, people };
  }

  takePainted({ number, gesture, immune, people }) {
    this.recipe.painted.length = number;
    this.recipe.painted.push({ immune, people, gesture });
  }

  /** What is otherwise than at the start, in words. */
  get words() { return interventionsInWords(this.conditions); }

  /** Takes over what is otherwise than the parameters say; returns it in words if that has changed. */
  takeConditions(conditions) {
    const before = this.words;
    this.conditions = conditions;
    this.recipe.made = conditions.made;
    this.recipe.waiting = conditions.waiting;
    this.group.tracksPeople = conditions.tracks_people;
    const { words } = this;
    return words === before ? null : words || "The original values are in force.";
  }

  /** What comes next may be a new server that has to repeat the session first. */
  disconnect() {
    this.status = null;
    this.#asked = this.#wanted = null;
  }

  resume(knows) {
    const { group } = this;
    const unanswered = group.unanswered();
    if (knows) return unanswered.flatMap(({ people, number }) => infectMessages(people, number));
    return restoration(this.recipe, [...group.tapped, ...unanswered.flatMap(({ people }) => people)]);
  }

  // MARK: Commands

  leave() {
    this.#wasLeftPlaying = this.isPlaying;
    this.isUndoing = false;
    return { run: this, messages: this.isPlaying ? [{ type: "pause" }] : [] };
  }

  comeBack() { return this.#wasLeftPlaying && !this.isPlaying ? [{ type: "play" }] : []; }

  togglePlay() {
    this.#showLast();
    return this.status?.ended ? [] : [{ type: this.isPlaying ? "pause" : "play" }];
  }

  /** Through the steps there are; beyond the last one, another one is made. */
  stepBy(steps) {
    if (steps < 0 || this.past) return this.goTo((this.#wanted ?? this.step) + steps);
    return !this.isPlaying && !this.status?.ended ? [{ type: "step" }] : [];
  }

  /** Looks at a step: time stands still meanwhile. One is asked for at a time. */
  goTo(step) {
    if (step >= this.lastStep) {
      this.#showLast();
      return [];
    }
    const isWaiting = this.#asked !== null;
    this.#wanted = Math.max(this.status?.first_step ?? 0, step);
    this.#asked ??= this.#wanted;
    return [
      ...(this.isPlaying ? [{ type: "pause" }] : []), ...(isWaiting ? [] : [{ type: "look", step: this.#wanted }]),
    ];
  }

  /** Goes on from the earlier step that is shown. */
  rewind() {
    this.isUndoing = true;
    return this.past ? [{ type: "rewind", step: this.past.step }] : [];
  }

  undo() {
    this.#showLast();
    this.isUndoing = true;
    return [{ type: "undo" }];
  }

  reset() {
    this.isUndoing = false;
    return [{ type: "reset" }];
  }

  /** Begins again with other random numbers. */
  anew() {
    this.isUndoing = false;
    return [{ type: "reset", seed: newSeed() }];
  }

  curve() { return [{ type: "curve" }]; }
  save() { return [{ type: "save" }]; }

  /** Has runs of the same settings made, or not. */
  wantEnsemble(wanted) { return [{ type: "ensemble", wanted }]; }

  setPeriod(period) {
    this.period = period;
    return [{ type: "period", period }];
  }

  infect(people, number) {
    const messages = infectMessages(people, number);
    for (const message of messages) this.group.ask(message.people, number);
    return messages;
  }

  paint(people, immune, number) {
    return parts(people).map((part) => ({ type: "paint", immune, number, people: part }));
  }

  intervene(values) {
    this.#showLast();
    return [{ type: "intervene", ...values }];
  }

  infectAtRandom(count, number) {
    this.#showLast();
    return [{ type: "infect_random", count, number }];
  }
}

const parts = (people) => Array.from(
  { length: Math.ceil(people.length / PART) },
  (_, index) => Array.from(people.slice(index * PART, (index + 1) * PART)),
);

const infectMessages = (people, number) =>
  parts(people).map((part) => ({ type: "infect", number, people: part }));

/**
 * Has a server that does not know the session repeat it, up to the step this page has seen; taps
 * and interventions that were waiting come at its end. From then on the recipe belongs to no session until one opens.
 */
export function restoration(recipe, waiting = []) {
  const { parameters, introduced, step, playing, painted = [], made = [], waiting: last } = recipe;
  recipe.name = null;
  const taps = [...introduced, { step, people: waiting }];
  return [
    { type: "restore", parameters, step, playing },
    ...painted.flatMap(({ immune, people, gesture: number }) =>
      parts(people).map((part) => ({ type: "restore_paint", immune, number, people: part }))),
    ...[...made, ...(last ? [{ step, values: last }] : [])].map(({ step: at, values }) =>
      ({ type: "restore_intervention", step: at, ...values })),
    ...taps.flatMap(({ step: at, people }) =>
      parts(people).map((part) => ({ type: "restore_taps", step: at, people: part }))),
    { type: "restore_end" },
  ];
}
