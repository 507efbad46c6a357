import PlainText
import SpreadModel
import Tables

/// When the interventions of a point act, as bands behind its curves: from the steps that the study gives;
/// where a share of infected people decides, from the medians over the runs.
struct InterventionBands {
  private let folder: ReportedFolder
  private let begins, lengths: [Int: CSVRow]

  /// - Parameter points: those that are drawn.
  init(_ folder: ReportedFolder, _ points: [PointFacts]) throws {
    func rows(of response: String) throws -> [Int: CSVRow] {
      try folder.rows(of: response, at: points.map(\.number), given: folder.condition)
    }
    self.folder = folder
    begins = try rows(of: "step_to_intervention")
    lengths = try rows(of: "steps_under_intervention")
  }

  /// The steps from which and to which interventions act; without `to` to the end, as where several that never end follow
  /// each other. Of several that wait for shares and end, and of one that returns, the runs do not say which is which, and
  /// there are none.
  func steps(of point: PointFacts) -> [(from: Double, to: Double?)] {
    let name = name(of: point)
    let list = folder.study?["interventions"]?[name]?.elements ?? []
    func median(_ facts: [Int: CSVRow]) -> Double? { facts[point.number]?.number("median") }
    if list.count > 1, list.allSatisfy({ $0["until"] == nil }) {
      guard let begin = median(begins) else { return [] }
      return [(begin, nil)]
    }
    let isOne = list.count == 1
    return list.enumerated().compactMap { number, intervention in
      func value(_ key: String, _ part: String) -> Double? {
        let path = "interventions.\(name).\(number).\(key).\(part)"
        return point.cell(at: path).map(finite) ?? intervention[key]?[part]?.number?.double
      }
      guard intervention["repeat"]?.bool != true,
        let begin = value("when", "step") ?? (isOne ? median(begins) : nil)
      else { return nil }
      guard intervention["until"] != nil else { return (begin, nil) }
      let length = value("until", "after_steps") ?? (isOne ? median(lengths) : nil)
      return (value("until", "step") ?? length.map { begin + $0 }).map { (begin, $0) }
    }
  }

  /// The bands of a panel, those of each line in its color and those of several in gray, instead of the last panel's.
  func objects(
    _ lines: [PanelLayout.Line], until end: Int, isInFront: Bool = false
  ) -> [GnuplotScript] {
    let bands = lines.flatMap { line in steps(of: line.point).map { (line.index, $0.from, $0.to) } }
    // What acts from the first step to the last has no time of its own.
    let drawn = bands.filter {
      $0.1 < Double(end) && ($0.1 > 0 || $0.2 ?? .infinity < Double(end))
    }.grouped { [$0.1, $0.2 ?? .infinity] }.enumerated()
    return ["unset object; unset label"]
      + drawn.map { number, band in
        let (index, from, to) = band.members[0]
        let color: GnuplotScript =
          isInFront
          ? "'black'"
          : band.members.count > 1 ? "slate" : lines.count > 1 ? Palette.color(index) : "orange"
        return "set object \(number + 1) rectangle from \(from), graph 0 to "
          + "\(min(Double(end), to ?? Double(end))), graph 1 \(isInFront ? "front" : "behind") "
          + "fc rgb \(color) fs transparent solid 0.15 noborder"
      }
      // Of lines that share a panel the key has the names, and titles have long ones.
      + (lines.count > 1 || name(of: lines[0].point).count > 16
        ? []
        : drawn.prefix(1).map { _, band in
          "set label 1 \(text: name(of: lines[0].point)) at \(band.members[0].1), graph 0.94 left offset 0.3,0 "
            + "font small front"
        })
  }

  /// The interventions of a point, as the study calls them.
  private func name(of point: PointFacts) -> String {
    let level = point[.interventions]
    return level.isEmpty ? folder.study?["model"]?["interventions"]?.text ?? "" : level
  }

  /// What the bands are, if there are any.
  func note(_ points: [PointFacts]) -> String {
    points.contains { steps(of: $0).contains { $0.from > 0 || $0.to != nil } }
      ? "Shaded steps: an intervention acts; where a share of infected people starts or ends it, the "
        + "medians over the runs."
      : ""
  }
}
