package import SpreadModel
import StudyFiles

/// The value of a parameter as it stands in tables.
package struct ParameterText: Hashable, Sendable {
  package var key: ModelKey
  /// Empty where a row leaves it open.
  package var text: String

  package init(key: ModelKey, text: String) {
    self.key = key
    self.text = text
  }

  var cell: Cell {
    switch key.allowed.numbers {
    case .whole: .whole(Int(text))
    case .real: .real(Double(text))
    default: .text(text)
    }
  }
}

extension StudyResults {
  /// The parameters that have columns: those that always had one, and later keys of the model where
  /// some point has another value than the standard one, so that tables of older studies keep their
  /// bytes.
  static func parameters(of points: [PointResult]) -> [ModelKey] {
    ModelKey.factors.filter { key in
      key.isOriginal || points.contains { $0.point.level(of: key) != key.standard }
    }
  }
}

extension Point {
  func texts(of parameters: [ModelKey]) -> [ParameterText] {
    parameters.map { ParameterText(key: $0, text: level(of: $0).description) }
  }

  /// `point` and the parameters, as they begin a row of most tables.
  func fields(_ parameters: [ModelKey]) -> PreparedFields {
    PreparedFields([String(number)] + texts(of: parameters).map(\.text))
  }
}

extension TableSchema {
  /// Without the columns of keys that these parameters are without.
  func with(_ parameters: [ModelKey]) -> TableSchema {
    let absent = Set(ModelKey.factors.map(\.name)).subtracting(parameters.map(\.name))
    var schema = self
    schema.columns.removeAll { absent.contains($0.name) }
    schema.key.removeAll { absent.contains($0) }
    return schema
  }
}
