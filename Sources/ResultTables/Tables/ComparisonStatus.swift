import PlainText
import Statistics
package import Tables

/// What a row of `comparisons.csv` lacks, and why.
package enum ComparisonStatus: String, RowStatus {
  case censoredValues = "censored_values"
  case tooFewValues = "too_few_values"
  case notReached = "not_reached"
  case noSpread = "no_spread"
  case notDefined = "not_defined"
  case noEffect = "no_effect"
  case openInterval = "open_interval"
  case firstReplicates = "first_replicates"
  case equalPairs = "equal_pairs"
  case ok

  package var meaning: String {
    switch self {
    case .censoredValues: "no test, because it cannot take times that were not reached"
    case .tooFewValues: "no test, because a level has too few values"
    case .notReached: "no test, because no time was reached that could distinguish the levels"
    case .noSpread: "no test, because the values do not vary"
    case .notDefined: "no test, which is not defined for these values"
    case .noEffect: "a test, but no size of the effect"
    case .openInterval: "one end of the interval is open, or both"
    case .firstReplicates: "only the first replicates are compared"
    case .equalPairs: "some pairs are equal and count as half"
    case .ok: "all is there"
    }
  }
}

/// Why a test has no outcome.
enum Shortfall: Hashable, Sendable {
  /// The level with the fewest values.
  case values(level: String, count: Int)
  case pairs(Int)
  /// Times that were reached, none of them while both levels had runs left.
  case events(Int)
  /// Values that are all equal, or times whose differences are.
  case spread
  /// The mean that a ratio divides by is 0.
  case ratio
  /// Other values than 0 and 1.
  case others
  /// Sums that are no numbers, or a few values that make up most of the spread.
  case numbers

  /// - Parameters:
  ///   - pairs: their number; nil of independent groups.
  ///   - means: of times.
  init(
    _ groups: [(label: String, summary: ValueSummary, count: Int)], pairs: Int?,
    _ test: ComparisonTest, isOfRatio: Bool = false, means: RestrictedMeanDifference? = nil
  ) {
    let isOfTimes = test.data == .times
    let least = test == .logRank ? 1 : 2
    if let pairs, pairs < least {
      self = .pairs(pairs)
    } else if let fewest = groups.min(by: { $0.count < $1.count }), fewest.count < least {
      self = .values(level: fewest.label, count: fewest.count)
    } else if test == .restrictedMean, let means, means.hasEvents {
      self = .spread
    } else if isOfTimes,
      groups.allSatisfy({ $0.summary.count == $0.count && $0.summary.isConstant })
    {
      self = .spread
    } else if isOfTimes {
      self = .events(groups.reduce(0) { $0 + $1.summary.count })
    } else if test.data == .flags, !groups.allSatisfy(\.summary.isOfShares) {
      self = .others
    } else if isOfRatio, groups.last?.summary.moments.mean == 0 {
      self = .ratio
    } else if groups.count(where: \.summary.isConstant) > 1 {
      self = .spread
    } else {
      self = .numbers
    }
  }
}

extension GroupComparison {
  /// Whether the row reports the size of the effect.
  var hasEffect: Bool { estimate != nil || hasEnd }
  private var hasEnd: Bool { interval?.lower != nil || interval?.upper != nil }

  package var remarks: [Remark<ComparisonStatus>] {
    let shortened = firstReplicates.map {
      Remark(ComparisonStatus.firstReplicates, "only the first \($0) replicates are compared")
    }
    let equal =
      effect.scale == .share && equalPairs > 0
      ? Remark(
        ComparisonStatus.equalPairs,
        "\(equalPairs) of \(countA) pairs \(equalPairs == 1 ? "is equal and counts" : "are equal and count") as half"
      ) : nil
    return [untested ?? fewTogether ?? unmeasured, shortened, equal].compactMap(\.self)
  }

  /// Why there is no test.
  private var untested: Remark<ComparisonStatus>? {
    guard result == nil else { return nil }
    if isRefused {
      return Remark(
        .censoredValues,
        "\(test.rawValue) cannot take values that were not reached (\(censoredCount) of "
          + "\(countA + countB)); \(remedy.name) can")
    }
    switch shortfall {
    case .values(let level, let count):
      return Remark(
        .tooFewValues,
        count == 0 ? "\(level) has no values" : "\(level) has only one value")
    case .pairs(let count):
      return Remark(
        .tooFewValues, count == 0 ? "there are no pairs" : "there is only one pair")
    case .events(let count):
      return Remark(
        .notReached,
        count == 0
          ? "no run got there (0 of \(countA + countB))"
          : "no run got there while runs of both levels were left")
    case .spread:
      return Remark(
        .noSpread,
        test.data != .times
          ? "the values of two or more levels do not vary"
          : isPaired ? "the differences of pairs do not vary" : "the times do not vary")
    case .ratio:
      return Remark(.notDefined, noRatio)
    case .others:
      return Remark(
        .notDefined, "\(test.rawValue) compares 0 and 1, and there are other values")
    case .numbers:
      return Remark(
        .notDefined,
        "\(test.rawValue) is not defined for these values: their sums are beyond the largest number, the squares of "
          + "their deviations below the smallest, or a few of them make up most of the spread; multiply the "
          + "column by a constant where they are very large or small")
    case nil: return nil
    }
  }

  private var noRatio: String { "\(levelB) is 0 on average, so there is no ratio" }

  /// Why there is no interval for all rows together.
  private var fewTogether: Remark<ComparisonStatus>? {
    guard let joint, joint == nil else { return nil }
    return Remark(
      .tooFewValues,
      "max_t needs \(MaxTDistribution.fewestValues) runs of each level"
        + (isPaired ? ", the same ones of all" : ""))
  }

  /// Why there is no size of values that were all reached.
  private var sizeless: String {
    let isOfFew = min(countA, countB) < 2 || effect.data != .numbers
    return isOfFew
      ? "there are too few values for \(effect.rawValue)"
      : "no double holds the squares of the deviations that \(effect.rawValue) needs"
  }

  /// Why there is no size of the effect, or one that is not bounded.
  private var unmeasured: Remark<ComparisonStatus>? {
    guard effect.question == test.question || test == .curvePermutation else { return nil }
    if !hasEffect {
      return Remark(
        .noEffect,
        effect == .hodgesLehmann && usualTest == .riskScore
          ? HodgesLehmann.ofShares
          : censoredCount > 0 && effect.data != .times
            ? "\(effect.rawValue) cannot take values that were not reached; "
              + "\(ComparisonEffect.restrictedMeanDifference.rawValue) can"
            : test == .curvePermutation
              ? "the mean curves are equal"
              : effect.needsPairs && !isPaired
                ? "\(effect.rawValue) is of pairs, and \(test.rawValue) takes the levels as independent"
                : effect.scale == .ratio
                  ? noRatio
                  : sizeless)
    }
    guard interval?.lower == nil || interval?.upper == nil else { return nil }
    return Remark(
      .openInterval,
      effect.scale == .ratio && (interval == nil || hasEnd)
        ? "the mean of \(levelB) cannot be distinguished from 0, so the ratio is not bounded"
        : effect.data == .times
          ? "the times do not vary"
          : joint != nil && means?.constant == nil
            ? "\(MaxTDistribution.draws) draws of max_t bound no difference at this confidence level"
            : "there are too few values to bound the effect at this confidence level")
  }
}
