package import SpreadModel
import Statistics
package import StudyFiles

/// How many runs a wanted precision needs, from a pilot.
///
/// Two numbers each: one from the pilot's own standard deviation, which is too small in about half
/// of all pilots, and a safe one from a bound that the true one exceeds in 20 % only. For runs that
/// are 0 or 1 both follow from the share, also where all runs of the pilot agree; a difference of other
/// values that do not vary in the pilot has no number.
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
    /// Whether a difference needs more than `SampleSize.largest`.
    package var isTooMany = false
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
    /// Whether all runs have one value.
    package let isConstant: Bool
  }

  /// Two points that the study compares, replicate by replicate.
  package struct PairAdvice: Sendable {
    package let factor: ModelKey
    package let a: Point
    package let b: Point
    package let sdOfDifference: Double?
    package let forDifference: Need
    /// Whether all differences are equal.
    package let isConstant: Bool
  }

  package let points: [PointAdvice]
  /// Under common random numbers, the pairs of the study's comparisons of the response: the first ones
  /// where there are more than `mostPairs`.
  package let pairs: [PairAdvice]
  package static let mostPairs = 5_000
  /// Tests of a difference that the study corrects together with those of the response: a difference
  /// is planned at 1 - confidence divided by their number, Bonferroni's bound.
  package let tests: Int

  package init(_ pilot: Pilot, goal: PrecisionGoal, study: Study) {
    let level = study.analysis.confidence
    let tests = study.testsCorrected(with: pilot.response)
    self.tests = tests
    let isOfShares = pilot.response.kind == .flag
    // By the standard deviation to plan with, for the number of runs and for the safe one.
    func difference(paired: Bool, _ sd: (_ wanted: Double, _ isSafe: Bool) -> Double?) -> Need {
      guard let wanted = goal.difference else { return Need() }
      let alpha = (1 - level) / Double(tests)
      let planned = [false, true].map { sd(wanted, $0) }
      let runs = planned.map { sd in
        sd.flatMap {
          SampleSize.forDifference(
            wanted, sd: $0, paired: paired, alpha: alpha, power: goal.power)
        }
      }
      return Need(
        runs: runs[0], safeRuns: runs[1], isTooMany: planned[0] != nil && runs[0] == nil)
    }
    func bound(_ sd: Double, isSafe: Bool) -> Double? {
      isSafe ? SampleSize.upperBound(sd: sd, pilotCount: pilot.replicates) : sd
    }
    points = zip(pilot.points, zip(pilot.values, pilot.diedOut)).map { point, found in
      let (values, diedOut) = found
      let known = values.compactMap(\.self)
      let sample = OutbreakSample(of: known, diedOut: diedOut)
      let isWhole = sample.count == values.count
      let (mean, sd) = isWhole ? (sample.mean, sample.moments.sd) : (nil, nil)
      let isConstant = sd != nil && ValueSummary(known).isConstant
      let forDifference = difference(paired: false) { wanted, isSafe in
        guard let mean, let sd else { return nil }
        if isOfShares {
          return SampleSize.sdOfShares(
            hits: Self.hits(mean, sample.count), trials: sample.count, difference: wanted,
            isSafe: isSafe)
        }
        return isConstant ? nil : bound(sd, isSafe: isSafe)
      }
      return PointAdvice(
        point: point, reached: sample.count, mean: mean, sd: sd,
        forHalfWidth: goal.halfWidth.map {
          isWhole ? Self.halfWidth($0, of: pilot.response, sample, level: level) : Need()
        },
        forDifference: goal.difference == nil ? nil : forDifference, isConstant: isConstant)
    }
    guard goal.difference != nil, study.randomNumbers == .common else {
      pairs = []
      return
    }
    pairs = Self.comparedPairs(pilot, study).map { factor, a, b in
      var found = PairSummary()
      var (above, below) = (0, 0)
      for case (let one?, let other?) in zip(pilot.values[a], pilot.values[b]) {
        found.add(one, other)
        if one > other { above += 1 }
        if one < other { below += 1 }
      }
      let sd = found.count == pilot.replicates ? found.differences.moments.sd : nil
      let isConstant = sd != nil && found.hasEqualDifferences
      let need = difference(paired: true) { wanted, isSafe in
        guard let sd, let planned = bound(sd, isSafe: isSafe) else { return nil }
        if isOfShares {
          return SampleSize.sdOfPairedShares(
            above: above, below: below, pairs: found.count, sd: planned, difference: wanted,
            isSafe: isSafe)
        }
        return isConstant ? nil : planned
      }
      return PairAdvice(
        factor: factor, a: pilot.points[a], b: pilot.points[b], sdOfDifference: sd,
        forDifference: need, isConstant: isConstant)
    }
  }

  /// Of runs that are 0 or 1, those that are 1.
  private static func hits(_ mean: Double, _ count: Int) -> Int {
    Int((mean * Double(count)).rounded())
  }

  private static func halfWidth(
    _ wanted: Double, of response: Response, _ sample: OutbreakSample, level: Double
  ) -> Need {
    guard let mean = sample.mean, let sd = sample.moments.sd else { return Need() }
    if response.kind == .flag {
      // Of all shares within the pilot's interval, the one nearest to a half needs most runs.
      let hits = Self.hits(mean, sample.count)
      let interval = Proportion(successes: hits, trials: sample.count)
        .interval(level: SampleSize.pilotLevel)
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
