package import SpreadModel
import Statistics
package import StudyFiles

/// How many runs a wanted precision needs, from a pilot.
///
/// Two numbers each: one from the pilot's own standard deviation, which is too small in about half
/// of all pilots, and a safe one from a bound that the true one exceeds in 20 % only.
/// Source: docs/statistics.md, "How many runs".
package struct RunAdvice: Sendable {
  /// What is wanted.
  package struct PrecisionGoal: Sendable {
    /// Half of the width of the mean's (or share's) interval, in the response's unit.
    package var halfWidth: Double?
    /// Difference of two points' means that should be found.
    package var difference: Double?
    /// The probability of finding it.
    package var power: Double

    package init(halfWidth: Double?, difference: Double?, power: Double) {
      self.halfWidth = halfWidth
      self.difference = difference
      self.power = power
    }
  }

  /// Runs needed; nil if that is not defined or beyond `SampleSize.largest`.
  package struct Need: Hashable, Sendable {
    package var runs: Int?
    package var safeRuns: Int?
  }

  package struct PointAdvice: Sendable {
    package let point: Point
    package let reached: Int
    /// Nil if some run did not reach the response.
    package let mean: Double?
    package let sd: Double?
    package let forHalfWidth: Need?
    /// Per point, for two points with random numbers of their own.
    package let forDifference: Need?
  }

  /// Two points that the study compares, replicate by replicate.
  package struct PairAdvice: Sendable {
    package let factor: ModelKey
    package let a: Point
    package let b: Point
    package let sdOfDifference: Double?
    package let forDifference: Need
  }

  package let points: [PointAdvice]
  /// Under common random numbers, the pairs of the study's comparisons of the response: the first ones
  /// where there are more than `mostPairs`.
  package let pairs: [PairAdvice]
  package static let mostPairs = 5_000

  package init(_ pilot: Pilot, goal: PrecisionGoal, study: Study) {
    let level = study.analysis.confidence
    func difference(_ sd: Double?, paired: Bool) -> Need {
      guard let wanted = goal.difference, let sd else { return Need() }
      func runs(_ sd: Double) -> Int? {
        SampleSize.forDifference(
          wanted, sd: sd, paired: paired, alpha: 1 - level, power: goal.power)
      }
      let bound = SampleSize.upperBound(sd: sd, pilotCount: pilot.replicates)
      return Need(runs: runs(sd), safeRuns: bound.flatMap(runs))
    }
    points = zip(pilot.points, zip(pilot.values, pilot.diedOut)).map { point, found in
      let (values, diedOut) = found
      let sample = OutbreakSample(of: values.compactMap(\.self), diedOut: diedOut)
      let isWhole = sample.count == values.count
      let (mean, sd) = isWhole ? (sample.mean, sample.moments.sd) : (nil, nil)
      return PointAdvice(
        point: point, reached: sample.count, mean: mean, sd: sd,
        forHalfWidth: goal.halfWidth.map {
          isWhole ? Self.halfWidth($0, of: pilot.response, sample, level: level) : Need()
        },
        forDifference: goal.difference == nil ? nil : difference(sd, paired: false))
    }
    guard goal.difference != nil, study.randomNumbers == .common else {
      pairs = []
      return
    }
    pairs = Self.comparedPairs(pilot, study).map { factor, a, b in
      let differences = zip(pilot.values[a], pilot.values[b]).compactMap { one, other in
        one.flatMap { one in other.map { one - $0 } }
      }
      let sd = differences.count == pilot.replicates ? Moments(of: differences).sd : nil
      return PairAdvice(
        factor: factor, a: pilot.points[a], b: pilot.points[b], sdOfDifference: sd,
        forDifference: difference(sd, paired: true))
    }
  }

  private static func halfWidth(
    _ wanted: Double, of response: Response, _ sample: OutbreakSample, level: Double
  ) -> Need {
    guard let mean = sample.mean, let sd = sample.moments.sd else { return Need() }
    if response.kind == .flag {
      // Of all shares within the pilot's interval, the one nearest to a half needs most runs.
      let hits = Int((mean * Double(sample.count)).rounded())
      let interval = Proportion(successes: hits, trials: sample.count).interval(level: 0.6)
      let worst = interval.map { min(max(0.5, $0.lower ?? 0), $0.upper ?? 1) } ?? 0.5
      return Need(
        runs: SampleSize.forShare(mean, halfWidth: wanted, level: level),
        safeRuns: SampleSize.forShare(worst, halfWidth: wanted, level: level))
    }
    let equal = sd > 0 ? 1 : SampleSize.forEqualValues(mean, halfWidth: wanted, level: level)
    func runs(_ sd: Double, isSafe: Bool) -> Int? {
      let rare = sample.rareScatter(isSafe: isSafe)
      guard let equal else { return nil }
      guard sd > 0 || rare > 0 else { return equal }
      return SampleSize.forHalfWidth(wanted, sd: sd, rare: rare, level: level)
        .map { max($0, equal) }
    }
    return Need(
      runs: runs(sd, isSafe: false),
      safeRuns: SampleSize.upperBound(sd: sd, pilotCount: sample.count)
        .flatMap { runs($0, isSafe: true) })
  }

  /// Places in the pilot of the points that the study compares run by run, each pair once.
  private static func comparedPairs(_ pilot: Pilot, _ study: Study) -> [(ModelKey, Int, Int)] {
    var pairs: [(ModelKey, Int, Int)] = []
    var seen: Set<[Int]> = []
    var asked: [ModelKey: Set<KeyValue?>] = [:]
    for request in study.analysis.comparisons
    where request.response == pilot.response && request.test?.pairing != .never
      && !request.isPooled
      && asked[request.factor, default: []].insert(request.reference).inserted
    {
      for stratum in study.strata(of: pilot.points, apartFrom: request.factor) {
        let left = mostPairs - pairs.count
        for pair in stratum.pairs(reference: request.reference, most: left) {
          let (a, b) = (stratum.places[pair.a], stratum.places[pair.b])
          if seen.insert([min(a, b), max(a, b)]).inserted { pairs.append((request.factor, a, b)) }
        }
      }
    }
    return pairs
  }
}
