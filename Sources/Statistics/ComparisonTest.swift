/// The tests that a comparison may ask for, in one table: name, design, and how each is run.
/// Raw values are those of the column `test`.
package enum ComparisonTest: String, CaseIterable, Sendable {
  case welch
  case pairedT = "paired_t"
  case mannWhitney = "mann_whitney"
  case wilcoxon
  case kolmogorovSmirnov = "kolmogorov_smirnov"
  case kruskalWallis = "kruskal_wallis"
  case anova
  case welchAnova = "welch_anova"
  case permutation
  case logRank = "log_rank"
  case tost

  /// Whether replicate r of one level is compared with replicate r of the other.
  package enum Pairing: Sendable {
    /// There is no form for independent groups.
    case always
    /// Pairs where there are any, independent groups elsewhere.
    case wherePossible
    /// There is no form for pairs: their runs are taken as independent.
    case never
  }

  package var pairing: Pairing {
    switch self {
    case .pairedT, .wilcoxon: .always
    case .permutation, .tost: .wherePossible
    case .welch, .mannWhitney, .kolmogorovSmirnov, .kruskalWallis, .anova, .welchAnova, .logRank:
      .never
    }
  }

  /// Whether it takes times that were not reached (censored).
  package var takesCensored: Bool { self == .logRank }

  /// Whether it looks at the values one by one: memory and time grow with their number.
  package var needsValues: Bool {
    switch self {
    case .mannWhitney, .wilcoxon, .kolmogorovSmirnov, .kruskalWallis, .permutation: true
    case .welch, .pairedT, .anova, .welchAnova, .logRank, .tost: false
    }
  }

  /// Whether it is asked once of all levels together, not of each pair of levels.
  package var takesAllLevels: Bool {
    switch self {
    case .anova, .welchAnova, .kruskalWallis: true
    default: false
    }
  }

  /// Its outcome; nil where it is not defined, such as for too few values.
  package func result(of groups: ComparedValues) -> TestResult? {
    let values = groups.values
    func two(_ test: ([Double], [Double]) -> TestResult?) -> TestResult? {
      values.count == 2 ? test(values[0], values[1]) : nil
    }
    let draws = groups.draws(PermutationTest.standard)
    switch self {
    case .welch: return groups.isPaired ? nil : groups.difference?.result(.welch)
    case .pairedT: return groups.isPaired ? groups.difference?.result(.pairedT) : nil
    case .mannWhitney: return two { MannWhitney($0, $1)?.result }
    case .wilcoxon: return groups.isPaired ? two { WilcoxonSignedRank($0, $1)?.result } : nil
    case .kolmogorovSmirnov: return two { KolmogorovSmirnov($0, $1)?.result }
    case .kruskalWallis: return KruskalWallis.test(values)
    case .anova: return AnalysisOfVariance(groups.groups)?.classic
    case .welchAnova: return AnalysisOfVariance(groups.groups)?.welch
    case .permutation:
      return two { x, y in
        groups.isPaired
          ? PermutationTest(paired: x, y, draws: draws, key: groups.key)?.result
          : PermutationTest(x, y, draws: draws, key: groups.key)?.result
      }
    case .logRank: return LogRank(groups.times)?.result
    case .tost: return groups.equivalence?.result
    }
  }
}
