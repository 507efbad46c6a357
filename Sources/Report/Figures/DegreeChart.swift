import PlainText
import SpreadModel
import Tables

/// How many people the people of a point meet: the degree distribution of its contacts, where they are
/// neither those of the grid nor everybody's.
enum DegreeChart {
  static let kind = FigureKind("degrees", one: figure)

  private typealias Degrees = [(degree: Int, people: Int)]

  /// Where the most neighbors are more than so many times the mean, axes are logarithmic.
  private static let broad = 5.0

  /// - Returns: nil if no point has contacts that lists say.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    guard let file = folder.tables["degrees"] else { return nil }
    var found: [Int: Degrees] = [:]
    try file.forEachRow(["point", "degree", "people"]) { row in
      guard let point = row.count("point"), let degree = row.count("degree"),
        let people = row.count("people")
      else { return }
      found[point, default: []].append((degree, people))
    }
    // Points that share their contacts are shown once.
    var seen: Set<[Int]> = []
    let distinct = folder.points.distinct.filter { point in
      guard let degrees = found[point.number] else { return false }
      return seen.insert(degrees.flatMap { [$0.degree, $0.people] }).inserted
    }
    guard !distinct.isEmpty else { return nil }
    let list = PointList(distinct, parameters: folder.points.parameters)
    let layout = PanelLayout(list, asked: folder.panels)
    var data = DataTable(columns: ["panel", "point", "degree", "people", "share"], rows: [])
    for (index, point) in layout.points.enumerated() {
      for (degree, people) in found[point.number] ?? [] {
        data.rows.append([
          String(index), String(point.number), String(degree), String(people),
          "\(Double(people) / Double(point.people))",
        ])
      }
    }
    let all = distinct.map { ($0, found[$0.number] ?? []) }
    let isBroad = all.contains { Double($0.1.last?.degree ?? 0) > broad * mean($0.1) }
    let most = all.compactMap { $0.1.last?.degree }.max() ?? 0
    let panels = StepPanels(layout, list, ends: layout.points.map { _ in most })
    return Figure(
      name: kind.name, heading: "Number of neighbors", summary: sentence(all.map(\.1)),
      note: [
        "Bars or dots: the share of people with each number of neighbors, in the first replicate. "
          + "Points that share their contacts are shown once. All panels share their axes."
          + (isBroad ? " Both axes are logarithmic; people without neighbors are left out." : ""),
        layout.points.count == distinct.count
          ? ""
          : "Showing \(grouped(layout.points.count)) points; all are "
            + "in degrees.csv.",
        list.symbols,
      ],
      source: "degrees.csv", data: data,
      shown: data.page(limit: 60),
      script: script(panels, data, most: most, isBroad: isBroad), height: panels.height)
  }

  private static func mean(_ degrees: Degrees) -> Double {
    let people = degrees.reduce(0) { $0 + $1.people }
    return Double(degrees.reduce(0) { $0 + $1.degree * $1.people }) / Double(max(1, people))
  }

  /// Of all that differ, drawn or not.
  private static func sentence(_ all: [Degrees]) -> String {
    let means = all.map(mean)
    guard let low = means.min(), let high = means.max(),
      let least = all.compactMap({ $0.first?.degree }).min(),
      let most = all.compactMap({ $0.last?.degree }).max()
    else { return "" }
    let (from, to) = (shortNumber(low), shortNumber(high))
    let range = "People have from \(grouped(least)) to \(grouped(most)) neighbors, on average "
    return from == to
      ? "\(range)\(from)." : "\(range)from \(from) to \(to), depending on the point."
  }

  private static func script(
    _ panels: StepPanels, _ data: DataTable, most: Int, isBroad: Bool
  ) -> GnuplotScript {
    let shares = data.numbers("share").map { 100 * $0 }
    let (lowest, highest) = (shares.min() ?? 100, shares.max() ?? 100)
    return panels.script(
      [
        isBroad
          ? "set logscale xy; set yrange [\(lowest / 2):\(min(200, 2 * highest))]"
          : "set yrange [0:\(min(100, 10 * (Int(highest / 10) + 1)))]; set boxwidth 0.8",
        "at(p) = column('panel') == p ? column('degree') : NaN",
      ], x: "neighbors", y: "people, %",
      axis: isBroad
        ? "set xrange [0.8:\(2 * most)]" : "set xrange [-0.7:\(most).7]; \(panels.tics(0))"
    ) { index in
      [
        "data using (at(\(index))):(100 * column('share')) with "
          + (isBroad
            ? "points pt 7 ps 0.5 lc rgb navy" : "boxes fs solid 0.75 noborder lc rgb navy")
      ]
    }
  }
}
