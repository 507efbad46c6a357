import PlainText
import SpreadModel
import Tables

/// A surface along each factor, the others in the middle of their ranges.
enum SurfaceSlices {
  static let kind = FigureKind("surface_slices") { folder in
    try SurfaceFacts.read(folder).compactMap { figure($0, folder) }
  }

  /// Rows of a factor below the picture.
  private static let shownRows = 5

  /// - Returns: nil if the table of values is not there.
  static func figure(_ surface: SurfaceFacts, _ folder: ResultsFolder) -> Figure? {
    var data = DataTable(
      columns: ["panel", "factor", "x", "fitted", "ci_low", "ci_high"], rows: [])
    var shown = DataTable(columns: data.columns, rows: [])
    for (panel, factor) in surface.factors.map(\.name).enumerated() {
      let rows = surface.values.filter { $0["along"] == factor }.map { row in
        [String(panel), factor] + row.texts([factor, "estimate", "ci_low", "ci_high"])
      }
      data.rows += rows
      shown.rows += rows.spread(shownRows)
    }
    guard !data.rows.isEmpty else { return nil }
    let drawn = Source.drawn(kind.name(number: surface.figure))
    var table = shown.page(drawn, key: ["factor", "x"])
    table.remark = .showing(
      drawn.whole(.shown, shown.rows.count), of: drawn.count(data.rows.count),
      "rows; all of them are in the picture\u{2019}s data")
    let grid = PanelGrid(surface.factors.count, columns: 3, panel: 220)
    return Figure(
      name: kind.name(number: surface.figure),
      heading: "The surface of \(name: surface.subject) along each factor",
      summary: optimum(surface),
      note: [
        "Line: the surface where all other factors are in the middle of their ranges; band: "
          + "\(folder.level) pointwise interval of the mean. The band does not account "
          + "for lack of fit: see lack_of_fit in surfaces.csv, and the residuals."
      ],
      source: "surface_values.csv", data: data, shown: table,
      script: script(surface, grid), height: grid.height)
  }

  private static func optimum(_ surface: SurfaceFacts) -> Words {
    let start: Words = "The surface of \(name: surface.subject) "
    guard let row = surface["optimum"] else {
      return start + "has no optimum inside the ranges."
    }
    guard row.number("estimate") != nil else {
      return start + "has no unique stationary point."
    }
    let places = surface.factors.map { factor -> Words in
      "\(name: factor.name) \(surface.number("optimum_\(factor.name)", "estimate"))"
    }
    return start + "has its stationary point at \(places.joined(separator: ", ")): "
      + "\(surface.number("optimum", "estimate")), a \(surface.number("optimum", "message"))."
  }

  private static func script(_ surface: SurfaceFacts, _ grid: PanelGrid) -> GnuplotScript {
    grid.script(["at(p) = column('panel') == p ? column('x') : NaN"]) { panel in
      [
        "set xlabel \(text: surface.factors[panel].words) offset 0,0.4",
        "set ylabel \(text: grid.isLeft(panel) ? surface.axis.replacing("_", with: " ") : "")",
        .plot([
          "data using (at(\(panel))):'ci_low':'ci_high' with filledcurves fs transparent "
            + "solid 0.2 noborder lc rgb navy",
          "data using (at(\(panel))):'fitted' with lines lw 2 lc rgb navy",
        ]),
      ]
    }
  }
}
