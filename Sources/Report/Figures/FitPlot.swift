import PlainText
import Statistics
import Tables

/// Growth models over the mean curve they were fitted to, and what they leave over.
enum FitPlot {
  static let kind = FigureKind("fits", one: figure)

  private static let mostPanels = 4
  /// They stand side by side.
  private static let mostColumns = 6
  private static let mostDots = 24

  /// Above, curves; below, what is left over.
  private static func grid(_ titles: [[String]], _ key: KeyAbove) -> PanelGrid {
    let above = key.height + 16 * ((titles.map(\.count).max() ?? 1) - 1)
    return PanelGrid(
      2 * titles.count, columns: titles.count, panel: 156, gap: 50, top: 49 + above,
      outer: 101 + above, spacing: spacing)
  }
  private static let spacing = 0.07

  private struct Fit {
    let model: GrowthModel
    let point: Int
    /// Of the parameters and what follows from them.
    let rows: [CSVRow]

    /// The model at up to 200 of the steps that were fitted.
    var values: [(step: Int, value: Double)] {
      let parameters = model.parameterNames.compactMap { name in
        rows.first { $0["parameter"] == name }?.number("estimate")
      }
      guard parameters.count == model.parameterNames.count,
        let first = rows[0].count("from_step"), let last = rows[0].count("to_step"), first <= last
      else { return [] }
      let gaps = min(last - first, 199)
      return (0...gaps).map { place in
        let step = first + place * (last - first) / max(1, gaps)
        return (step, model.value(at: Double(step), parameters))
      }
    }
  }

