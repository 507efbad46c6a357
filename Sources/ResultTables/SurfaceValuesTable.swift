import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// A response surface at one position.
struct SurfaceValue {
  let surface: SurfaceRows
  let fit: SurfaceFit
  /// The factor that varies, by its name; nil at a point of the study.
  var along: String?
  var point: Int?
  var mean: Double?
  /// By factor of the surface.
  let place: [Double]

  /// The value at each point, then along each factor while the others are in the middle of their
  /// ranges; none without a surface, which `surfaces.csv` gives the reason of.
  static func all(_ surface: SurfaceRows, points: [Int]) -> [SurfaceValue] {
    guard let fit = try? surface.fit.get() else { return [] }
    let places = fit.surface.points
    let atPoints = zip(points, places).map {
      SurfaceValue(surface: surface, fit: fit, point: $0, mean: $1.mean, place: $1.x)
    }
    let levels = surface.factors.indices.map { factor in places.map { $0.x[factor] } }
    let middle = levels.map { ($0.min() ?? 0) / 2 + ($0.max() ?? 0) / 2 }
    let slices = surface.factors.enumerated().flatMap { index, factor in
      evenly(40, from: levels[index]).map { level in
        var place = middle
        place[index] = level
        return SurfaceValue(surface: surface, fit: fit, along: factor, place: place)
      }
    }
    return atPoints + slices
  }
}

/// - Parameter factors: of any of the surfaces.
func surfaceValueColumns(_ factors: [ModelKey]) -> Columns<SurfaceValue> {
  [
    surfaceNameColumns.of(\.surface),
    surfaceTransformColumn.of(\.surface),
    .text(
      "along",
      "the factor that varies while the others are in the middle of their ranges; points: a point "
        + "of the study"
    ) { $0.along ?? "points" },
    .whole("point", "number of the point; empty along a factor", required: false, minimum: 0) {
      $0.point
    },
    factors.reduce([]) { columns, factor in
      [
        columns,
        .real(factor.name, unit: factor.unit, factor.meaning, required: false) { value in
          value.surface.factors.firstIndex(of: factor.name).map { value.place[$0] }
        },
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
      row: "a response surface at a point of the study, or along a factor",
      columns: surfaceValueColumns(factors).described,
      key: ["request", "along", "point"] + factors.map(\.name))
  }
}

extension ResultTable {
  static let surfaceValues = ResultTable(
    schema: .surfaceValues,
    columns: { $0.study.analysis.surfaces.isEmpty ? nil : .surfaceValues($0.surfaceFactors) })
}

extension StudyResults {
  /// The factors of all surfaces, in the order of the parameters.
  var surfaceFactors: [ModelKey] {
    parameters.filter { key in study.analysis.surfaces.contains { $0.factors.contains(key) } }
  }
}
