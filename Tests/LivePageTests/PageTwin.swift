import LivePage
import SpreadEngine
import Testing

/// Reads frames as the page does (Web/protocol.js, Web/group.js), to a log and to states.
struct PageTwin {
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
    var value = 0
    var shift = 0
    while let byte = bytes.popFirst() {
      value |= Int(byte & 0x7f) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    return value
  }

  mutating func readChanges(_ frame: [UInt8]) -> (run: Int, infected: Int) {
    bytes = frame[...]
    kind = number()
    let run = number()
    let infected = number()
    let position = number()
    let step = number()
    if kind == 4 {
      readStates(position, step)
      return (run, infected)
    }
    #expect(kind == 1 || kind == 3)
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
    var person = 0
    var index = position
    for end in ends[step...] {
      while index < end {
        index += 1
        let value = number()
        let difference = kind == 1 ? value : value >> 4
        let code = kind == 1 ? Int(StateChange.infectionCode) : value & 0b1111
        person += difference >> 1 ^ -(difference & 1)
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
