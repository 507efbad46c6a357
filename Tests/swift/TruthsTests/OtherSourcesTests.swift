import Foundation
import SlowReference
import SpreadModel
import TestSupport
import Testing
import Truths

/// Stated values once more, from where they come from.
@Suite struct OtherSourcesTests {
  private static let all = [Truth].all(upTo: .deep)

  @Test("L12: numbers infected after two steps are those of the enumerated chain")
  func twoSteps() throws {
    let truths = Self.all.filter { $0.matches("L12") }
    #expect(truths.count == 4)
    for truth in truths {
      guard case .distribution(let distribution) = truth.expected else {
        Issue.record("\(truth.id) is no distribution")
        continue
      }
      let arm = truth.arms[0]
      var chain = arm
      chain.introductions = [Introduction(step: 0, place: .people([arm.grid.center]))]
      let counts = InfectionChain(chain).distribution(steps: 2).countDistribution[2]
      for (infected, chance) in counts.enumerated() {
        let stated = infected < distribution.count ? distribution[infected] : 0
        #expect(abs(stated - chance) < 1e-12, "\(truth.id): \(infected) infected")
      }
    }
  }

  @Test("P1: people infected in time at distances 1 to 4, layer by layer of the lattice")
  func directedPercolation() throws {
    let truth = try #require(Self.all.first { $0.id == "P1" })
    guard case .means(let means, 0, nil) = truth.expected else {
      Issue.record("P1 is no exact mean")
      return
    }
    let layers = Self.layers(4, p: truth.arms[0].infectionProbability)
    let expected = layers.dropFirst().map(Self.meanSize)
    #expect(means.count == 4)
    #expect(zip(means, expected).allSatisfy { abs($0 - $1) < 1e-12 }, "\(means), \(expected)")
  }

  @Test("C7: who is infected in step t of a ring stands as those at distance t of P1")
  func lineEpidemic() throws {
    for (id, statistic) in [("number", Self.meanSize), ("survival", Self.chanceOfAny)] {
      let truth = try #require(Self.all.first { $0.id == "C7.\(id)" })
      guard case .means(let means, 0, nil) = truth.expected else {
        Issue.record("\(truth.id) is no exact mean")
        return
      }
      let expected = Self.layers(8, p: truth.arms[0].infectionProbability).map(statistic)
      #expect(means.count == 9)
      #expect(zip(means, expected).allSatisfy { abs($0 - $1) < 1e-12 }, "\(means), \(expected)")
    }
  }

  /// Chances of the sets infected in time at distances 0, 1, ..., as bits by column.
  private static func layers(_ last: Int, p: Double) -> [[Int: Double]] {
    var layers = [[1: 1.0]]
    for distance in 1...last {
      var next: [Int: Double] = [:]
      for (set, chance) in layers[distance - 1] {
        var sets = [0: chance]
        for column in 0...distance {
          // Reached from the west or from the north, where these are in the layer before.
          let parents = [column - 1, column].count {
            $0 >= 0 && $0 < distance && set >> $0 & 1 == 1
          }
          let reached = 1 - pow(1 - p, Double(parents))
          sets = sets.reduce(into: [:]) { sets, item in
            sets[item.key | 1 << column, default: 0] += item.value * reached
            sets[item.key, default: 0] += item.value * (1 - reached)
          }
        }
        for (set, chance) in sets { next[set, default: 0] += chance }
      }
      layers.append(next)
    }
    return layers
  }

  private static func meanSize(_ layer: [Int: Double]) -> Double {
    layer.reduce(0) { $0 + Double($1.key.nonzeroBitCount) * $1.value }
  }

  private static func chanceOfAny(_ layer: [Int: Double]) -> Double { 1 - (layer[0] ?? 0) }

  @Test("X1: the means are those of NDlib's runs", arguments: ["von_neumann", "moore"])
  func ndlib(neighborhood: String) throws {
    let truth = try #require(Self.all.first { $0.id == "X1.\(neighborhood)" })
    guard case .means(let means, _, _) = truth.expected else {
      Issue.record("\(truth.id) is no mean")
      return
    }
    let path = Repository.data("truths/ndlib.csv").path
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ",").map(String.init) }.filter { $0[0] == neighborhood }
    #expect(rows.map { Int($0[2]) } == Array(0...8))
    #expect(rows.map { Double($0[3]) } == means)
    #expect(Set(rows.map { Double($0[1]) }) == [truth.arms[0].infectionProbability])
  }
}
