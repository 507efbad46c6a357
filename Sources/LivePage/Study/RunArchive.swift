import SpreadEngine
import SpreadModel
import StudyFiles

/// A results folder: its runs are repeated from the study alone, and compared with what was
/// stored of them.
struct RunArchive: Sendable {
  let folder: String
  let study: Study
  let points: [Point]

  /// Repeats a run; nil if the study has none of these numbers or its group is too large to show.
  func watch(point number: Int, replicate: Int) -> WatchedRun? {
    let most =
      switch study.replicates {
      case .fixed(let count): count
      case .adaptive(let rule): rule.max
      }
    guard points.indices.contains(number), (0..<most).contains(replicate) else { return nil }
    let point = points[number]
    guard point.groupSize <= PageControl.mostPeople else { return nil }
    let result = Simulator(point.scenario, describesCourse: study.hasCourse).run(
      study.key(of: point, replicate: replicate), recordMap: true)
    let steps = result.infectionSteps ?? []
    return WatchedRun(
      grid: point.scenario.grid, ruleName: point.ruleName, period: study.constants(.period),
      label: point.label(in: study),
      log: InfectionLog(infectionSteps: steps, steps: result.steps), stop: result.stopReason,
      equalsStored: storedCurve(number, replicate).map { $0 == result.curve },
      band: band(number))
  }

  /// The curve in `curves.csv`; nil if the file or the run is missing there.
  private func storedCurve(_ point: Int, _ replicate: Int) -> [UInt32]? {
    guard let table = SortedTable(path: "\(folder)/curves.csv"),
      let infected = table.columns.firstIndex(of: "infected"),
      Array(table.columns.prefix(2)) == ["point", "replicate"]
    else { return nil }
    let rows = table.rows(startingWith: [point, replicate])
    let curve = rows.compactMap { $0.count > infected ? UInt32($0[infected]) : nil }
    return rows.isEmpty || curve.count != rows.count ? nil : curve
  }

  /// The point's band in `curve_summary.csv`; nil if the file or the point is missing there.
  private func band(_ point: Int) -> WatchedRun.Band? {
    guard let table = SortedTable(path: "\(folder)/curve_summary.csv"),
      table.columns.first == "point"
    else { return nil }
    let rows = table.rows(startingWith: [point])
    func numbers(_ name: String) -> [Double]? {
      guard let column = table.columns.firstIndex(of: name) else { return nil }
      let values = rows.compactMap { $0.count > column ? Double($0[column]) : nil }
      return values.count == rows.count && !values.isEmpty ? values : nil
    }
    guard let n = numbers("n")?.first, let mean = numbers("mean"), let q05 = numbers("q05"),
      let q95 = numbers("q95")
    else { return nil }
    return WatchedRun.Band(n: Int(n), mean: mean, q05: q05, q95: q95)
  }
}
