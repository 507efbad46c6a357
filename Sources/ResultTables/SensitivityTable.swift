import DurableFiles
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// An index of a response, as `sensitivity.csv` has it.
private struct SensitivityRow {
  let response: Response
  let method: SensitivityMethod
  let found: SensitivityRows.Row
}

private let sensitivityColumns: Columns<SensitivityRow> = [
  .text("response", "what is explained", allowed: Response.allCases.map(\.rawValue)) {
    $0.response.rawValue
  },
  .text("factor", "the factor; for a pair both, with a colon between") { $0.found.factor },
  .text(
    "index",
    "first: share of the variance explained alone; total: with all interactions; pair: by the "
      + "interaction of two; mu, mu_star, sigma: mean, mean size and sd of elementary effects",
    allowed: SensitivityIndex.allCases.map(\.rawValue)
  ) { $0.found.index.rawValue },
  .real(
    "estimate", unit: "1, or that of the response for elementary effects",
    "the index; empty if the response varies at no point or was not always reached",
    required: false
  ) { $0.found.estimate },
  .interval(unit: "that of the estimate") { $0.found.interval?.ends },
  .text(
    "method",
    "sobol: bootstrap of base points; anova: jackknife over replicates; morris: t over paths",
    allowed: SensitivityMethod.allCases.map(\.rawValue)
  ) { $0.method.rawValue },
]

extension TableSchema {
  package static let sensitivity = TableSchema(
    name: "sensitivity", row: "one index of a response and a factor, or a pair of factors",
    columns: sensitivityColumns.described, key: ["response", "factor", "index"],
    refersToPoints: false)
}

/// Raw values are those of the column `index`.
enum SensitivityIndex: String, CaseIterable, Sendable {
  case first, total, pair, mu
  case muStar = "mu_star"
  case sigma
}

extension ResultTable {
  static let sensitivity = ResultTable(
    schema: .sensitivity, columns: { $0.study.analysis.sensitivity.map { _ in .sensitivity } },
    rows: .ofStudy { results, tables in
      if let request = results.study.analysis.sensitivity {
        try writeSensitivity(request, of: results, to: tables[.sensitivity])
      }
      return []
    })
}

/// One row per response, factor (or pair of factors) and index.
///
/// A response that some run did not reach has no mean at its point, so its indices stay empty.
private func writeSensitivity(
  _ request: SensitivityRequest, of results: StudyResults, to table: TableWriter
) throws {
  let rows = try results.mapped(request.responses.count) {
    try SensitivityRows(response: request.responses[$0], results: results).rows(request.method)
  }
  for (response, rows) in zip(request.responses, rows) {
    for row in rows {
      table.writeRow(
        SensitivityRow(response: response, method: request.method, found: row), sensitivityColumns)
    }
  }
}

/// Values of one response at all points; nil where some run did not reach it.
private enum ResponseValues {
  /// The mean of each point's replicates.
  static func means(_ response: Response, of results: StudyResults) throws -> [Double]? {
    var means: [Double] = []
    means.reserveCapacity(results.points.count)
    for result in results.points {
      var (sum, count, isReached) = (0.0, 0, true)
      try results.forEachValue(response, of: result, replicates: 0..<result.replicates) {
        _, value, _ in
        guard let value else {
          isReached = false
          return
        }
        sum += value
        count += 1
      }
      guard isReached, count > 0 else { return nil }
      means.append(sum / Double(count))
    }
    return means
  }

  /// More values per point are averaged in blocks of equal size: the jackknife's time grows with
  /// the square of their number.
  private static let mostBlocks = 200

