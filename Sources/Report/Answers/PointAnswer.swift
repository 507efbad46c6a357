import PlainText

/// What happens at a single point.
struct PointAnswer {
  /// Runs that infect a tenth of the group, and all runs; nil where nobody recovers.
  let large: (runs: Int, of: Int, share: Measured)?
  /// The runs that the other values are of, such as "in a large outbreak "; nil of all runs.
  let scope: String?
  let finalShare: Measured?
  let peak: Measured?
  let peakTime: Measured?
  /// Where nobody recovers: the time until half of the group is infected.
  let half: Measured?

  func sentences(level: String) -> [String] {
    var sentences: [String] = []
    if let large {
      let range = large.share.range().map { ", \(level) interval \($0) %" } ?? ""
      sentences.append(
        "\(large.runs == 0 ? "None" : large.runs == large.of ? "All" : grouped(large.runs)) of "
          + "\(grouped(large.of)) outbreaks \(large.runs == 1 ? "reaches" : "reach") a tenth of the "
          + "group (\(large.share.text)\(range)).")
    }
    if let half {
      sentences.append("Half of the group is infected after \(half.words(level)), the median.")
    }
    var course: [String] = []
    if let finalShare {
      course.append("\(finalShare.words(level)) of the group is ever infected")
    }
    if let peak {
      let time = peakTime.map { ", \($0.text) after the start" } ?? ""
      course.append("at the peak \(peak.words()) are infected at the same time\(time)")
    }
    if !course.isEmpty {
      let who = scope ?? (large == nil ? "" : "on average ")
      sentences.append((who + course.joined(separator: "; ") + ".").capitalizedFirst)
    }
    return sentences
  }
}
