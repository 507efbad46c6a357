package import SpreadModel
import StudyFiles
package import Tables

/// The value of a parameter in a row of a table.
package struct ParameterCell: Hashable, Sendable {
  package let key: ModelKey
  package let cell: Cell

  /// - Parameter value: nil where a row leaves it open.
  package init(_ key: ModelKey, _ value: KeyValue?) {
    self.key = key
    cell =
      switch value {
      case .whole(let number): .whole(number)
      case .real(let number): .real(number)
      case .absent, nil: key.allowed.numbers == nil ? .text("") : .real(nil)
      case let value?: .text(key.cell(value))
      }
  }
}

extension CountedRuns {
  /// The parameters that have columns: those that are always written, of them the keys of the grid where
  /// some point is on one or they vary, and the other keys of the model where some point has another
  /// value than the default; last, numbers of structures that vary.
  static func parameters(of points: [PointResult], in study: Study) -> [ModelKey] {
    study.parameterKeys.filter { key in
      if !study.hasGrid, [.columns, .boundary].contains(key) {
        return study.factors.contains { $0.parameter == key }
      }
      return key.isAlwaysWritten || points.contains { $0.point.level(of: key) != key.defaultValue }
    }.map { key in
      let hasText = points.contains {
        if case .length = $0.point.level(of: key) { true } else { false }
      }
      return hasText ? key.asText : key
    }
  }
}

extension CountedRuns {
  /// The parameters of a combination of points, empty those that vary in it.
  func cells(fixedIn stratum: Stratum) -> [ParameterCell] {
    cells(of: stratum.places[0], fixed: stratum.fixed)
  }

  /// The same of combinations whose effects are averaged.
  func cells(fixedIn pooled: PooledStrata) -> [ParameterCell] {
    cells(of: pooled.places[0][0], fixed: pooled.fixed)
  }

  private func cells(of place: Int, fixed: Set<ModelKey>) -> [ParameterCell] {
    parameters.map { key in
      ParameterCell(key, fixed.contains(key) ? points[place].point.level(of: key) : nil)
    }
  }
}

extension Point {
  /// `point` and the parameters, as they begin a row of most tables.
  func cells(_ parameters: [ModelKey]) -> [Cell] {
    [.whole(number)] + parameters.map { ParameterCell($0, level(of: $0)).cell }
  }
}

extension TableSchema {
  /// As a study's own table: with the columns of its parameters, numbers that vary last, and where nobody recovers
  /// without the words that go with it.
  func with(_ results: CountedRuns) -> TableSchema {
    var schema = self
    // Not columns of places between levels, which only have the names.
    func isParameter(_ column: TableColumn) -> Bool {
      TableColumn.parameters.contains { $0.optional == column.optional }
    }
    if let first = columns.firstIndex(where: isParameter) {
      let all = columns[first...].prefix(while: isParameter)
      let names = all.map(\.name)
      let mayBeEmpty = all.allSatisfy { !$0.required }
      // As the study calls them, and whole, real or text, as the study has them.
      let keys = results.parameters.filter { $0.number != nil || names.contains($0.path) }
      schema.columns.replaceSubrange(
        all.indices, with: keys.map { mayBeEmpty ? TableColumn($0).optional : TableColumn($0) })
      if let first = key.firstIndex(where: names.contains) {
        schema.key.removeAll(where: names.contains)
        schema.key.insert(contentsOf: keys.map(\.name), at: first)
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
    return schema
  }
}
