import RunStore
import SpreadModel
import StudyFiles

/// The recorded curves of one point, as far as fits and bands need them: their mean, and the
/// first of them as they are.
///
/// A run that has ended keeps its last value. Everything depends on the curves in replicate order.
struct PointCurves {
  private(set) var count = 0
  private var sums: [Int] = []  // by step: over the runs that have it
  private var lastValues: [Int] = []  // by step: of the runs whose last step it is
  /// By step how many runs have their last step there.
  private(set) var ends: [Int] = []
  private var first: [[UInt32]] = []

  /// Whole curves that are kept, for what depends on how the steps of a run hang together: the
  /// factor of a simultaneous band, the law of the greatest misfit. More would not move either.
  private static let mostKept = 256
  /// Long curves are handed out in smaller numbers: resampling takes time with every value.
  private static let mostValues = 100_000
  private static let fewestKept = 32

  mutating func add(_ curve: [UInt32]) {
    count += 1
    makeRoom(for: curve.count)
    for (step, infected) in curve.enumerated() { sums[step] += Int(infected) }
    lastValues[curve.count - 1] += Int(curve[curve.count - 1])
    ends[curve.count - 1] += 1
    if first.count < Self.mostKept { first.append(curve) }
  }

  /// Adds curves of later replicates.
  mutating func add(_ others: PointCurves) {
    count += others.count
    makeRoom(for: others.sums.count)
    for step in others.sums.indices {
      sums[step] += others.sums[step]
      lastValues[step] += others.lastValues[step]
      ends[step] += others.ends[step]
    }
    first += others.first.prefix(Self.mostKept - first.count)
  }

  private mutating func makeRoom(for steps: Int) {
    let missing = max(0, steps - sums.count)
    sums += [Int](repeating: 0, count: missing)
    lastValues += [Int](repeating: 0, count: missing)
    ends += [Int](repeating: 0, count: missing)
  }

  /// The mean of the infected people by step.
  var mean: [Double] {
    var ended = 0
    return sums.indices.map { step in
      defer { ended += lastValues[step] }
      return Double(sums[step] + ended) / Double(count)
    }
  }

  /// The first curves, each up to its own end.
  var sample: [[Double]] { kept(sums.count).map { $0.map(Double.init) } }

  /// The first curves over the given steps.
  func sample(_ steps: Range<Int>) -> [[Double]] {
    kept(steps.count).map { curve in
      steps.map { Double($0 < curve.count ? curve[$0] : curve[curve.count - 1]) }
    }
  }

  private func kept(_ steps: Int) -> some Sequence<[UInt32]> {
    first.prefix(max(Self.fewestKept, Self.mostValues / max(1, steps)))
  }

  /// All steps of the longest run.
  var steps: Range<Int> { 0..<sums.count }
}

extension StudyResults {
  /// Passes the recorded curves of a point's runs by, in replicate order.
  func forEachCurve(
    of result: PointResult, _ replicates: Range<Int>,
    _ body: (_ replicate: Int, _ everInfected: [UInt32]) -> Void
  ) throws {
    try store.forEachRun(
      point: result.point.identity, replicates: replicates, withCurves: true, withMaps: false
    ) { run in
      if case .ok(_, _, let curve?, _, _) = run.outcome { body(run.replicate, curve.everInfected) }
    }
  }

  /// The key of everything that is resampled of a point.
  func key(of point: Point) -> UInt64 { study.seed ^ point.identity }
}
