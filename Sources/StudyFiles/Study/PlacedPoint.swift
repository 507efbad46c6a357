package import PlainText
import SpreadModel

/// A point as JSON: the values of the study's factors, and its index among equal points.
extension Study {
  package func json(of point: Point) -> JSONText {
    .object([
      (
        "values",
        .object(factors.map { ($0.parameter.path, point.level(of: $0.parameter).json) })
      ), ("repeat", .int(point.repeatIndex)),
    ])
  }
}

extension PointMaker {
  /// The point that `Study.json(of:)` wrote.
  ///
  /// - Returns: nil where the JSON is no point of the study.
  package mutating func point(_ json: JSONValue, number: Int) -> Point? {
    guard let values = json[key: "values"],
      let repeatIndex = json[key: "repeat"]?.number?.integer
    else { return nil }
    var levels: [ModelKey: KeyValue] = [:]
    for factor in study.factors {
      guard let value = values[key: factor.parameter.path].flatMap(KeyValue.init) else {
        return nil
      }
      levels[factor.parameter] = value
    }
    return try? point(levels, number: number, repeatIndex: repeatIndex)
  }
}

extension KeyValue {
  /// A number with a point or an exponent is a real one; an object is a distribution of lengths.
  fileprivate init?(_ json: JSONValue) {
    switch json.content {
    case .null: self = .absent
    case .string(let name): self = .name(name)
    case .number(let number):
      if number.text.allSatisfy({ $0.isNumber || $0 == "-" }), let whole = number.integer {
        self = .whole(whole)
      } else {
        self = .real(number.double)
      }
    case .object:
      let reader = Length.distributions(atLeast: 0).reader(.bare(.realInfectionFactor))
      guard let length = reader.again(Node(root: json)) else { return nil }
      self = .length(length)
    case .bool, .array: return nil
    }
  }
}
