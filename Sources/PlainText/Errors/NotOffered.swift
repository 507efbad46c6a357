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
  package static let all: [Entry] = [
    (.test, "anova", "use \"welch_anova\", which does not need equal variances"),
    (.test, "anova_type", "use \"welch\" or \"welch_anova\" for means, or \"mann_whitney\""),
    (.test, "tukey", "use \"welch\" for every pair of levels, corrected by \"max_t\""),
    (.test, "dunnett", "use \"welch\" with a \"reference\", corrected by \"max_t\""),
    (
      .test, "kruskal_wallis",
      "use \"mann_whitney\" for every pair of levels, corrected by \"holm\""
    ),
    (.test, "kruskal", "use \"mann_whitney\" for every pair of levels, corrected by \"holm\""),
    (.test, "fisher", "use \"risk_score\" for shares"),
    (.test, "mcnemar", "use \"risk_score\", which is McNemar's test of pairs"),
    (.test, "friedman", "use \"wilcoxon\" for every pair of levels, corrected by \"holm\""),
    (
      .test, "cox",
      "use \"log_rank\" for the P-value and the effect \"restricted_mean_difference\" for the size"
    ),
    (.test, "stratified_log_rank", "use \"restricted_mean\", which keeps the pairs"),
    (.test, "hotelling", "use the intervals of drift_x and drift_y in summary.csv"),
    (
      .test, "repeated_measures",
      "use \"paired_t\" for every pair of levels, corrected by \"max_t\""
    ),
    (.effect, "hedges_g", "use \"mean_difference\", and divide by the standard deviation"),
    (.effect, "cliffs_delta", "use \"hodges_lehmann\""),
    (.effect, "hazard_ratio", "use \"restricted_mean_difference\""),
    (.effect, "kendalls_w", "use \"hodges_lehmann\" for pairs of levels"),
    (.correction, "bonferroni", "use \"holm\", which rejects at least as much"),
    (.correction, "tukey", "use \"max_t\""),
    (.correction, "dunnett", "use \"max_t\" with a \"reference\""),
    (.response, "drift", "use \"drift_x\" and \"drift_y\""),
    (
      .design, "central_composite",
      "use \"factorial\" with 3 levels of each factor, and R's package rsm on points.csv and summary.csv"
    ),
    (
      .design, "box_behnken",
      "use \"factorial\" with 3 levels of each factor, and R's package rsm on points.csv and summary.csv"
    ),
    (
      .key, "surfaces",
      "use \"sensitivity\" with the design \"latin_hypercube\" (partial rank correlations), or R's package rsm "
        + "on points.csv and summary.csv"
    ),
    (
      .key, "ignore_censored",
      "use \"restricted_mean\" or \"log_rank\", which keep censored times"
    ),
    (
      .option, "--terms",
      "use R's package rsm, or the \"sensitivity\" of a study"
    ),
    (
      .option, "--transform",
      "use the logarithm as a column of the file"
    ),
    (
      .option, "--ignore-censored",
      "use \"restricted_mean\" or \"log_rank\", which keep censored times"
    ),
  ]

  /// What to use instead of a name; nil of a name that is not in the list.
  package static func advice(_ name: String, in place: Place) -> String? {
    all.first { $0.place == place && $0.name == name }?.instead
  }
}
