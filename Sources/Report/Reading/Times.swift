import Tables

/// The times of one point's runs.
struct Times {
  /// Finished runs.
  private(set) var runs = 0
  private(set) var reached = 0
  /// Largest number of steps of any run.
  private(set) var longest = 0
  /// The step at which the last run that got there did.
  private(set) var lastArrival = 0
  private var counts: [Int: Int] = [:]

  /// By number of point.
  ///
  /// - Parameter condition: the response that is 1 in the runs; nil of all runs.
  static func read(
    _ response: String, points: [PointFacts], of folder: ReportedFolder, given condition: String?
  ) throws -> [Int: Times] {
    let file = folder.runs
    var times: [String: Times] = [:]
    for point in points { times[String(point.number)] = Times() }
    try file.forEachRow(
      ["steps", response] + [condition].compactMap(\.self), at: points.map(\.number)
    ) { row in
      if let condition, row[condition] != "1" { return }
      guard let steps = row.count("steps") else { return }
      times[row["point"]]?.add(row.count(response), steps: steps)
    }
    return Dictionary(
      uniqueKeysWithValues: times.compactMap { key, value in Int(key).map { ($0, value) } })
  }

  private mutating func add(_ time: Int?, steps: Int) {
    runs += 1
    longest = max(longest, steps)
    guard let time else { return }
    reached += 1
    lastArrival = max(lastArrival, time)
    counts[time, default: 0] += 1
  }

  /// Runs that had got there by each step at which their number changes, from 0 to the last step.
  func cumulative(until end: Int) -> [(step: Int, runs: Int)] {
    var total = 0
    var steps = [(0, counts[0] ?? 0)]
    for (step, count) in counts.sorted(by: { $0.key < $1.key }) {
      total += count
      if step > 0 { steps.append((step, total)) }
    }
    if let last = steps.last, last.0 < end { steps.append((end, total)) }
    return steps
  }
}
