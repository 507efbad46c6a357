import SpreadModel
import StudyFiles
import Tables

/// Values of one response at all points, or why there are none.
struct SensitivityValues<Value> {
  typealias Remarks = [Remark<SensitivityStatus>]

  /// By point.
  var values: [Value]?
  var remarks: Remarks = []

  /// Of all runs, how many have no value.
  private struct Missing {
    var runs = 0, without = 0
    /// The last step up to which all times are known.
    var limit = Double.infinity

    mutating func add(_ value: Double?, known: Double?) {
      runs += 1
      guard value == nil else { return }
      without += 1
      if let known { limit = min(limit, known) }
    }

    /// - Parameter isRestricted: whether times count up to the limit.
    func remarks(_ response: Response, isRestricted: Bool) -> Remarks {
      guard without > 0 else { return [] }
      let share = "\(without) of \(runs) runs"
      guard response.kind == .time else {
        return [Remark(.noValue, "\(share) have no value; ask for another response")]
      }
      guard isRestricted else {
        return [
          Remark(
            .censored,
            "\(share) did not reach it; ask for a share of runs, such as reached_50pct, or give more steps"
          )
        ]
      }
      return [
        Remark(
          .censored,
          "\(share) did not reach it: all times count up to step \(Int(limit)), as restricted means"
        )
      ]
    }
  }
}

extension SensitivityValues where Value == Double {
  /// The mean of each point's finished runs.
  ///
  /// - Parameter isRestricted: whether a time that was not reached counts, up to the last step known of
  ///   all runs; else there are no values then.
  init(meansOf response: Response, in results: CountedRuns, isRestricted: Bool) throws {
    var missing = Missing()
    var means: [Double] = []
    means.reserveCapacity(results.points.count)
    for result in results.points {
      var (sum, count) = (0.0, 0)
      try results.forEachValue(response, of: result, replicates: 0..<result.replicates) {
        _, value, known in
        missing.add(value, known: known)
        sum += value ?? 0
        count += 1
      }
      guard count > 0 else {
        remarks = [Remark(.failedRuns, "all runs of point \(result.point.number) failed")]
        return
      }
      means.append(sum / Double(count))
    }
    remarks = missing.remarks(response, isRestricted: isRestricted)
    guard missing.without > 0 else {
      values = means
      return
    }
    guard isRestricted, response.kind == .time else { return }
    let limit = missing.limit
    values = try results.points.map { result in
      var (sum, count) = (0.0, 0)
      try results.forEachValue(response, of: result, replicates: 0..<result.replicates) {
        _, value, _ in
        sum += min(value ?? limit, limit)
        count += 1
      }
      return sum / Double(count)
    }
  }
}

/// More values per point are averaged in blocks of equal size: the jackknife's time grows with the square
/// of their number.
private let mostBlocks = 200

extension SensitivityValues where Value == [Double] {
  /// Of each point the replicates that every point has: what they share is no error
  /// (docs/statistics.md, "Sensitivity").
  init(blocksOf response: Response, in results: CountedRuns) throws {
    let fewest = results.points.map(\.replicates).min() ?? 0
    let size = max(1, (fewest + mostBlocks - 1) / mostBlocks)
    let wanted = fewest / size * size
    var missing = Missing()
    var blocks: [[Double]] = []
    blocks.reserveCapacity(results.points.count)
    for result in results.points {
      var (sum, count) = (0.0, 0)
      var means: [Double] = []
      try results.forEachValue(response, of: result, replicates: 0..<wanted) { _, value, known in
        missing.add(value, known: known)
        sum += value ?? 0
        count += 1
        if count.isMultiple(of: size) {
          means.append(sum / Double(size))
          sum = 0
        }
      }
      guard count == wanted else {
        remarks = [
          Remark(
            .failedRuns,
            "runs of point \(result.point.number) failed, and variance shares need every replicate")
        ]
        return
      }
      blocks.append(means)
    }
    remarks = missing.remarks(response, isRestricted: false)
    if missing.without == 0 { values = blocks }
  }
}
