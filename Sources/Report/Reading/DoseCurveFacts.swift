import PlainText
import SpreadModel
import Statistics

/// A curve of `dose_responses.csv`: its rows, and the points of the study it goes through.
struct DoseCurveFacts: Sendable {
  struct Row: Sendable {
    let parameter: String
    let cells: [String]
    /// Where the cells come from.
    let source: Source

    func cell(_ column: String) -> String {
      column == "parameter"
        ? parameter : DoseCurveFacts.numbers.firstIndex(of: column).map { cells[$0] } ?? ""
    }

    var estimate: Double? { finite(cells[0]) }
    var error: Double? { finite(cells[1]) }
    var low: Double? { finite(cells[2]) }
    var high: Double? { finite(cells[3]) }
    /// The mean response of a dose; nil of intercept and slope.
    var level: Double? {
      parameter.hasPrefix("dose_") ? finite(String(parameter.dropFirst(5))) : nil
    }
  }

  let factor: ModelKey
  let response: String
  let link: ResponseLink
  let points: [PointFacts]
  private(set) var rows: [Row]
  /// All rows of the curve.
  let source: Source
  private static let numbers = ["estimate", "std_error", "ci_low", "ci_high"]

  private subscript(parameter: String) -> Row? { rows.first { $0.parameter == parameter } }
  var slope: Row? { self["slope"] }
  var intercept: Row? { self["intercept"] }
  var doses: [Row] { rows.filter { $0.level != nil } }
  /// The doses that the factor may have; a curve drawn out may ask for an immune share of 1.8.
  var possibleDoses: [Row] {
    doses.filter { row in row.estimate.map { factor.allowed.range.contains($0) } ?? false }
  }

  /// The curves in the order of the table; none where the study asks for none.
  static func read(_ folder: ResultsFolder) throws -> [DoseCurveFacts] {
    guard let table = try folder.table("dose_responses") else { return [] }
    let keys = ModelKey.parameters(inHeader: table.header)
    let names = ["factor", "response", "link"]
    var curves: [DoseCurveFacts] = []
    var last: [String]?
    try table.forEachRow(keys.map(\.name) + names + ["parameter"] + numbers) { cells in
      let key = Array(cells.prefix(keys.count + names.count))
      let words = Array(cells.dropFirst(keys.count))
      let source = zip(keys.map(\.name) + names, key).reduce(Source("dose_responses")) {
        $0.with($1.0, [$1.1])
      }
      let row = Row(
        parameter: words[3], cells: Array(words.suffix(4)),
        source: source.with("parameter", [words[3]]))
      if key == last {
        curves[curves.count - 1].rows.append(row)
        return
      }
      guard let factor = keys.first(where: { $0.name == words[0] }),
        let link = ResponseLink(rawValue: words[2])
      else { return }
      last = key
      let fixed = Dictionary(uniqueKeysWithValues: zip(keys, cells))
      curves.append(
        DoseCurveFacts(
          factor: factor, response: words[1], link: link,
          points: folder.points.points.filter { $0.lies(in: fixed, apartFrom: factor) },
          rows: [row], source: source))
    }
    return curves
  }

  /// eta, and its variance: a parabola through those at 0 and at the doses, whose leading coefficient
  /// is the variance of the slope.
  func predictor(at dose: Double) -> (eta: Double, variance: Double?)? {
    guard let a = intercept?.estimate, let b = slope?.estimate else { return nil }
    let eta = a + b * dose
    var nodes = doses.compactMap { row in
      row.estimate.flatMap { place in row.error.map { (place, ($0 * b) * ($0 * b)) } }
    }
    if nodes.count < 2, let error = intercept?.error { nodes.append((0, error * error)) }
    guard let first = nodes.first, let last = nodes.last, first.0 != last.0,
      let error = slope?.error
    else { return (eta, nil) }
    let (p, q) = ((dose - first.0) / (last.0 - first.0), (dose - first.0) * (dose - last.0))
    return (eta, first.1 * (1 - p) + last.1 * p + error * error * q)
  }
}

extension PointFacts {
  /// Whether the point is one of a combination: columns that follow from the size of the group change
  /// with it.
  func lies(in fixed: [ModelKey: String], apartFrom factor: ModelKey) -> Bool {
    fixed.allSatisfy { key, cell in
      key == factor || self[key] == cell
        || key == .columns && factor == .groupSize && cell.isEmpty
    }
  }
}