  /// Of each point the replicates that every point has: what they share is no error
  /// (docs/statistics.md, "Sensitivity").
  static func blocks(_ response: Response, of results: StudyResults) throws -> [[Double]]? {
    let fewest = results.points.map(\.replicates).min() ?? 0
    let size = max(1, (fewest + mostBlocks - 1) / mostBlocks)
    let wanted = fewest / size * size
    var blocks: [[Double]] = []
    blocks.reserveCapacity(results.points.count)
    for result in results.points {
      var (sum, count) = (0.0, 0)
      var means: [Double] = []
      try results.forEachValue(response, of: result, replicates: 0..<wanted) { _, value, _ in
        guard let value else { return }
        sum += value
        count += 1
        if count.isMultiple(of: size) {
          means.append(sum / Double(size))
          sum = 0
        }
      }
      guard count == wanted else { return nil }
      blocks.append(means)
    }
    return blocks
  }
}

/// The rows of one response.
private struct SensitivityRows {
  struct Row: Sendable {
    var factor: String
    var index: SensitivityIndex
    var estimate: Double?
    var interval: Interval?
  }

  let response: Response
  let results: StudyResults

  /// Of the factors, in study order.
  private var names: [String] { results.study.factors.map(\.parameter.name) }
  private var level: Double { results.study.analysis.confidence }

  func rows(_ method: SensitivityMethod) throws -> [Row] {
    switch method {
    case .sobol: sobol(try ResponseValues.means(response, of: results))
    case .anova: anova(try ResponseValues.blocks(response, of: results))
    case .morris: morris(try ResponseValues.means(response, of: results))
    }
  }

  private func sobol(_ means: [Double]?) -> [Row] {
    let indices = means.flatMap { results.study.saltelliDesign?.indices($0) }
    let intervals = indices?.intervals(level: level, key: results.study.seed)
    let (first, total, pairs) = (indices?.first(), indices?.total(), indices?.pairs())
    return shares(
      first: { (first?[$0], intervals?.first[$0]) },
      total: { (total?[$0], intervals?.total[$0]) },
      pair: { (pairs?[$0].index, intervals?.pairs[$0]) })
  }

  private func anova(_ blocks: [[Double]]?) -> [Row] {
    let study = results.study
    let shares = blocks.flatMap { cells in
      FactorialShares(
        levels: study.factors.map { Int($0.levelCount) }, cells: cells,
        replicates: study.randomNumbers == .common ? .common : .independent, level: level)
    }
    return self.shares(
      first: { (shares?.first[$0].estimate, shares?.first[$0].interval) },
      total: { (shares?.total[$0].estimate, shares?.total[$0].interval) },
      pair: { (shares?.pairs[$0].share.estimate, shares?.pairs[$0].share.interval) })
  }

  private func morris(_ means: [Double]?) -> [Row] {
    let study = results.study
    // Where the points lie in the ranges: whole numbers are not on the design's own grid.
    let places = results.points.map { result in
      study.factors.map { $0.share(of: result.point.level(of: $0.parameter)) ?? 0 }
    }
    let effects = means.flatMap { study.morrisDesign?.effects($0, at: places, level: level) }
    return names.indices.flatMap { place in
      [
        Row(factor: names[place], index: .mu, estimate: effects?[place].mu),
        Row(
          factor: names[place], index: .muStar, estimate: effects?[place].muStar,
          interval: effects?[place].muStarInterval),
        Row(factor: names[place], index: .sigma, estimate: effects?[place].sigma),
      ]
    }
  }

  /// First and total index of each factor, then the pairs, from their indices.
  private func shares(
    first: (Int) -> (Double?, Interval?), total: (Int) -> (Double?, Interval?),
    pair: (Int) -> (Double?, Interval?)
  ) -> [Row] {
    var rows: [Row] = []
    func add(_ factor: String, _ index: SensitivityIndex, _ value: (Double?, Interval?)) {
      rows.append(Row(factor: factor, index: index, estimate: value.0, interval: value.1))
    }
    for place in names.indices {
      add(names[place], .first, first(place))
      add(names[place], .total, total(place))
    }
    var place = 0
    for i in names.indices {
      for j in names.indices.dropFirst(i + 1) {
        add("\(names[i]):\(names[j])", .pair, pair(place))
        place += 1
      }
    }
    return rows
  }
}
