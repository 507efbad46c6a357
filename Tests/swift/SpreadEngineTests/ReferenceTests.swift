import CSpreadSIMD
import Foundation
import KeyedRandom
import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite(.slow) struct ReferenceTests {
  private static let features: [SIMDLevel: [String]] = [
    .avx2: ["avx2", "bmi1", "bmi2", "abm", "popcnt"],
    .avx512: ["avx512f", "avx512bw", "avx512dq", "avx512vl"],
  ]

  /// So the comparisons of vectors and portable passes are made wherever they can be.
  @Test("a processor with what these vectors need has them", arguments: [SIMDLevel.avx2, .avx512])
  func vectors(_ vectors: SIMDLevel) throws {
    let text = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
    let needed = SIMDLevel.allCases.filter { $0 <= vectors }.flatMap { Self.features[$0] ?? [] }
    let isThere = Set(line.split(separator: " ").map(String.init)).isSuperset(of: needed)
    #expect(SIMDLevel.available.contains(vectors) == isThere)
  }

  @Test("vectors are named as SPREADLAB_SIMD names them, the fewest first")
  func names() {
    #expect(SIMDLevel.allCases.map(\.rawValue) == ["none", "avx2", "avx512"])
    #expect(zip(SIMDLevel.allCases, SIMDLevel.allCases.dropFirst()).allSatisfy { $0 < $1 })
    #expect(SIMDLevel.available.contains(.none) && SIMDLevel.available.contains(.chosen))
  }

  /// Sources in the middle of three rows, two people apart: enough of them for vectors.
  private static func boundary(
    _ number: UInt64, _ draw: SpreadRule.Draw, _ neighborhood: SpreadRule.Neighborhood,
    _ update: SpreadRule.Update
  ) -> Scenario {
    let columns = 24
    return Scenario(
      grid: Grid(people: 3 * columns, columns: columns, boundary: .bounded),
      rule: SpreadRule(neighborhood: neighborhood, pool: .healthy, draw: draw, update: update),
      infectionFactor: 8, infectionProbability: Double(number) * 0x1p-40,
      introductions: stride(from: 1, to: columns, by: 3).map {
        Introduction(step: 0, place: .people([columns + $0]))
      }, maxSteps: 1)
  }

  @Test(
    "a contact infects from the p of 40 bits on from which it does by the reference",
    arguments: [.moore, .within(radius: 1, metric: .chebyshev)] as [SpreadRule.Neighborhood],
    SpreadRule.Update.allCases)
  func boundaries(neighborhood: SpreadRule.Neighborhood, update: SpreadRule.Update) {
    let key = RunKey(seed: 8, point: nil, replicate: 0)
    for draw in [SpreadRule.Draw.exact, .each] {
      func boundary(_ number: UInt64) -> Scenario {
        Self.boundary(number, draw, neighborhood, update)
      }
      for target in [0, 1, 2, 3, 24, 28, 48, 49, 53, 68, 71] {
        var (never, always): (UInt64, UInt64) = (1 << 36, (1 << 40) - 1)
        while always - never > 1 {
          let middle = (never + always) / 2
          var reference = ReferenceSimulator(boundary(middle))
          let steps = reference.run(key, recordMap: true).infectionSteps
          if steps?[target] == 1 { always = middle } else { never = middle }
        }
        for number in [never, always] {
          guard expectReference(boundary(number), key) else { return }
        }
      }
    }
  }

  @Test("vectors draw the portable gaps, of the smallest and the largest word, too")
  func gaps() throws {
    let levels: [VectorLevel] = [.AVX2, .AVX512]
    for passes in levels.compactMap({ spread_passes_of($0) }) {
      for chance in [1e-300, 1e-20, 1e-9, 0.001, 0.3, 0.999] {
        let gaps = GeometricGaps(chance: chance)
        // Behind the second state comes the word 0.
        for state in [5, 0 &- goldenGamma, .max] as [UInt64] {
          var stream = RandomStream(key: state)
          let expected = (0..<40).map { _ in gaps.gap(stream.next()) }
          var found = [UInt64](repeating: 0, count: 40)
          passes.pointee.gaps(state, gaps.scale, found.count, &found)
          #expect(found == expected, "\(chance) \(state)")
        }
      }
    }
  }

  @Test("the engine with all vectors and the reference agree on everything, for every rule")
  func agreement() {
    let each = TestDepth.choose(quick: 30, deep: 1_000)
    var compared = 0
    for (index, combination) in RandomScenarios.combinations.enumerated() {
      for round in 0..<each {
        let number = index * 100_000 + round
        let scenario = RandomScenarios.scenario(
          number, combination.rule, combination.boundary)
        let engine = Simulator(scenario)
        let others = SIMDLevel.available.filter { $0 != .chosen }.map {
          Simulator(scenario, vectors: $0)
        }
        var reference = ReferenceSimulator(scenario)
        for replicate in 0..<3 {
          let key = RunKey(seed: 7, point: nil, replicate: replicate)
          let fast = engine.run(key, recordMap: true)
          let slow = reference.run(key, recordMap: true)
          compared += 1
          for run in [fast] + others.map({ $0.run(key, recordMap: true) }) {
            guard expectSame(run, slow, "\(scenario), replicate \(replicate)") else { return }
          }
        }
      }
    }
    #expect(compared == RandomScenarios.combinations.count * each * 3)
  }
}
