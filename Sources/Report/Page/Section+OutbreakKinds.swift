import PlainText
import SpreadModel
import Tables

extension Section {
  /// Points whose runs are small outbreaks or large ones, before any mean is given: no run is like it.
  static let outbreakKinds = Section("outbreak_kinds", "Runs of two kinds", table: "summary") {
    folder, _ in
    let kinds = OutbreakKinds(folder)
    return kinds.points.isEmpty ? "" : "<p>\(kinds.sentence)</p>"
  }
}

/// Where final sizes fall into two groups (`OutbreakSizes`).
private struct OutbreakKinds {
  let folder: ReportedFolder
  /// The numbers of the points.
  let points: [Int]

  /// From the times to a tenth and to half of the group, whose `n_reached` counts the runs.
  init(_ folder: ReportedFolder) {
    self.folder = folder
    let (tenths, halves) = (
      folder.values(of: "step_to_10pct"), folder.values(of: "step_to_50pct")
    )
    points = folder.points.points.filter { point in
      guard folder.recovers(point), let tenth = tenths[point.number],
        let large = halves[point.number]?.reached
      else { return false }
      return OutbreakSizes(runs: tenth.runs, atLeastTenth: tenth.reached, atLeastHalf: large)
        .areOfTwoKinds
    }.map(\.number)
  }

  /// The response of 0 or 1 that picks the large outbreaks, where the study asks for it.
  private var condition: String? {
    ["reached_50pct", "reached_10pct"].first(where: folder.summary.conditions.contains)
  }

  var sentence: String {
    let advice: String =
      if folder.chooses {
        "So pictures, and the section of means over some of the runs, are of the large outbreaks alone, the runs with "
          + "\(condition ?? ""); sentences and tables of all runs say so. To choose other runs, add \"given\" to the "
          + "study\u{2019}s analysis, and analyze it again."
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
}
