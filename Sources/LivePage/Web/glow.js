const PHASES = 3; // looks from the moment of the infection on, each colder than the one before
const PHASE = 130; // milliseconds
const MANY = 5_000; // people at a time from which all looks but the first are left out
const MOST = 100_000; // of more nobody would see it

/** How hot a look is, from 1 (just infected) to 0 (as always). */
export const heats = Array.from({ length: PHASES + 1 }, (_, heat) => heat / PHASES);

/** Who was infected a moment ago and glows; nobody where motion is not wanted. */
export class Glow {
  #batches = []; // { people, start, heat }
  #hinders = ["(prefers-reduced-motion: reduce)", "(forced-colors: active)"].map((query) => matchMedia(query));

  /** For a group of that size. */
  begin(size) {
    this.#batches = [];
    this.heat = new Uint8Array(size); // by person: the number of the look
  }

  /** When somebody looks different next, in milliseconds; never, if nobody glows. */
  get coolsAt() {
    return Math.min(...this.#batches.map(({ people, start, heat }) =>
      start + PHASE * (people.length > MANY ? PHASES : PHASES - heat + 1)));
  }

  /** These people were infected now. */
  add(people, now) {
    if (people.length === 0 || people.length > MOST) return;
    if (this.#hinders.some(({ matches }) => matches)) return;
    for (const person of people) this.heat[person] = PHASES;
    this.#batches.push({ people, start: now, heat: PHASES });
  }

  /** Who glows. */
  get people() { return this.#batches.flatMap(({ people }) => people); }

  /** Lets everybody cool down; returns who looks different now. */
  cool(now) {
    const changed = [];
    for (const batch of this.#batches) {
      const heat = Math.max(0, PHASES - Math.floor((now - batch.start) / PHASE));
      if (heat === batch.heat || (heat > 0 && batch.people.length > MANY)) continue;
      for (const person of batch.people) {
        // Who was infected again glows with a later batch.
        if (this.heat[person] !== batch.heat) continue;
        this.heat[person] = heat;
        changed.push(person);
      }
      batch.heat = heat;
    }
    this.#batches = this.#batches.filter(({ heat }) => heat > 0);
    return changed;
  }
}
