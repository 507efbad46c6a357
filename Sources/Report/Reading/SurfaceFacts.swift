import PlainText
import SpreadModel
import Tables

/// A response surface of a study: its rows in `surfaces.csv` and `surface_values.csv`.
struct SurfaceFacts {
  let number: Int
  let response: String
  let factors: [ModelKey]
  /// Such as " steps", for behind a number; empty of logarithms and shares.
  let unit: String
  /// Whether it describes the logarithm of the response.
  private let isLog: Bool
  private let terms: [CSVRow]
  /// Its values: those at points of the study, and those along factors.
  private(set) var values: [CSVRow] = []

  private static let columns = ["term", "estimate", "std_error", "statistic", "p", "message"]
  /// Surfaces that have pictures.
  private static let most = 4

  /// The first ones that have coefficients; none if the study asks for none.
  static func read(_ folder: ResultsFolder) throws -> [SurfaceFacts] {
    guard let table = folder.tables["surfaces"] else { return [] }
    let head = ["request", "response", "factors", "transform"]
    let requests = try table.rows(head + columns).grouped { $0.texts(head) }.map(\.members)
    var surfaces = requests.compactMap { SurfaceFacts($0, folder) }.prefix(most)
    if let values = folder.tables["surface_values"] {
      let factors = Set(surfaces.flatMap(\.factors)).map(\.name)
      let numbers = ["mean", "estimate", "ci_low", "ci_high"]
      try values.forEachRow(["request", "along", "point"] + factors + numbers) { row in
        if let place = surfaces.firstIndex(where: { $0.number == row.count("request") }) {
          surfaces[place].values.append(row)
        }
      }
    }
    return Array(surfaces)
  }

  /// - Returns: nil without coefficients, or if nobody wants to see the response.
  private init?(_ rows: [CSVRow], _ folder: ResultsFolder) {
    let keys = rows[0]["factors"].split(separator: " ").map { name in
      folder.points.parameters.first { $0.name == name }
    }
    factors = keys.compactMap(\.self)
    (response, isLog, terms) = (rows[0]["response"], rows[0]["transform"] == "log", rows)
    unit =
      isLog || folder.unit(of: response).isEmpty ? "" : " \(folder.unit(of: response))"
    guard let number = rows[0].count("request"), factors.count == keys.count,
      folder.shows(response)
    else { return nil }
    self.number = number
    guard self["intercept"]?.number("estimate") != nil else { return nil }
  }

  /// The row of a term.
  subscript(term: String) -> CSVRow? { terms.first { $0["term"] == term } }

  /// Where its rows come from.
  var source: Source { Source("surfaces", ["request": String(number)]) }

  /// A cell of a term.
  func number(_ term: String, _ column: String) -> Words {
    source.with("term", [term]).number(column, self[term]?[column] ?? "")
  }

  /// Number of its pictures, from 1.
  var figure: Int { number + 1 }

  /// The same for an axis.
  var axis: String { subject + (unit.isEmpty ? "" : ",\(unit)") }

  /// What the surface describes, such as "log of steps".
  var subject: String { isLog ? "log of \(response)" : response }

  /// Its terms but the intercept, in the order of the table: what stands before the figures of the whole.
  var effects: [CSVRow] { Array(terms.prefix { $0["term"] != "residual_sd" }.dropFirst()) }
}
