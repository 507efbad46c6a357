import Statistics

/// Growth laws over the mean curve they were fitted to, and what they leave over.
enum FitPlot {
  private static let mostPanels = 4
  private static let mostSteps = 200
  private static let height = 470

  private struct Fit {
    var model: GrowthModel
    var point: Int
    var parameters: [Double]
    var steps: ClosedRange<Int>?
    var r2: String
  }

  /// - Returns: nil if the study fits nothing to mean curves, or no fit converged.
  static func figure(_ folder: ResultsFolder) throws(ReportError) -> Figure? {
    guard let table = try folder.table("fits"), let curves = try folder.table("curve_summary")
    else { return nil }
    let (fits, rowCount, failures) = try read(table)
    let points = fits.map(\.point).reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
    guard !points.isEmpty else { return nil }
    let chosen = spread(mostPanels, over: points.count).map { points[$0] }
    var means: [String: [[String]]] = [:]
    for point in chosen { means[String(point)] = [] }
    try curves.forEachRow(["point", "step", "mean"]) { cells in
      means[cells[0]]?.append(cells)
    }
    var data = DataTable(
      columns: ["panel", "law", "point", "step", "mean", "fitted", "residual"], rows: [])
    var drawn: [[Fit]] = []
    for (panel, point) in chosen.enumerated() {
      let own = fits.filter { $0.point == point }
      drawn.append(own)
      let curve = means[String(point)] ?? []
      for (law, fit) in own.enumerated() {
        for place in spread(mostSteps, over: curve.count) {
          guard let step = Int(curve[place][1]), let mean = Double(curve[place][2]) else {
            continue
          }
          let isFitted = fit.steps?.contains(step) ?? true
          let value = isFitted ? fit.model.value(at: Double(step), fit.parameters) : .nan
          data.rows.append([
            String(panel), String(law), String(point), String(step), curve[place][2],
            value.isFinite ? "\(value)" : "", value.isFinite ? "\(mean - value)" : "",
          ])
        }
      }
    }
    let left =
      chosen.count == points.count
      ? "" : " Showing \(chosen.count) of \(points.count) points; all fits are in fits.csv."
    return Figure(
      name: "fits", heading: "Growth laws fitted to the mean curve",
      summary: "\(fits.count) of \(rowCount) fits to mean curves converged"
        + (failures == 0 ? "." : "; \(failures) did not and are not drawn."),
      note: "Above: dots are the mean curve, lines the fitted laws over the steps they were fitted "
        + "to. Below: mean minus law; a pattern there says that the law is wrong, however good R\u{00B2} "
        + "looks.\(left)",
      source: "fits.csv", data: data,
      shown: DataTable(
        columns: ["point", "model", "parameters", "r2"],
        rows: drawn.flatMap { $0 }.map { fit in
          [
            String(fit.point), fit.model.rawValue,
            zip(fit.model.parameterNames, fit.parameters)
              .map { "\($0) = \(shortNumber($1))" }.joined(separator: ", "),
            fit.r2,
          ]
        }),
      script: script(drawn, folder.points, chosen), height: height)
  }

  private static func read(_ table: CSVFile) throws(ReportError)
    -> (fits: [Fit], count: Int, failures: Int)
  {
    var fits: [Fit] = []
    var values: [[String]: [String: Double]] = [:]
    var order: [[String]] = []
    var failures = 0
    try table.forEachRow([
      "point", "model", "fitted_to", "parameter", "estimate", "r2", "converged", "message",
    ]) { cells in
      guard cells[2] == "mean_curve" else { return }
      let key = [cells[0], cells[1], cells[5], cells[6], cells[7]]
      if values[key] == nil { order.append(key) }
      values[key, default: [:]][cells[3]] = Double(cells[4])
    }
    for key in order {
      guard let model = GrowthModel(rawValue: key[1]), let point = Int(key[0]), key[3] == "1"
      else {
        failures += 1
        continue
      }
      let parameters = model.parameterNames.compactMap { values[key]?[$0] }
      guard parameters.count == model.parameterNames.count else {
        failures += 1
        continue
      }
      fits.append(
        Fit(
          model: model, point: point, parameters: parameters, steps: range(key[4]), r2: key[2]))
    }
    return (fits, order.count, failures)
  }

  /// The steps a message names, such as "steps 1...12".
  private static func range(_ message: String) -> ClosedRange<Int>? {
    guard let match = message.firstMatch(of: /steps (\d+)\.\.\.(\d+)/),
      let low = Int(match.1), let high = Int(match.2), low <= high
    else { return nil }
    return low...high
  }

  private static func script(_ fits: [[Fit]], _ list: PointList, _ points: [Int]) -> String {
    let count = fits.count
    var lines = [
      Figure.multiplot(rows: 2, columns: count, height: height, gap: 50, spacing: 0.05),
      "at(p, l) = column(\"panel\") == p && column(\"law\") == l ? column(\"step\") : NaN",
      "set key bottom right samplen 3 font \",10\"",
      "set yrange [0:*]",
    ]
    for (panel, own) in fits.enumerated() {
      let title =
        list.points.indices.contains(points[panel]) ? list.label(list.points[points[panel]]) : ""
      lines += [
        "set title \(Figure.quoted(title)) offset 0,-0.6",
        "set ylabel \(panel == 0 ? "\"infected people\"" : "\"\"")",
        "plot data using (at(\(panel), 0)):\"mean\" with points pt 7 ps 0.35 lc rgb navy "
          + "title \"mean curve\", \\",
        laws(own, panel: panel, column: "fitted", titled: true),
      ]
    }
    lines += [
      "unset title; unset key; set xlabel \"step\" offset 0,0.4; set yrange [*:*]",
      "set xzeroaxis lt 1 lc rgb \"black\"",
    ]
    for (panel, own) in fits.enumerated() {
      lines += [
        "set ylabel \(panel == 0 ? "\"mean \u{2212} law\"" : "\"\"")",
        "plot \\", laws(own, panel: panel, column: "residual", titled: false),
      ]
    }
    return (lines + ["unset multiplot; unset xzeroaxis"]).joined(separator: "\n")
  }

  /// Each law as a line in orange cased in navy, so that it keeps its contrast; dashes differ.
  private static func laws(_ fits: [Fit], panel: Int, column: String, titled: Bool) -> String {
    fits.enumerated().map { law, fit in
      let using = "     data using (at(\(panel), \(law))):\"\(column)\" with lines"
      let title = titled ? " title \"\(fit.model.rawValue)\"" : ""
      return "\(using) lw 3.5 lc rgb navy, \\\n"
        + "\(using) lw 1.8 dt \(law + 1) lc rgb orange\(title)"
    }.joined(separator: ", \\\n")
  }
}
