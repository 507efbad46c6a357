import DurableFiles
import RunStore
import SpreadModel
package import Statistics
import StudyFiles

extension TableSchema {
  package static let comparisons = TableSchema(
    name: "comparisons", row: "two levels of a factor, within one combination of the others",
    columns: TableColumn.parameters.map(\.optional) + comparisonColumns,
    key: TableColumn.parameters.map(\.name) + ["factor", "level_a", "level_b", "response", "test"],
    refersToPoints: false)

  /// The columns that `spreadlab compare` prints too.
  package static let comparisonColumns = [
    TableColumn("factor", .string, "the factor whose levels are compared"),
    TableColumn(
      "level_a", .string,
      "first level, a text also where it looks like a number; all where every level is in the test"),
    TableColumn(
      "level_b", .string,
      "second level, a text like level_a; differences are a minus b; zero where drift is tested"),
    TableColumn(
      "response", .string,
      "what is compared; curve for whole curves, drift for drift_x and drift_y together"),
    TableColumn("n_a", .integer, unit: "runs", "values of level a", minimum: 0),
    TableColumn("n_b", .integer, unit: "runs", "values of level b", minimum: 0),
    TableColumn("paired", .flag, "whether replicates are compared one by one"),
    TableColumn("effect", .string, "what is estimated", required: false),
    TableColumn(
      "estimate", .number, unit: "that of the effect", "size of the effect", required: false),
    TableColumn("ci_low", .number, unit: "that of the effect", "lower end", required: false),
    TableColumn("ci_high", .number, unit: "that of the effect", "upper end", required: false),
    TableColumn("test", .string, "the test", allowed: TestName.allCases.map(\.rawValue)),
    TableColumn("statistic", .number, unit: "1", "the test's statistic", required: false),
    TableColumn("p", .number, unit: "1", "p of the test", required: false, minimum: 0, maximum: 1),
    TableColumn(
      "p_adjusted", .number, unit: "1", "p corrected for all rows of the table", required: false,
      minimum: 0, maximum: 1),
    TableColumn(
      "correction", .string, "how p is corrected", allowed: Correction.allCases.map(\.rawValue)),
    TableColumn(
      "verdict", .string, "what the row says at the study's confidence",
      allowed: Verdict.allCases.map(\.rawValue)),
  ]
}

extension TableColumn {
  /// The same column where rows may leave it empty.
  var optional: TableColumn {
    var column = self
    column.required = false
    return column
  }
}

/// A comparison with the names of its row.
struct ComparisonRow {
  /// Texts of the parameters, empty for the one compared and those that vary with it.
  var parameters: [String]
  var factor: String
  var response: String
  var comparison: GroupComparison
}

/// `comparisons.csv`: one row per pair of levels, response and combination of the other factors.
func writeComparisons(_ results: StudyResults, to folder: String) throws -> WrittenTable {
  let analysis = results.study.analysis
  var rows: [ComparisonRow] = []
  for request in analysis.comparisons { rows += try compare(request, in: results) }
  let correction = analysis.correction.rule
  let adjusted = correction.adjust(rows.map { $0.comparison.result?.p })
  let file = try TableFile(.comparisons, in: folder)
  let table = file.rows
  for (row, p) in zip(rows, adjusted) {
    for text in row.parameters { table.write(text) }
    table.write(row.factor)
    for cell in comparisonCells(
      row.comparison, response: row.response, adjusted: p, correction: correction,
      alpha: 1 - analysis.confidence)
    {
      table.write(cell.csv)
    }
    table.endRow()
  }
  return try file.commit()
}

extension ComparisonCorrection {
  package var rule: Correction {
    switch self {
    case .holm: .holm
    case .benjaminiHochberg: .benjaminiHochberg
    case .none: .none
    }
  }
}

