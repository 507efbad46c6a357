import PlainText
import SpreadModel
import Statistics
import Tables

/// A surface along each factor, the others in the middle of their ranges.
enum SurfaceSlices {
  static let kind = FigureKind("surface_slices") { folder in
    try SurfaceFacts.read(folder).compactMap { surface in
      try surface.fit(folder).map { figure(surface, $0.0, folder) }
    }
  }

  private static let steps = 40

  static func figure(_ surface: SurfaceFacts, _ fit: SurfaceFit, _ folder: ResultsFolder) -> Figure
  {
    let ranges = surface.factors.indices.map { factor in
      let values = fit.surface.points.map { $0.x[factor] }
      return (low: values.min() ?? 0, high: values.max() ?? 0)
    }
    let middle = ranges.map { $0.low + ($0.high - $0.low) / 2 }
    var data = DataTable(
      columns: ["panel", "factor", "x", "fitted", "ci_low", "ci_high"], rows: [])
    var shown = DataTable(columns: data.columns, rows: [])
    for (panel, range) in ranges.enumerated() {
      for step in 0...steps {
        var place = middle
        let share = Double(step) / Double(steps)
        place[panel] = step == steps ? range.high : range.low + share * (range.high - range.low)
        let band = fit.interval(at: place)
        func cell(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
        let row = [
          surface.factors[panel].name, "\(place[panel])", "\(fit.surface.value(at: place))",
          cell(band?.lower), cell(band?.upper),
        ]
        data.rows.append([String(panel)] + row)
        if step.isMultiple(of: steps / 4) { shown.rows.append([String(panel)] + row) }
      }
    }
    let drawn = Source.drawn(kind.name(number: surface.figure))
    var table = shown.page(drawn, key: ["factor", "x"])
    table.remark = .showing(
      drawn.whole(.shown, shown.rows.count), of: drawn.count(data.rows.count),
      "rows; all of them are in the picture\u{2019}s data")
    let grid = PanelGrid(ranges.count, columns: 3, panel: 220)
    return Figure(
      name: kind.name(number: surface.figure),
      heading: "The surface of \(name: surface.subject) along each factor",
      summary: optimum(surface),
      note: [
        "Line: the surface where all other factors are in the middle of their ranges; band: "
          + "\(folder.level) pointwise interval of the mean. The band does not account "
          + "for lack of fit: see lack_of_fit in surfaces.csv, and the residuals."
      ],
      source: "runs.csv", data: data, shown: table,
      script: script(surface, grid), height: grid.height)
  }

  private static func optimum(_ surface: SurfaceFacts) -> Words {
    let start: Words = "The surface of \(name: surface.subject) "
    guard let row = surface.rows["optimum"] else {
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
