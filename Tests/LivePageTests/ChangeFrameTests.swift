import LivePage
import Testing

/// Reads frames as the page does (Web/protocol.js), to a log.
struct PageTwin {
  var people: [Int32] = []
  var ends: [Int] = []
  private var bytes: ArraySlice<UInt8> = []

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

  private mutating func people(_ count: Int) -> [Int32] {
    var person: Int32 = 0
    return (0..<count).map { _ in
      let value = UInt32(number())
      person += Int32(bitPattern: value >> 1) ^ -Int32(value & 1)
      return person
    }
  }

  mutating func readChanges(_ frame: [UInt8]) -> (run: Int, infected: Int) {
    bytes = frame[...]
    #expect(number() == 1)
    let run = number()
    let infected = number()
    let position = number()
    let step = number()
    var end = position
    ends.removeSubrange(step...)
    for _ in 0..<number() {
      end += number()
      ends.append(end)
    }
    #expect(position == people.count)
    people += people(end - position)
    #expect(bytes.isEmpty)
    return (run, infected)
  }
}

@Suite struct ChangeFrameTests {
  static func log() -> InfectionLog {
    var log = InfectionLog()
    log.extendStep([5])
    log.appendStep([9, 2, 1_000_000])
    log.appendStep([])
    log.extendStep([0])
    log.appendStep([7, 3])
    return log
  }

  @Test("keeps people by step, taps included, in ascending order within an entry")
  func entries() {
    #expect(Self.log().people == [5, 2, 9, 1_000_000, 0, 3, 7])
    #expect(Self.log().ends == [1, 4, 5, 7])
  }

  @Test("brings a page from nothing to the newest state in one frame")
  func fresh() {
    var page = PageTwin()
    let (frame, cursor) = ChangeFrame.changes(
      of: Self.log(), run: 3, infected: 7, after: ChangeFrame.Cursor())
    let header = page.readChanges(frame)
    #expect(header.run == 3 && header.infected == 7)
    #expect(page.people == Self.log().people)
    #expect(page.ends == [1, 4, 5, 7])
    #expect(cursor == ChangeFrame.Cursor(position: 7, step: 3, isFresh: false))
  }

  @Test("sends only what is new, and a step again whose taps came later")
  func steps() {
    var page = PageTwin()
    var log = InfectionLog()
    log.extendStep([5])
    var next = ChangeFrame.changes(of: log, run: 1, infected: 1, after: .init())
    _ = page.readChanges(next.bytes)
    log.extendStep([8])
    next = ChangeFrame.changes(of: log, run: 1, infected: 2, after: next.cursor)
    _ = page.readChanges(next.bytes)
    #expect(page.people == [5, 8] && page.ends == [2])
    log.appendStep([])
    next = ChangeFrame.changes(of: log, run: 1, infected: 2, after: next.cursor)
    _ = page.readChanges(next.bytes)
    #expect(page.ends == [2, 2])
    #expect(next.bytes.count == 8)
  }

  @Test("cuts a long way to catch up into frames that join without a gap")
  func long() {
    let people = 3 * ChangeFrame.peopleLimit + 17
    // Everybody in three steps, far-apart neighbors in the log.
    let steps = (0..<people).map { Int32($0 % 3) }
    let log = InfectionLog(infectionSteps: steps, steps: 4)
    var page = PageTwin()
    var cursor = ChangeFrame.Cursor()
    var frames = 0
    while cursor.isFresh || cursor.position < log.count || cursor.step < log.step {
      let next = ChangeFrame.changes(of: log, run: 1, infected: people, after: cursor)
      _ = page.readChanges(next.bytes)
      cursor = next.cursor
      frames += 1
    }
    #expect(frames == 4)
    #expect(page.people == log.people)
    #expect(page.ends == log.ends.map { Int($0) })
  }

  @Test("makes the log of a finished run from its map")
  func map() {
    let log = InfectionLog(infectionSteps: [2, 0, -1, 1, 2], steps: 3)
    #expect(log.people == [1, 3, 0, 4])
    #expect(log.ends == [1, 2, 4, 4])
  }
}
