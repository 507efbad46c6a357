const INFECTED = 1; // by the log
const TAPPED = 2; // the server has the tap
const ASKED = 4; // the tap is on its way

/**
 * The people as this page knows them: one byte each, and the log of who was infected in which
 * step. What is shown is a prefix of the log, so looking back is only a shorter prefix.
 */
export class Group {
  constructor(size, columns) {
    this.size = size;
    this.columns = columns;
    this.rows = Math.ceil(size / columns);
    this.cells = new Uint8Array(size);
    this.log = new Int32Array(size);
    this.known = 0; // people in the log
    this.shown = 0; // people of the log that are shown
    this.ends = []; // people infected after each step
    this.engineCount = 0;
    this.count = 0; // people drawn as infected
    this.tapped = new Int32Array(0);
    this.asked = []; // messages on their way: { people, isTaken }
    this.changed = []; // people to redraw; null for everybody
  }

  get step() {
    return Math.max(0, this.ends.length - 1);
  }

  isHealthy(person) {
    return this.cells[person] === 0;
  }

  /** The person at a column and row, or -1. */
  personAt(column, row) {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    const person = row * this.columns + column;
    return person < this.size ? person : -1;
  }

  #set(person, bit) {
    const before = this.cells[person];
    if (before & bit) return;
    this.cells[person] = before | bit;
    if (before === 0) {
      this.count += 1;
      this.changed.push(person);
    }
  }

  #clear(person, bit) {
    const before = this.cells[person];
    if (!(before & bit)) return;
    this.cells[person] = before & ~bit;
    if (this.cells[person] === 0) {
      this.count -= 1;
      this.changed.push(person);
    }
  }

  /** Takes a frame of changes over; `follow` shows everything it brings. */
  applyChanges(frame, follow) {
    this.log.set(frame.people, frame.position);
    this.known = Math.max(this.known, frame.position + frame.people.length);
    this.engineCount = frame.engineCount;
    this.ends.length = frame.step;
    for (const end of frame.ends) this.ends.push(end);
    if (follow) this.show(this.known);
    this.#forgetTaken();
  }

  applyTapped(frame) {
    const old = this.tapped;
    this.tapped = frame.people;
    for (const person of this.tapped) this.#set(person, TAPPED);
    if (old.length > 0) {
      const still = new Set(this.tapped);
      for (const person of old) if (!still.has(person)) this.#clear(person, TAPPED);
    }
    this.#forgetTaken();
  }

  /** Shows the first `position` people of the log. */
  show(position) {
    while (this.shown < position) this.#set(this.log[this.shown++], INFECTED);
    while (this.shown > position) this.#clear(this.log[--this.shown], INFECTED);
  }

  /** Shows the state after a step. */
  showStep(step) {
    this.show(this.ends[Math.min(step, this.step)] ?? 0);
  }

  /** Draws people as infected before the server has answered. */
  ask(people, number) {
    for (const person of people) this.#set(person, ASKED);
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
      if (entry.isTaken) for (const person of entry.people) this.#clear(person, ASKED);
    }
    this.asked = this.asked.filter((entry) => !entry.isTaken);
    // Somebody may have been asked for twice.
    for (const entry of this.asked) for (const person of entry.people) this.#set(person, ASKED);
  }

  /** Taps that were sent but never answered. */
  unanswered() {
    return this.asked.filter((entry) => !entry.isTaken);
  }

  /** Recounts from the cells, for checks. */
  recount() {
    let count = 0;
    for (const cell of this.cells) if (cell !== 0) count += 1;
    return count;
  }
}
