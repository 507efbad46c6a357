import PlainText
import SpreadModel

/// The posterior of each parameter beside its prior.
enum PosteriorMarginals {
  static let kind = FigureKind("posterior", one: figure)

  /// - Returns: nil for other studies, and where no draw was accepted.
  private static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let posterior = try PosteriorFacts.read(folder), !posterior.weights.isEmpty else {
      return nil
    }
    let parameters = posterior.parameters.filter { !$0.bins.isEmpty }
    guard !parameters.isEmpty else { return nil }
    var data = DataTable(
      columns: ["panel", "parameter", "low", "high", "prior", "posterior"], rows: [])
    for (panel, parameter) in parameters.enumerated() {
      let shares = parameter.shares(posterior.weights)
      for (bin, share) in zip(parameter.bins, shares) {
        data.rows.append(
          [String(panel), parameter.key.name]
            + [bin.low, bin.high, bin.share, share].map { "\($0)" })
      }
    }
    let grid = PanelGrid(parameters.count, columns: 3, panel: 210)
    return Figure(
      name: kind.name, heading: "Posterior distribution of each parameter",
      note: [
        "Bars: the posterior probability of each part of the range, divided by its prior "
          + "probability; dashed line: the prior. Where the bars follow the line, the data add no "
          + "information."
      ],
      source: "posterior.csv", data: data,
      shown: data.page(),
      script: grid.script([
        "set yrange [0:*]",
        "bar(p, c) = column('panel') == p ? column(c) / column('prior') : NaN",
      ]) { panel in
        let parameter = parameters[panel]
        let x: GnuplotScript =
          parameter.isLog
          ? "(sqrt(column('low') * column('high')))"
          : "((column('low') + column('high')) / 2)"
        return [
          parameter.scale(of: "x"), parameter.range(of: "x"),
          "set xlabel \(text: parameter.key.words) offset 0,0.4",
          "set ylabel \(grid.isLeft(panel) ? "'density relative to prior'" : "''")",
          .plot([
            "data using \(x):(bar(\(panel), 'posterior') / 2):'low':'high':(0):"
              + "(bar(\(panel), 'posterior')) with boxxyerror fs solid 0.42 border rgb navy lc rgb navy",
            "1 with lines lw 2 dt 2 lc rgb slate",
          ]),
        ]
      }, height: grid.height)
  }
}

extension PosteriorFacts.Parameter {
  /// How an axis is divided.
  func scale(of axis: GnuplotScript) -> GnuplotScript {
    guard isLog, let low = bins.first?.low, let high = bins.last?.high else {
      return "unset logscale \(axis); set \(axis)tics auto"
    }
    let tics = GnuplotScript(logTicsFrom: low, to: high, most: 5)
    return "set logscale \(axis); set \(axis)tics (\(tics))"
  }

  /// The whole prior on an axis.
  func range(of axis: GnuplotScript) -> GnuplotScript {
    guard let first = bins.first, let last = bins.last else { return "set \(axis)range [*:*]" }
    return "set \(axis)range [\(first.low):\(last.high)]"
  }

  /// How much of the posterior lies in each bin.
  func shares(_ weights: [Double]) -> [Double] {
    var shares = [Double](repeating: 0, count: bins.count)
    for (value, weight) in zip(values, weights) {
      let place = bins.firstIndex { value < $0.high } ?? bins.count - 1
      shares[place] += weight
    }
    return shares
  }
}