  /// - Returns: nil if the study fits nothing to mean curves, or no fit converged.
  static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let table = folder.tables["fits"], let curves = try CurveSteps(folder) else {
      return nil
    }
    let (fits, rowCount) = try read(table, folder.points.points)
    let failures = rowCount - fits.count
    let points = fits.map(\.point).withoutRepetitions
    guard !points.isEmpty else { return nil }
    let chosen = points.spread(min(folder.most(mostPanels), mostColumns))
    var means: [String: [CSVRow]] = [:]
    for point in chosen { means[String(point)] = [] }
    try curves.forEachStep(["point", "step", "mean"], at: chosen) { row in
      means[row["point"]]?.append(row)
    }
    var data = DataTable(
      columns: ["panel", "model", "point", "step", "mean", "fitted", "residual"], rows: [])
    let drawn = chosen.map { point in fits.filter { $0.point == point } }
    let models = drawn.joined().map(\.model.rawValue).withoutRepetitions
    for (panel, point) in chosen.enumerated() {
      let curve = means[String(point)] ?? []
      func add(_ model: String, _ step: String, _ cells: [String]) {
        data.rows.append([String(panel), model, String(point), step] + cells)
      }
      for row in curve.spread(mostDots) { add("mean", row["step"], [row["mean"], "", ""]) }
      let known = Dictionary(
        curve.map { ($0["step"], $0) }, uniquingKeysWith: { first, _ in first })
      for fit in drawn[panel] {
        let model = models.firstIndex(of: fit.model.rawValue).map(String.init) ?? ""
        for (step, value) in fit.values {
          guard let row = known[String(step)], let mean = row.number("mean") else { continue }
          add(model, String(step), [row["mean"], "\(value)", "\(mean - value)"])
        }
      }
    }
    return Figure(
      name: kind.name, heading: "Growth models fitted to the mean curve",
      summary: "\(grouped(fits.count)) of "
        + "\(grouped(rowCount)) fits to mean curves converged"
        + (failures == 0 ? "." : "; \(grouped(failures)) did not and are not drawn."),
      note: [
        "Top: rings show the mean curve (not at every step), lines the fitted models over the "
          + "steps they were fitted to. Bottom: mean minus model; a pattern there indicates that the model "
          + "is wrong, however large R\u{00B2} is.",
        curves.hasSeries ? "The curves count people ever infected." : "",
        showing(chosen.count, of: points.count, "points; all fits are in fits.csv"),
        folder.points.varied.symbols,
      ],
      source: "fits.csv", data: data,
      shown: PageTable(
        columns: ["point", "model", "parameters", "r2"],
        rows: drawn.flatMap { $0 }.map { fit in
          let parameters = fit.rows.map { "\($0["parameter"]) = \($0.shown("estimate"))" }
          return [
            String(fit.point), fit.model.rawValue, parameters.joined(separator: ", "),
            fit.rows[0].shown("r2"),
          ]
        }),
      script: script(
        drawn, models, folder.points, chosen,
        who: curves.hasSeries ? "ever infected" : "infected people", x: folder.timeUnit),
      height: grid(titles(chosen, folder.points), key(models)).height)
  }

  /// The fits to mean curves that converged, and how many there are in all.
  private static func read(_ table: FolderTable, _ points: [PointFacts]) throws
    -> (fits: [Fit], count: Int)
  {
    let key = ["point", "model", "r2", "converged"]
    var rows: [CSVRow] = []
    try table.forEachRow(
      key + ["fitted_to", "parameter", "estimate", "from_step", "to_step"]
    ) { row in
      if row["fitted_to"] == "mean_curve" { rows.append(row) }
    }
    let groups = rows.grouped { $0.texts(key) }
    let fits = groups.compactMap { _, rows -> Fit? in
      guard let point = Int(rows[0]["point"]), rows[0]["converged"] == "1",
        points.indices.contains(point), let model = GrowthModel(rawValue: rows[0]["model"])
      else { return nil }
      return Fit(model: model, point: point, rows: rows)
    }
    return (fits, groups.count)
  }

  private static func script(
    _ fits: [[Fit]], _ models: [String], _ list: PointList, _ points: [Int],
    who: GnuplotScript, x: GnuplotScript
  ) -> GnuplotScript {
    let count = fits.count
    let titles = titles(points, list)
    let key = key(models)
    return grid(titles, key).script([
      "at(p, l) = column('panel') == p && column('model') == l ? column('step') : NaN",
      "dot(p) = column('panel') == p && strcol('model') eq 'mean' ? column('step') : NaN",
      key.setting, "set yrange [0:*]",
    ]) { index in
      let (panel, isFirst) = (index % count, index % count == 0)
      let shown = fits[panel].compactMap { models.firstIndex(of: $0.model.rawValue) }
      if index < count {
        return [
          "set title \(GnuplotScript(lines: titles[panel])) offset 0,-0.6",
          "set ylabel \(isFirst ? "'\(who)'" : "''")",
          .plot(
            [
              "data using (dot(\(panel))):'mean' with points "
                + "pt 6 ps 0.7 lc rgb slate title 'mean curve'"
            ] + lines(shown, panel: panel, column: "fitted")
              + (isFirst ? key.entries() : [])),
          "unset key",
        ]
      }
      return
        (isFirst
        ? [
          "unset title; set xlabel '\(x)' offset 0,0.4; set yrange [*:*]",
          "set xzeroaxis lt 1 lc rgb 'black'",
        ] : []) + [
          "set ylabel \(isFirst ? "'mean \u{2212} model, people'" : "''")",
          .plot(lines(shown, panel: panel, column: "residual")),
        ]
    }
  }

  /// In as many lines as they need.
  private static func titles(_ points: [Int], _ list: PointList) -> [[String]] {
    let width = (0.905 + spacing) / Double(points.count) - spacing
    return points.map {
      Figure.wrapped(list.words(list.points[$0]), pixels: Int(960 * width) - 16)
    }
  }

  private static func lines(
    _ models: [Int], panel: Int, column: GnuplotScript
  ) -> [GnuplotScript] {
    models.map { model in
      "data using (at(\(panel), \(model))):'\(column)' with lines \(Palette.line(model))"
    }
  }

  /// One for all panels; the mean curve is in it, too.
  private static func key(_ models: [String]) -> KeyAbove { KeyAbove(models, further: 1) }
}
