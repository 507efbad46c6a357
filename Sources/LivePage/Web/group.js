import { HEALTHY, IMMUNE, INFECTIOUS, LATENT, STATE } from "/states.js";

const TAPPED = 4; // the server has the tap
const ASKED = 8; // the tap is on its way
const SOON = 4; // steps at once after which nobody was infected just now
const LISTED = 1 / 32; // of the group: when more have changed, drawing everybody is quicker

/**
 * The people as this page knows them: one byte each, their state by the log in the two lowest bits.
 *
 * A played run only follows the log. A watched one keeps it: what is shown is a prefix of it, so
 * looking back is only a shorter prefix.
 */
export class Group {
  /** `newcomer`: the state somebody has who was just infected. */
  constructor(size, columns, { tracksPeople = false, newcomer = INFECTIOUS } = {}) {
    this.size = size;
    this.columns = columns;
    this.rows = Math.ceil(size / columns);
    this.tracksPeople = tracksPeople; // whether people may be latent or immune
    this.newcomer = newcomer;
    this.cells = new Uint8Array(size);
    this.counts = [size, 0, 0, 0]; // people drawn, by state
    this.known = 0; // entries of the log that have come
    this.log = new Int32Array(0); // those that are kept: person · 16 + code
    this.shown = 0; // entries of the kept log that are shown
    this.positions = []; // entries up to the end of each step
    this.head = [size, 0, 0, 0]; // people by state behind all that has come
    this.ends = []; // people infected after each step; then those of them who are latent
    this.latent = [];
    this.immune = [];
    this.news = []; // infected in each step; NaN where that is not known
    this.engineCount = 0;
    this.tapped = []; // in the order of the server's list
    this.asked = []; // messages on their way: { people, isTaken }
    this.redrawn();
  }

  /** All that has changed is drawn now. */
  redrawn() {
    this.changed = []; // people to redraw
    this.fresh = []; // those of them who were infected just now
    this.hasChangedMuch = false; // whether everybody is to be redrawn
  }

  get step() {
    return Math.max(0, this.ends.length - 1);
  }

  /** People drawn as infected. */
  get count() {
    return this.counts[INFECTIOUS] + this.counts[LATENT];
  }

  isHealthy(person) {
    return this.cells[person] === HEALTHY;
  }

  /** What a person is drawn as. */
  stateOf(person) {
    return this.#drawn(this.cells[person]);
  }

  /** The person at a column and row, or -1. */
  personAt(column, row) {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    const person = row * this.columns + column;
    return person < this.size ? person : -1;
  }

  /** The pictures of all values of a cell, by `pictures` of the states. */
  byCell(pictures) {
    return Array.from({ length: 16 }, (_, cell) => pictures[this.#drawn(cell)]);
  }

  #drawn(cell) {
    return (cell & STATE) || (cell === HEALTHY ? HEALTHY : this.newcomer);
  }

  #write(person, cell) {
    const before = this.#drawn(this.cells[person]);
    const after = this.#drawn(cell);
    this.cells[person] = cell;
    if (before === after) return;
    this.counts[before] -= 1;
    this.counts[after] += 1;
    if (this.hasChangedMuch) return;
    this.changed.push(person);
    if (this.#areMany(this.changed)) {
      this.hasChangedMuch = true;
      this.fresh = [];
      return;
    }
    if (before === HEALTHY && after !== IMMUNE) this.fresh.push(person);
  }

  #areMany(changes) { return changes.length > LISTED * this.size + 1000; }

