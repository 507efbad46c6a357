import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// The sampler of subsets alone: runs of one step from the middle of nine people.
@Suite struct SubsetTests {
  /// Counts of the 56 sets of three that `exact`, k = 3, p = 1 contacts in the first step.
  private func counts(_ runs: Int, _ run: (Int) -> RunResult) -> [Int] {
    var counts: [Int: Int] = [:]
    for number in 0..<runs {
      let steps = run(number).infectionSteps ?? []
      counts[steps.indices.reduce(0) { steps[$1] == 1 ? $0 | 1 << $1 : $0 }, default: 0] += 1
    }
    return counts.keys.sorted().map { counts[$0] ?? 0 }
  }

  private let scenario = Scenario(
    grid: Grid(people: 9, columns: 3, boundary: .bounded),
    rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
    infectionFactor: 3, infectionProbability: 1, maxSteps: 1)

  @Test("all 56 subsets of three of eight are equally likely", .deep)
  func uniform() {
    let engine = Simulator(scenario)
    let counts = counts(1_000_000) {
      engine.run(RunKey(seed: 56, point: nil, replicate: $0), recordMap: true)
    }
    #expect(counts.count == 56)
    let probabilities = Array(repeating: 1.0 / 56, count: 56)
    #expect(ChiSquare.pValue(observed: counts, probabilities: probabilities) > 1e-6)
  }

  @Test("prefixes of the Moore orders are exactly uniform for every set of candidates")
  func mooreOrders() {
    // Numbers of times each outcome appears over all 70 * 12 * 12 equally likely orders.
    for candidates in 1..<256 {
      for size in 1...candidates.nonzeroBitCount {
        var counts = [Int](repeating: 0, count: 256)
        for order in 0..<10_080 {
          counts[Orders.moore(order, first: size, of: candidates)] += 1
        }
        let seen = counts.filter { $0 > 0 }
        #expect(Set(seen).count == 1)
        #expect(seen.count == choose(candidates.nonzeroBitCount, size))
      }
    }
  }

  @Test("prefixes of the von Neumann orders are exactly uniform for every set of candidates")
  func vonNeumannOrders() {
    for candidates in 1..<256 where candidates & ~0b0101_1010 == 0 {
      for size in 1...candidates.nonzeroBitCount {
        var counts = [Int](repeating: 0, count: 256)
        for order in 0..<12 {
          counts[Orders.vonNeumann(order, first: size, of: candidates)] += 1
        }
        let seen = counts.filter { $0 > 0 }
        #expect(Set(seen).count == 1)
        #expect(seen.count == choose(candidates.nonzeroBitCount, size))
      }
    }
  }

  private func choose(_ n: Int, _ k: Int) -> Int {
    (0..<k).reduce(1) { $0 * (n - $1) / ($1 + 1) }
  }
}
