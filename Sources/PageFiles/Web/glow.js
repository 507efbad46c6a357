const TIME = 390; // milliseconds
const MOST = 100_000; // people at a time; of more nobody would see it

/** Who was infected a moment ago: they have the look of who is new. Nobody where motion is not wanted. */
export class Glow {
  #batches = []; // { people, end }
  #hinders = ["(prefers-reduced-motion: reduce)", "(forced-colors: active)"].map((query) => matchMedia(query));

  /** For a group of that size. */
  begin(size) {
    this.#batches = [];
    this.isNew = new Uint8Array(size); // by person: in how many batches they are
  }

  /** When somebody is new no longer, in milliseconds; never, if nobody is. */
  get coolsAt() { return Math.min(...this.#batches.map(({ end }) => end)); }

  /** These people were infected now. */
  add(people, now) {
    if (people.length === 0 || people.length > MOST) return;
    if (this.#hinders.some(({ matches }) => matches)) return;
    for (const person of people) this.isNew[person] += 1;
    this.#batches.push({ people, end: now + TIME });
  }

  /** Who is new. */
  get people() { return this.#batches.flatMap(({ people }) => people); }

  /** Lets time pass; returns whose look may be another one now. */
  cool(now) {
    const over = this.#batches.filter(({ end }) => end <= now).flatMap(({ people }) => people);
    this.#batches = this.#batches.filter(({ end }) => end > now);
    for (const person of over) this.isNew[person] -= 1;
    return over;
  }
}
