import SpreadModel

/// What the server was started with besides plain parameters: a study's points, and perhaps the
/// results folder of its runs.
package struct Material: Sendable {
  /// A point, as the parameter screen shows it.
  struct Point: Sendable {
    var number: Int
    var parameters: Parameters
    var introductions: [Introduction]
    /// One line, such as `group_size 100, rule exact`.
    var label: String
  }

  var studyName: String
  var rules: [NamedRule]
  var pointCount: Int
  /// The point of that number; nil beyond the last one.
  var point: @Sendable (_ number: Int) -> Point?
  /// Runs that can be watched; nil for a study without results.
  var archive: RunArchive?
  /// The run to open at once.
  var opening: (point: Int, replicate: Int)?
}

/// A results folder: repeats its runs from the study alone, and knows what was stored of them.
struct RunArchive: Sendable {
  /// Repeats a run; nil if there is no such point or replicate.
  var watch: @Sendable (_ point: Int, _ replicate: Int) -> WatchedRun?
}

/// A finished run to look at, forward and backward.
struct WatchedRun: Sendable {
  var point: Int
  var replicate: Int
  var grid: Grid
  var ruleName: String
  var period: Double
  var label: String
  var log: InfectionLog
  var stop: StopReason
  /// Whether `curves.csv` holds the same curve; nil if it holds none of this run.
  var equalsStored: Bool?
  var band: Band?

  /// The study's runs of the point, step by step (columns of `curve_summary.csv`).
  struct Band: Codable, Equatable, Sendable {
    var n: Int
    var mean: [Double]
    var q05: [Double]
    var median: [Double]
    var q95: [Double]
  }
}
