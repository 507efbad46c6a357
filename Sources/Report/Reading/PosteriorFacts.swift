import Glibc
import PlainText
import SpreadModel
import Tables

/// What a calibration found: its accepted draws, and the priors they came from.
struct PosteriorFacts {
  /// A factor with its prior.
  struct Parameter: TableRow {
    let key: ModelKey
    /// Of each accepted draw.
    let values: [Double]
    let bins: [PriorBin]
    let isLog: Bool
    /// Of `posterior_summary.csv`.
    let row: CSVRow
  }

  /// In the order of the factors.
  let parameters: [Parameter]
  /// Of each accepted draw.
  let weights: [Double]
  /// The largest from the data, of all accepted draws.
  let distance: Double

  static let summaryColumns = [
    "mean", "sd", "median", "ci_low", "ci_high", "effective_size", "message",
  ]

  /// - Returns: nil for other studies.
  static func read(_ folder: ReportedFolder) throws -> PosteriorFacts? {
    guard let posterior = folder.tables["posterior"],
      let table = folder.tables["posterior_summary"]
    else { return nil }
    let summaries = try table.rows(["parameter"] + summaryColumns).compactMap { row in
      folder.points.parameters.first { $0.name == row["parameter"] }.map { (key: $0, row: row) }
    }
    var values = [[Double]](repeating: [], count: summaries.count)
    var weights: [Double] = []
    var distance = 0.0
    try posterior.forEachRow(summaries.map(\.key.name) + ["weight", "distance"]) { row in
      guard let weight = row.number("weight") else { return }
      weights.append(weight)
      distance = max(distance, row.number("distance") ?? .infinity)
      for (place, summary) in summaries.enumerated() {
        values[place].append(row.number(summary.key.name) ?? .nan)
      }
    }
    return PosteriorFacts(
      parameters: zip(summaries, values).map { summary, values in
        let key = summary.key
        let prior = folder.study?["factors"]?[key.path]
        let isLog = prior?["scale"]?.text == "log"
        return Parameter(
          key: key, values: values, bins: PriorBin.bins(of: key, prior, folder.points),
          isLog: isLog && prior?["count"] == nil, row: summary.row)
      }, weights: weights, distance: distance)
  }

  /// Places among the draws, so that each stands for the same share of the posterior.
  func even(_ count: Int) -> [Int] {
    var (places, sum): ([Int], Double) = ([], 0)
    let total = weights.reduce(0, +)
    for (place, weight) in weights.enumerated() {
      sum += weight
      while places.count < count, (Double(places.count) + 0.5) / Double(count) * total < sum {
        places.append(place)
      }
    }
    return places
  }
}

/// A part of a parameter's range.
struct PriorBin {
  /// Where its bar begins and ends.
  let low, high: Double
  /// How much of the prior lies in it.
  let share: Double

  private static let most = 30

  /// Parts of about equal share, without gaps.
  static func bins(of key: ModelKey, _ prior: JSONValue?, _ points: PointList) -> [PriorBin] {
    guard let from = prior?["from"]?.number?.double, let to = prior?["to"]?.number?.double,
      from < to
    else { return [] }
    let isLog = prior?["scale"]?.text == "log"
    if prior?["step"] != nil || prior?["count"] != nil {
      return grouped(points.levels(key).compactMap(finite).sorted()) { _, count in 1 / Double(count)
      }
    }
    func place(_ share: Double, _ end: Double) -> Double {
      isLog ? from * pow(end / from, share) : from + share * (end - from)
    }
    if case .whole? = key.allowed.numbers {
      let values = (0...Int(min(to - from, 10_000))).map { from + Double($0) }
      return grouped(values) { value, _ in
        isLog
          ? log((value + 1) / value) / log((to + 1) / from) : 1 / (to + 1 - from)
      }
    }
    return (0..<most).map { bin in
      PriorBin(
        low: place(Double(bin) / Double(most), to), high: place(Double(bin + 1) / Double(most), to),
        share: 1 / Double(most))
    }
  }

  /// Single values in groups of neighbors, each bar half a step wider than its values.
  private static func grouped(
    _ values: [Double], share: (Double, Int) -> Double
  ) -> [PriorBin] {
    guard let first = values.first, let last = values.last else { return [] }
    let groups = min(most, values.count)
    func edge(_ index: Int) -> Double {
      if index == 0 { return values.count > 1 ? first - (values[1] - first) / 2 : first - 0.5 }
      if index == values.count {
        return values.count > 1 ? last + (last - values[values.count - 2]) / 2 : last + 0.5
      }
      return (values[index - 1] + values[index]) / 2
    }
    return (0..<groups).map { group in
      let range = group * values.count / groups..<(group + 1) * values.count / groups
      return PriorBin(
        low: edge(range.lowerBound), high: edge(range.upperBound),
        share: values[range].reduce(0) { $0 + share($1, values.count) })
    }
  }
}
