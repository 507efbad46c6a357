import Foundation
import Synchronization
import Testing
import WorkStealing

@Suite("Parts made side by side") struct TurnTests {
  @Test("write in their order, whoever is ready first", arguments: [1, 2, 3, 16])
  func turns(threads: Int) throws {
    let written = Mutex<[Int]>([])
    try Turn.forEach(200, threads: threads) { part, turn in
      // Every third is slow, and its successors are ready long before it.
      if part % 3 == 0 { Thread.sleep(forTimeInterval: 0.002) }
      if part % 2 == 0 { turn.wait() }
      turn.wait()
      written.withLock { $0.append(part) }
    }
    #expect(written.withLock { $0 } == Array(0..<200))
  }

  @Test("parts without a row do not let others write before their turn", arguments: [2, 3, 16])
  func silentPoints(threads: Int) throws {
    let last = Mutex(-1)
    try Turn.forEach(100, threads: threads) { part, turn in
      // Every third has nothing to write, and is ready at once.
      guard part % 3 != 1 else { return }
      Thread.sleep(forTimeInterval: 0.001)
      turn.wait()
      let before = last.withLock { last in
        defer { last = part }
        return last
      }
      #expect(before == (part % 3 == 2 ? part - 2 : part - 1))
    }
    #expect(last.withLock { $0 } == 99)
  }

  @Test("the first failure ends it, and nothing is begun after", arguments: [1, 2, 5])
  func failure(threads: Int) {
    struct Broken: Error, Equatable { var part: Int }
    let begun = Mutex(0)
    let error = #expect(throws: Broken.self) {
      try Turn.forEach(10_000, threads: threads) { part, _ in
        begun.withLock { $0 += 1 }
        if part >= 7 { throw Broken(part: part) }
      }
    }
    #expect(error == Broken(part: 7))
    #expect(begun.withLock { $0 } <= 8 + threads)
  }

  @Test("no parts are no work") func none() throws {
    try Turn.forEach(0, threads: 4) { _, _ in Issue.record("there is not a part") }
  }
}
