import PlainText
import SpreadModel
import Statistics
import Tables

/// A response surface of a study: what was asked, and its rows in `surfaces.csv`.
struct SurfaceFacts {
  let number: Int
  let response: String
  let factors: [ModelKey]
  let terms: SurfaceTerms
  let transform: SurfaceTransform
  let weights: SurfaceWeights
  /// By term.
  let rows: [String: CSVRow]

  private static let columns = ["estimate", "std_error", "statistic", "p", "message"]
  /// Surfaces that have pictures.
  private static let most = 4

  /// The first ones that have coefficients; none if the study asks for none.
  static func read(_ folder: ResultsFolder) throws -> [SurfaceFacts] {
    guard let table = folder.tables["surfaces"] else { return [] }
    var rows: [Int: [String: CSVRow]] = [:]
    for row in try table.rows(["request", "term"] + columns) {
      if let number = row.count("request") { rows[number, default: [:]][row["term"]] = row }
    }
    let requests = folder.study?["analysis"]?["surfaces"]?.elements ?? []
    return requests.enumerated().compactMap { number, request -> SurfaceFacts? in
      let keys = (request["factors"]?.elements ?? []).map { name in
        folder.points.parameters.first { $0.name == name.text }
      }
      let factors = keys.compactMap(\.self)
      guard let response = request["response"]?.text, factors.count == keys.count,
        let terms = request["terms"]?.text.flatMap(SurfaceTerms.init),
        let transform = request["transform"]?.text.flatMap(SurfaceTransform.init),
        let weights = request["weights"]?.text.flatMap(SurfaceWeights.init),
        rows[number]?["intercept"]?.number("estimate") != nil, folder.shows(response)
      else { return nil }
      return SurfaceFacts(
        number: number, response: response, factors: factors, terms: terms, transform: transform,
        weights: weights, rows: rows[number] ?? [:],
        unit: transform == .log || folder.unit(of: response).isEmpty
          ? "" : " \(folder.unit(of: response))")
    }.prefix(most).map(\.self)
  }

  /// Where its rows come from.
  var source: Source { Source("surfaces", ["request": String(number)]) }

  /// A cell of a term.
  func number(_ term: String, _ column: String) -> Words {
    source.with("term", [term]).number(column, rows[term]?[column] ?? "")
  }

  /// Number of its pictures, from 1.
  var figure: Int { number + 1 }

  /// Such as " steps", for behind a number; empty of logarithms and shares.
  let unit: String
  /// The same for an axis.
  var axis: String { subject + (unit.isEmpty ? "" : ",\(unit)") }

  /// What the surface describes, such as "log of steps".
  var subject: String { transform == .log ? "log of \(response)" : response }

  /// Its terms but the intercept, in the order of the table.
  var effects: [CSVRow] {
    terms.list(factors: factors.count).dropFirst().compactMap { term in
      rows[term.name(factors.map(\.name))]
    }
  }

  /// The surface fitted once more, to draw what the table does not hold.
  func fit(_ folder: ResultsFolder) throws -> (SurfaceFit, points: [PointFacts])? {
    let points = folder.points.points
    let places = points.map { point in factors.map { finite(point[$0]) ?? .nan } }
    guard places.joined().allSatisfy(\.isFinite) else { return nil }
    var values = SurfaceValues(places: places)
    let file = folder.runs
    try file.forEachRow(["point", "replicate", "status", response]) { row in
      guard let point = row.count("point"), points.indices.contains(point),
        let replicate = row.count("replicate"), row["status"] == "ok"
      else { return }
      values.add(row.number(response), point: point, replicate: replicate)
    }
    let isCommon = folder.study?["random_numbers"]?.text == "common"
    do throws(SurfaceProblem) {
      let fit = try values.fit(
        terms, transform, weights, isCommon: isCommon, level: folder.confidence)
      let drawn = points.filter { $0.replicates > 0 }
      return fit.surface.points.count == drawn.count ? (fit, drawn) : nil
    } catch { return nil }  // the table says why
  }
}
