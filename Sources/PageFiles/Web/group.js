import { cellsCrossed } from "/cells-crossed.js";
import { HEALTHY, IMMUNE, INFECTIOUS, LATENT, STATE } from "/states.js";

const TAPPED = 4; // the server has the tap
const ASKED = 8; // the tap is on its way
const SOON = 4; // steps at once after which nobody was infected just now
// By a byte of two bits a person: four cells (little-endian, as all that runs a browser).
const UNPACKED = Uint32Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3].reduce((word, place) => word | (((byte >> (2 * place)) & STATE) << (8 * place)), 0));
const ROW = Math.sqrt(3) / 2; // from row to row of a honeycomb
const LISTED = 1 / 32; // of the group: when more have changed, drawing everybody is quicker

/**
 * The people as this page knows them: one byte each, their state by the log in the two lowest bits.
 *
 * A played run only follows the log. A watched one keeps it: what is shown is a prefix of it, so
 * looking back is only a shorter prefix.
 */
export class Group {
  #words; // the cells, four at a time
  #last = null; // the cells and counts of the last step, while an earlier one is shown

  /** `newcomer`: the state somebody has who was just infected. */
  constructor(size, columns, { tracksPeople = false, newcomer = INFECTIOUS, places = "squares" } = {}) {
    this.places = places; // in the server's words
    this.network = null; // where people are drawn whose places are not rows; it comes as a frame
    this.size = size;
    this.columns = columns;
    this.rows = Math.ceil(size / columns);
    this.tracksPeople = tracksPeople; // whether people may be latent or immune
    this.newcomer = newcomer;
    this.#words = new Uint32Array(Math.ceil(size / 4));
    this.cells = new Uint8Array(this.#words.buffer, 0, size);
    this.counts = [size, 0, 0, 0]; // people drawn, by state
    this.known = 0; // entries of the log that have come
    this.log = new Int32Array(0); // those that are kept: person · 16 + code
    this.shown = 0; // entries of the kept log that are shown
    this.positions = []; // entries up to the end of each step
    this.head = [size, 0, 0, 0]; // people by state behind all that has come
    this.ends = []; // people infected after each step; then those of them who are latent
    this.latent = [];
    this.immune = [];
    this.news = []; // infected in each step
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

  /** The same at the last step, whichever is shown. */
  get lastCount() {
    const counts = this.#last?.counts ?? this.counts;
    return counts[INFECTIOUS] + counts[LATENT];
  }

  isHealthy(person) {
    return this.cells[person] === HEALTHY;
  }

  /** What a person is drawn as. */
  stateOf(person) {
    return this.#drawn(this.cells[person]);
  }

  // MARK: Places, in widths of a cell

  /** From row to row. */
  get rowHeight() { return this.places === "honeycomb" ? ROW : 1; }

  /** How far a row stands to the right: odd rows of a honeycomb, half a place. */
  shiftOf(row) { return this.places === "honeycomb" && row % 2 === 1 ? 0.5 : 0; }

  get width() { return this.network?.side ?? this.columns + (this.places === "honeycomb" ? 0.5 : 0); }
  get height() { return this.network?.side ?? (this.rows - 1) * this.rowHeight + 1; }

  /** Takes over where people of a network are drawn. */
  setNetwork({ people, places, edges }) {
    const side = 2 * Math.sqrt(people.length) + 2;
    const at = places.map((place) => 1 + place * (side - 2));
    const placeOf = new Map([...people].map((person, place) => [person, place]));
    // As large as people may be where half of them touch nobody.
    const nearest = [...people.keys()].slice(0, 500).map((one) => people.reduce((least, _, other) => (
      other === one ? least : Math.min(least, Math.hypot(at[2 * one] - at[2 * other], at[2 * one + 1] - at[2 * other + 1]))
    ), Infinity)).sort((a, b) => a - b);
    const diameter = Math.max(0.15, Math.min(1, nearest[nearest.length >> 1]));
    this.network = { people, at, edges, placeOf, side, diameter };
    this.hasChangedMuch = true;
  }

  /** Where a person stands, and nowhere if they are not drawn. */
  centerOf(person) {
    if (this.network) {
      const place = this.network.placeOf.get(person);
      return place === undefined ? [NaN, NaN] : [this.network.at[2 * place], this.network.at[2 * place + 1]];
    }
    const column = person % this.columns;
    const row = (person - column) / this.columns;
    return [column + 0.5 + this.shiftOf(row), row * this.rowHeight + 0.5];
  }

  /** The person at a place, or -1. */
  personAt(x, y) {
    if (this.network) return this.nearest(x, y, this.network.diameter / 2, () => true);
    const row = Math.floor(this.places === "honeycomb" ? (y - 0.5) / ROW + 0.5 : y);
    const column = Math.floor(x - this.shiftOf(row));
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    const person = row * this.columns + column;
    return person < this.size ? person : -1;
  }

  /** The nearest person up to a distance for whom `test` holds; -1 if there is none. */
  nearest(x, y, distance, test) {
    let [best, least] = [-1, distance];
    for (const person of this.drawn()) {
      const [left, top] = this.centerOf(person);
      const away = Math.hypot(left - x, top - y);
      if (away <= least && test(person)) [best, least] = [person, away];
    }
    return best;
  }

  /** Everybody who has a place in the picture. */
  drawn() { return this.network?.people ?? Array(this.size).keys(); }

  /** The people a straight line crosses, in order. */
  * crossed([fromX, fromY], [toX, toY]) {
    if (this.places === "squares") {
      for (const [column, row] of cellsCrossed(fromX, fromY, toX, toY)) yield this.personAt(column, row);
      return;
    }
    const steps = Math.ceil(Math.hypot(toX - fromX, toY - fromY) * 5) + 1;
    let last = -1;
    for (let step = 0; step <= steps; step += 1) {
      const person = this.personAt(fromX + ((toX - fromX) * step) / steps, fromY + ((toY - fromY) * step) / steps);
      if (person !== last) yield person;
      last = person;
    }
  }

  /** Who stands next to a person in a direction; the person, if nobody does. */
  neighborOf(person, right, down) {
    const [x, y] = this.centerOf(person);
    let [best, least] = [person, Infinity];
    for (const other of this.drawn()) {
      const [left, top] = this.centerOf(other);
      const along = (left - x) * right + (top - y) * down;
      const aside = Math.abs((left - x) * down) + Math.abs((top - y) * right);
      if (along > 1e-6 && aside <= along && along + aside < least) [best, least] = [other, along + aside];
    }
    return best;
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
    if (this.changed.length > LISTED * this.size + 1000) {
      this.#changeMuch();
      return;
    }
    if (before === HEALTHY && after !== IMMUNE) this.fresh.push(person);
  }

  #setState(person, state) { this.#write(person, (this.cells[person] & ~STATE) | state); }
  #mark(person, bit) { this.#write(person, this.cells[person] | bit); }
  #unmark(person, bit) { this.#write(person, this.cells[person] & ~bit); }

  // MARK: Frames

  /** Takes changes over and shows them. */
  follow(frame) {
    this.#count(frame);
    for (const change of frame.changes) this.#setState(change >> 4, change & STATE);
    this.#forgetTaken();
    if (frame.ends.length > SOON) this.fresh = [];
  }

  /** Takes changes over, to be shown by `show`. */
  keep(frame) {
    this.#count(frame);
    const { position, changes } = frame;
    if (this.log.length < this.known) {
      const longer = new Int32Array(Math.max(this.known, 2 * this.log.length));
      longer.set(this.log);
      this.log = longer;
    }
    this.log.set(changes, position);
  }

  /** Takes the states of everybody over and shows them. */
  replace({ position, step, steps, packed, engineCount }) {
    this.engineCount = engineCount;
    this.known = position;
    this.#forgetStepsFrom(step);
    for (const { infectious, latent, immune, news } of steps) {
      this.head = [this.size - infectious - latent - immune, infectious, latent, immune];
      this.#addStep(position, news);
    }
    this.#unpack(packed);
    this.counts = [...this.head];
    for (const person of this.tapped) this.#mark(person, TAPPED);
    this.#forgetTaken();
  }

  /** Shows what everybody was after an earlier step, until `lookAhead`. */
  lookBack(packed) {
    this.lookAhead();
    this.#last = { cells: this.cells.slice(), counts: this.counts };
    this.#unpack(packed);
    this.counts = [0, 0, 0, 0];
    for (const cell of this.cells) this.counts[cell] += 1;
  }

  /** Shows the last step again. */
  lookAhead() {
    if (!this.#last) return;
    this.cells.set(this.#last.cells);
    this.counts = this.#last.counts;
    this.#last = null;
    this.#changeMuch();
  }

  #unpack(packed) {
    for (let index = 0; index < packed.length; index += 1) this.#words[index] = UNPACKED[packed[index]];
    this.#changeMuch();
  }

  #changeMuch() {
    this.hasChangedMuch = true;
    this.fresh = [];
  }

  /** Adds the frame's changes to the counts of its steps. */
  #count({ position, step, ends, changes, engineCount }) {
    const { head } = this;
    this.engineCount = engineCount;
    this.known = position + changes.length;
    // The first step of a frame may have begun in the one before.
    let news = this.news[step] ?? 0;
    this.#forgetStepsFrom(step);
    let index = 0;
    for (const end of ends) {
      const kinds = new Int32Array(16); // by code: how many
      for (; index < end - position; index += 1) kinds[changes[index] & 15] += 1;
      kinds.forEach((number, code) => {
        const old = code >> 2;
        const state = code & STATE;
        head[old] -= number;
        head[state] += number;
        if (old === HEALTHY && state !== IMMUNE) news += number;
      });
      this.#addStep(end, news);
      news = 0;
    }
  }

  #forgetStepsFrom(step) {
    for (const list of [this.positions, this.ends, this.latent, this.immune, this.news]) list.length = step;
  }

  /** The next step, behind which the people are as the head says. */
  #addStep(end, news) {
    const [, infectious, latent, immune] = this.head;
    this.positions.push(end);
    this.ends.push(infectious + latent);
    this.latent.push(latent);
    this.immune.push(immune);
    // At the start everybody infected is news, whoever was taken for it before.
    this.news.push(this.news.length === 0 ? this.ends[0] : news);
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

  /** Those tapped who are not part of a step yet, at most so many. */
  waiting(most) {
    return this.asked.flatMap(({ people }) => people).concat(this.tapped).slice(0, most);
  }

  /** Taps that were sent but never answered. */
  unanswered() {
    return this.asked.filter((entry) => !entry.isTaken);
  }
}
