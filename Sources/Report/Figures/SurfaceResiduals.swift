import PlainText
import Tables

/// What a surface leaves of the means of the points.
enum SurfaceResiduals {
  static let kind = FigureKind("surface_residuals") { folder in
    try SurfaceFacts.read(folder).compactMap { figure($0, folder.points) }
  }

  private static let mostRows = 40

  static func figure(_ surface: SurfaceFacts, _ list: PointList) -> Figure? {
    let rows = surface.values.compactMap { row in
      row.count("point").flatMap { list[$0] }.flatMap { point in
        row.number("mean").flatMap { mean in
          row.number("estimate").map { (point: point, row: row, residual: mean - $0) }
        }
      }
    }
    guard let farthest = rows.max(by: { $0.residual.magnitude < $1.residual.magnitude }) else {
      return nil
    }
    let data = DataTable(
      columns: ["point", "mean", "fitted", "residual"],
      rows: rows.map {
        $0.row.texts(["point", "mean", "estimate"]) + ["\($0.residual)"]
      })
    let (drawn, point) = (Source.drawn(kind.name(number: surface.figure)), farthest.point)
    let own = drawn.with("point", [String(point.number)])
    let words = drawn.extreme(
      .argmax, of: "abs(residual)", by: "point", at: String(point.number),
      "farthest from the surface is that of point \(own.number("point", String(point.number))) "
        + "(\(list.words(point))), with a residual of \(own.number("residual", "\(farthest.residual)"))"
        + Words(name: surface.unit))
    return Figure(
      name: kind.name(number: surface.figure),
      heading: "Residuals of the surface of \(name: surface.subject)",
      summary: "The mean \(words).",
      note: [
        "Each dot is a point of the study: horizontally the surface there, vertically the mean "
          + "of its runs minus the surface. A pattern, such as an arch, indicates that terms are missing, "
          + "however small the residuals are."
      ],
      source: "surface_values.csv", data: data,
      shown: data.page(drawn, key: ["point"], columns: data.columns, limit: mostRows),
      script: [
        "set lmargin at screen 0.1; set bmargin 3.5; set tmargin 1",
        "set xlabel \(text: "surface, " + surface.axis.replacing("_", with: " ")) offset 0,0.4",
        "set ylabel \(text: "mean \u{2212} surface" + (surface.unit.isEmpty ? "" : ",\(surface.unit)")); set xzeroaxis lt 1 lc rgb 'black'",
        "set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05",
        "plot data using 'fitted':'residual' with points pt 7 ps 0.7 lc rgb navy",
      ].joined(separator: "\n"), height: 320)
  }
}
