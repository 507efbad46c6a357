import PlainText
import RunStore
import SpreadModel
package import Statistics
import StudyFiles
package import Tables

/// An alternative, as `selection.csv` has it.
private struct SelectionRow {
  let point: Point
  let estimate: Selection.Estimate
  /// The point of the reference.
  let reference: Int?
  let confidence: Double
  let verdict: Selection.Verdict?
  let message: String
}

extension Selection.Status: RowStatus {
  package var meaning: String {
    switch self {
    case .best: "the best alternative"
    case .tied: "the same value as the best one in every replicate"
    case .survivor: "may still be the best"
    case .eliminated: "eliminated_by is better"
    case .infeasible:
      "judged not to keep a constraint; within its tolerance of the bound runs may decide either way"
    }
  }
}

private let selectionColumns: Columns<SelectionRow> = [
  .column(Selection.Status.column) { .text($0.estimate.status.rawValue) },
  .whole(
    "round_eliminated",
    "the judgement after which it left, 0 for that of the first stage; empty where it stayed",
    required: false, minimum: 0
  ) { $0.estimate.exit?.round },
  .whole(
    "eliminated_by", "the point that beat it; empty where it stayed or is infeasible",
    required: false, minimum: 0
  ) { $0.estimate.exit?.by },
  .whole("runs", unit: "runs", "replicates judged", minimum: 0) { $0.estimate.runs },
  .real("mean", unit: "that of the response", "mean of the judged replicates", required: false) {
    $0.estimate.mean
  },
  .real(
    "sd", unit: "that of the response", "their standard deviation (divisor n - 1)",
    required: false, minimum: 0
  ) { $0.estimate.sd },
  .whole(
    "difference_to",
    "the point that differences refer to: the best, or without one the survivor whose mean is the "
      + "best so far", required: false, minimum: 0
  ) { $0.reference },
  .real(
    "difference", unit: "that of the response",
    "mean over the replicates that both have, minus that of difference_to; empty of the latter itself",
    required: false
  ) { $0.estimate.difference },
  .interval(
    unit: "that of the response",
    low:
      "lower end of the difference's interval; the level holds for all intervals together, at any "
      + "time; empty where the differences have no spread or are too few",
    high: "upper end; empty like ci_low"
  ) { ($0.estimate.low, $0.estimate.high) },
  .real("ci_level", unit: "1", "confidence of the selection", minimum: 0, maximum: 1) {
    $0.confidence
  },
]

private let feasibilityColumn: Columns<SelectionRow> = [
  .flag(
    "feasible", "whether it keeps all constraints; empty where that is open", required: false
  ) { $0.estimate.isFeasible }
]

private let verdictColumns: Columns<SelectionRow> = [
  .text(
    "verdict",
    "how the selection ended, the same in all rows: selected, tied (those left gave the same values), "
      + "inconclusive, none_feasible; empty while it is not finished",
    required: false, allowed: Selection.Verdict.allCases.map(\.rawValue)
  ) { $0.verdict?.rawValue },
  .text(
    "message", "why it ended without a decision, or what equal numbers of replicates would take",
    required: false
  ) { $0.message },
]

/// - Parameter isConstrained: whether the design has constraints.
private func alternativeColumns(isConstrained: Bool) -> Columns<SelectionRow> {
  isConstrained
    ? [selectionColumns, feasibilityColumn, verdictColumns] : [selectionColumns, verdictColumns]
}

extension TableSchema {
  package static let selection = selection(isConstrained: true)

  fileprivate static func selection(isConstrained: Bool) -> TableSchema {
    TableSchema(
      name: "selection", row: "an alternative: whether it is the best, and how far it is behind",
      columns: [.point] + TableColumn.parameters
        + alternativeColumns(isConstrained: isConstrained).described,
      key: ["point"])
  }
}

extension ResultTable {
  static let selection = ResultTable(
    schema: .selection,
    columns: { results in
      results.study.selection.map { .selection(isConstrained: !$0.constraints.isEmpty) }
    },
    rows: .ofStudy { results, tables in
      guard let design = results.study.selection, let selection = results.selection else {
        return []
      }
      let columns = alternativeColumns(isConstrained: !design.constraints.isEmpty)
      let message = try results.message(of: selection, design)
      for (result, estimate) in zip(results.points, selection.estimates) {
        tables[.selection].writeRow(
          SelectionRow(
            point: result.point, estimate: estimate, reference: selection.reference,
            confidence: design.confidence, verdict: selection.verdict,
            message: message), columns,
          after: PreparedFields(result.point.cells(results.parameters)))
      }
      return []
    })
}

extension CountedRuns {
  /// How far a selection is; nil for other designs.
  var selection: Selection? {
    if case .selection(let selection)? = findings.first { selection } else { nil }
  }

  /// Why a selection ended without a decision, or what another allocation would take; it may be empty.
  fileprivate func message(of selection: Selection, _ design: SelectDesign) throws -> String {
    switch selection.verdict {
    case nil: return "the selection is not finished"
    case .tied: return "those left gave the same value in every replicate"
    case .noneFeasible: return ""
    case .selected: return selection.equalAllocation ?? ""
    case .inconclusive:
      guard let gap = selection.gap else {
        return "max_runs does not allow another round of the "
          + "\(selection.survivors.count) alternatives that are left"
      }
      let failure = try runs.firstFailure(
        point: points[gap.alternative].point.identity,
        replicates: gap.replicate..<gap.replicate + 1)
      if let failure {
        return FailedRun(
          point: gap.alternative, replicate: failure.replicate, reason: failure.reason
        ).endWords
      }
      return "replicate \(gap.replicate) of point \(gap.alternative) has no value of "
        + design.responses[gap.quantity].name
    }
  }
}

extension Selection {
  /// What equal numbers of replicates would take, in words; nil where it is not more.
  package var equalAllocation: String? {
    guard let equalRuns, equalRuns > runs else { return nil }
    return "equal numbers of replicates with the same guarantee take "
      + "\(equalRuns) runs"
  }
}
