import PlainText
import SpreadModel
import Statistics
import Tables

/// How the values of two parameters are correlated.
enum PosteriorPairs {
  static let kind = FigureKind("posterior_pairs", one: figure)

  private static let mostPanels = 6
  private static let dots = 500

  /// - Returns: nil for other studies, for a single parameter, and without draws.
  private static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let posterior = try PosteriorFacts.read(folder) else { return nil }
    let all = posterior.parameters
    let pairs = all.indices.flatMap { x in all.indices.dropFirst(x + 1).map { (x, $0) } }
    let chosen = Array(pairs.prefix(folder.most(mostPanels)))
    guard !chosen.isEmpty, !posterior.weights.isEmpty else { return nil }
    let places = posterior.even(dots)
    var data = DataTable(columns: ["panel", "x_parameter", "y_parameter", "x", "y"], rows: [])
    for (panel, (x, y)) in chosen.enumerated() {
      for place in places {
        data.rows.append(
          [String(panel), all[x].key.name, all[y].key.name]
            + ["\(all[x].values[place])", "\(all[y].values[place])"])
      }
    }
    let grid = PanelGrid(chosen.count, columns: 3, panel: 240, spacing: 0.09)
    let correlations = pairs.compactMap { x, y in
      weightedCorrelation(all[x].values, all[y].values, weights: posterior.weights)
        .map { (a: all[x].key.words, b: all[y].key.words, value: $0) }
    }
    let strongest = correlations.max { abs($0.value) < abs($1.value) }
    return Figure(
      name: kind.name, heading: "Correlations between parameters",
      summary: strongest.map { pair -> String in
        "The correlation of \(pair.a) and \(pair.b) is \(shortNumber((100 * pair.value).rounded() / 100))"
          + (pairs.count > 1 ? ", the strongest of all pairs." : ".")
      } ?? "One of the parameters has a single value.",
      note: [
        "Each dot represents an equal share of the posterior; the axes span the priors.",
        showing(chosen.count, of: pairs.count, "pairs"),
      ],
      source: "posterior.csv", data: data,
      shown: data.page(),
      script: grid.script(["at(p, c) = column('panel') == p ? column(c) : NaN"]) { panel in
        let (x, y) = (all[chosen[panel].0], all[chosen[panel].1])
        return [("x" as GnuplotScript, x), ("y", y)].flatMap { axis, parameter in
          [
            parameter.range(of: axis), parameter.scale(of: axis),
            "set \(axis)label \(text: parameter.key.words)",
          ]
        } + [
          .plot([
            "data using (at(\(panel), 'x')):(at(\(panel), 'y')) with points pt 7 ps 0.3 lc rgb navy"
          ])
        ]
      }, height: grid.height)
  }
}
