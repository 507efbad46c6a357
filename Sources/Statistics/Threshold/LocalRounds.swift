/// The second stage of a threshold search: rounds of three levels around the crossing as it is known,
/// each judged by its own runs alone, until one as narrow as wanted.
///
/// A round is judged alone because its levels follow from the runs before it: given these, it is an
/// experiment with fixed levels, whose interval holds what it claims. Runs of rounds before have done
/// their part by bringing the levels near. Source: docs/threshold.md.
struct LocalRounds {
  /// Three levels, and what their runs said so far.
  private struct Round {
    let levels: [Double]
    let reach: Double
    /// Share of the runs that the outer levels get, both together.
    let outerShare: Double
    /// Whether it is planned to be the last one.
    let isFinal: Bool
    var seen: [OutbreakSample] = []
    var runs = 0
  }

  private let rule: ThresholdSearchSettings
  /// The crossing, as a position on the scale.
  private var center: Double
  /// Half of its interval's width, or how far it may be off.
  private var uncertainty: Double
  private var slope: Double
  private var sd: Double
  /// Of the line between the two levels that bracket the crossing; says whether it rises.
  private let chord: Double
  private var previousRuns: Int
  /// Of the next round: where rare outbreaks keep an interval open, only more runs at a level close it.
  private var fewestNext = 0
  private var round: Round?
  private(set) var runs: Int
  private(set) var estimate: ThresholdSearch.Estimate?
  private(set) var isConverged = false

  /// Fewest runs of the last round, and of others in runs of the first rounds' levels.
  private static let fewestFinal = 100
  private static let fewestLevels = 3
  /// A round is at most so many times as large as the one before.
  private static let mostGrowth = 10

  /// - Parameter runs: made before.
  init(_ rule: ThresholdSearchSettings, _ found: ThresholdBracket.Found, runs: Int) {
    self.rule = rule
    self.runs = runs
    center = rule.place(found.center)
    uncertainty = (rule.place(found.high) - rule.place(found.low)) / 2
    (slope, chord, sd) = (found.slope, found.slope, found.sd)
    previousRuns = Self.fewestLevels * rule.first
  }

  /// The first placements.
  mutating func begin() -> [ThresholdSearch.Placement] { plan() }

  /// Takes the runs of the placements asked for; returns the next ones, none at the end.
  mutating func add(_ seen: [OutbreakSample], runs made: Int) -> [ThresholdSearch.Placement] {
    guard var current = round else { return [] }
    if current.seen.isEmpty {
      current.seen = seen
    } else {
      for (place, seen) in seen.enumerated() { current.seen[place].merge(seen) }
    }
    current.runs += made
    runs += made
    round = current
    guard current.seen.allSatisfy({ $0.count > 1 }) else { return repeated(current) }
    let fit = CrossingFit(
      places: current.levels.map(rule.place), seen: current.seen, target: rule.target,
      isEvent: rule.isEvent, confidence: rule.confidence)
    note(fit)
    if let crossing = fit.crossing, let lower = fit.lower, let upper = fit.upper {
      let width = (rule.level(upper) - rule.level(lower)) / 2
      if current.isFinal || width == 0 {
        isConverged = width <= rule.halfWidth
        if isConverged { return [] }
        let ratio = width / rule.halfWidth
        let more = Int(saturating: (Double(current.runs) * (ratio * ratio * 1.03 - 1)).rounded(.up))
        if more <= 2 * current.runs { return place(max(more, current.runs / 20)) }
      }
      (center, uncertainty, previousRuns) = (crossing, (upper - lower) / 2, current.runs)
      fewestNext = 0
    } else {
      let middle = rule.place(current.levels[1])
      if let crossing = fit.crossing, current.isFinal,
        abs(crossing - middle) <= 0.75 * current.reach
      {
        return place(current.runs)
      }
      center = fit.crossing ?? rule.place(nearestLevel(of: current))
      (uncertainty, previousRuns) = (current.reach, max(rule.first, current.runs / 5))
      let isRareBound = !rule.isEvent && current.seen.contains(where: \.isRareBound)
      fewestNext = isRareBound ? 2 * current.runs : 0
    }
    // A slope of the other sign is that of a round too small, or far from the crossing.
    slope = fit.slope * chord > 0 ? fit.slope : chord
    sd = fit.sd
    return plan()
  }