/// The comparisons of one request, combination by combination in design order.
private func compare(_ request: ComparisonRequest, in results: StudyResults) throws
  -> [ComparisonRow]
{
  var rows: [ComparisonRow] = []
  for combination in combinations(of: results, apartFrom: request.factor) {
    let fixed = fixedTexts(combination, factor: request.factor)
    func add(_ comparison: GroupComparison) {
      rows.append(
        ComparisonRow(
          parameters: fixed, factor: request.factor.rawValue, response: request.subject.name,
          comparison: comparison))
    }
    let plan = ComparisonPlan(
      test: request.test, effect: request.estimate, margin: request.margin,
      level: results.study.analysis.confidence,
      isPaired: results.study.randomNumbers == .common && request.test.map(\.isPaired) ?? true,
      key: results.study.seed)
    let groups: [ComparedGroup]
    switch request.subject {
    case .response(let response):
      groups = try combination.map { try group($0, response, request.factor, in: results) }
    case .curve:
      rows += try compareCurves(combination, request, plan, fixed: fixed, in: results)
      continue
    case .drift:
      for result in combination {
        add(
          GroupComparison(
            drifts: try drifts(of: result, in: results),
            label: result.point.parameterTexts[request.factor.place]))
      }
      continue
    }
    if request.test == .anova || request.test == .kruskalWallis {
      if groups.count > 1 { add(GroupComparison(all: groups, plan)) }
      continue
    }
    for (a, b) in pairsOfLevels(groups.map(\.label), reference: request.reference(in: combination))
    {
      add(GroupComparison(groups[a], groups[b], plan))
    }
  }
  return rows
}

extension ComparisonRequest {
  /// The reference level as the tables of this combination write it: `square` columns are a
  /// number there, which follows from the people.
  fileprivate func reference(in combination: [StudyResults.PointResult]) -> String? {
    guard reference == .square, let people = combination.first?.point.groupSize else {
      return reference?.description
    }
    return String(Grid.squareColumns(people: people))
  }
}

/// Pairs of places to compare: all with the reference, or each with all before it.
package func pairsOfLevels(_ labels: [String], reference: String?) -> [(Int, Int)] {
  if let reference {
    guard let base = labels.firstIndex(of: reference) else { return [] }
    return labels.indices.filter { $0 != base }.map { ($0, base) }
  }
  return labels.indices.flatMap { b in (b + 1..<max(labels.count, b + 1)).map { ($0, b) } }
}

/// Points that differ in nothing but `factor` (and in the columns that follow from it).
private func combinations(of results: StudyResults, apartFrom factor: Parameter)
  -> [[StudyResults.PointResult]]
{
  let columnsFollow = factor == .groupSize && !results.study.varies(.columns)
  var places: [[String]: Int] = [:]
  var combinations: [[StudyResults.PointResult]] = []
  for result in results.points {
    var key = result.point.parameterTexts
    key[factor.place] = ""
    if columnsFollow { key[Parameter.columns.place] = "" }
    if let place = places[key] {
      combinations[place].append(result)
    } else {
      places[key] = combinations.count
      combinations.append([result])
    }
  }
  return combinations.filter { $0.count > 1 }
}

/// Texts of the parameters that all points of the combination share; empty for the others.
private func fixedTexts(_ combination: [StudyResults.PointResult], factor: Parameter) -> [String] {
  let texts = combination.map(\.point.parameterTexts)
  return texts[0].indices.map { place in
    place != factor.place && texts.allSatisfy { $0[place] == texts[0][place] }
      ? texts[0][place] : ""
  }
}

private func group(
  _ result: StudyResults.PointResult, _ response: Response, _ factor: Parameter,
  in results: StudyResults
) throws -> ComparedGroup {
  let list = results.store.responses
  let (place, steps) = (list.place(of: response), list.place(of: .steps))
  var items: [ComparedGroup.Item] = []
  try results.store.forEachRun(
    point: result.point.identity, replicates: 0..<result.replicates, withCurves: false,
    withMaps: false
  ) { run in
    guard case .ok(_, let responses, _, _) = run.outcome else { return }
    items.append(
      ComparedGroup.Item(
        key: String(run.replicate), value: place.flatMap { responses[$0] },
        censoredAt: response.kind == .time ? steps.flatMap { responses[$0] } : nil))
  }
  return ComparedGroup(label: result.point.parameterTexts[factor.place], items: items)
}

