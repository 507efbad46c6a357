/// Curves of a group, or differences of pairs of curves, in memory that does not grow with their
/// number: the moments of all of them at each step, and the first of them as they are.
///
/// A run that has ended keeps its last value, so a curve goes on with it.
package struct CurveSample: Sendable {
  package private(set) var count = 0
  private var first: [[Double]] = []
  private var firstSize = 0
  /// By step: of the curves that have it.
  private var present: [CountMoments] = []
  /// By step: the last values of the curves that end with it.
  private var ended: [CountMoments] = []

  /// Values of whole curves that are kept, but always those of `fewest` curves. The law of the
  /// greatest |t| depends only on how the steps of a curve are correlated: more would not move it.
  private static let mostValues = 1 << 18
  private static let fewest = 256

  /// What a curve takes in memory, in values: its array has four words of its own.
  private static func size(steps: Int) -> Int { steps + 4 }

  package init() {}

  /// - Precondition: `curve` is not empty.
  package mutating func add(_ curve: [Int]) {
    if present.count < curve.count {
      let more = repeatElement(CountMoments(), count: curve.count - present.count)
      present += more
      ended += more
    }
    for (step, value) in curve.enumerated() { present[step].add(value) }
    ended[curve.count - 1].add(curve[curve.count - 1])
    firstSize += Self.size(steps: curve.count)
    if first.count == count, count < Self.fewest || firstSize <= Self.mostValues {
      first.append(curve.map(Double.init))
    }
    count += 1
  }

  /// Steps of the longest curve.
  package var length: Int { present.count }

  /// The first curves, each over as many steps.
  func first(steps: Int) -> [[Double]] {
    first.prefix(max(Self.fewest, Self.mostValues / Self.size(steps: steps))).map { curve in
      guard curve.count < steps else { return curve }  // no copy
      return curve + repeatElement(curve[curve.count - 1], count: steps - curve.count)
    }
  }

  /// The moments of all curves at as many steps.
  func moments(steps: Int) -> [StepMoments] {
    var before = CountMoments()  // of the curves that have ended
    return (0..<steps).map { step in
      var all = before
      if step < length {
        all.merge(present[step])
        before.merge(ended[step])
      }
      return StepMoments(all)
    }
  }
}

/// Of curves at one step.
struct StepMoments {
  let count: Int
  let mean: Double
  /// With divisor n - 1.
  let variance: Double
  /// Of the mean.
  var squaredError: Double { variance / Double(count) }
}

extension StepMoments {
  init(_ moments: Moments) {
    self.init(count: moments.count, mean: moments.mean ?? 0, variance: moments.variance ?? 0)
  }

  init(_ moments: CountMoments) {
    self.init(count: moments.count, mean: moments.mean ?? 0, variance: moments.variance ?? 0)
  }
}
