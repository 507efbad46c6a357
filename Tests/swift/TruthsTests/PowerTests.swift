import SlowReference
import SpreadModel
import TestSupport
import Testing
import Truths
import WorkStealing

/// Truths that cannot fail prove nothing: every fault of the slow reference implementation makes some of them fail.
///
/// `SPREADLAB_DEEP=1 .ci/swift-tests power --filter PowerTests` prints the table of
/// docs/validation.md. It is slow; so it has fewer runs than the tier has, which can only
/// hide a fault.
@Suite(.serialized, .deep) struct PowerTests {
  private static let quick = [Truth].all(upTo: .quick)
  private static let runs = 1_000
  /// A naive shuffle shows only in the sampler itself, and there after thousands of draws.
  private static let shuffleRuns = 10_000

  /// One truth that each fault must break.
  private static let catches: [(fault: Fault, id: String)] = [
    (.chainReaction, "L4.exact_k2"), (.withReplacement, "L3"), (.contactsPlusOne, "L1.exact"),
    (.contactsMinusOne, "L1.exact"), (.notClipped, "L1.at_least_one_few"),
    (.oneTrialPerSource, "L1.exact"), (.oneTrialPerTarget, "L6.exact_half"),
    (.rowsWrap, "L11.5_columns"), (.naiveShuffle, "L3"), (.capExchanged, "L1.capped"),
    (.updateExchanged, "L6.exact"), (.poolExchanged, "L6.exact"), (.orderReversed, "L2.scan"),
    (.orderByColumns, "L2.scan"), (.lastRowMissing, "L11.5_columns"),
    (.recoversBeforeActing, "C2.four_half"), (.latentPlusOne, "C1.L1_D2_W2_moore"),
    (.actsOnceMore, "C5.four"), (.actsOnceLess, "C5.four"), (.waningPlusOne, "C8.healthy_again"),
    (.geometricFromZero, "C4.four"), (.immuneAsCandidates, "C9.healthy"),
    (.recoveriesSeenWithinStep, "C10"), (.againAsFirst, "C8.healthy_again"),
    (.firstSourceCounts, "C3.several_sources"), (.edgesDirected, "G4.star_leaf"),
    (.loopsKept, "G4.path_wasted"), (.idsOffByOne, "G4.star_hub"),
    (.rewiredTwice, "G5.small_world_kept"), (.degreesBiased, "G5.regular_6"),
    (.hexagonalRowsExchanged, "G10.hexagonal"), (.metricExchanged, "G10.manhattan_2"),
  ]

  private static let faults = Fault.allCases.filter {
    !Fault.ofClocks.contains($0) && !Fault.ofGroups.contains($0)
  }

  private func holds(_ truth: Truth, runs: Int = runs, fault: Fault?) -> Bool {
    let runner = TruthRunner(pool: WorkPool(workers: 2), mostRuns: runs) { scenario in
      var scenario = scenario
      // Some faults keep runs from ending; right ones end long before.
      scenario.maxSteps = min(scenario.maxSteps, 400)
      var reference = ReferenceSimulator(scenario, fault: fault)
      return { reference.run($0, recordMap: $1) }
    }
    let level = TruthRunner.standardLevel / Double(Self.quick.count)
    return runner.finding(truth, level: level).verdict == .passes
  }

  @Test("each fault breaks its truth, which holds without it", arguments: catches)
  func isCaught(_ item: (fault: Fault, id: String)) throws {
    let truth = try #require(Self.quick.first { $0.id == item.id })
    let runs = item.fault == .naiveShuffle ? Self.shuffleRuns : Self.runs
    #expect(!holds(truth, runs: runs, fault: item.fault))
    #expect(holds(truth, runs: runs, fault: nil))
  }

  @Test("every fault has such a truth")
  func allAreListed() {
    #expect(Set(Self.catches.map(\.fault)) == Set(Self.faults))
  }

  /// Without the entries whose larger groups would take it minutes.
  private static let table = quick.filter { truth in
    !["C12", "G7"].contains { truth.matches($0) }
  }

  @Test("the reference implementation without a fault reproduces the quick tier")
  func noFault() {
    #expect(Self.table.filter { !holds($0, fault: nil) }.map(\.id) == [])
  }

  @Test("the table of faults and truths")
  func printed() throws {
    for fault in Self.faults {
      // Without the last row no run ends: a few are enough, and more would take hours.
      let runs = fault == .lastRowMissing ? 30 : Self.runs
      var caught = Self.table.filter { !holds($0, runs: runs, fault: fault) }.map(\.id)
      if fault == .naiveShuffle {
        let sampler = try #require(Self.quick.first { $0.id == "L3" })
        if !holds(sampler, runs: Self.shuffleRuns, fault: fault) { caught.append(sampler.id) }
      }
      #expect(!caught.isEmpty, "\(fault.rawValue)")
      print("| \(fault.rawValue) | \(caught.count) | \(Self.entries(caught)) |")
    }
  }

  /// Such as "C10, L6 (3), L8": the entries, with the number of their truths where several.
  private static func entries(_ ids: [String]) -> String {
    var entries: [(name: String, count: Int)] = []
    for id in ids {
      let name = id.split(separator: ".").first.map(String.init) ?? id
      if let place = entries.firstIndex(where: { $0.name == name }) {
        entries[place].count += 1
      } else {
        entries.append((name, 1))
      }
    }
    return entries.map { $0.count > 1 ? "\($0.name) (\($0.count))" : $0.name }
      .joined(separator: ", ")
  }
}