  /// The same round again where a level has no two values to judge by.
  private mutating func repeated(_ current: Round) -> [ThresholdSearch.Placement] {
    place(current.runs)
  }

  private mutating func note(_ fit: CrossingFit) {
    guard let crossing = fit.crossing else { return }
    let level = rule.level(crossing)
    var ends = (fit.lower.map(rule.level), fit.upper.map(rule.level))
    if rule.isWhole {
      // Between two whole numbers nothing was run: what the curve does there nobody knows.
      ends = (
        ends.0.map { min($0, level.rounded(.down)) }, ends.1.map { max($0, level.rounded(.up)) }
      )
    }
    // What a later round could not close is no better than what one before it closed.
    if ends.0 == nil || ends.1 == nil, estimate?.isClosed == true { return }
    estimate = ThresholdSearch.Estimate(level: level, lower: ends.0, upper: ends.1)
  }

  private func nearestLevel(of round: Round) -> Double {
    let offsets = round.seen.map { abs(($0.mean ?? .infinity) - rule.target) }
    let place = offsets.indices.min { offsets[$0] < offsets[$1] } ?? 1
    return round.levels[place]
  }

  /// The next round around the crossing as it is known.
  private mutating func plan() -> [ThresholdSearch.Placement] {
    let level = rule.level(center)
    let wanted = rule.length(rule.halfWidth, at: level)
    // How far the mean goes by one standard deviation of a run.
    let scale = sd / abs(slope)
    let aim = min(wanted, max(0.2 * scale, wanted / 4))
    let widest = max(2 * aim, min(5 * aim, 0.5 * scale))
    let isFinal = round != nil && uncertainty + aim <= widest
    let precision = isFinal ? aim : max(widest - aim, uncertainty / 3)
    let reach = isFinal ? widest : uncertainty + precision
    let ratio = precision / reach
    // The fewest runs are needed with the root; half as many again, because the slope that the plan
    // rests on is known by outer levels alone.
    let outer = min(0.6, 1.5 * ratio / (1 + ratio * ratio).squareRoot())
    // Of the middle level's mean, and of the outer levels' slope.
    let efficiency = (1 - outer) * (1 - ratio * ratio * (1 - outer) / outer)
    let z = Normal.twoSided(level: rule.confidence)
    let exact = z * sd / (slope * precision)
    let needed = 1.1 * exact * exact / efficiency
    let fewest = isFinal ? Self.fewestFinal : Self.fewestLevels * rule.first
    let most = Double(Self.mostGrowth * previousRuns)
    let levels = rule.levels(around: level, reach: reach)
    // Of whole numbers the next one may be further away.
    let span = (rule.place(levels[2]) - rule.place(levels[0])) / 2
    round = Round(
      levels: levels, reach: max(reach, span), outerShare: outer, isFinal: isFinal)
    return place(max(fewest, fewestNext, Int(saturating: min(needed.isNaN ? most : needed, most))))
  }

  /// So many runs at the levels of the current round, as far as they may be made.
  private mutating func place(_ wanted: Int) -> [ThresholdSearch.Placement] {
    guard let round else { return [] }
    let count = min(wanted, rule.most - runs)
    guard count >= 6 else { return [] }
    let outer = max(2, Int(saturating: (Double(count) * round.outerShare / 2).rounded()))
    let inner = max(2, count - 2 * outer)
    return zip(round.levels, [outer, inner, outer]).map { .init(level: $0, runs: $1) }
  }
}
