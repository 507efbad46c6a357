package import PlainText
import ResultTables
import Statistics
import StudyFiles
package import Tables

/// A growth model that is to be fitted to the curves of a study, or to two columns of any CSV file, in
/// the words of the asker.
package struct FitQuestion: Sendable {
  package var model: String
  /// Columns of a file.
  package var x: String?
  package var y: String?
  package var weight: String?
  /// Starting values, such as "K=100,r=0.3,t0=12"; nil: found by us.
  package var start: String?
  /// What is fitted of a study; nil: the mean curve.
  package var to: String?
  /// The only point of a study that is fitted.
  package var point: Int?
  package var confidence = 0.95

  /// Whether numbers of a file are written like 0,5.
  package var decimalComma = false

  package init(model: String) { self.model = model }

  /// - Parameter source: a results folder or a CSV file.
  /// - Returns: a table with the columns of `fits.csv`, and what was not used of a file.
  /// - Throws: `WordedError` for what cannot be asked, or cannot be answered.
  package func answer(from source: String) throws -> (table: PrintedTable, notes: [Note]) {
    guard let model = GrowthModel(rawValue: self.model) else {
      throw unknown(
        self.model, "model",
        GrowthModel.allCases.map(\.rawValue) + ResponseLink.allCases.map(\.rawValue))
    }
    guard confidence > 0, confidence < 1 else {
      throw Failure(.badOption, "\(setting: "confidence", confidence): give a level such as 0.95")
    }
    let start = try start.map { text in try Self.startValues(text, of: model)
    }
    if try isFolder(source, decimalComma: decimalComma) {
      return try fitStudy(source, model, start: start)
    }
    return try fitFile(source, model, start: start)
  }

  private func fitStudy(
    _ folder: String, _ model: GrowthModel, start: [Double]?
  ) throws -> (table: PrintedTable, notes: [Note]) {
    if let option = [("x", x), ("y", y), ("weight", weight)].first(where: { $0.1 != nil }) {
      throw Failure(
        .unfitOption,
        "\(setting: option.0) is for a file; for a study, the number of infected people by step is fitted"
      )
    }
    let found = try FolderResults(folder)
    guard found.study.record.curves != .none else {
      throw Failure(
        .noCurves, file: folder,
        "\(folder) holds no curves: its study says \"record\": { \"curves\": \"none\" }")
    }
    if let point { try found.expectPoint(point) }
    let target = try to.map { name in
      try named(name, "to", FitRequest.Target.allCases)
    }
    let plan = StudyFitPlan(
      model: model, target: target ?? .meanCurve, start: start, level: confidence,
      points: point.map { [$0] })
    return (try fitTable(plan, of: found.results), found.notes)
  }

  private func fitFile(
    _ path: String, _ model: GrowthModel, start: [Double]?
  ) throws -> (table: PrintedTable, notes: [Note]) {
    guard let x, let y else {
      throw Failure(
        .missingOption, "a file needs \(setting: "x", "COLUMN") and \(setting: "y", "COLUMN")")
    }
    if let option = [("to", to), ("point", point.map(String.init))]
      .first(where: { $0.1 != nil })
    {
      throw Failure(.unfitOption, "\(setting: option.0) is for a results folder")
    }
    var points = RepeatedPoints(isWeighted: weight != nil)
    let columns = [x, y] + [weight].compactMap(\.self)
    let file = try NamedRows(path, decimalComma: decimalComma)
    try file.forEachRow(numbers: columns) { row in
      let numbers = row.numbers.compactMap(\.self)
      guard numbers.count == row.numbers.count else { return false }
      points.add(numbers[0], numbers[1], weight: weight == nil ? 1 : numbers[2])
      return true
    }
    let fit = GrowthFit(model, to: points, start: start, level: confidence)
    let table = fitTable(
      fit, x: x, y: y, misfit: LackOfFit(of: fit, to: points)?.p, level: confidence)
    return (table, file.notes(needing: columns))
  }

  /// "K=1,r=2" as values in the order of the model's parameters.
  private static func startValues(
    _ text: String, of model: GrowthModel
  ) throws -> [Double] {
    var values: [String: Double] = [:]
    for pair in text.split(separator: ",") {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let value = decimalNumber(halves[1]) else {
        throw Failure(.badOption, "\(setting: "start", text): write it like K=100,r=0.3,t0=12")
      }
      values[String(halves[0])] = value
    }
    let wanted = model.parameterNames
    guard Set(values.keys) == Set(wanted) else {
      throw Failure(
        .badOption,
        "\(setting: "start", text): \(model.rawValue) has the parameters "
          + "\(wanted.joined(separator: ", "))")
    }
    return wanted.compactMap { values[$0] }
  }
}
