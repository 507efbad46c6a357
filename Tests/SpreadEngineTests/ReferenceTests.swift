import Foundation
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
    #expect(SIMDLevel.allCases == SIMDLevel.allCases.sorted())
    #expect(SIMDLevel.available.contains(.none) && SIMDLevel.available.contains(.chosen))
  }

  @Test("the engine with all vectors and the reference agree on everything, for every rule")
  func agreement() {
    let each = TestDepth.choose(quick: 60, deep: 1_000)
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
          for other in others { #expect(other.run(key, recordMap: true) == fast) }
          let slow = reference.run(key, recordMap: true)
          compared += 1
          guard fast == slow else {
            Issue.record("\(scenario), replicate \(replicate): \(fast) is not \(slow)")
            return
          }
        }
      }
    }
    #expect(compared == RandomScenarios.combinations.count * each * 3)
  }
}
