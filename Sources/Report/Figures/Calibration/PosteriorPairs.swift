import PlainText
import SpreadModel

/// How the values of two parameters are correlated.
enum PosteriorPairs {
  static let kind = FigureKind(
    "posterior_pairs",
    one: { folder in
      try PosteriorFacts.read(folder).flatMap { figure($0, folder) }
    })

  private static let mostPanels = 6
  private static let dots = 500

  /// - Returns: nil for a single parameter, or without draws.
  static func figure(_ posterior: PosteriorFacts, _ folder: ResultsFolder) -> Figure? {
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
    let drawn = Source.drawn(kind.name)
    let strongest = pairs.map {
      ($0, correlation(all[$0.0].values, all[$0.1].values, posterior.weights))
    }
    .max { abs($0.1 ?? 0) < abs($1.1 ?? 0) }
    return Figure(
      name: kind.name, heading: "Correlations between parameters",
      summary: strongest.flatMap { pair, value in
        value.map { value -> Words in
          let (x, y) = (all[pair.0].key.name, all[pair.1].key.name)
          let words = Source("posterior").derived(
            .correlation, of: "\(x),\(y),weight", value: "\(value)",
            shown: Words(name: shortNumber(value)))
          return "The correlation of \(name: x) and \(name: y) is \(words)"
            + (pairs.count > 1 ? ", the strongest of all pairs." : ".")
        }
      } ?? "One of the parameters has a single value.",
      note: [
        "Each dot represents an equal share of the posterior; the axes span the priors.",
        pairs.count > chosen.count
          ? "\(drawn.distinct(chosen.count, of: "panel")) of "
            + "\(Source("posterior_summary").whole(.pairs, pairs.count)) pairs are drawn." : "",
      ],
      source: "posterior.csv", data: data,
      shown: data.page(drawn, key: data.columns, limit: 30),
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

  private static func correlation(_ x: [Double], _ y: [Double], _ weights: [Double]) -> Double? {
    let sum = weights.reduce(0, +)
    func mean(_ values: [Double]) -> Double {
      zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / sum
    }
    let (a, b) = (mean(x), mean(y))
    let products = mean(zip(x, y).map { ($0 - a) * ($1 - b) })
    let squares = mean(x.map { ($0 - a) * ($0 - a) }) * mean(y.map { ($0 - b) * ($0 - b) })
    return squares > 0 ? products / squares.squareRoot() : nil
  }
}
