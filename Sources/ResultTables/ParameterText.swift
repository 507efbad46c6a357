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
    case .whole where text != ModelKey.endlessCell: .whole(Int(text))
    case .real where text != ModelKey.endlessCell: .real(Double(text))
    default: .text(text)
    }
  }
}

extension StudyResults {
  /// The parameters that have columns: those that always had one, and later keys of the model where
  /// some point has another value than the standard one, so that tables of older studies keep their
  /// bytes; last, numbers of structures that vary.
  static func parameters(of points: [PointResult], in study: Study) -> [ModelKey] {
    study.parameterKeys.filter { key in
      key.isOriginal || points.contains { $0.point.level(of: key) != key.standard }
    }
  }
}

extension StudyResults {
  /// The parameters of a combination of points, empty those that vary in it.
  func texts(fixedIn combination: Combination) -> [ParameterText] {
    texts(of: combination.places[0], fixed: combination.fixed)
  }

  /// The same of combinations whose effects are averaged.
  func texts(fixedIn pooled: PooledCombinations) -> [ParameterText] {
    texts(of: pooled.places[0][0], fixed: pooled.fixed)
  }

  private func texts(of place: Int, fixed: Set<ModelKey>) -> [ParameterText] {
    points[place].point.texts(of: parameters).map { parameter in
      ParameterText(
        key: parameter.key, text: fixed.contains(parameter.key) ? parameter.text : "")
    }
  }
}

extension Point {
  func texts(of parameters: [ModelKey]) -> [ParameterText] {
    parameters.map { ParameterText(key: $0, text: $0.cell(level(of: $0))) }
  }

  /// `point` and the parameters, as they begin a row of most tables.
  func fields(_ parameters: [ModelKey]) -> PreparedFields {
    PreparedFields([String(number)] + texts(of: parameters).map(\.text))
  }
}

extension TableSchema {
  /// As a study's own table: without the columns of keys that its tables do without, with those of
  /// numbers that vary, and where nobody recovers without the words that go with it.
  func with(_ results: StudyResults) -> TableSchema {
    let names = ModelKey.factors.map(\.name)
    let absent = Set(names).subtracting(results.parameters.map(\.name))
    var schema = self
    for key in results.parameters where key == .infectionFactor {
      // Whole or real, as the study has it.
      for place in schema.columns.indices where schema.columns[place].name == key.name {
        let column = TableColumn(key)
        schema.columns[place] = schema.columns[place].required ? column : column.optional
      }
    }
    if let last = schema.columns.lastIndex(where: { names.contains($0.name) }) {
      let numbers = results.parameters.filter { $0.number != nil }.map { key in
        let column = TableColumn(key)
        return schema.columns[last].required ? column : column.optional
      }
      schema.columns.insert(contentsOf: numbers, at: last + 1)
      if let last = schema.key.lastIndex(where: names.contains) {
        schema.key.insert(contentsOf: numbers.map(\.name), at: last + 1)
      }
    }
    for place in schema.columns.indices where schema.columns[place].name == "response" {
      guard !schema.columns[place].allowed.isEmpty else { continue }
      schema.columns[place].allowed += results.study.ownResponses.flatMap(\.responses).map(\.name)
    }
    let study = results.study
    var words = Set(Response.allCases.map(\.name)).subtracting(study.responses.names)
    if !study.hasCourse { words.insert(StopReason.extinct.rawValue) }
    for place in schema.columns.indices {
      schema.columns[place].allowed.removeAll(where: words.contains)
    }
    schema.columns.removeAll { absent.contains($0.name) }
    schema.key.removeAll { absent.contains($0) }
    return schema
  }
}