  /** As `#setState` for each, where so many change that everybody is redrawn. */
  #setStates(people, codes) {
    this.hasChangedMuch = true;
    this.fresh = [];
    const { cells } = this;
    const gained = new Int32Array(16); // by value of a cell: how many more there are
    for (let index = 0; index < people.length; index += 1) {
      const person = people[index];
      const before = cells[person];
      const after = (before & ~STATE) | (codes[index] & STATE);
      cells[person] = after;
      gained[before] -= 1;
      gained[after] += 1;
    }
    gained.forEach((number, cell) => { this.counts[this.#drawn(cell)] += number; });
  }

  #setState(person, state) { this.#write(person, (this.cells[person] & ~STATE) | state); }
  #mark(person, bit) { this.#write(person, this.cells[person] | bit); }
  #unmark(person, bit) { this.#write(person, this.cells[person] & ~bit); }

  // MARK: Frames

  /** Takes changes over and shows them. */
  follow(frame) {
    this.#count(frame);
    const { people, codes } = frame;
    if (this.#areMany(people)) {
      this.#setStates(people, codes);
    } else {
      for (let index = 0; index < people.length; index += 1) {
        this.#setState(people[index], codes[index] & STATE);
      }
    }
    this.#forgetTaken();
    if (frame.ends.length > SOON) this.fresh = [];
  }

  /** Takes changes over, to be shown by `show`. */
  keep(frame) {
    this.#count(frame);
    const { position, people, codes } = frame;
    if (this.log.length < this.known) {
      const longer = new Int32Array(Math.max(this.known, 2 * this.log.length));
      longer.set(this.log);
      this.log = longer;
    }
    for (let index = 0; index < people.length; index += 1) {
      this.log[position + index] = (people[index] << 4) | codes[index];
    }
  }

  /** Takes the states of everybody over, and the counts of every step. */
  replace(frame) {
    this.known = frame.position;
    this.engineCount = frame.engineCount;
    this.news = frame.ends.map((_, step) => (step < this.step ? this.news[step] : NaN));
    this.positions = new Array(frame.ends.length).fill(frame.position);
    ({ ends: this.ends, latent: this.latent, immune: this.immune } = frame);
    this.head = [0, 0, 0, 0];
    for (let person = 0; person < this.size; person += 1) {
      const state = frame.states[person];
      this.head[state] += 1;
      this.#setState(person, state);
    }
    this.#forgetTaken();
    this.fresh = [];
  }

  /** Adds the frame's changes to the counts of its steps. */
  #count({ position, step, ends, people, codes, engineCount }) {
    const { head } = this;
    this.engineCount = engineCount;
    this.known = position + people.length;
    // The first step of a frame may have begun in the one before.
    let news = this.news[step] ?? 0;
    for (const list of [this.positions, this.ends, this.latent, this.immune, this.news]) list.length = step;
    let index = 0;
    for (const end of ends) {
      const kinds = new Int32Array(16); // by code: how many
      for (; index < end - position; index += 1) kinds[codes[index]] += 1;
      kinds.forEach((number, code) => {
        const old = code >> 2;
        const state = code & STATE;
        head[old] -= number;
        head[state] += number;
        if (old === HEALTHY && state !== IMMUNE) news += number;
      });
      const [, infectious, latent, immune] = head;
      this.positions.push(end);
      this.ends.push(infectious + latent);
      this.latent.push(latent);
      this.immune.push(immune);
      // At the start everybody infected is news, whoever was taken for it before.
      this.news.push(this.news.length === 0 ? this.ends[0] : news);
      news = 0;
    }
  }

  /** Takes over who is tapped: so many of those before, and others behind them. */
  applyTapped({ stay, people }) {
    for (const person of this.tapped.splice(stay)) this.#unmark(person, TAPPED);
    for (const person of people) {
      this.tapped.push(person);
      this.#mark(person, TAPPED);
    }
    this.#forgetTaken();
  }

  // MARK: The kept log

  /** Shows the first `position` entries of the kept log. */
  show(position) {
    while (this.shown < position) {
      const entry = this.log[this.shown++];
      this.#setState(entry >> 4, entry & STATE);
    }
    while (this.shown > position) {
      const entry = this.log[--this.shown];
      this.#setState(entry >> 4, (entry >> 2) & STATE);
    }
  }

  /** Shows the state after a step. */
  showStep(step) {
    this.show(this.positions[Math.min(step, this.step)] ?? 0);
  }

  // MARK: Taps

  /** Draws people as infected before the server has answered. */
  ask(people, number) {
    for (const person of people) this.#mark(person, ASKED);
    this.asked.push({ people, number, isTaken: false });
  }

  /** The server has the oldest message that it had not answered. */
  taken(number) {
    const first = this.asked.find((entry) => !entry.isTaken && entry.number === number);
    if (first) first.isTaken = true;
  }

  #forgetTaken() {
    if (this.asked.length === 0) return;
    for (const entry of this.asked) {
      if (entry.isTaken) for (const person of entry.people) this.#unmark(person, ASKED);
    }
    this.asked = this.asked.filter((entry) => !entry.isTaken);
    // Somebody may have been asked for twice.
    for (const entry of this.asked) for (const person of entry.people) this.#mark(person, ASKED);
  }

  /** Taps that were sent but never answered. */
  unanswered() {
    return this.asked.filter((entry) => !entry.isTaken);
  }

  /** People drawn, by state, counted from the cells: for checks. */
  tally() {
    const counts = [0, 0, 0, 0];
    for (const cell of this.cells) counts[this.#drawn(cell)] += 1;
    return counts;
  }

  /** People drawn as infected, counted from the cells: for checks. */
  recount() {
    const counts = this.tally();
    return counts[INFECTIOUS] + counts[LATENT];
  }
}
