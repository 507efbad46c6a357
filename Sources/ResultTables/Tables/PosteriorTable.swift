import SpreadModel
import Statistics
import StudyFiles
package import Tables

private let posteriorColumns: Columns<SequentialABC.Accepted> = [
  .real(
    "weight", unit: "1", "its share of the posterior; the sum is 1", minimum: 0, maximum: 1
  ) { $0.weight },
  .real(
    "distance", unit: "1",
    "distance of its runs from the data, in units of the variation of runs", minimum: 0
  ) { $0.distance },
]

/// A generation of a calibration, as `generations.csv` has it.
private struct GenerationRow {
  let number: Int
  let generation: SequentialABC.Generation
  /// Why it is the last one.
  let stop: SequentialABC.Stop?
}

private let generationColumns: Columns<GenerationRow> = [
  .whole("generation", "from 0, which comes from the prior", minimum: 0) { $0.number },
  .whole("first_draw", "number of its first draw", minimum: 0) { $0.generation.draws.lowerBound },
  .whole("draws", unit: "draws", "number of draws that were run", minimum: 1) {
    $0.generation.draws.count
  },
  .whole(
    "proposals", unit: "draws", "number of draws made; the others lay outside the prior",
    minimum: 1
  ) { $0.generation.proposals },
  .real(
    "tolerance", unit: "1",
    "the distance up to which draws of all generations so far are accepted", required: false,
    minimum: 0
  ) { $0.generation.tolerance },
  .whole("accepted", unit: "draws", "number of its own draws that are accepted", minimum: 0) {
    $0.generation.accepted
  },
  .real("acceptance", unit: "1", "their share", minimum: 0, maximum: 1) {
    $0.generation.acceptance
  },
  .real(
    "effective_size", unit: "draws", "effective size of all accepted draws", minimum: 0
  ) { $0.generation.effectiveSize },
  .status(
    plain: GenerationStatus.continued, message: "why it is the last one; else empty"
  ) { row in
    [row.stop].compactMap(\.self).map { Remark(GenerationStatus($0), $0.words) }
  },
]

extension TableSchema {
  package static let posterior = TableSchema(
    name: "posterior", row: "an accepted draw of a calibration",
    columns: [
      TableColumn(
        "draw", .integer, "number of the draw, which is its point in points.csv and runs.csv",
        minimum: 0)
    ] + TableColumn.parameters + posteriorColumns.described,
    key: ["draw"], refersToPoints: false)

  package static let generations = TableSchema(
    name: "generations", row: "a generation of draws of a calibration",
    columns: generationColumns.described, key: ["generation"], refersToPoints: false)
}

extension ResultTable {
  static let posterior = ResultTable(
    schema: .posterior, columns: { $0.abc == nil ? nil : .posterior },
    rows: .ofStudy { results, tables in
      for draw in results.abc?.accepted ?? [] {
        tables[.posterior].writeRow(
          draw, posteriorColumns,
          after: PreparedFields(results.points[draw.draw].point.cells(results.parameters)))
      }
      return []
    })

  static let generations = ResultTable(
    schema: .generations, columns: { $0.abc == nil ? nil : .generations },
    rows: .ofStudy { results, tables in
      guard let search = results.abc else { return [] }
      // The last one of an unfinished calibration has not been judged.
      let judged = search.generations.filter { $0.isJudged || search.stop != nil }
      for (number, generation) in judged.enumerated() {
        tables[.generations].writeRow(
          GenerationRow(
            number: number, generation: generation,
            stop: number == judged.count - 1 ? search.stop : nil), generationColumns)
      }
      return results.calibrationNotes
    })
}

/// Whether a generation was the last, and why.
enum GenerationStatus: String, RowStatus {
  case runFailed = "run_failed"
  case noValue = "no_value"
  case tolerance, acceptance
  case maxRuns = "max_runs"
  case continued

  init(_ stop: SequentialABC.Stop) {
    switch stop {
    case .tolerance: self = .tolerance
    case .acceptance: self = .acceptance
    case .mostDraws: self = .maxRuns
    case .noValue: self = .noValue
    case .runFailed: self = .runFailed
    }
  }

  var meaning: String {
    switch self {
    case .runFailed: "the last one: a run failed"
    case .noValue: "the last one: no run had a value of everything observed"
    case .tolerance: "the last one: the tolerance was reached"
    case .acceptance: "the last one: the acceptance rate fell below its limit"
    case .maxRuns: "the last one: max_runs was reached"
    case .continued: "another one followed, or will"
    }
  }
}

extension SequentialABC.Stop {
  /// To stand behind "the calibration ended:".
  package var words: String {
    switch self {
    case .tolerance: "the tolerance is reached"
    case .acceptance: "the acceptance rate fell below its limit"
    case .mostDraws: "max_runs was reached"
    case .noValue: "no run had a value of everything observed"
    case .runFailed: "a run failed"
    }
  }
}
