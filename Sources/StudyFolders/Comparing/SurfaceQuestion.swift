import Glibc
import PlainText
import ResultTables
import Statistics
import StudyFiles
package import Tables

/// A response surface that is to be fitted to columns of a CSV file, in the words of the asker.
package struct SurfaceQuestion: Sendable {
  package var terms: String
  /// Columns of the factors.
  package var x: [String]
  /// Column of the response.
  package var y: String?
  package var weight: String?
  package var transform: String?
  package var confidence = 0.95

  /// Whether numbers of a file are written like 0,5.
  package var decimalComma = false

  package init(terms: String, x: [String]) {
    self.terms = terms
    self.x = x
  }

  /// - Parameter source: a CSV file; rows with an empty cell in one of the columns are left out.
  /// - Returns: a table with the columns of `surfaces.csv`.
  /// - Throws: `WordedError` for what cannot be asked, or cannot be answered.
  package func answer(from source: String) throws -> PrintedTable {
    let terms = try named(self.terms, "terms", SurfaceTerms.allCases)
    let transform = try self.transform.map { name in
      try named(name, "transform", SurfaceTransform.allCases)
    }
    guard confidence > 0, confidence < 1 else {
      throw Failure(.badOption, "\(setting: "confidence", confidence): give a level such as 0.95")
    }
    guard try !isFolder(source, decimalComma: decimalComma) else {
      throw Failure(
        .unfitOption,
        "\(setting: "terms") is for a file; for a study, ask for surfaces under \"analysis\": \"surfaces\" in "
          + "its study file")
    }
    guard x.count > 1, let y else {
      throw Failure(
        .missingOption,
        "a surface needs two or more \(setting: "x", "COLUMN"), and \(setting: "y", "COLUMN")")
    }
    try expectDistinct(terms, y)
    let values = try Values(
      NamedRows(source, decimalComma: decimalComma), self, y, isLog: transform == .log)
    return surfaceTable(
      SurfaceRows(
        response: y, factors: x, terms: terms, transform: transform ?? .none,
        places: values.points.map(\.x)
      ) { () throws(SurfaceProblem) in
        let surface = try ResponseSurface(terms, values.points)
        if let same = values.constant { throw .constant(same) }
        return SurfaceFit(
          surface, level: confidence,
          lackOfFit: SurfaceLackOfFit(scatterOf: surface))
      })
  }

  /// Every row of the answer has a name of its own.
  private func expectDistinct(_ terms: SurfaceTerms, _ y: String) throws {
    if x.contains(y) {
      throw Failure(.unfitOption, "\(setting: "y", y) is one of the factors, too")
    }
    var seen: Set<String> = []
    if let twice = x.first(where: { !seen.insert($0).inserted }) {
      throw Failure(.badOption, "\(setting: "x", twice) is given twice")
    }
    seen = []
    if let twice = SurfaceRows.names(terms, x).first(where: { !seen.insert($0).inserted }) {
      throw Failure(.badOption, "two rows of the answer would be named \(twice); rename the column")
    }
  }

  /// The rows of a file, those with equal factors together.
  private struct Values {
    private(set) var points: [SurfacePoint] = []
    /// The value of all rows, if they have the same.
    let constant: Double?

    init(
      _ rows: NamedRows, _ question: SurfaceQuestion, _ y: String, isLog: Bool
    ) throws {
      let factors = question.x.count
      var order: [[Double]] = []
      // Each position once: memory grows with these, not with the rows.
      var groups: [[Double]: WeightedMoments] = [:]
      var (least, most) = (Double.infinity, -Double.infinity)
      try rows.forEachRow(
        numbers: question.x + [y] + [question.weight].compactMap(\.self)
      ) { row in
        let numbers = row.numbers.compactMap(\.self)
        guard numbers.count == row.numbers.count else { return }
        let (place, value) = (Array(numbers[..<factors]), numbers[factors])
        var weight = 1.0
        if let name = question.weight {
          weight = numbers[factors + 1]
          guard weight > 0 else {
            throw row.problem(name, "is \(weight); a weight is above 0")
          }
        }
        guard !isLog || value > 0 else {
          throw row.problem(y, "is \(value), which has no logarithm")
        }
        (least, most) = (min(least, value), max(most, value))
        if groups[place] == nil { order.append(place) }
        groups[place, default: WeightedMoments()].add(
          isLog ? log(value) : value, weight: weight)
      }
      constant = least == most ? least : nil
      for place in order {
        if let group = groups[place] { points.append(SurfacePoint(place, group)) }
      }
      guard !points.isEmpty else {
        throw Failure(
          .tooFewValues, file: rows.path,
          "\(rows.path) has no row with a number in all of the columns named")
      }
    }
  }
}
