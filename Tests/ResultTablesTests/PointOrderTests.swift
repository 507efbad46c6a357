import Foundation
import ResultTables
import Synchronization
import Testing

@Suite("Points made side by side") struct PointOrderTests {
  @Test("write in their order, whoever is ready first", arguments: [1, 2, 3, 16])
  func turns(threads: Int) throws {
    let written = Mutex<[Int]>([])
    try PointOrder.forEach(200, threads: threads) { point, order in
      // Every third is slow, and its successors are ready long before it.
      if point % 3 == 0 { Thread.sleep(forTimeInterval: 0.002) }
      if point % 2 == 0 { order.waitForTurn(of: point) }
      order.waitForTurn(of: point)
      written.withLock { $0.append(point) }
    }
    #expect(written.withLock { $0 } == Array(0..<200))
  }

  @Test("points without a row do not let others write before their turn", arguments: [2, 3, 16])
  func silentPoints(threads: Int) throws {
    let last = Mutex(-1)
    try PointOrder.forEach(100, threads: threads) { point, order in
      // Every third has nothing to write, and is ready at once.
      guard point % 3 != 1 else { return }
      Thread.sleep(forTimeInterval: 0.001)
      order.waitForTurn(of: point)
      let before = last.withLock { last in
        defer { last = point }
        return last
      }
      #expect(before == (point % 3 == 2 ? point - 2 : point - 1))
    }
    #expect(last.withLock { $0 } == 99)
  }

  @Test("the first failure ends it, and nothing is begun after", arguments: [1, 2, 5])
  func failure(threads: Int) {
    struct Broken: Error, Equatable { var point: Int }
    let begun = Mutex(0)
    let error = #expect(throws: Broken.self) {
      try PointOrder.forEach(10_000, threads: threads) { point, _ in
        begun.withLock { $0 += 1 }
        if point >= 7 { throw Broken(point: point) }
      }
    }
    #expect(error == Broken(point: 7))
    #expect(begun.withLock { $0 } <= 8 + threads)
  }

  @Test("no points are no work") func none() throws {
    try PointOrder.forEach(0, threads: 4) { _, _ in Issue.record("there is not a point") }
  }
}
