import PlainText
import SpreadModel
import Tables

/// The largest mean share of people infected at the same time, of each point.
struct InfectedPeaks {
  private struct Peak {
    var share: Double
    var step: String
  }

  private let folder: ResultsFolder
  private let condition: String?
  private var list: PointList { folder.points }
  private var peaks: [Int: Peak] = [:]

  /// - Parameter condition: the response that is 1 in the runs; nil of all runs.
  init(_ folder: ResultsFolder, _ condition: String?) {
    (self.folder, self.condition) = (folder, condition)
  }

  /// Takes up a step of the infected.
  mutating func add(_ row: CSVRow) {
    guard let point = row.count("point").flatMap({ list[$0] }), let mean = row.number("mean")
    else { return }
    let share = mean / Double(point.people)
    if peaks[point.number].map({ share > $0.share }) ?? true {
      peaks[point.number] = Peak(share: share, step: row["step"])
    }
  }

  /// Of all points, drawn or not. The curves of runs peak at different steps, so the peak of their mean is lower than
  /// the mean of their peaks.
  var sentence: String {
    let order = peaks.sorted { $0.key < $1.key }
    guard let low = order.min(by: { $0.value.share < $1.value.share }),
      let high = order.max(by: { $0.value.share < $1.value.share })
    else { return "" }
    func words(_ point: (key: Int, value: Peak)) -> String {
      "\(percent(point.value.share)) (\(list.words(list.points[point.key])), at step \(point.value.step))"
    }
    let curve = "of the mean curve\(folder.scope(condition))"
    let start =
      order.count > 1
      ? "The peak \(curve) ranges from \(words(low)) to \(words(high)) of the group infected at the same time"
      : "The peak \(curve) is at step \(high.value.step), with \(percent(high.value.share)) of the group "
        + "infected at the same time"
    return "\(start)\(ownPeaks)."
  }

  /// The means of `peak_infected`.
  private var ownPeaks: String {
    let shares = folder.facts(of: "peak_infected", given: condition).compactMap { fact in
      list[fact.point].flatMap { point in
        fact.number("mean").map { $0 / Double(point.people) }
      }
    }
    guard let low = shares.min(), let high = shares.max() else { return "" }
    let range = shares.count > 1 ? "from \(percent(low)) to \(percent(high))" : percent(low)
    return "; the mean of the runs\u{2019} own peaks, each at a step of its own, is \(range)"
  }
}
