import PlainText
import SpreadModel
import Tables

/// The largest mean share of people infected at the same time, of each point.
struct InfectedPeaks {
  private struct Peak {
    var share: Double
    var step: String
  }

  private let list: PointList
  private var peaks: [Int: Peak] = [:]

  init(_ list: PointList) { self.list = list }

  /// Takes up a step of the infected.
  mutating func add(_ row: CSVRow) {
    guard let point = row.count("point").flatMap({ list[$0] }), let mean = row.number("mean")
    else { return }
    let share = mean / Double(point.people)
    if peaks[point.number].map({ share > $0.share }) ?? true {
      peaks[point.number] = Peak(share: share, step: row["step"])
    }
  }

  /// Of all points, drawn or not.
  var sentence: String {
    let order = peaks.sorted { $0.key < $1.key }
    guard let low = order.min(by: { $0.value.share < $1.value.share }),
      let high = order.max(by: { $0.value.share < $1.value.share })
    else { return "" }
    func words(_ point: (key: Int, value: Peak)) -> String {
      "\(percent(point.value.share)) (\(list.words(list.points[point.key])), at step \(point.value.step))"
    }
    guard order.count > 1 else {
      return "The peak is at step \(high.value.step): \(percent(high.value.share)) of the group is "
        + "infected at the same time, on average."
    }
    return "The peak of the mean share of people infected at the same time ranges "
      + "from \(words(low)) to \(words(high))."
  }
}
