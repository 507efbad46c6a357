/// Times that were reached and times that were not, each value with how often it came: memory
/// grows with the different times, not with the runs.
package struct CountedTimes: Sendable {
  package struct Row: Hashable, Sendable {
    package let time: Double
    /// Something happened then.
    package let events: Int
    /// Watching ended then, without it.
    package let censored: Int
  }

  package private(set) var reached = CountedValues()
  package private(set) var unreached = CountedValues()
  package var count: Int { reached.count + unreached.count }
  package var events: Int { reached.count }

  package init() {}

  package init(reached: CountedValues, unreached: CountedValues) {
    self.reached = reached
    self.unreached = unreached
  }

  package init(_ values: [CensoredTime]) {
    for value in values { add(value.time, happened: value.happened) }
  }

  package mutating func add(_ time: Double, happened: Bool, times: Int = 1) {
    if happened { reached.add(time, times: times) } else { unreached.add(time, times: times) }
  }

  /// By time.
  package var rows: [Row] {
    var rows: [Row] = []
    [reached.rows, unreached.rows].forEachValue { time, counts in
      rows.append(Row(time: time, events: counts[0], censored: counts[1]))
    }
    return rows
  }

  /// The last time, and whether watching ended then without it; nil without any.
  var last: (time: Double, isOpen: Bool)? {
    let (happened, ended) = (reached.rows.last?.value, unreached.rows.last?.value)
    return [happened, ended].compactMap(\.self).max().map { ($0, $0 == ended) }
  }
}
