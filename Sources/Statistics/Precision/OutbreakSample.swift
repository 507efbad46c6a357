/// The values of a response over runs, some of which may be outbreaks that die out at once.
///
/// Where that is rare, runs agree well until the first such outbreak, and their own scatter makes
/// a mean look precise that is not. But the value of that outbreak is known beforehand. So a run is
/// taken to scatter at least as if `unseen` of the runs had ended there; as soon as a run has come
/// nearer to there than to the mean, as if `seen` had: a t interval that rests on fewer of them
/// covers too rarely. Source: docs/statistics.md, "Outbreaks that die out at once".
package struct OutbreakSample: IntervalEstimate, Hashable {
  /// Outbreaks that count as died out at once: where none was seen, and where one was.
  static let unseen = 3.0
  static let seen = 16.0

  package private(set) var moments = Moments()
  /// The response of an outbreak that dies out at once; nil where none does, or it has no value.
  package let diedOut: Double?

  package init(diedOut: Double? = nil) { self.diedOut = diedOut }

  package init(of values: [Double], diedOut: Double? = nil) {
    self.diedOut = diedOut
    moments = Moments(of: values)
  }

  package var count: Int { moments.count }
  package var mean: Double? { moments.mean }
  /// No number without runs.
  package var estimate: Double { mean ?? .nan }

  package mutating func add(_ value: Double) { moments.add(value) }

  /// Adds the runs of a sample of the same scenario.
  package mutating func merge(_ other: OutbreakSample) { moments.merge(other.moments) }

  /// Of a run; nil for fewer than two.
  package var variance: Double? { moments.variance.map { max($0, rareVariance) } }

  /// Whether that is more than the runs themselves scatter.
  var isRareBound: Bool { rareVariance > moments.variance ?? .infinity }

  /// The mean's; nil for fewer than two runs.
  package func interval(level: Double) -> Interval? {
    StudentEstimate(mean: mean, sd: variance?.squareRoot(), count: count)?.interval(level: level)
  }

  /// What rare outbreaks add to the scatter of n runs, times the root of n.
  ///
  /// - Parameter isSafe: whether to take it that some outbreak will die out at once, though none has.
  package func rareScatter(isSafe: Bool) -> Double {
    distance * (isSafe || isSeen ? Self.seen : Self.unseen).squareRoot()
  }

  /// From the mean to an outbreak that dies out at once; 0 where there is none.
  private var distance: Double {
    guard let mean, let diedOut else { return 0 }
    return abs(mean - diedOut)
  }

  /// Whether a run came nearer to an outbreak that dies out at once than to the mean.
  private var isSeen: Bool {
    guard let diedOut, let mean, let least = moments.min, let most = moments.max else {
      return false
    }
    return diedOut < mean ? least - diedOut < mean - least : diedOut - most < most - mean
  }

  /// The least variance of a run that rare outbreaks leave.
  private var rareVariance: Double {
    let scatter = rareScatter(isSafe: false)
    return scatter * scatter / Double(count)
  }
}
