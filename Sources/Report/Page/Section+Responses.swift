import PlainText
import SpreadModel
import Tables

extension Section {
  /// The chosen responses by point, and how the runs ended.
  static let responses = Section(
    "responses", "Responses by point", table: "summary",
    [ResponseLines.kind, TimeDistribution.kind]
  ) { folder, _ in
    try listHTML([extinct(folder)].compactMap(\.self))
      + folder.responses.map { try pointTable($0, folder) }.joined(separator: "\n")
  }

  /// The same over the runs that the study asks for.
  static let given = Section("given", "Means over some of the runs", table: "summary_given") {
    folder, _ in
    try folder.summary.conditions.flatMap { given in
      try folder.responses.filter {
        !ReportedFolder.follows($0, from: given)
          && !folder.values(of: $0, given: given).points.isEmpty
      }.map { try pointTable($0, given: given, folder) }
    }.joined(separator: "\n")
  }

  /// In how many runs the infection died out, or was gone at the end where imports go on; nil where nobody recovers.
  private static func extinct(_ folder: ReportedFolder) -> String? {
    let areAll = folder.points.points.allSatisfy(folder.recovers)
    let hasImports =
      folder.study?["model"]?["introductions"]?.elements?.contains { $0["mean"] != nil } ?? false
    let event = "the infection \(hasImports ? "was gone at the end" : "died out")"
    return ReachedRuns("step_to_extinct", folder, at: folder.recovers).words(
      areAll ? event.capitalizedFirst : "Where people recover, \(event)",
      otherwise: "; the others ended with somebody infected")
  }

  private static let mostRows = 40

  /// A response over all runs, or over those in which another one is 1.
  private static func pointTable(
    _ response: String, given: String? = nil, _ folder: ReportedFolder
  ) throws -> HTML {
    let statistic = folder.statistic(of: response)
    let all = folder.values(of: response, given: given).points
    let shown = all.spread(mostRows)
    let facts = try folder.rows(of: response, at: shown, given: given)
    let varied = folder.points.varied
    let columns =
      ["n"] + (statistic == .median ? ["n_reached"] : [])
      + [statistic.rawValue, statistic.low, statistic.high, "q05", "q95"]
    var table = PageTable(
      columns: ["point"] + varied.map(\.name) + columns,
      rows: shown.compactMap { point in
        guard let fact = facts[point] else { return nil }
        return fact.cells(["point"])
          + varied.map { key in folder.points[point].map { key.level($0[key]) } ?? "" }
          + fact.cells(columns)
      })
    table.remark = showing(
      shown.count, of: all.count,
      "points; all are in \(given == nil ? "summary" : "summary_given").csv")
    let subject = folder.subject(of: response) + folder.scope(given)
    return table.html(caption: "\(subject) by point (\(response))".capitalizedFirst)
  }
}

/// In how many runs a response, which is a time, was reached.
struct ReachedRuns {
  let runs: Int
  let reached: Int
  /// Such as "outbreaks that reach half of the group".
  private let which: String

  /// - Parameters:
  ///   - isMeant: which points.
  ///   - condition: the response that is 1 in the runs; nil of all runs.
  init(
    _ response: String, _ folder: ReportedFolder, at isMeant: (PointFacts) -> Bool = { _ in true },
    given condition: String? = nil
  ) {
    which = condition.map(folder.runs(with:)) ?? "runs"
    (runs, reached) = folder.values(of: response, given: condition).count { number in
      folder.points[number].map(isMeant) ?? false
    }
  }

  var share: String { percent(Double(reached) / Double(runs)) }

  /// Such as "The infection died out in 4 of 6 runs (66.7 %)."; nil without runs.
  func words(_ event: String, otherwise: String = "") -> String? {
    if runs == 0 { return nil }
    return [0, runs].contains(reached)
      ? "\(event) in \(reached == 0 ? "none" : "all") of the \(grouped(runs)) \(which)."
      : "\(event) in \(grouped(reached)) of \(grouped(runs)) \(which) (\(share))\(otherwise)."
  }
}
