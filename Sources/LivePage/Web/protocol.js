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
      person += (value >>> 1) ^ -(value & 1);
      people[index] = person;
    }
    this.position = position;
    return people;
  }
}

/**
 * Kind 1, "changes": people infected from `position` on, and how many new ones each step from
 * `step` on has. Kind 2, "tapped": everybody who is tapped and not part of a step yet.
 */
export function readFrame(buffer) {
  const reader = new Reader(buffer);
  if (reader.byte() === 1) {
    const run = reader.number();
    const engineCount = reader.number();
    const position = reader.number();
    const step = reader.number();
    const stepCount = reader.number();
    const ends = new Array(stepCount);
    let end = position;
    for (let index = 0; index < stepCount; index += 1) {
      end += reader.number();
      ends[index] = end;
    }
    return {
      kind: "changes", run, engineCount, position, step, ends, people: reader.people(end - position),
    };
  }
  const run = reader.number();
  return { kind: "tapped", run, people: reader.people(reader.number()) };
}
