import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// What became of infections with a measure, beside the same run without it.
enum AvertedOutcome: String, CaseIterable, Sendable {
  /// How many fewer there were, of those who come from outside, too.
  case infections
  /// People infected without the measure, and never with it.
  case averted
  /// People infected with the measure, and never without it.
  case worseOff = "worse_off"
  /// People infected in both, later or earlier with it.
  case later, earlier

  /// Of the people of a run, from their maps.
  ///
  /// - Parameters:
  ///   - reference: the step of each person's first infection without the measure, -1 for never.
  ///   - level: the same with it.
  static func counts(_ reference: [Int32], _ level: [Int32]) -> [Self: Int] {
    var counts: [Self: Int] = [.averted: 0, .worseOff: 0, .later: 0, .earlier: 0]
    for (before, after) in zip(reference, level) where before != after {
      let outcome: Self =
        before < 0 ? .worseOff : after < 0 ? .averted : after > before ? .later : .earlier
      counts[outcome, default: 0] += 1
    }
    return counts
  }
}

/// The infections that a level of a factor averts beside a reference, over the pairs of replicates of two points.
struct AvertedInfections {
  /// By outcome, a value for each pair of runs.
  private(set) var outcomes: [AvertedOutcome: Tally] = [:]
  /// Infections of the reference in the pairs of each outcome.
  private(set) var infected: [AvertedOutcome: Tally] = [:]

  /// People ever infected; the infections between people where somebody may be infected twice.
  private static func response(in results: CountedRuns) -> Response {
    results.study.letsPeopleReturn ? .infections : .finalInfected
  }

  /// - Throws: `RunStoreError`.
  init(
    reference: CountedRuns.PointResult, level: CountedRuns.PointResult, in results: CountedRuns
  ) throws {
    let response = Self.response(in: results)
    try results.forEachBlock(
      of: response, at: [reference, level], together: 16_384, mayBeCensored: false
    ) { values, _ in
      for case (let before?, let after?) in zip(values[0], values[1]) {
        add(.infections, Int(before.time) - Int(after.time), of: Int(before.time))
      }
      return true
    }
    let mapped = min(results.study.record.maps, reference.replicates, level.replicates)
    // 32 MB of maps at a time.
    let together = max(1, (1 << 23) / max(1, reference.point.groupSize))
    for first in stride(from: 0, to: mapped, by: together) {
      let replicates = first..<min(first + together, mapped)
      var maps: [Int: [Int32]] = [:]
      try results.forEachMap(of: reference, replicates) { maps[$0] = $1 }
      try results.forEachMap(of: level, replicates) { replicate, after in
        guard let before = maps[replicate] else { return }
        let infected = before.count { $0 >= 0 }
        for (outcome, count) in AvertedOutcome.counts(before, after) {
          add(outcome, count, of: infected)
        }
      }
    }
  }

  private mutating func add(_ outcome: AvertedOutcome, _ count: Int, of infected: Int) {
    outcomes[outcome, default: Tally()].add(Double(count))
    self.infected[outcome, default: Tally()].add(Double(infected))
  }
}

extension CountedRuns {
  /// Passes the recorded maps of a point's runs by: the step of each person's first infection, -1 for never.
  fileprivate func forEachMap(
    of result: PointResult, _ replicates: Range<Int>,
    _ body: (_ replicate: Int, _ map: [Int32]) -> Void
  ) throws {
    try forEachBlock(of: result, replicates: replicates, wanted: [], [.maps]) { runs in
      runs.visit { replicate, _ in
        if let map = runs.map(of: replicate) { body(replicate, map) }
      }
    }
  }
}
