package import PlainText
import SpreadEngine
import SpreadModel
package import StudyFiles
import WorkStealing

/// What a plan may cost before it is refused.
package struct PlanLimits: Sendable {
  package var runs: Double
  package var memoryBytes: Double
  /// Points of one study; every one is kept in memory.
  package var points: Double

  package static let `default` = PlanLimits(
    runs: 1e8, memoryBytes: 0.8 * AllowedMemory.bytes(), points: 1e7)

  /// Why the study is over the limits, with the arithmetic; nil if it is within.
  ///
  /// Judged from numbers alone, before any point is made.
  ///
  /// - Parameter shard: the part of the study that is to be run.
  package func objection(to study: Study, shard: Shard = .whole, threads: Int) -> CallerText? {
    let points = study.pointCount + Double(study.furtherPoints)
    let replicates = Double(study.replicates.most)
    let runs = points * replicates / Double(shard.count)
    if study.designDecidesRuns, study.mostRuns > self.runs {
      let searches = study.searchCount ?? 1
      return """
        \(readable(searches)) \(searches == 1 ? "search" : "searches") x \
        \(readable(study.mostRuns / searches)) runs at most = \(readable(study.mostRuns)) runs, over the limit of \(readable(self.runs)); reduce the factors or \
        "max_runs", or allow it with \(setting: "max_runs")
        """
    }
    if runs > self.runs {
      let parts = shard.count == 1 ? "" : " / \(shard.count) parts"
      return """
        \(readable(points)) points x \(readable(replicates)) replicates\(parts) = \
        \(readable(runs)) runs, over the limit of \(readable(self.runs)); reduce the factors or \
        "replicates", split the study, or allow it with \(setting: "max_runs")
        """
    }
    if points > self.points {
      return """
        \(readable(points)) points, over the limit of \(readable(self.points)); reduce the levels \
        of the factors
        """
    }
    let growth = TableGrowth(study)
    if let objection = growth.objection(memoryBytes: memoryBytes) { return objection }
    let scenario = study.heaviest
    let contacts = study.contactMemory
    if contacts.neighbors > ContactMemory.mostNeighbors {
      let people = Double(scenario.grid.people)
      return """
        \(readable(people)) people x \(readable((contacts.neighbors / people).rounded(.up))) neighbors = \
        \(readable(contacts.neighbors.rounded(.up))) entries of their lists, over the limit of \
        \(readable(ContactMemory.mostNeighbors)); use smaller groups, fewer neighbors, or the contacts \
        "everybody"
        """
    }
    let run = scenario.runBytes(of: study) + contacts.ofRun
    let values =
      min(Double(threads), points) * Double(study.replicates.most)
      * Double(study.listedResponses([scenario]))
    // Of the curves of a point what every step takes at least.
    let series = Double(study.curveSeries.count)
    let steps = study.record.curves == .none ? 0 : series * scenario.expectedSteps
    let tables =
      growth.bytes + min(Double(threads), points) * steps * CurveSpread.bytesPerStep
    let needed =
      PlanEstimate.bytesOfProgram + Double(threads) * run + points * Self.bytesPerPoint
      + contacts.shared + values * Self.bytesPerValue + tables
    if needed > memoryBytes {
      let lists =
        contacts.shared > 0 ? " + \(readable(contacts.shared.rounded(.up))) bytes of contacts" : ""
      let rows =
        tables > 0
        ? " + \(readable(tables.rounded(.up))) bytes of curves, of pairs of levels and of final sizes in tables"
        : ""
      return """
        \(size(PlanEstimate.bytesOfProgram)) of the program + \(threads) threads x \
        \(readable(run.rounded(.up))) bytes for a run of up to \
        \(readable(Double(scenario.grid.people))) people and \
        \(readable(scenario.expectedSteps.rounded(.up))) steps + \(readable(points)) points x \
        \(readable(Self.bytesPerPoint)) bytes\(lists)\(rows) + \(readable(values)) values to sort x \
        \(readable(Self.bytesPerValue)) bytes = \(size(needed)) of memory, over the \
        limit of \(size(memoryBytes)); use fewer threads (\(setting: "threads")), smaller groups, \
        fewer steps or replicates, or allow it with \(setting: "max_memory")
        """
    }
    return nil
  }

  /// Of the list of points, and of its rows in tables.
  static let bytesPerPoint = 1_500.0

  /// Of a value of a response that is sorted in memory, for exact quantiles: 8 bytes in a list that grows by
  /// doubling.
  static let bytesPerValue = 16.0
}

extension Study {
  /// The responses whose values are kept in lists and not counted (`Tally`): real ones, and all but flags where
  /// a group or a run may have more than 4,096 different whole numbers.
  func listedResponses(_ scenarios: [Scenario]) -> Int {
    let isLarge = scenarios.contains { $0.grid.people > 4_096 || $0.expectedSteps > 4_096 }
    return responses.responses.count { $0.kind == .real || (isLarge && $0.kind != .flag) }
  }
}
