import RunStore
import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles

extension TableSchema {
  package static let thresholds = TableSchema(
    name: "thresholds",
    row: "where a mean response crosses the target, within one combination of the other factors",
    columns: TableColumn.parameters.map(\.optional) + [
      TableColumn("factor", .string, "the factor that was searched"),
      TableColumn("response", .string, "the response whose mean crosses the target"),
      TableColumn(
        "target", .number, unit: "that of the response", "the target: the mean searched for"),
      TableColumn(
        "estimate", .number, unit: "that of the factor",
        "the level at which the mean response is the target; empty where status says why",
        required: false),
      TableColumn(
        "ci_low", .number, unit: "that of the factor",
        "lower end of the interval: the levels around the crossing whose mean cannot be told "
          + "apart from the target; empty where it is open, or there is none", required: false),
      TableColumn(
        "ci_high", .number, unit: "that of the factor",
        "upper end of the interval; empty like ci_low", required: false),
      TableColumn("runs", .integer, unit: "runs", "runs of the search", minimum: 0),
      TableColumn("converged", .flag, "whether the interval is as narrow as was wanted"),
      ThresholdStatus.column,
      TableColumn(
        "message", .string,
        "whether the mean is rising or falling through the target; then remarks"),
    ], key: TableColumn.parameters.map(\.name) + ["factor", "response"], refersToPoints: false)
}

extension ResultTable {
  static let thresholds = ResultTable(
    schema: .thresholds, columns: { $0.study.search == nil ? nil : .thresholds },
    rows: .ofStudy { results, table in
      for row in try thresholdRows(of: results) {
        for cell in row { table.write(cell.csv) }
        table.endRow()
      }
      return []
    })
}

/// The searches of a study, in design order.
private func thresholdRows(of results: StudyResults) throws -> [[Cell]] {
  guard let search = results.study.search, let rule = results.study.thresholdRule else { return [] }
  let points = results.points.map(\.point)
  return try results.study.combinations(of: points, apartFrom: search.factor).map { combination in
    let (made, failure) = try repeatedSearch(
      rule, search.response, combination.places, in: results)
    let estimate = made.estimate
    return results.texts(fixedIn: combination).map(\.cell) + [
      .text(search.factor.name), .text(search.response.rawValue), .real(search.target),
      .real(estimate?.level), .real(estimate?.lower), .real(estimate?.upper),
      .whole(combination.places.reduce(0) { $0 + results.points[$1].found }),
      .whole(made.outcome == .narrowEnough ? 1 : 0),
    ]
      + ThresholdStatus.cells(
        ThresholdWords(search, made, failure: failure).remarks, plain: .unfinished)
  }
}

/// A search once more, by the runs that its points have; and the run that ended it by failing.
private func repeatedSearch(
  _ rule: ThresholdRule, _ response: Response, _ places: [Int], in results: StudyResults
) throws -> (search: ThresholdSearch, failure: FailedRun?) {
  var search = ThresholdSearch(rule)
  var next = 0
  while !search.round.isEmpty, next + search.round.count <= places.count {
    let points = places[next..<next + search.round.count].map { results.points[$0] }
    guard zip(points, search.round).allSatisfy({ $0.found == $1.runs }) else { break }
    if let failure = try results.firstFailure(of: points) {
      search.endByFailure()
      return (search, failure)
    }
    var seen: [OutbreakSample] = []
    for point in points {
      var sample = OutbreakSample(diedOut: point.point.scenario.diedOut(response))
      try results.store.forEachValue(
        of: response, point: point.point.identity, replicates: 0..<point.replicates
      ) { sample.add($0) }
      seen.append(sample)
    }
    search.add(seen)
    next += points.count
  }
  return (search, nil)
}
