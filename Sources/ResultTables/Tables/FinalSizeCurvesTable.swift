import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// A level of a final size curve, or of the difference of two, as `final_size_curves.csv` has it.
private struct FinalSizeRow {
  /// The combination of the other factors; of a difference both, the second one subtracted.
  let combinations: (a: String, b: String?)
  let probability: Double
  let sizes: FinalSizes
  let band: ShareBand?
  /// Its place among the levels of the band.
  let place: Int
}

private let finalSizeColumns: Columns<FinalSizeRow> = [
  .text("combination_a", "the levels of the other factors, or \"all\" where there is none") {
    $0.combinations.a
  },
  .text(
    "combination_b",
    "of a difference: the levels whose values are subtracted, replicate by replicate; empty of one combination",
    required: false
  ) { $0.combinations.b },
  .real("infection_probability", unit: "1", "level of the curve", minimum: 0, maximum: 1) {
    $0.probability
  },
  .whole("n", unit: "runs", "replicates; of a difference pairs of them", minimum: 0) {
    $0.sizes.all.count
  },
  .real("mean", unit: "1", "mean final share, or mean difference", required: false) {
    $0.sizes.all.mean
  },
  .interval(
    unit: "1",
    low: "lower end of the simultaneous band of the mean over all levels; empty for fewer than "
      + "\(CurveBand.fewestCurves) replicates",
    high: "upper end of the band; empty like ci_low"
  ) { row in
    guard row.sizes.all.count > 0, let ends = row.band?.ends(row.sizes.all, at: row.place)
    else { return nil }
    return (ends.low, ends.high)
  },
  .real(
    "share_large", unit: "1",
    "share of large outbreaks: replicates in which the first condition of the study (given) is 1, else of those with "
      + "a final share of 10 %; or the difference of these shares", required: false
  ) { $0.sizes.shareLarge },
  .real(
    "mean_large", unit: "1",
    "mean final share of the large outbreaks, or the difference of these means; empty where there is none",
    required: false
  ) { $0.sizes.meanLarge },
]

extension TableSchema {
  package static let finalSizeCurves = TableSchema(
    name: "final_size_curves",
    row:
      "a level of a final size curve, within one combination of the other factors, or of the difference of two",
    columns: TableColumn.parameters.filter { $0.name != ModelKey.infectionProbability.name }
      .map(\.optional) + finalSizeColumns.described,
    key: ["combination_a", "combination_b", "infection_probability"], refersToPoints: false)
}

extension ResultTable {
  static let finalSizeCurves = ResultTable(
    schema: .finalSizeCurves,
    columns: { $0.study.record.finalSizeCurves == nil ? nil : .finalSizeCurves },
    rows: .ofStudy { results, tables in
      try FinalSizeCurveRows(results).write(to: tables[.finalSizeCurves])
      return []
    })
}

/// The final sizes of replicates at one level, or their differences.
private struct FinalSizes: Sendable {
  /// Of final shares.
  var all = Moments()
  var shareLarge, meanLarge: Double?

  /// - Parameter values: of replicates; nil where a run is missing.
  init(_ values: [FinalSize?]) {
    var large = Moments()
    for case let value? in values {
      all.add(value.share)
      if value.isLarge { large.add(value.share) }
    }
    shareLarge = all.count > 0 ? Double(large.count) / Double(all.count) : nil
    meanLarge = large.mean
  }

  /// Of pairs of replicates.
  init(_ a: [FinalSize?], minus b: [FinalSize?]) {
    let pairs = zip(a, b).map { one, other in one.flatMap { one in other.map { (one, $0) } } }
    for case (let one, let other)? in pairs { all.add(one.share - other.share) }
    let (first, second) = (
      FinalSizes(pairs.map { $0?.0 }), FinalSizes(pairs.map { $0?.1 })
    )
    func difference(_ part: (FinalSizes) -> Double?) -> Double? {
      part(first).flatMap { one in part(second).map { one - $0 } }
    }
    (shareLarge, meanLarge) = (difference(\.shareLarge), difference(\.meanLarge))
  }
}

private struct FinalSize: Sendable {
  let share: Double
  let isLarge: Bool
}

/// One level of all combinations.
private struct FinalSizeLevel: Sendable {
  let combinations: [FinalSizes]
  let pairs: [FinalSizes]
  /// By combination: the final shares of the first replicates.
  let first: [[Double?]]
}

private struct FinalSizeCurveRows {
  private let results: CountedRuns
  private let probabilities: [Double]
  /// By combination of the other factors, then by level.
  private let points: [[Point]]
  /// Indices of two combinations.
  private let pairs: [(a: Int, b: Int)]
  private let condition: Response
  private let replicates: Int

