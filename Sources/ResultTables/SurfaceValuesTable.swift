import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// A response surface at one place.
private struct SurfaceValue {
  let number: Int
  let request: SurfaceRequest
  /// The factor that varies; nil at a point of the study.
  var along: ModelKey?
  var point: Int?
  var mean: Double?
  let fit: SurfaceFit
  /// By factor of the request.
  let place: [Double]

  subscript(factor: ModelKey) -> Double? {
    request.factors.firstIndex(of: factor).map { place[$0] }
  }

  /// The value at each point, then along each factor while the others are in the middle of their ranges.
  static func all(
    _ number: Int, _ request: SurfaceRequest, _ fit: SurfaceFit, points: [Int]
  ) -> [SurfaceValue] {
    let places = fit.surface.points
    let atPoints = zip(points, places).map {
      SurfaceValue(
        number: number, request: request, point: $0, mean: $1.mean, fit: fit, place: $1.x)
    }
    let levels = request.factors.indices.map { factor in places.map { $0.x[factor] } }
    let middle = levels.map { ($0.min() ?? 0) / 2 + ($0.max() ?? 0) / 2 }
    let slices = request.factors.enumerated().flatMap { index, factor in
      evenly(40, from: levels[index]).map { level in
        var place = middle
        place[index] = level
        return SurfaceValue(
          number: number, request: request, along: factor, fit: fit, place: place)
      }
    }
    return atPoints + slices
  }
}

/// - Parameter factors: of any of the surfaces.
private func surfaceValueColumns(_ factors: [ModelKey]) -> Columns<SurfaceValue> {
  [
    .whole("request", "place of the request in analysis.surfaces, from 0", minimum: 0) {
      $0.number
    },
    .text("response", "what is described") { $0.request.response.rawValue },
    .text(
      "transform", "log: the logarithm of the response is described",
      allowed: SurfaceTransform.allCases.map(\.rawValue)
    ) { $0.request.transform.rawValue },
    .text(
      "along",
      "the factor that varies while the others are in the middle of their ranges; points: a point "
        + "of the study"
    ) { $0.along?.name ?? "points" },
    .whole("point", "number of the point; empty along a factor", required: false, minimum: 0) {
      $0.point
    },
    factors.reduce([]) { columns, factor in
      [
        columns,
        .real(factor.name, unit: factor.unit, factor.meaning, required: false) { $0[factor] },
      ]
    },
    .real(
      "mean", unit: "that of the response",
      "mean over the runs of the point, of logarithms if these are described", required: false
    ) { $0.mean },
    .real("estimate", unit: "that of the response", "value of the surface") {
      $0.fit.surface.value(at: $0.place)
    },
    .interval(
      unit: "that of the response",
      low: "lower end of the pointwise interval of the value; empty without errors",
      high: "upper end of the interval"
    ) { $0.fit.interval(at: $0.place)?.ends },
  ]
}

extension TableSchema {
  package static let surfaceValues = surfaceValues([])

  fileprivate static func surfaceValues(_ factors: [ModelKey]) -> TableSchema {
    TableSchema(
      name: "surface_values",
      row: "a response surface at one place: a point of the study, or along a factor",
      columns: surfaceValueColumns(factors).described,
      key: ["request", "along", "point"] + factors.map(\.name))
  }
}

extension ResultTable {
  static let surfaceValues = ResultTable(
    schema: .surfaceValues,
    columns: { $0.study.analysis.surfaces.isEmpty ? nil : .surfaceValues(factors(of: $0)) },
    rows: .ofStudy { results, table in
      let columns = surfaceValueColumns(factors(of: results))
      for (number, request) in results.study.analysis.surfaces.enumerated() {
        let values = try surfaceRuns(request, of: results)
        // What has no surface says why in surfaces.csv.
        guard let fit = try? values.fit(request, of: results.study) else { continue }
        for row in SurfaceValue.all(number, request, fit, points: values.made) {
          table.writeRow(row, columns)
        }
      }
      return []
    })
}

/// The factors of all surfaces, in the order of the parameters.
private func factors(of results: StudyResults) -> [ModelKey] {
  results.parameters.filter { key in
    results.study.analysis.surfaces.contains { $0.factors.contains(key) }
  }
}
