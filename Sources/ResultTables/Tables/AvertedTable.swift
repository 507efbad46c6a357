import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// One outcome of a pair of levels.
private struct AvertedRow {
  let factor, reference, level: String
  let outcome: AvertedOutcome
  let values, infected: SortedTally
  let confidence: Double

  /// A number of people is not below 0; fewer infections may be.
  var interval: (lower: Double?, upper: Double?)? {
    let moments = values.moments()
    return StudentEstimate(mean: moments.mean, sd: moments.sd, count: values.count)?
      .ends(level: confidence, least: outcome == .infections ? -.infinity : 0)
  }
}

private let avertedColumns: Columns<AvertedRow> = [
  .text("factor", "the factor whose levels are compared") { $0.factor },
  .text("reference", "level without the measure, always text") { $0.reference },
  .text("level", "level with the measure, always text") { $0.level },
  .text(
    "outcome",
    "infections: how many fewer there are; of people, averted: infected at the reference alone, worse_off: at the "
      + "level alone, later and earlier: at both, later or earlier at the level",
    allowed: AvertedOutcome.allCases.map(\.rawValue)
  ) { $0.outcome.rawValue },
  .whole("n", unit: "runs", "pairs of runs; of people those whose maps are recorded", minimum: 0) {
    $0.values.count
  },
  .real("mean", unit: "people", "mean of the runs' numbers") { $0.values.moments().mean },
  .real("sd", unit: "people", "standard deviation (n - 1)", required: false, minimum: 0) {
    $0.values.moments().sd
  },
  .interval(
    unit: "people",
    low:
      "lower end of the mean's t interval over pairs of runs, of people at least 0; empty where all pairs have the "
      + "same number", high: "upper end of that interval"
  ) { $0.interval },
  .real(
    "reference_mean", unit: "people",
    "mean number at the reference, in the same runs: people ever infected; of infections, where people can be infected "
      + "again, those counted by the response infections", minimum: 0
  ) { $0.infected.moments().mean },
]

extension TableSchema {
  package static let averted = TableSchema(
    name: "averted",
    row: "an outcome of a level beside its reference, within one combination of the other factors",
    columns: TableColumn.parameters.map(\.optional) + avertedColumns.described,
    key: TableColumn.parameters.map(\.name) + ["factor", "reference", "level", "outcome"],
    refersToPoints: false)
}

extension ResultTable {
  static let averted = ResultTable(
    schema: .averted,
    columns: { $0.study.analysis.averted.isEmpty || $0.abc != nil ? nil : .averted },
    rows: .ofStudy { results, tables in
      for request in results.study.analysis.averted {
        let strata = results.study.strata(
          of: results.points.map(\.point), apartFrom: request.factor)
        for rows in try results.mapped(strata.count, { try rows(request, strata[$0], in: results) })
        {
          let fields = PreparedFields(rows.others.map(\.cell))
          for row in rows.rows { tables[.averted].writeRow(row, avertedColumns, after: fields) }
        }
      }
      return []
    })

  /// Those of one combination of the other factors.
  private static func rows(
    _ request: AvertedRequest, _ stratum: Stratum, in results: CountedRuns
  ) throws -> (others: [ParameterCell], rows: [AvertedRow]) {
    let rows = try stratum.pairs(reference: request.reference).flatMap { level, reference in
      let averted = try AvertedInfections(
        reference: results.points[stratum.places[reference]],
        level: results.points[stratum.places[level]], in: results)
      return AvertedOutcome.allCases.compactMap { outcome -> AvertedRow? in
        guard let values = averted.outcomes[outcome], let infected = averted.infected[outcome]
        else { return nil }
        return AvertedRow(
          factor: request.factor.name, reference: stratum.levels[reference].description,
          level: stratum.levels[level].description, outcome: outcome, values: values.sorted(),
          infected: infected.sorted(), confidence: results.study.analysis.confidence)
      }
    }
    return (results.cells(fixedIn: stratum), rows)
  }
}
