import PlainText
import SpreadModel
import Tables

extension Section {
  /// Points whose runs are small outbreaks or large ones, before any mean is given: no run is like it.
  static let outbreakKinds = Section("outbreak_kinds", "Runs of two kinds", table: "summary") {
    folder, _ in
    let kinds = OutbreakKinds(folder)
    return kinds.points.isEmpty
      ? ""
      : "<p>\(kinds.sentence)</p>\n\(kinds.table.html(caption: "runs of two kinds by point"))"
  }
}

/// Where final sizes fall into two groups (`OutbreakSizes`).
private struct OutbreakKinds {
  /// A point's rows: of the times to a tenth and to half of the group, whose `n_reached` counts the runs.
  struct Point {
    let tenth, half: SummaryFacts
    let small: Int

    init?(_ tenth: SummaryFacts, _ half: SummaryFacts?) {
      guard let half, let runs = tenth.count("n"), let reached = tenth.count("n_reached"),
        let large = half.count("n_reached")
      else { return nil }
      let sizes = OutbreakSizes(runs: runs, atLeastTenth: reached, atLeastHalf: large)
      guard sizes.areOfTwoKinds else { return nil }
      (self.tenth, self.half, small) = (tenth, half, sizes.small)
    }
  }

  let folder: ResultsFolder
  let points: [Point]
  private static let mostRows = 40
  /// A response that every study has, and whose mean two kinds of runs spoil.
  private static let response = "final_share"

  init(_ folder: ResultsFolder) {
    self.folder = folder
    let halves = folder.factsByPoint(of: "step_to_50pct")
    points =
      folder.facts(of: "step_to_10pct").filter {
        folder.points[$0.point].map(folder.recovers) ?? false
      }.compactMap { Point($0, halves[$0.point]) }
  }

  /// The response of 0 or 1 that picks the large outbreaks, where the study asks for it.
  private var condition: String? {
    ["reached_50pct", "reached_10pct"].first(where: folder.conditions.contains)
  }

  var sentence: String {
    let advice: String =
      if folder.chooses {
        "So pictures, and the section of means over some of the runs, are of the large outbreaks alone, the runs with "
          + "\(condition ?? ""); sentences and tables of all runs say so. To choose other runs, add \"given\" to the "
          + "study\u{2019}s analysis, and analyze it again."
      } else if let condition {
        "The table has the mean of \(Self.response) over the runs with \(condition), too."
      } else {
        "For means over the large outbreaks alone, add \"given\": [\"reached_50pct\"] to the study\u{2019}s "
          + "analysis, and analyze it again."
      }
    return
      "At \(grouped(points.count)) of \(grouped(folder.points.points.count)) points, runs are "
      + "of two kinds: small outbreaks, in which less than a tenth of the group is ever infected, and "
      + "large ones, in which at least half is; fewer runs lie between the two than on either side. A "
      + "mean over all runs of such a point is that of neither kind. \(advice)"
  }

  var table: PageTable {
    let varied = folder.points.varied
    let means = Dictionary(
      folder.facts(of: Self.response, given: condition).map { ($0.point, $0) },
      uniquingKeysWith: { first, _ in first })
    let all = folder.factsByPoint(of: Self.response)
    let columns = ["mean", "ci_low", "ci_high"]
    let shown = points.spread(Self.mostRows)
    var table = PageTable(
      columns: ["point"] + varied.map(\.name) + ["n", "small", "large", "mean"]
        + (condition == nil ? [] : ["mean_large", "ci_low", "ci_high"]),
      rows: shown.map { point in
        let (number, place) = (point.tenth.point, folder.points[point.tenth.point])
        let counts = [
          point.tenth.shown("n"),
          String(point.small),
          point.half.shown("n_reached"),
          all[number].map { $0.cells(columns)[0] } ?? "",
        ]
        return [point.tenth.shown("point")] + varied.map { place?.words(of: $0) ?? "" } + counts
          + (condition == nil ? [] : means[number]?.cells(columns) ?? ["", "", ""])
      })
    table.remark = showing(
      shown.count, of: points.count, "points; all are in summary.csv")
    return table
  }
}
