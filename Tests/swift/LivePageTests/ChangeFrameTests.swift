import LivePage
import SpreadEngine
import Testing

@Suite struct ChangeFrameTests {
  static func log() -> StateLog {
    var log = StateLog()
    log.extendStep(infecting([5]))
    log.appendStep(infecting([9, 2, 1_000_000]))
    log.appendStep([])
    log.extendStep(infecting([0]))
    log.appendStep(infecting([7, 3]))
    return log
  }

  @Test("keeps people by step, taps included, in ascending order within an entry")
  func entries() {
    #expect(Self.log().people == [5, 2, 9, 1_000_000, 0, 3, 7])
    #expect(Self.log().ends == [1, 4, 5, 7])
  }

  @Test("brings a page from nothing to the newest state in one frame")
  func fresh() {
    var page = ReferencePage()
    let (frame, cursor) = ChangeFrame.next(
      of: Self.log(), states: nil, run: 3, infected: 7, after: ChangeFrame.Cursor())
    let header = page.readChanges(frame)
    #expect(header.run == 3 && header.infected == 7)
    #expect(page.people == Self.log().people)
    #expect(page.ends == [1, 4, 5, 7])
    #expect(cursor == ChangeFrame.Cursor(position: 7, step: 3, isFresh: false))
  }

  @Test("sends only what is new, and a step again whose taps came later")
  func steps() {
    var page = ReferencePage()
    var log = StateLog()
    log.extendStep(infecting([5]))
    var next = ChangeFrame.next(of: log, states: nil, run: 1, infected: 1, after: .init())
    _ = page.readChanges(next.bytes)
    log.extendStep(infecting([8]))
    next = ChangeFrame.next(of: log, states: nil, run: 1, infected: 2, after: next.cursor)
    _ = page.readChanges(next.bytes)
    #expect(page.people == [5, 8] && page.ends == [2])
    log.appendStep([])
    next = ChangeFrame.next(of: log, states: nil, run: 1, infected: 2, after: next.cursor)
    _ = page.readChanges(next.bytes)
    #expect(page.ends == [2, 2])
    #expect(next.bytes.count == 4 * (7 + 2))
  }

  @Test("cuts a long way to catch up into frames that join without a gap")
  func long() {
    let people = 3 * ChangeFrame.peopleLimit + 17
    // Everybody in three steps, far-apart neighbors in the log.
    let steps = (0..<people).map { Int32($0 % 3) }
    let log = StateLog(infectionSteps: steps, steps: 4)
    var page = ReferencePage()
    var cursor = ChangeFrame.Cursor()
    var frames = 0
    while cursor.isFresh || cursor.position < log.count || cursor.step < log.step {
      let next = ChangeFrame.next(of: log, states: nil, run: 1, infected: people, after: cursor)
      _ = page.readChanges(next.bytes)
      cursor = next.cursor
      frames += 1
    }
    #expect(frames == 4)
    #expect(page.people == log.people)
    #expect(page.ends == log.ends)
  }

  @Test("has the people of later steps wait for their frame where there are many quiet steps")
  func quiet() {
    var log = StateLog()
    log.extendStep(infecting([5]))
    for step in 1...ChangeFrame.peopleLimit + 40 {
      log.appendStep(step % 1_000 == 0 || step > ChangeFrame.peopleLimit ? infecting([step]) : [])
    }
    var page = ReferencePage()
    var cursor = ChangeFrame.Cursor()
    var frames = 0
    while cursor.isFresh || cursor.position < log.count || cursor.step < log.step {
      let next = ChangeFrame.next(of: log, states: nil, run: 1, infected: log.count, after: cursor)
      _ = page.readChanges(next.bytes)
      cursor = next.cursor
      #expect(log.has(position: cursor.position, within: cursor.step))
      frames += 1
    }
    #expect(frames == 2)
    #expect(page.people == log.people)
    #expect(page.ends == log.ends)
  }

  @Test(
    "sends what everybody is where more than an eighth of a large group has changed",
    arguments: [(changes: 3_000, kind: 1), (3_001, 3)])
  func much(changes: Int, kind: Int) {
    let size = 16_001
    let infected = infecting((0..<changes).map { size - 1 - 2 * $0 })
    var log = StateLog()
    log.extendStep(infecting([1]))
    var states = [PersonState](repeating: .healthy, count: size)
    var (page, cursor) = (ReferencePage(people: size), ChangeFrame.Cursor())
    /// Sends what is new to the page.
    func send(_ changes: [StateChange]) {
      for change in changes { states[change.person] = change.new }
      let next = ChangeFrame.next(
        of: log, states: states, run: 1, infected: log.count, after: cursor)
      _ = page.readChanges(next.bytes)
      cursor = next.cursor
    }
    send(infecting([1]))
    #expect(page.kind == 1)
    log.extendStep(infecting([3]))
    // Who becomes immune without having been infected is no infection.
    let second = infecting([5]) + [StateChange(9, from: .healthy, to: .immune)]
    log.appendStep(second)
    log.appendStep(Array(infected.dropLast(3)))
    send(infecting([3]) + second + infected.dropLast(3))
    #expect(page.kind == kind)
    #expect(page.states == states && page.infections == [2, 1, changes - 3])
    #expect(page.counts.map { $0[1] } == [2, 3, changes])
    // Taps at the end of the step that was sent, and people who recover.
    let more = [
      StateChange(1, from: .infectious, to: .immune),
      StateChange(3, from: .infectious, to: .healthy),
    ]
    log.extendStep(infecting([7]) + more)
    send(infecting([7]) + more)
    #expect(page.kind == 1)
    #expect(page.states == states && page.infections == [2, 1, changes - 2])
    #expect(page.counts[2] == [size - changes - 1, changes - 1, 0, 2])
    #expect(cursor == ChangeFrame.Cursor(position: log.count, step: 2, isFresh: false))
  }

  @Test("a log says which positions belong to a step")
  func positions() {
    let log = Self.log()  // ends 1, 4, 5, 7
    let possible: [ClosedRange<Int>] = [0...1, 1...4, 4...5, 5...7]
    for step in -2...5 {
      for position in -2...9 {
        let expected = possible.indices.contains(step) && possible[step].contains(position)
        #expect(log.has(position: position, within: step) == expected, "\(position) in \(step)")
      }
    }
  }
}
