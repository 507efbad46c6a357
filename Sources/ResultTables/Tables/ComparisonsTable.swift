import DurableFiles
import PlainText
import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// - Parameter ofCurves: whether whole curves are among what is compared.
func comparisonColumns(ofCurves: Bool) -> Columns<JudgedComparison> {
  [comparedColumns, ofCurves ? stepColumn : [], remarkColumns]
}

private let comparedColumns: Columns<JudgedComparison> = [
  .text("factor", "the factor whose levels are compared") { $0.named.factor },
  .text(
    "level_a",
    "first level, always text, even if it looks like a number; all where the test takes every level"
  ) { $0.comparison.levelA },
  .text(
    "level_b",
    "second level, text like level_a; differences are a minus b"
  ) { $0.comparison.levelB },
  .text(
    "response", "the response compared; curve for whole curves of people ever infected"
  ) { $0.named.response },
  .whole("n_a", unit: "runs", "values of level a", minimum: 0) { $0.comparison.countA },
  .whole("n_b", unit: "runs", "values of level b", minimum: 0) { $0.comparison.countB },
  .flag("paired", "whether replicates are compared in pairs") { $0.comparison.isPaired },
  .text("effect", "the effect that is estimated", required: false) {
    $0.comparison.hasEffect ? $0.comparison.effect.rawValue : nil
  },
  .real("estimate", unit: "that of the effect", "size of the effect", required: false) {
    $0.comparison.estimate
  },
  .interval(
    unit: "that of the effect", low: "lower end of the effect's interval",
    high: "upper end of the interval"
  ) {
    $0.comparison.interval?.ends
  },
  .text(
    "test", "the test",
    allowed: ComparisonTest.all.map(\.rawValue)
  ) { $0.comparison.test.rawValue },
  .real("statistic", unit: "1", "the test's statistic", required: false) {
    $0.comparison.result?.statistic
  },
  .real("p", unit: "1", "p-value of the test", required: false, minimum: 0, maximum: 1) {
    $0.comparison.result?.p
  },
  .real(
    "p_adjusted", unit: "1",
    "p-value adjusted for the tests of its family: of one request, or of the study, those of a "
      + "difference and those of equivalence apart",
    required: false, minimum: 0, maximum: 1
  ) { $0.comparison.adjustedP($0.adjusted) },
  .text(
    "correction", "method and family of p_adjusted", allowed: Adjustment.all.map(\.name)
  ) { $0.correction.name },
  .real(
    "margin", unit: "that of the response",
    "margin of equivalence or non-inferiority; for a ratio, a ratio above 1; empty if none was given",
    required: false, minimum: 0
  ) { $0.comparison.equivalence?.margin.size },
  .text(
    "verdict", "verdict at the study's confidence level",
    allowed: Verdict.allCases.map(\.rawValue)
  ) { $0.verdict.rawValue },
  .text(
    "ci_method", "how the interval is made", required: false,
    allowed: IntervalMethod.ofComparisons.map(\.rawValue)
  ) { $0.comparison.hasEffect ? $0.comparison.interval?.method.rawValue : nil },
]

/// Of whole curves alone.
private let stepColumn: Columns<JudgedComparison> = .whole(
  "step", unit: "steps",
  "of whole curves: the step of the estimate, at which the curves differ most clearly (largest t, either way); at other "
    + "steps the means may lie the other way round",
  required: false, minimum: 0
) { $0.comparison.step }

private let remarkColumns: Columns<JudgedComparison> = [
  .status(
    plain: ComparisonStatus.ok,
    message: "why there is no test, no size, or no end of the interval; empty if all is there"
  ) { $0.comparison.remarks }
]

extension TableSchema {
  package static let comparisons = comparisons(ofCurves: false)

  fileprivate static func comparisons(ofCurves: Bool) -> TableSchema {
    TableSchema(
      name: "comparisons",
      row: "two levels of a factor, within one combination of the others, over all runs",
      columns: TableColumn.parameters.map(\.optional)
        + comparisonColumns(ofCurves: ofCurves).described,
      key: TableColumn.parameters.map(\.name) + [
        "factor", "level_a", "level_b", "response", "effect", "test", "margin",
      ],
      refersToPoints: false)
  }
}

extension Analysis {
  fileprivate var comparesCurves: Bool { comparisons.contains { $0.subject == .curve } }
}

extension TableColumn {
  /// The same column where rows may leave it empty.
  var optional: TableColumn {
    var column = self
    column.required = false
    return column
  }
}

extension ResultTable {
  static let comparisons = ResultTable(
    schema: .comparisons,
    columns: {
      let analysis = $0.study.analysis
      return analysis.comparisons.isEmpty ? nil : .comparisons(ofCurves: analysis.comparesCurves)
    },
    wholeSchema: .comparisons(ofCurves: true),
    rows: .ofStudy { results, tables in
      let rows = try ResultTables.comparisons(in: results)
      let columns = comparisonColumns(ofCurves: results.study.analysis.comparesCurves)
      for row in rows.judged {
        tables[.comparisons].writeRow(
          row, columns, after: PreparedFields(row.named.others.map(\.cell)))
      }
      return rows.refusals.map {
        Note(
          .noTest,
          "\($0.message); comparisons.csv has no test there: "
            + results.study.analysis.advice(on: $0)
            + ", or compare the share that got there (reached_..., extinct)")
      } + rows.shortened + rows.limits
    })
}

