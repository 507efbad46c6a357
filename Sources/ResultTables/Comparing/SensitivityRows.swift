import SpreadModel
import Statistics
import StudyFiles
import Tables

/// The rows of one response.
struct SensitivityRows {
  typealias Remarks = [Remark<SensitivityStatus>]

  struct Row: Sendable {
    var factor: String
    var index: SensitivityIndex
    var estimate: Double?
    var interval: Interval?
    var remarks: Remarks
  }

  let response: Response
  let results: CountedRuns

  /// Of the factors, in study order.
  private var names: [String] { results.study.factors.map(\.parameter.name) }
  private var level: Double { results.study.analysis.confidence }

  func rows(_ method: SensitivityMethod) throws -> [Row] {
    switch method {
    case .sobol: sobol(try means())
    case .anova: anova(try SensitivityValues(blocksOf: response, in: results))
    case .morris: morris(try means())
    case .prcc: prcc(try means(isRestricted: true))
    }
  }

  private func means(isRestricted: Bool = false) throws -> SensitivityValues<Double> {
    try SensitivityValues(meansOf: response, in: results, isRestricted: isRestricted)
  }

  private func sobol(_ means: SensitivityValues<Double>) -> [Row] {
    let indices = means.values.flatMap { results.study.saltelliDesign?.indices($0) }
    let intervals = indices?.intervals(level: level, key: results.study.seed)
    let (first, total, pairs) = (indices?.first(), indices?.total(), indices?.pairs())
    return shares(
      means.remarks,
      first: { (first?[$0], intervals?.first[$0]) },
      total: { (total?[$0], intervals?.total[$0]) },
      pair: { (pairs?[$0].index, intervals?.pairs[$0]) })
  }

  private func anova(_ blocks: SensitivityValues<[Double]>) -> [Row] {
    let study = results.study
    let shares = blocks.values.flatMap { cells in
      FactorialShares(
        levels: study.factors.map { Int($0.levelCount) }, cells: cells,
        replicates: study.randomNumbers == .common ? .common : .independent, level: level)
    }
    return self.shares(
      blocks.remarks,
      first: { (shares?.first[$0].estimate, shares?.first[$0].interval) },
      total: { (shares?.total[$0].estimate, shares?.total[$0].interval) },
      pair: { (shares?.pairs[$0].share.estimate, shares?.pairs[$0].share.interval) })
  }

  private func morris(_ means: SensitivityValues<Double>) -> [Row] {
    let study = results.study
    // Where the points lie in the ranges: whole numbers are not on the design's own grid.
    let places = results.points.map { result in
      study.factors.map { $0.share(of: result.point.level(of: $0.parameter)) ?? 0 }
    }
    let effects = means.values.flatMap {
      study.morrisDesign?.effects($0, at: places, level: level)
    }
    return names.indices.flatMap { place in
      let effect = effects?[place]
      let own: Remarks = effect != nil && effect?.mu == nil ? [constantFactor] : []
      let remarks = own + means.remarks
      return [
        Row(factor: names[place], index: .mu, estimate: effect?.mu, remarks: remarks),
        Row(
          factor: names[place], index: .muStar, estimate: effect?.muStar,
          interval: effect?.muStarInterval, remarks: remarks),
        Row(factor: names[place], index: .sigma, estimate: effect?.sigma, remarks: remarks),
      ]
    }
  }

  private func prcc(_ means: SensitivityValues<Double>) -> [Row] {
    let levels = results.study.factors.map { factor in
      results.points.map { $0.point.level(of: factor.parameter).number ?? .nan }
    }
    let all = means.values.map { PartialRankCorrelation.all(levels, $0, level: level) }
    return names.indices.map { place in
      var row = Row(factor: names[place], index: .prcc, remarks: means.remarks)
      guard let all else { return row }
      switch all[place] {
      case .found(let estimate, let interval):
        (row.estimate, row.interval) = (estimate, interval)
        guard interval == nil else { break }
        row.remarks.insert(
          Remark(.noInterval, "the ranks of the response follow those of the factors exactly"),
          at: 0)
      case .constantResponse: row.remarks.insert(constant, at: 0)
      case .constantFactor: row.remarks.insert(constantFactor, at: 0)
      case .undetermined:
        row.remarks.insert(
          Remark(
            .notDetermined,
            "the ranks of the factors, or of the response and the other factors, follow from one another; "
              + "give more points"), at: 0)
      }
      return row
    }
  }

  private var constant: Remark<SensitivityStatus> {
    Remark(.constant, "the response does not vary with the factors")
  }

  private var constantFactor: Remark<SensitivityStatus> {
    Remark(.constantFactor, "the factor has the same value at all points; give more points")
  }

  /// First and total index of each factor, then the pairs, from their indices.
  ///
  /// - Parameter remarks: on the values.
  private func shares(
    _ remarks: Remarks, first: (Int) -> (Double?, Interval?),
    total: (Int) -> (Double?, Interval?), pair: (Int) -> (Double?, Interval?)
  ) -> [Row] {
    var rows: [Row] = []
    func add(_ factor: String, _ index: SensitivityIndex, _ value: (Double?, Interval?)) {
      var remarks = remarks
      if remarks.isEmpty && value.0 == nil {
        remarks = [constant]
      } else if remarks.isEmpty && value.1 == nil {
        remarks = [Remark(.noInterval, "fewer than three replicates")]
      }
      rows.append(
        Row(
          factor: factor, index: index, estimate: value.0, interval: value.1, remarks: remarks))
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
