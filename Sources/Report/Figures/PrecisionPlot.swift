import PlainText
import Tables

/// How wide the interval of each mean is, and how it narrows with further replicates: can the numbers be
/// trusted, and how many runs would do?
enum PrecisionPlot {
  static let kind = FigureKind("precision", each: { $0.responses }, figure)

  private static let mostLines = 8
  /// How many times the replicates a line goes on to; the note has the number as a word.
  private static let ahead = 16

  /// - Returns: nil if no point has enough runs with a value.
  static func figure(
    _ folder: ResultsFolder, _ asked: String, _ name: FigureName
  ) throws -> Figure? {
    let list = folder.points
    let response =
      folder.facts(of: asked).contains { $0.number("mean") != nil } ? asked : "final_share"
    let goals = folder.study?["replicates"]?["until"]?.elements ?? []
    let place = goals.firstIndex { $0["response"]?.text == response }
    // A target is one of all runs.
    let condition = place == nil ? folder.condition(for: response) : nil
    let facts = folder.factsByPoint(of: response, given: condition)
    let candidates = list.distinct.compactMap { point in
      facts[point.number].flatMap { fact in
        halfWidth(fact).flatMap { half in
          fact.count("n").map { (point: point, runs: $0, half: half) }
        }
      }
    }
    .filter { $0.half / Double(ahead).squareRoot() >= .leastNormalMagnitude }
    let most = min(folder.most(mostLines), Palette.lineCount)
    // The key lists the lines from top to bottom, the least precise first.
    let lines = candidates.spread(most).sorted { $0.half > $1.half }
    guard !lines.isEmpty else { return nil }
    let data = DataTable(
      columns: ["line", "point", "what", "replicates", "half_width"],
      rows: lines.enumerated().flatMap { line, known in
        [1, ahead].map { (times: Int) -> [String] in
          [
            String(line), String(known.point.number), list.label(known.point),
            String(known.runs * times), "\(known.half / Double(times).squareRoot())",
          ]
        }
      })
    let target = place.flatMap { goals[$0]["half_width"]?.number?.double }
    let unit = folder.unit(of: response)
    let words = unit.isEmpty ? "" : " \(unit)"
    let goal = target.map { "Dashed: the study\u{2019}s target, \(shortNumber($0))\(words)." }
    return Figure(
      name: name,
      heading: "Precision of the means"
        + (folder.responses.count > 1 ? ": \(response)" : ""),
      summary: folder.both(condition) { condition in
        let finals = folder.facts(of: response, given: condition).compactMap(halfWidth)
        let bound = Digits.width(finals.max() ?? 0)
        return "With all \(condition.map { "runs with \($0)" } ?? "runs"), the half-width of the "
          + "\(folder.level) interval of the mean of \(response) is at most \(bound)\(words), over all "
          + "\(grouped(finals.count)) points with a mean."
      },
      note: [
        "Dot: half-width of the interval with all runs of a point. Line: what it is expected to become "
          + "with up to sixteen times as many; four times as many halve it. Both axes are "
          + "logarithmic.",
        folder.note(on: condition), goal ?? "",
        list.remark(drawn: lines.count, name, all: folder.summaryTable(condition)),
        response == asked
          ? "" : "\(asked) has no mean, because some runs did not reach it.",
      ],
      source: folder.summaryTable(condition), data: data,
      shown: data.page(columns: ["point", "what", "replicates", "half_width"], limit: 60),
      script: script(
        data, label: "half-width\(words.isEmpty ? "" : ",\(words)")", target: target),
      height: 360)
  }

  private static func halfWidth(_ fact: SummaryFacts) -> Double? {
    fact.number("ci_high").flatMap { high in fact.number("ci_low").map { (high - $0) / 2 } }
  }

  private static func script(_ data: DataTable, label: String, target: Double?) -> GnuplotScript {
    let widths = data.numbers("half_width") + (target.map { [$0] } ?? [])
    let (low, high) = (widths.min() ?? 1, widths.max() ?? 1)
    let runs = data.numbers("replicates")
    let (fewest, most) = ((runs.min() ?? 1) / 1.2, (runs.max() ?? 1) * 1.05)
    let script: [GnuplotScript] = [
      "set logscale xy; set lmargin at screen 0.08; set xrange [\(fewest):\(most)]",
      "set yrange [\(low / 1.1):\(high * 1.1)]",
      "set format x '%.0f'; set format y '%.3g'",
      "set xtics (\(GnuplotScript(logTicsFrom: fewest, to: most, most: 4)))",
      "set ytics (\(GnuplotScript(logTicsFrom: low / 1.1, to: high * 1.1, most: 4)))",
      "set xlabel 'replicates' offset 0,0.3; set ylabel \(text: label)",
      "set key outside right Left reverse samplen 3 font small",
      "of(l) = column('line') == l ? column('replicates') : NaN",
    ]
    var plots = data.texts("what").enumerated().filter { $0.offset.isMultiple(of: 2) }
      .flatMap { row, title -> [GnuplotScript] in
        let line = row / 2
        return [
          "data using (of(\(line))):'half_width' with lines \(Palette.line(line)) "
            + "title \(text: title)",
          "data every ::\(row)::\(row) using 'replicates':'half_width' with points pt 7 ps 0.8 "
            + "lc rgb \(Palette.color(line))",
        ]
      }
    if let target {
      plots.append("\(target) with lines lw 1.5 dt 2 lc rgb 'black' title 'target'")
    }
    return (script + [.plot(plots)]).joined(separator: "\n")
  }
}
