/// Names that users of other programs, or of builds before the first release, may try and that are not offered, each
/// with what to use: the only list of them. A reader asks it before it says that a name is unknown.
package enum NotOffered {
  /// Where a name stands.
  package enum Place: Sendable {
    /// A key of a study file.
    case key
    /// An option of a command, with its two hyphens.
    case option
    case test, effect, correction, design, model, response

    /// - Parameter setting: the key or the option whose value the name is.
    package init?(valueOf setting: String) {
      switch setting {
      case "test": self = .test
      case "estimate": self = .effect
      case "correction": self = .correction
      case "type": self = .design
      case "model": self = .model
      case "response": self = .response
      default: return nil
      }
    }
  }

  package typealias Entry = (place: Place, name: String, instead: String)

  /// What to use instead continues the words "NAME is not offered; ".
  package static let all: [Entry] =
    tests + effects + corrections + designs + keys + options
    + [(.response, "drift", "use \"drift_x\" and \"drift_y\"")]

  private static let everyPairOfMeans =
    "use \"paired_t\" for runs with common random numbers, else \"welch\", for every pair of levels, corrected by "
    + "\"max_t\""
  private static let everyPairOfRanks =
    "use \"wilcoxon\" for runs with common random numbers, else \"mann_whitney\", for every pair of levels, corrected "
    + "by \"holm\""
  private static let timesToReach =
    "use \"restricted_mean\", which keeps the pairs of common random numbers, or \"log_rank\" for independent runs, and "
    + "the effect \"restricted_mean_difference\" for the size"
  private static let shares =
    "use \"risk_score\", the score test of shares (of pairs, McNemar's test)"
  private static let quadraticDesign =
    "use \"factorial\" with 3 levels of each factor, and R's package rsm on points.csv and summary.csv"
  private static let surface =
    "use \"sensitivity\" with the design \"latin_hypercube\" (partial rank correlations), or R's package rsm on "
    + "points.csv and summary.csv"
  private static let comparisons = "use \"comparisons\" in \"analysis\", each with a \"test\""
  private static let holm =
    "use \"holm\", or \"max_t\" for means; both bound the chance of any false difference"

  private static let tests: [Entry] = [
    (
      .test, "anova",
      "use \"paired_t\" for pairs of levels with common random numbers, corrected by \"max_t\", else "
        + "\"welch_anova\""
    ),
    (
      .test, "anova_type",
      "use \"paired_t\" or \"welch\" for means, else \"wilcoxon\" or \"mann_whitney\""
    ),
    (.test, "tukey", everyPairOfMeans),
    (.test, "tukey_hsd", everyPairOfMeans),
    (.test, "dunnett", "\(everyPairOfMeans), with a \"reference\""),
    (.test, "repeated_measures", everyPairOfMeans),
    (.test, "kruskal_wallis", everyPairOfRanks),
    (.test, "kruskal", everyPairOfRanks),
    (.test, "friedman", everyPairOfRanks),
    (.test, "fisher", shares),
    (.test, "fisher_exact", shares),
    (.test, "chi2", shares),
    (.test, "mcnemar", shares),
    (.test, "cox", timesToReach),
    (.test, "stratified_log_rank", "use \"restricted_mean\", which keeps the pairs"),
    (.test, "hotelling", "use the intervals of drift_x and drift_y in summary.csv"),
  ]

  private static let effects: [Entry] = [
    (.effect, "hedges_g", "use \"mean_difference\", and divide by the standard deviation"),
    (.effect, "cohens_d", "use \"mean_difference\", and divide by the standard deviation"),
    (
      .effect, "cliffs_delta",
      "use \"smaller_share\" of pairs (delta is 1 - 2 of it where no pair is equal), else \"hodges_lehmann\", a shift"
    ),
    (.effect, "hazard_ratio", "use \"restricted_mean_difference\""),
    (.effect, "odds_ratio", "use \"risk_ratio\""),
    (.effect, "kendalls_w", "use \"hodges_lehmann\" for pairs of levels"),
  ]

  private static let corrections: [Entry] = [
    (.correction, "bonferroni", "use \"holm\", which rejects at least as much"),
    (.correction, "tukey", "use \"max_t\""),
    (.correction, "dunnett", "use \"max_t\" with a \"reference\""),
    (.correction, "bh", holm),
    (.correction, "fdr", holm),
  ]

  private static let designs: [Entry] = [
    (.design, "central_composite", quadraticDesign),
    (.design, "ccd", quadraticDesign),
    (.design, "box_behnken", quadraticDesign),
    (.design, "bbd", quadraticDesign),
    (.design, "response_surface", quadraticDesign),
    (.design, "rsm", quadraticDesign),
  ]

  private static let keys: [Entry] = [
    (.key, "surfaces", surface),
    (.key, "response_surface", surface),
    (.key, "stationary_points", surface),
    (.key, "effect", "in \"comparisons\" use \"estimate\", whose value is the name of an effect"),
    (.key, "anova", comparisons),
    (.key, "cox", comparisons),
    (.key, "ignore_censored", "use \"restricted_mean\" or \"log_rank\", which keep censored times"),
  ]

  private static let options: [Entry] = [
    (.option, "--effect", "use --estimate, whose value is the name of an effect"),
    (.option, "--terms", "use R's package rsm, or the \"sensitivity\" of a study"),
    (.option, "--transform", "use the logarithm as a column of the file"),
    (
      .option, "--ignore-censored",
      "use \"restricted_mean\" or \"log_rank\", which keep censored times"
    ),
  ]

  /// What to use instead of a name; nil of a name that is not in the list.
  ///
  /// People give the name of an effect as a test, and the reverse; advice for the one helps with the other.
  package static func advice(_ name: String, in place: Place) -> String? {
    let named = all.filter { $0.name == name }
    let comparing: [Place] = [.test, .effect, .correction]
    return
      (named.first { $0.place == place }
      ?? named.first { comparing.contains(place) && comparing.contains($0.place) })?.instead
  }
}
