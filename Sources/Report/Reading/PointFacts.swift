/// A row of `points.csv`.
struct PointFacts: Sendable {
  let number: Int
  /// Cells as they stand in the file, in the order of `Parameter.all`.
  let cells: [String]
  let people: Int
  let replicates: Int

  subscript(parameter: Parameter) -> String { cells[parameter.place] }
}

/// A parameter of points, with the short sign under which it labels pictures.
struct Parameter: Hashable, Sendable {
  let name: String
  let sign: String
  let place: Int

  static let all = [
    ("group_size", "N"), ("infection_factor", "k"), ("infection_probability", "p"),
    ("rule", ""), ("columns", "C"), ("boundary", ""),
  ].enumerated().map { Parameter(name: $1.0, sign: $1.1, place: $0) }

  static let rule = all[3]
  static let groupSize = all[0]
  static let columns = all[4]

  /// Whether the levels are numbers, so they have an order and a place on an axis.
  var isNumeric: Bool { !sign.isEmpty }

  func label(_ cell: String) -> String {
    sign.isEmpty ? cell : "\(sign) \(shortNumber(cell))"
  }

  /// Such as "N group size", for the legend of signs.
  var legend: String { "\(sign) \(name.replacing("_", with: " "))" }
}

/// The points of a study, and which parameters they vary.
struct PointList: Sendable {
  let points: [PointFacts]
  /// Parameters with more than one value; `columns` only if group sizes do not decide it.
  let varied: [Parameter]

  init(_ points: [PointFacts]) {
    self.points = points
    varied = Parameter.all.filter { parameter in
      guard Set(points.map { $0[parameter] }).count > 1 else { return false }
      guard parameter == .columns else { return true }
      let pairs = Set(points.map { [$0[.groupSize], $0[.columns]] })
      return pairs.count > Set(points.map { $0[.groupSize] }).count
    }
  }

  /// The values of a parameter in design order.
  func levels(_ parameter: Parameter) -> [String] {
    var seen: Set<String> = []
    return points.map { $0[parameter] }.filter { seen.insert($0).inserted }
  }

  /// What tells a point from the others, such as "exact, N 100, p 0.5"; "the only point" of one.
  func label(_ point: PointFacts, without left: [Parameter] = []) -> String {
    let order = varied.filter { !$0.isNumeric } + varied.filter(\.isNumeric)
    let parts = order.filter { !left.contains($0) }.map { $0.label(point[$0]) }
    return parts.isEmpty ? (left.isEmpty ? "the only point" : "") : parts.joined(separator: ", ")
  }

  /// The signs used in labels, such as "N group size, p infection probability".
  var legend: String {
    varied.filter(\.isNumeric).map(\.legend).joined(separator: ", ")
  }
}
