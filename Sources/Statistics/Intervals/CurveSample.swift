/// Curves of a group, or differences of pairs of curves, in memory that does not grow with their
/// number: the moments of all of them at each step, and the first of them as they are.
///
/// A run that has ended keeps its last value, so a curve goes on with it.
package struct CurveSample: Sendable {
  package private(set) var count = 0
  private var first: [[Int32]] = []
  private var firstSize = 0
  /// By step: of the curves that have it.
  private var present: [CountMoments] = []
  /// By step: the last values of the curves that end with it.
  private var ended: [CountMoments] = []

  /// Values of whole curves that are kept, but always those of `fewest` curves. The distribution of the
  /// greatest |t| depends only on how the steps of a curve are correlated: more would not move it.
  private static let mostValues = 1 << 18
  private static let fewest = 256

  /// What a curve takes in memory, in values: its array has four words of its own.
  private static func size(steps: Int) -> Int { steps + 4 }

  package init() {}

  /// - Precondition: `curve` is not empty.
  package mutating func add(_ curve: [Int]) { add(any: curve) }
  package mutating func add(_ curve: [UInt32]) { add(any: curve) }

  private mutating func add(any curve: [some FixedWidthInteger]) {
    makeRoom(for: curve.count)
    var last = 0
    for (step, value) in curve.enumerated() {
      last = Int(value)
      present[step].add(last)
    }
    ended[curve.count - 1].add(last)
    if first.count == count { keep(curve.map { Int32($0) }) }
    count += 1
  }

  /// Adds curves that come after.
  package mutating func merge(_ others: CurveSample) {
    makeRoom(for: others.length)
    for step in others.present.indices {
      present[step].merge(others.present[step])
      ended[step].merge(others.ended[step])
    }
    if first.count == count { for curve in others.first { keep(curve) } }
    count += others.count
  }

  private mutating func makeRoom(for steps: Int) {
    let more = repeatElement(CountMoments(), count: max(0, steps - present.count))
    present += more
    ended += more
  }

  private mutating func keep(_ curve: [Int32]) {
    firstSize += Self.size(steps: curve.count)
    if first.count < Self.fewest || firstSize <= Self.mostValues { first.append(curve) }
  }

  /// Steps of the longest curve.
  package var length: Int { present.count }
  /// By step how many curves end there.
  package var ends: [Int] { ended.map(\.count) }
  /// The mean by step.
  package var mean: [Double] { moments(steps: length).map(\.mean) }

  /// For what takes time with every value, such as resampling: fewer, and fewer still of long curves.
  ///
  /// - Returns: the first curves, each up to its own end.
  package var few: [[Double]] { few(length).map { $0.map(Double.init) } }

  /// The first curves over the given steps.
  package func few(_ steps: Range<Int>) -> [[Double]] {
    few(steps.count).map { curve in
      steps.map { Double($0 < curve.count ? curve[$0] : curve[curve.count - 1]) }
    }
  }

  private func few(_ steps: Int) -> some Sequence<[Int32]> {
    first.prefix(min(Self.fewest, max(32, 100_000 / max(1, steps))))
  }

  /// The first curves, each over as many steps.
  func first(steps: Int) -> [[Double]] {
    first.prefix(max(Self.fewest, Self.mostValues / Self.size(steps: steps))).map { curve in
      let last = Double(curve[curve.count - 1])
      return curve.map(Double.init) + repeatElement(last, count: max(0, steps - curve.count))
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
