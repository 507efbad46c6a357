const HEAD = 7; // numbers

/**
 * The binary messages of the server (Sources/LivePage/Session/ChangeFrame.swift): numbers of four bytes.
 *
 * Kind 1, "changes": entries from `position` on, and where each step from `step` on ends; an entry is a
 * person · 16 and a code: old state · 4 + new one. Kind 2, "tapped": everybody who is tapped and not part of
 * a step yet: how many of those the page knows stay, and who follows them. Kind 3, "states": what everybody
 * is at `position`, four people to a byte, and the counts of each step from `step` on.
 * Kind 4, "network": who is drawn, where, and who of them meets whom.
 */
export function readFrame(buffer) {
  // States fill no whole number at their end.
  const numbers = new Int32Array(buffer, 0, buffer.byteLength >> 2);
  const [kind, run, engineCount, low, high, step, count] = numbers;
  if (kind === 2) return { kind: "tapped", run, stay: engineCount, people: numbers.subarray(3) };
  if (kind === 4) return { kind: "network", run, network: networkIn(numbers) };
  const head = { run, engineCount, position: (low >>> 0) + high * 2 ** 32, step };
  if (kind === 3) {
    const steps = Array.from({ length: count }, (_, at) => {
      const [infectious, latent, immune, news] = numbers.subarray(HEAD + 4 * at);
      return { infectious, latent, immune, news };
    });
    return { kind: "states", ...head, steps, packed: new Uint8Array(buffer, 4 * (HEAD + 4 * count)) };
  }
  let end = head.position;
  const ends = Array.from(numbers.subarray(HEAD, HEAD + count), (entries) => (end += entries));
  return { kind: "changes", ...head, ends, changes: numbers.subarray(HEAD + count) };
}

function networkIn(numbers) {
  const [, , count, edgeCount] = numbers;
  const people = numbers.subarray(4, 4 + count);
  const places = Float32Array.from(numbers.subarray(4 + count, 4 + 3 * count), (number) => number / 1e6);
  return { people, places, edges: numbers.subarray(4 + 3 * count, 4 + 3 * count + 2 * edgeCount) };
}