extension Analysis {
  /// What to change in the requests that ask for what was refused, such as `leave out "test" and "pooled" for
  /// log_rank`.
  fileprivate func advice(on refusal: ComparisonRows.Refusal) -> String {
    guard refusal.remedy.setting == "test" else {
      return "give \"\(refusal.remedy.setting)\": \"\(refusal.remedy.name)\""
    }
    let requests = comparisons.filter { request in
      request.subject.name == refusal.response
        && (request.isPooled ? refusal.test.isPooled : request.test == refusal.test)
    }
    let keys = [
      requests.contains { $0.test != nil } ? "\"test\"" : nil,
      requests.contains(where: \.isPooled) ? "\"pooled\"" : nil,
    ].compactMap(\.self)
    let asked =
      keys.isEmpty
      ? "\"correction\": \"\(correction.rawValue)\"" : keys.joined(separator: " and ")
    return "leave out \(asked) for \(refusal.remedy.name)"
  }
}

/// The comparisons that the study asks for, request by request.
///
/// - Throws: `RunStoreError`.
package func comparisons(in results: CountedRuns) throws -> ComparisonRows {
  let analysis = results.study.analysis
  let points = results.points.map(\.point)
  func plan(_ request: ComparisonRequest) -> ComparisonPlan {
    ComparisonPlan(
      test: request.test
        ?? (analysis.correction == .maxT
          ? .ofMeans(isPaired: results.study.randomNumbers == .common) : nil),
      effect: request.estimate,
      margin: request.margin.map { Margin($0, better: request.better) },
      level: analysis.confidence, isPaired: results.study.randomNumbers == .common,
      isOfShares: request.response?.kind == .flag, key: results.study.seed)
  }
  func strata(_ request: ComparisonRequest) -> [Stratum] {
    results.study.strata(of: points, apartFrom: request.factor).filter { stratum in
      request.response.map { results.has($0, at: points[stratum.places[0]]) } ?? true
    }
  }
  let jobs = analysis.comparisons.map { request in
    let plan = plan(request)
    let strata = strata(request)
    guard request.isPooled else {
      return strata.flatMap { comparisonJobs(of: request, $0, plan, in: results) }
    }
    guard let pooled = PooledStrata(strata, of: points) else { return [ComparisonJob]() }
    return [{ try pooledComparisons(of: request, pooled, plan, in: results) }]
  }
  let all = jobs.flatMap(\.self)
  var made = try results.mapped(all.count) { try all[$0]() }[...]
  var requests = try zip(analysis.comparisons, jobs).map { request, jobs in
    defer { made = made.dropFirst(jobs.count) }
    let rows = made.prefix(jobs.count).flatMap(\.self)
    guard analysis.correction == .maxT else { return rows }
    return try JointComparisons.joined(
      rows, of: request, strata(request), plan(request), in: results)
  }[...]
  let entries = analysis.comparisonEntries.map { entry in
    defer { requests = requests.dropFirst(entry.count) }
    return requests.prefix(entry.count).flatMap(\.self)
  }
  return ComparisonRows(
    entries, analysis.correction, analysis.family, alpha: 1 - analysis.confidence)
}

/// Some of the rows of a request, made on one thread.
private typealias ComparisonJob = @Sendable () throws -> [NamedComparison]

/// Pairs of one job at least, of responses, whose points are read for each job, and of whole curves, whose
/// tests take long.
private let (fewestPairs, fewestCurvePairs) = (2_048, 4)

/// What makes the comparisons of one request in a combination of the other factors.
private func comparisonJobs(
  of request: ComparisonRequest, _ stratum: Stratum, _ plan: ComparisonPlan,
  in results: CountedRuns
) -> [ComparisonJob] {
  let points = stratum.places.map { results.points[$0] }
  let labels = points.map { $0.point.level(of: request.factor).description }
  let others = results.cells(fixedIn: stratum)
  @Sendable func named(_ compared: [GroupComparison]) -> [NamedComparison] {
    compared.map {
      NamedComparison(
        others: others, factor: request.factor.name, response: request.subject.name,
        comparison: $0)
    }
  }
  func jobs(
    _ fewest: Int, most: Int = .max,
    _ compare: @escaping @Sendable ([(a: Int, b: Int)]) throws -> [GroupComparison]
  ) -> [ComparisonJob] {
    let pairs = stratum.pairs(reference: request.reference)
    let size = min(most, max(fewest, pairs.count / (8 * results.threads)))
    return stride(from: 0, to: pairs.count, by: size).map { first in
      { named(try compare(Array(pairs[first..<pairs.count].prefix(size)))) }
    }
  }
  switch request.subject {
  case .response(let response):
    @Sendable func gathered(_ pairs: [(a: Int, b: Int)]) throws -> GatheredRuns {
      try GatheredRuns(response, of: points, labels: labels, pairs: pairs, plan, in: results)
    }
    if let test = plan.testOfAll {
      return [{ named([try gathered([]).comparisonOfAll(plan, test)]) }]
    }
    let together = GatheredRuns.pairsTogether(
      of: points, plan, mayBeCensored: response.kind == .time)
    return jobs(fewestPairs, most: together) { try gathered($0).comparisons($0, plan) }
  case .curve:
    let curves = CurveComparisons(points: points, labels: labels, plan: plan, results: results)
    return jobs(fewestCurvePairs) { try $0.map { try curves.comparison($0.a, $0.b) } }
  }
}
