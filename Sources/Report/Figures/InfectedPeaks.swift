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
  var sentence: Words {
    let order = peaks.sorted { $0.key < $1.key }
    guard let low = order.min(by: { $0.value.share < $1.value.share }),
      let high = order.max(by: { $0.value.share < $1.value.share })
    else { return "" }
    let (share, all) = ("mean/group_size", Source("curve_summary", ["series": "infected"]))
    func words(_ point: Int, _ peak: Peak) -> (share: Words, step: Words) {
      let source = all.with("point", [String(point)])
      let step: Words = "at step \(source.with("step", [peak.step]).number("step", peak.step))"
      return (
        source.derived(
          .max, of: share, value: "\(peak.share)", shown: Words(name: percent(peak.share))),
        source.extreme(.argmax, of: share, by: "step", at: peak.step, step)
      )
    }
    func end(
      _ end: Source.Derivation, _ word: Words, _ point: (key: Int, value: Peak)
    ) -> Words {
      let (peak, step) = words(point.key, point.value)
      let place = list.words(list.points[point.key])
      return all.extreme(
        end, .max, of: share, by: "point", at: String(point.key),
        "\(word) \(peak) (\(place), \(step))")
    }
    guard order.count > 1 else {
      let (peak, step) = words(high.key, high.value)
      return "The peak is \(step): \(peak) of the group is infected at the same time, on average."
    }
    return "The peak of the mean share of people infected at the same time ranges "
      + "\(end(.argmin, "from", low)) \(end(.argmax, "to", high))."
  }
}
