/// What the responses of a run are read from: its curves and shape, looked at once.
///
/// A class, as every response is handed it: as a value it would be copied for each of them, which took
/// as long as all responses of a small run.
package final class RunSummary: Sendable {
  /// Where the people of the group stand.
  package let grid: Grid
  let result: RunResult
  /// People infected at least once after each step, from step 0 on: it never falls.
  let everInfected: [UInt32]
  /// Of the run's point; nil of what is no number.
  package let level: @Sendable (ModelKey) -> Double?
  /// The largest number of new infections in one step after step 0, and the first step with it;
  /// 0, 0 if there was none.
  package let peak: (people: Int, step: Int)
  /// With a course: the largest number of people infected at the same time, step 0 included, and
  /// the first step with it.
  package let mostInfected: (people: Int, step: Int)

  package init(
    _ result: RunResult, on grid: Grid,
    level: @escaping @Sendable (ModelKey) -> Double? = { _ in nil }
  ) {
    self.grid = grid
    self.level = level
    self.result = result
    everInfected = result.course?.curves.everInfected ?? result.curve
    if let course = result.course {
      peak = Self.peak(of: course.curves.newInfections)
      mostInfected = Self.largest(of: result.curve)
    } else {
      peak = Self.steepest(of: result.curve)
      mostInfected = (0, 0)
    }
  }

  package var curves: RunCurves {
    var curves = result.curves
    curves.latent = result.latent
    return curves
  }
  /// People of the group.
  package var people: Int { grid.people }
  /// Steps simulated.
  package var steps: Int { everInfected.count - 1 }
  /// People infected by the end.
  package var infected: Int { Int(everInfected[everInfected.count - 1]) }

  /// The largest number of people infected and not latent at the same time, step 0 included, and the first
  /// step with it. Computed when asked for, as few studies have latent people.
  var mostInfectious: (people: Int, step: Int) {
    guard let latent = result.course?.curves.latent ?? result.latent else {
      return Self.largest(of: result.curve)
    }
    return Self.largest(of: zip(result.curve, latent).map { $0 - $1 })
  }

  /// First step with 100 infected >= percent people; nil if there is none.
  func step(toPercent percent: Int) -> Int? {
    everInfected.firstStep(withAtLeast: (percent * people + 99) / 100)
  }

  /// The largest step of a curve and the first step with it.
  private static func steepest(of curve: [UInt32]) -> (people: Int, step: Int) {
    var most: UInt32 = 0
    var first = 0
    curve.withUnsafeBufferPointer { curve in
      for step in 1..<curve.count where curve[step] &- curve[step - 1] > most {
        most = curve[step] &- curve[step - 1]
        first = step
      }
    }
    return (Int(most), first)
  }

  /// The largest value after step 0 and the first step with it; 0, 0 if there is none above 0.
  private static func peak(of values: [UInt32]) -> (people: Int, step: Int) {
    var (most, first): (UInt32, Int) = (0, 0)
    for step in values.indices.dropFirst() where values[step] > most {
      (most, first) = (values[step], step)
    }
    return (Int(most), first)
  }

  private static func largest(of values: [UInt32]) -> (people: Int, step: Int) {
    let most = values.max() ?? 0
    return (Int(most), values.firstIndex(of: most) ?? 0)
  }
}
