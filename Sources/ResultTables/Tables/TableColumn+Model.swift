import SpreadModel
import Tables

extension TableColumn {
  static let point = TableColumn(
    "point", .integer, "number of the point, from 0 in design order", minimum: 0)
  static let replicate = TableColumn(
    "replicate", .integer, "number of the seeded execution of its point, from 0", minimum: 0)
  static let step = TableColumn(
    "step", .integer, unit: "steps", "time since the start; 0 is the start state", minimum: 0)

  /// The parameters of a point, in the order of `Point.columnNames`.
  static let parameters = ModelKey.factors.map { TableColumn($0) }

  /// The column of a parameter.
  init(_ key: ModelKey) {
    let required = key.defaultValue != .absent
    switch key.allowed.numbers {
    case .whole(let range):
      self.init(
        key.name, key.mayBeEndless ? .number : .integer, unit: key.unit, key.meaning,
        required: required, minimum: Double(range.lowerBound),
        maximum: key.mayBeEndless ? nil : Double(range.upperBound))
    case .real(let range):
      self.init(
        key.name, .number, unit: key.unit, key.meaning, required: required, minimum: range.lowest,
        maximum: key.mayBeEndless ? nil : range.highest)
    default:
      var words: [String] = []
      if case .choice(let allowed) = key.allowed { words = allowed }
      self.init(key.name, .string, key.meaning, required: required, allowed: words)
    }
    if key.name != key.path { path = key.path }
    labels = key.labels
  }

  init(_ response: SpreadModel.Response) {
    let (kind, words): (Kind, Response) =
      switch response.kind {
      case .count: (.integer, .count)
      case .time: (response.isWhole ? .integer : .number, .time)
      case .flag: (.flag, .flag)
      case .real: (.number, .real)
      }
    self.init(response.name, kind, unit: response.unit, response.meaning, required: false)
    self.response = words
  }
}

extension Columns {
  /// Which runs a row is about.
  static func given(_ response: @escaping @Sendable (Row) -> Response?) -> Self {
    .text("given", "response that is 1 in the runs of this row") { response($0)?.rawValue }
  }
}
