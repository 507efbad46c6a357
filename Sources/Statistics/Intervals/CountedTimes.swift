/// Times that were reached and times that were not, each value with how often it came: memory
/// grows with the different times, not with the runs.
package struct CountedTimes: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var time: Double
    /// Something happened then.
    package var events = 0
    /// Watching ended then, without it.
    package var censored = 0
  }

  private var byTime: [Double: Row] = [:]
  package private(set) var count = 0
  package private(set) var events = 0

  package init() {}

  package init(_ values: [CensoredTime]) {
    for value in values { add(value.time, happened: value.happened) }
  }

  package mutating func add(_ time: Double, happened: Bool, times: Int = 1) {
    count += times
    if happened {
      events += times
      byTime[time, default: Row(time: time)].events += times
    } else {
      byTime[time, default: Row(time: time)].censored += times
    }
  }

  /// By time.
  package var rows: [Row] { byTime.values.sorted { $0.time < $1.time } }

  subscript(time: Double) -> Row { byTime[time] ?? Row(time: time) }
}
