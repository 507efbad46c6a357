import SpreadEngine
import SpreadModel
import StudyFiles

/// A results folder: its runs are repeated from the study alone, and compared with what was
/// stored of them.
struct RunArchive: Sendable {
  let folder: String
  let study: Study
  let placed: PlacedPoints

  /// Repeats a run; nil if the study has none of these numbers, it fails, or its group is too large to
  /// show.
  func watch(point number: Int, replicate: Int) -> WatchedRun? {
    guard placed.points.indices.contains(number), placed.replicates[number].contains(replicate)
    else { return nil }
    let point = placed.points[number]
    guard point.groupSize <= PageControl.mostPeople else { return nil }
    let engine = WatchedEngine(
      Simulator(point.scenario), study.key(of: point, replicate: replicate),
      people: point.groupSize)
    var log = StateLog()
    log.extendStep(engine.news())
    while engine.simulator.stopReason == nil {
      engine.simulator.step()
      guard engine.simulator.failure == nil else { return nil }
      log.appendStep(engine.news())
      guard log.count <= Self.mostChanges else { return nil }
    }
    return WatchedRun(
      grid: point.scenario.grid, ruleName: point.ruleName, period: study.constants(.period),
      label: point.label(in: study), log: log, tracksPeople: point.scenario.tracksPeople,
      undrawn: point.reasonUndrawn, stop: engine.simulator.stopReason ?? .maxSteps,
      equalsStored: equalsStored(log, number, replicate), band: band(number))
  }

  /// Changes of people's states that a page holds while it watches a run: four bytes each.
  static let mostChanges = 1 << 25

  /// Whether `curves.csv` has the same numbers of people; nil if the file or the run is missing there.
  private func equalsStored(_ log: StateLog, _ point: Int, _ replicate: Int) -> Bool? {
    guard let table = SortedTable(path: "\(folder)/curves.csv"),
      table.columns.contains("infected"), Array(table.columns.prefix(2)) == ["point", "replicate"]
    else { return nil }
    let rows = table.rows(startingWith: [point, replicate])
    guard !rows.isEmpty else { return nil }
    let seen: [(column: String, people: [Int])] = [
      ("infected", (0...log.step).map { log.infected(after: $0) }),
      ("latent", log.counts.map { Int($0[.latent]) }),
      ("immune", log.counts.map { Int($0[.immune]) }),
    ]
    return seen.allSatisfy { name, people in
      // Only studies in which people recover have more than the first.
      guard let column = table.columns.firstIndex(of: name) else { return true }
      return rows.map { $0.count > column ? Int($0[column]) : nil } == people
    }
  }

  /// The point's band in `curve_summary.csv`; nil if the file or the point is missing there.
  private func band(_ point: Int) -> WatchedRun.Band? {
    guard let table = SortedTable(path: "\(folder)/curve_summary.csv"),
      table.columns.first == "point"
    else { return nil }
    var rows = table.rows(startingWith: [point])
    if let series = table.columns.firstIndex(of: "series") {
      rows.removeAll { $0.count <= series || $0[series] != "infected" }
    }
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
