import DurableFiles
import PlainText
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// Which surface a row is about.
let surfaceNameColumns: Columns<SurfaceRows> = [
  .whole("request", "index of the request in analysis.surfaces, from 0", minimum: 0) {
    $0.request
  },
  .text("response", "what is described") { $0.response },
]

let surfaceTransformColumn: Columns<SurfaceRows> =
  .text(
    "transform", "log: the logarithm of the response is described",
    allowed: SurfaceTransform.allCases.map(\.rawValue)
  ) { $0.transform.rawValue }

let surfaceColumns: Columns<SurfaceRow> = [
  surfaceNameColumns.of(\.surface),
  .text("factors", "the factors, with blanks between") {
    $0.surface.factors.joined(separator: " ")
  },
  .text(
    "method",
    "linear: the factors alone; interactions: also the products of pairs; quadratic: also the "
      + "squares",
    allowed: SurfaceTerms.allCases.map(\.rawValue)
  ) { $0.surface.kind.rawValue },
  surfaceTransformColumn.of(\.surface),
  .text(
    "term",
    "intercept, a factor, a product a:b, a square a^2; then residual_sd, r2, adjusted_r2, "
      + "lack_of_fit, loo_rmse; of quadratic surfaces optimum (the value there) and optimum_a "
      + "(where it lies)"
  ) { $0.term },
  .real(
    "estimate", unit: unitOfRow,
    "coefficient in the units of the response and the factors, or the figure",
    required: false
  ) { $0.figure.estimate },
  .real("std_error", unit: unitOfRow, "standard error", required: false) { $0.figure.error },
  .interval(unit: unitOfRow) { $0.figure.interval?.ends },
  .real(
    "statistic", unit: "1", "t of a term; F or chi-square of the lack of fit", required: false
  ) { $0.figure.statistic },
  .real(
    "p", unit: "1",
    "p-value; of a term: small if it is not 0; of the lack of fit: small if such a surface does "
      + "not describe the response",
    required: false, minimum: 0, maximum: 1
  ) { $0.figure.p },
  .real(
    "partial_r2", unit: "1",
    "partial R squared: the share that the term explains of what the other terms leave unexplained",
    required: false, minimum: 0, maximum: 1
  ) { $0.figure.partialR2 },
  .status(
    plain: SurfaceStatus.ok,
    message: "degrees of freedom; the optimum's kind and whether it is inside the ranges; or why "
      + "there are no numbers"
  ) { [$0.figure.remark] },
]

private let unitOfRow = "that of the row"

extension TableSchema {
  package static let surfaces = TableSchema(
    name: "surfaces", row: "one term of a response surface, or one statistic of the whole surface",
    columns: surfaceColumns.described, key: ["request", "term"], refersToPoints: false)
}

extension ResultTable {
  static let surfaces = ResultTable(
    schema: .surfaces, columns: { $0.study.analysis.surfaces.isEmpty ? nil : .surfaces },
    rows: .ofStudy { results, tables in
      var notes: [Note] = []
      let valueColumns = surfaceValueColumns(results.surfaceFactors)
      for (number, request) in results.study.analysis.surfaces.enumerated() {
        let values = try surfaceRuns(request, of: results)
        let surface = SurfaceRows(values, request, number, of: results.study)
        for row in surface.rows { tables[.surfaces].writeRow(row, surfaceColumns) }
        for value in SurfaceValue.all(surface, points: values.made) {
          tables[.surfaceValues].writeRow(value, valueColumns)
        }
        if (results.points.map(\.replicates).max() ?? 0) > values.mostReplicates {
          notes.append(
            Note(
              .firstReplicatesOnly,
              "surfaces.csv: of \(request.response.rawValue) the first \(values.mostReplicates) "
                + "replicates of each point are taken"))
        }
      }
      return notes
    })
}

/// The response of all finished runs, at the indices of their points.
private func surfaceRuns(
  _ request: SurfaceRequest, of results: StudyResults
) throws -> SurfaceValues {
  var values = SurfaceValues(
    places: results.points.map { result in
      request.factors.map { result.point.level(of: $0).number ?? .nan }
    })
  for (place, result) in results.points.enumerated() {
    try results.forEachValue(
      request.response, of: result, replicates: 0..<min(result.replicates, values.mostReplicates)
    ) { replicate, value, _ in values.add(value, point: place, replicate: replicate) }
  }
  return values
}

extension KeyValue {
  /// Nil for what is no number.
  fileprivate var number: Double? {
    switch self {
    case .whole(let value): Double(value)
    case .real(let value): value
    case .name, .introductions, .people, .absent: nil
    }
  }
}

extension SurfaceRows {
  fileprivate init(
    _ values: SurfaceValues, _ request: SurfaceRequest, _ number: Int, of study: Study
  ) {
    self.init(
      request: number, response: request.response.rawValue, factors: request.factors.map(\.name),
      terms: request.terms, transform: request.transform, places: values.places
    ) { () throws(SurfaceProblem) in
      try values.fit(
        request.terms, request.transform, request.weights,
        isCommon: study.randomNumbers == .common, level: study.analysis.confidence)
    }
  }
}
