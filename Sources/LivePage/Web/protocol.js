import { INFECTION } from "/states.js";

/** Of a zigzag-coded number: 0, 1, 2, 3 ... are 0, -1, 1, -2 ... */
const difference = (value) => (value >>> 1) ^ -(value & 1);

/**
 * The binary messages of the server (Sources/LivePage/Session/ChangeFrame.swift): varints in
 * LEB128, people as zigzag-coded differences.
 */
class Reader {
  constructor(buffer) {
    this.bytes = new Uint8Array(buffer);
    this.position = 0;
  }

  byte() {
    return this.bytes[this.position++];
  }

  /** A whole number below 2^53. */
  number() {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  }

  people(count) {
    const people = new Int32Array(count);
    const bytes = this.bytes;
    let position = this.position;
    let person = 0;
    for (let index = 0; index < count; index += 1) {
      let value = 0;
      let shift = 0;
      let byte;
      do {
        byte = bytes[position++];
        value |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= 0x80);
      person += difference(value);
      people[index] = person;
    }
    this.position = position;
    return people;
  }

  /** People, each with a code in the four lowest bits of their number. */
  changes(count) {
    const people = new Int32Array(count);
    const codes = new Uint8Array(count);
    const bytes = this.bytes;
    let position = this.position;
    let person = 0;
    for (let index = 0; index < count; index += 1) {
      let byte = bytes[position++];
      codes[index] = byte & 0xf;
      // More than 32 bits in all, of which the code is cut off first.
      let value = (byte >> 4) & 7;
      for (let shift = 3; byte >= 0x80; shift += 7) {
        byte = bytes[position++];
        value |= (byte & 0x7f) << shift;
      }
      person += difference(value);
      people[index] = person;
    }
    this.position = position;
    return { people, codes };
  }

  /** The counts of so many steps, and the states of everybody, four to a byte. */
  states(count) {
    const steps = Array.from({ length: count }, () => ({
      infectious: this.number(), latent: this.number(), immune: this.number(), news: this.number(),
    }));
    return { steps, packed: this.bytes.subarray(this.position) };
  }
}

/**
 * Kinds 1 and 3, "changes": entries from `position` on, and where each step from `step` on ends; an
 * entry is a person and a code: old state · 4 + new one. Kind 2, "tapped": everybody who is tapped and
 * not part of a step yet: how many of those the page knows stay, and who follows them. Kind 4, "states": what everybody is
 * at `position`, and the counts of each step from `step` on.
 */
export function readFrame(buffer) {
  const reader = new Reader(buffer);
  const kind = reader.byte();
  const run = reader.number();
  if (kind === 2) {
    const stay = reader.number();
    return { kind: "tapped", run, stay, people: reader.people(reader.number()) };
  }
  const engineCount = reader.number();
  const position = reader.number();
  const step = reader.number();
  if (kind === 4) {
    return { kind: "states", run, engineCount, position, step, ...reader.states(reader.number()) };
  }
  const ends = new Array(reader.number());
  let end = position;
  for (let index = 0; index < ends.length; index += 1) {
    end += reader.number();
    ends[index] = end;
  }
  const count = end - position;
  const changes = kind === 1
    ? { people: reader.people(count), codes: new Uint8Array(count).fill(INFECTION) }
    : reader.changes(count);
  return { kind: "changes", run, engineCount, position, step, ends, ...changes };
}