  init(_ results: CountedRuns) throws {
    self.results = results
    let study = results.study
    let points = try study.finalSizePoints(results.points.map(\.point))
    self.points = points
    probabilities = study.record.finalSizeCurves?.probabilities ?? []
    pairs = points.indices.flatMap { b in points.indices.dropFirst(b + 1).map { (a: $0, b: b) } }
    condition = study.analysis.given.first ?? .reachedTenth
    replicates = study.replicates.most
  }

  /// Replicates by whose correlation between levels a band is made.
  private var few: Int { min(256, max(32, 100_000 / max(1, probabilities.count))) }

  func write(to table: TableWriter) throws {
    let levels = try results.mapped(probabilities.count) { try level($0) }
    let key = points.first.map { results.key(of: $0[0]) } ?? 0
    let bands = try results.mapped(points.count + pairs.count) { index in
      band(index, levels, key: key)
    }
    let names = points.map { name(of: $0[0]) }
    for (index, band) in bands.enumerated() {
      let pair = index < points.count ? nil : pairs[index - points.count]
      let fields = PreparedFields(cells(pair?.a ?? index, pair?.b))
      for (place, probability) in probabilities.enumerated() {
        let level = levels[place]
        let sizes =
          pair == nil ? level.combinations[index] : level.pairs[index - points.count]
        table.writeRow(
          FinalSizeRow(
            combinations: (names[pair?.a ?? index], (pair?.b).map { names[$0] }),
            probability: probability, sizes: sizes, band: band, place: place), finalSizeColumns,
          after: fields)
      }
    }
  }

  private func level(_ index: Int) throws -> FinalSizeLevel {
    let all = try points.map { try values(of: $0[index]) }
    return FinalSizeLevel(
      combinations: all.map { FinalSizes($0) },
      pairs: pairs.map { FinalSizes(all[$0.a], minus: all[$0.b]) },
      first: all.map { $0.prefix(few).map { $0?.share } })
  }

  private func values(of point: Point) throws -> [FinalSize?] {
    var values = [FinalSize?](repeating: nil, count: replicates)
    guard let share = results.responses.place(of: .finalShare),
      let large = results.responses.place(of: condition)
    else { return values }
    let all = CountedRuns.PointResult(point: point, counted: 0..<replicates, converged: nil)
    try results.forEachBlock(
      of: all, replicates: 0..<replicates, wanted: [.finalShare, condition], []
    ) { runs in
      runs.visit { replicate, row in
        guard let row, let value = runs.responses[share][row] else { return }
        values[replicate] = FinalSize(share: value, isLarge: runs.responses[large][row] == 1)
      }
    }
    return values
  }

  /// - Parameter index: of a combination, or behind all of them of a pair.
  private func band(_ index: Int, _ levels: [FinalSizeLevel], key: UInt64) -> ShareBand? {
    let pair = index < points.count ? nil : pairs[index - points.count]
    let curves = (0..<min(few, replicates)).compactMap { replicate -> [Double]? in
      let curve = levels.compactMap { level -> Double? in
        let value = level.first[pair?.a ?? index][replicate]
        guard let pair else { return value }
        return value.flatMap { one in level.first[pair.b][replicate].map { one - $0 } }
      }
      return curve.count == levels.count ? curve : nil
    }
    let counts = levels.map {
      (pair == nil ? $0.combinations[index] : $0.pairs[index - points.count]).all.count
    }
    return ShareBand(
      curves, count: counts.min() ?? 0, within: pair == nil ? 0...1 : -1...1,
      level: results.study.analysis.confidence, key: key &+ UInt64(index))
  }

  /// The factors that distinguish combinations.
  private var factors: [ModelKey] {
    results.study.factors.filter {
      $0.parameter != .infectionProbability && $0.levelCount > 1
    }.map(\.parameter)
  }

  private func name(of point: Point) -> String {
    let levels = factors.map { "\($0.name)=\(point.level(of: $0))" }
    return levels.isEmpty ? "all" : levels.joined(separator: " ")
  }

  /// The parameters of a combination, or those in which two agree.
  private func cells(_ a: Int, _ b: Int?) -> [Cell] {
    results.parameters.filter { $0 != .infectionProbability }.map { key in
      let value = points[a][0].level(of: key)
      let isFixed = b.map { points[$0][0].level(of: key) == value } ?? true
      return ParameterCell(key, isFixed ? value : nil).cell
    }
  }
}
