import Foundation
import PlainText
import Statistics
import Tables

/// How the interval of the mean narrows with the number of replicates: can the numbers be
/// trusted, and would more runs help?
enum PrecisionPlot {
  static let kind = FigureKind("precision", each: { $0.responses }, figure)

  private static let mostLines = 8

  /// - Returns: nil if no point has enough runs with a value.
  static func figure(
    _ folder: ResultsFolder, _ asked: String, _ name: FigureName
  ) throws -> Figure? {
    let list = folder.points
    let response =
      folder.facts(of: asked).contains { $0.number("mean") != nil } ? asked : "final_share"
    let complete = Set(
      folder.facts(of: response).filter { $0.number("mean") != nil }.map(\.point))
    let candidates = list.distinct.filter { complete.contains($0.number) && $0.replicates >= 4 }
    let most = min(folder.most(mostLines), Palette.lineCount)
    let chosen = candidates.spread(most)
    var widths: [String: Running] = [:]
    for point in chosen {
      widths[String(point.number)] = Running(level: folder.confidence, runs: point.replicates)
    }
    try folder.runs.forEachRow(["point", response]) { row in
      if let value = row.number(response) { widths[row["point"]]?.add(value) }
    }
    var data = DataTable(
      columns: ["line", "point", "what", "replicates", "half_width"], rows: [])
    var titles: [(line: Int, title: String)] = []
    var last: [Int: Double] = [:]
    for (line, point) in chosen.enumerated() {
      let steps = widths[String(point.number)]?.steps.filter { $0.halfWidth > 0 } ?? []
      guard !steps.isEmpty else { continue }
      titles.append((line, list.label(point)))
      last[line] = steps.last?.halfWidth
      for step in steps {
        data.rows.append([
          String(line), String(point.number), list.label(point), String(step.runs),
          "\(step.halfWidth)",
        ])
      }
    }
    guard !data.rows.isEmpty else { return nil }
    // The key lists the lines as they end, the least precise first.
    titles.sort { last[$0.line] ?? 0 > last[$1.line] ?? 0 }
    let goals = folder.study?["replicates"]?["until"]?.elements ?? []
    let place = goals.firstIndex { $0["response"]?.text == response }
    let target = place.flatMap { goals[$0]["half_width"]?.number?.double }
    let finals = folder.facts(of: response).compactMap { fact in
      fact.number("ci_high").flatMap { high in fact.number("ci_low").map { (high - $0) / 2 } }
    }
    let unit = folder.unit(of: response)
    let words = unit.isEmpty ? "" : " \(unit)"
    let all = Source("summary", ["response": response])
    let widest = finals.max() ?? 0
    let bound = all.derived(
      .max, of: "(ci_high-ci_low)/2", value: "\(widest)", shown: Words(name: Digits.width(widest)))
    let goal = target.map { width -> Words in
      let path = "replicates.until.\(place ?? 0).half_width"
      return
        "Dashed: the study\u{2019}s target, \(Source.study.number(path, "\(width)"))\(name: words)."
    }
    return Figure(
      name: name,
      heading: "Precision of the means"
        + (folder.responses.count > 1 ? ": \(name: response)" : ""),
      summary: "With all runs, the half-width of the \(folder.level) interval of the mean of "
        + "\(name: response) is at most \(bound)\(name: words), over all "
        + "\(all.count(finals.count, of: "ci_high-ci_low")) points with a mean.",
      note: [
        "Half-width of the interval against the number of replicates, both on logarithmic "
          + "axes; four times as many runs halve it.",
        goal ?? "", list.remark(drawn: titles.count, name, all: "runs.csv"),
        response == asked
          ? "" : "\(name: asked) has no mean, because some runs did not reach it.",
      ],
      source: "runs.csv", data: data,
      shown: data.page(
        Source.drawn(name), key: ["point", "replicates"],
        columns: ["point", "what", "replicates", "half_width"], limit: 60),
      script: script(
        titles, label: "half-width\(words.isEmpty ? "" : ",\(words)")", target: target,
        most: chosen.map(\.replicates).max() ?? 4,
        widths: data.numbers("half_width") + (target.map { [$0] } ?? [])),
      height: 360)
  }

  private static func script(
    _ lines: [(line: Int, title: String)], label: String, target: Double?, most: Int,
    widths: [Double]
  ) -> GnuplotScript {
    let (low, high) = (widths.min() ?? 1, widths.max() ?? 1)
    let script: [GnuplotScript] = [
      "set logscale xy; set lmargin at screen 0.08; set xrange [4:\(max(most, 5))]",
      "set yrange [\(low / 1.1):\(high * 1.1)]",
      "set format x '%.0f'; set format y '%.3g'",
      "set xtics (4, \(GnuplotScript(logTicsFrom: 5, to: Double(max(most, 5)), most: 4)))",
      "set ytics (\(GnuplotScript(logTicsFrom: low / 1.1, to: high * 1.1, most: 4)))",
      "set xlabel 'replicates' offset 0,0.3; set ylabel \(text: label)",
      "set key outside right Left reverse samplen 3 font small",
      "of(l) = column('line') == l ? column('replicates') : NaN",
    ]
    var plots: [GnuplotScript] = lines.enumerated().map { place, line in
      "data using (of(\(line.line))):'half_width' with lines \(Palette.line(place)) "
        + "title \(text: line.title)"
    }
    if let target {
      plots.append("\(target) with lines lw 1.5 dt 2 lc rgb 'black' title 'target'")
    }
    return (script + [.plot(plots)]).joined(separator: "\n")
  }
}

/// Mean and variance as runs come in (Welford, 1962, doi:10.1080/00401706.1962.10490022), with
/// the interval's half-width at some numbers of runs.
private struct Running {
  private let level: Double
  private let stops: Set<Int>
  private var count = 0
  private var mean = 0.0
  private var squares = 0.0
  private(set) var steps: [(runs: Int, halfWidth: Double)] = []

  init(level: Double, runs: Int) {
    self.level = level
    var stops: Set<Int> = [runs]
    var next = 4.0
    while Int(next) < runs {
      stops.insert(Int(next))
      next *= 1.4
    }
    self.stops = stops
  }

  mutating func add(_ value: Double) {
    count += 1
    let before = value - mean
    mean += before / Double(count)
    squares += before * (value - mean)
    guard stops.contains(count) else { return }
    let n = Double(count)
    let reach =
      StudentT(degreesOfFreedom: n - 1).twoSided(level: level)
      * (squares / (n - 1) / n).squareRoot()
    steps.append((count, reach))
  }
}
