import PlainText
import SpreadModel
import Tables

extension Section {
  /// Points whose runs are small outbreaks or large ones (`OutbreakSizes`), before any mean is given: no run is
  /// like it.
  static let outbreakKinds = Section("outbreak_kinds", "Runs of two kinds", table: "summary") {
    folder, _ in
    let all = folder.points.points
    let count = all.count { point in
      folder.recovers(point) && folder.summary.sizes(at: point.number)?.areOfTwoKinds == true
    }
    if count == 0 { return "" }
    let which = folder.chooses ? "Pictures are of the large ones alone where they say so. " : ""
    return """
      <p>\(all.count == 1 ? "Runs" : "At \(grouped(count)) of \(grouped(all.count)) points, runs") are of two kinds: small outbreaks, in which less \
      than a tenth of the group is ever infected, and large ones, in which at least half is. A mean over all runs of \
      such a point is that of neither kind. \(which)To choose the runs that means are over, add \
      \("\"given\": [\"reached_50pct\"]") to the study\u{2019}s analysis, and analyze it again.</p>
      """
  }
}
