import CSpreadSIMD
import Foundation
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite struct TwinTests {
  private static let hasVectors = spread_simd_available() != 0

  /// Says where the comparisons of engine and portable passes compare a program with itself.
  @Test(
    "this processor has AVX-512, so its passes are compared with the portable ones",
    .enabled(if: hasVectors, "this processor has no AVX-512: its passes are not tested"))
  func vectors() throws {
    let features = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    for feature in ["avx512f", "avx512bw", "avx512dq", "avx512vl"] {
      #expect(features.contains(feature))
    }
  }

  @Test("the engine, its portable passes and its slow twin agree on everything, for every rule")
  func agreement() {
    let each = TestDepth.choose(quick: 60, deep: 1_000)
    var compared = 0
    for (index, combination) in RandomScenarios.combinations.enumerated() {
      for round in 0..<each {
        let number = index * 100_000 + round
        let scenario = RandomScenarios.scenario(
          number, combination.rule, combination.boundary)
        let engine = Simulator(scenario)
        let portable = Simulator(scenario, portable: true)
        var twin = SlowTwin(scenario)
        for replicate in 0..<3 {
          let key = RunKey(seed: 7, point: nil, replicate: replicate)
          let fast = engine.run(key, recordMap: true)
          #expect(portable.run(key, recordMap: true) == fast)
          let slow = twin.run(key, recordMap: true)
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