/// (drift_x, drift_y) of the runs that have both.
private func drifts(of result: StudyResults.PointResult, in results: StudyResults) throws
  -> [[Double]]
{
  let places = [Response.driftX, .driftY].compactMap(results.store.responses.place)
  var drifts: [[Double]] = []
  try results.store.forEachRun(
    point: result.point.identity, replicates: 0..<result.replicates, withCurves: false,
    withMaps: false
  ) { run in
    guard case .ok(_, let responses, _, _) = run.outcome else { return }
    let drift = places.compactMap { responses[$0] }
    if drift.count == 2 { drifts.append(drift) }
  }
  return drifts
}

private func compareCurves(
  _ combination: [StudyResults.PointResult], _ request: ComparisonRequest, _ plan: ComparisonPlan,
  fixed: [String], in results: StudyResults
) throws -> [ComparisonRow] {
  var curves = try combination.map { result in
    var curves: [[Double]] = []
    try results.store.forEachRun(
      point: result.point.identity, replicates: 0..<result.replicates, withCurves: true,
      withMaps: false
    ) { run in
      if case .ok(_, _, let curve?, _) = run.outcome { curves.append(curve.map(Double.init)) }
    }
    return curves
  }
  let length = curves.flatMap { $0 }.map(\.count).max() ?? 0
  for group in curves.indices {
    for run in curves[group].indices {
      // A run that has ended keeps its last value.
      let curve = curves[group][run]
      curves[group][run] += [Double](
        repeating: curve[curve.count - 1], count: length - curve.count)
    }
  }
  let labels = combination.map { $0.point.parameterTexts[request.factor.place] }
  return pairsOfLevels(labels, reference: request.reference(in: combination)).map { a, b in
    let isPaired = plan.isPaired && curves[a].count == curves[b].count
    let result =
      isPaired
      ? CurveComparison(paired: curves[a], curves[b], level: plan.level, key: plan.key)
      : CurveComparison(curves[a], curves[b], level: plan.level, key: plan.key)
    return ComparisonRow(
      parameters: fixed, factor: request.factor.rawValue, response: request.subject.name,
      comparison: GroupComparison(
        curves: result, labels: (labels[a], labels[b]), counts: (curves[a].count, curves[b].count),
        isPaired: isPaired, level: plan.level))
  }
}

extension GroupComparison {
  /// Drift of one level against none: both components at once, so there is no single estimate.
  init(drifts: [[Double]], label: String) {
    (levelA, levelB) = (label, "zero")
    (countA, countB) = (drifts.count, 0)
    isPaired = false
    effect = .meanDifference
    test = TestName.hotelling.rawValue
    result = HotellingTest(drifts, center: [0, 0])?.result
    (estimate, interval, equivalenceP) = (nil, nil, nil)
  }

  /// Whole curves: the estimate is the difference at the step where it is clearest, with the
  /// band that holds for all steps at once.
  init(
    curves: CurveComparison?, labels: (String, String), counts: (Int, Int), isPaired: Bool,
    level: Double
  ) {
    (levelA, levelB) = labels
    (countA, countB) = counts
    self.isPaired = isPaired
    effect = .meanDifference
    test = TestName.curvePermutation.rawValue
    result = curves?.result
    equivalenceP = nil
    let step = curves?.step
    estimate = step.flatMap { curves?.difference[$0] }
    interval = step.flatMap { step in
      curves.map {
        Interval(
          lower: $0.difference[step] - $0.halfWidths[step],
          upper: $0.difference[step] + $0.halfWidths[step], level: level, method: .simultaneous)
      }
    }
  }
}
