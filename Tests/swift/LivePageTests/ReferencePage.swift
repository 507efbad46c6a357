import LivePage
import SpreadEngine
import Testing

/// Reads frames as the page does (Web/protocol.js, Web/group.js), to a log and to states.
struct ReferencePage {
  var people: [Int32] = []
  var ends: [Int] = []
  /// By person; empty where only the log is looked at.
  var states: [PersonState] = []
  /// People by state after each step.
  var counts: [[Int]] = []
  /// People infected in each step.
  var infections: [Int] = []
  /// The kind of the last frame.
  var kind = 0
  private var head: [Int] = []
  private var known = 0
  private var bytes: ArraySlice<UInt8> = []

  init(people count: Int = 0) {
    states = [PersonState](repeating: .healthy, count: count)
    head = [count, 0, 0, 0]
  }

  private mutating func number() -> Int {
    defer { bytes = bytes.dropFirst(4) }
    return Int(
      bytes.prefix(4).reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) })
  }

  mutating func readChanges(_ frame: [UInt8]) -> (run: Int, infected: Int) {
    bytes = frame[...]
    kind = number()
    let run = number()
    let infected = number()
    let low = UInt32(truncatingIfNeeded: number())
    let position = number() << 32 | Int(low)
    let step = number()
    if kind == 3 {
      readStates(position, step)
      return (run, infected)
    }
    #expect(kind == 1)
    var end = position
    ends.removeSubrange(step...)
    for _ in 0..<number() {
      end += number()
      ends.append(end)
    }
    #expect(position == known)
    known = end
    counts.removeSubrange(step...)
    var news = infections.count > step ? infections[step] : 0
    infections.removeSubrange(min(step, infections.count)...)
    var index = position
    for end in ends[step...] {
      while index < end {
        index += 1
        let value = number()
        let (person, code) = (value >> 4, value & 0b1111)
        people.append(Int32(person))
        head[code >> 2] -= 1
        head[code & 0b11] += 1
        if code >> 2 == 0, code & 0b11 != 3 { news += 1 }
        guard !states.isEmpty else { continue }
        #expect(states[person] == PersonState.allCases[code >> 2])
        states[person] = PersonState.allCases[code & 0b11]
      }
      counts.append(head)
      infections.append(news)
      news = 0
    }
    #expect(bytes.isEmpty)
    return (run, infected)
  }

  private mutating func readStates(_ position: Int, _ step: Int) {
    counts.removeSubrange(step...)
    infections.removeSubrange(step...)
    for _ in 0..<number() {
      let (infectious, latent, immune) = (number(), number(), number())
      counts.append([states.count - infectious - latent - immune, infectious, latent, immune])
      infections.append(number())
    }
    let packed = Array(bytes)
    #expect(packed.count == (states.count + 3) / 4)
    for person in states.indices {
      states[person] = PersonState.allCases[Int(packed[person / 4] >> (2 * (person % 4)) & 0b11)]
    }
    (known, ends) = (position, [Int](repeating: position, count: counts.count))
    head = PersonState.allCases.map { state in states.count { $0 == state } }
    #expect(counts.last == head)
  }
}
