import Synchronization
import Testing
import WorkStealing

@Suite struct ChunkPlanTests {
  @Test("every piece is in exactly one chunk, the largest expected cost first")
  func complete() {
    var state: UInt64 = 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<200 {
      let items = (0..<random(12)).map { _ in
        let first = random(1000)
        let cost = [0, 1, 2000, 150_000, 3e6, 1e9][random(6)]
        return ChunkPlan.Item(cost: cost, pieces: first..<first + random(5000))
      }
      let plan = ChunkPlan(items)
      var covered = items.map { [Bool](repeating: false, count: $0.pieces.count) }
      var last = Double.infinity
      var doubled = 0
      var outOfOrder = 0
      var badSizes = 0
      for number in 0..<plan.count {
        let chunk = plan[number]
        let item = items[chunk.item]
        let cost = item.cost * Double(chunk.pieces.count)
        let isSized =
          1...2000 ~= chunk.pieces.count && item.pieces.lowerBound <= chunk.pieces.lowerBound
          && (cost <= 4e6 || chunk.pieces.count == 1)
        if !isSized { badSizes += 1 }
        for piece in chunk.pieces {
          if covered[chunk.item][piece - item.pieces.lowerBound] { doubled += 1 }
          covered[chunk.item][piece - item.pieces.lowerBound] = true
        }
        // The last chunk of a size may be short and so stand before larger ones.
        guard number + 1 < plan.count else { continue }
        let next = plan[number + 1]
        if next.item == chunk.item, next.pieces.lowerBound == chunk.pieces.upperBound,
          next.pieces.count <= chunk.pieces.count
        {
          if cost > last * 1.0000001 { outOfOrder += 1 }
          last = cost
        }
      }
      #expect(doubled == 0 && outOfOrder == 0 && badSizes == 0)
      #expect(covered.allSatisfy { $0.allSatisfy(\.self) })
    }
  }

  @Test("10^15 pieces are a plan of a few bytes, made at once")
  func huge() {
    let plan = ChunkPlan([.init(cost: 2000, pieces: 0..<1_000_000_000_000_000)])
    #expect(plan.count > 1_000_000_000_000)
    #expect(plan[plan.count - 1].pieces.upperBound == 1_000_000_000_000_000)
    #expect(plan[0].pieces == 0..<1000)
  }

  @Test("chunks last 2 ms, and 0.2 ms at the end")
  func sizes() {
    let plan = ChunkPlan([.init(cost: 2000, pieces: 0..<160_000)])
    #expect(plan[0].pieces.count == 1000)
    #expect(plan[plan.count - 1].pieces.count == 100)
    #expect(plan.count == 150 + 100)
  }

  @Test("a plan's chunks are each run once", arguments: [1, 2, 8, 33])
  func run(workers: Int) {
    let items = [
      ChunkPlan.Item(cost: 1e7, pieces: 3..<10), ChunkPlan.Item(cost: 2000, pieces: 0..<100_000),
      ChunkPlan.Item(cost: 5e5, pieces: 100..<150),
    ]
    let seen = Mutex(items.map { Array(repeating: 0, count: $0.pieces.count) })
    let plan = ChunkPlan(items)
    let report = WorkPool(workers: workers).run(plan, cancel: CancelToken()) { _, chunk in
      seen.withLock { seen in
        for piece in chunk.pieces {
          seen[chunk.item][piece - items[chunk.item].pieces.lowerBound] += 1
        }
      }
    }
    #expect(report.tasks == plan.count)
    #expect(seen.withLock { $0.allSatisfy { $0.allSatisfy { $0 == 1 } } })
  }
}
