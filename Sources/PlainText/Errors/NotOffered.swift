/// Names that users of other programs, or of builds before the first release, may try and that are not offered, each
/// with what to use: the only list of them. A reader asks it before it says that a name is unknown.
package enum NotOffered {
  /// Where a name stands.
  package enum Place: Hashable, Sendable {
    /// A key of a study file, at its root or in `analysis`.
    case key
    /// An option of the command.
    case compare, fit
    /// A test, an effect or a correction: people give the name of one as another, and the advice says which key or
    /// option takes what it recommends.
    case method
    case design, model, response

    /// - Parameter setting: the key or the option whose value the name is.
    package init?(valueOf setting: String) {
      switch setting {
      case "test", "estimate", "correction": self = .method
      case "type": self = .design
      case "model": self = .model
      case "response": self = .response
      default: return nil
      }
    }

    package init?(optionOf command: String) {
      switch command {
      case "compare": self = .compare
      case "fit": self = .fit
      default: return nil
      }
    }
  }

  /// Names with the same advice, each in one spelling, and what to use: it continues the words "NAME is not offered; ".
  package typealias Entry = (place: Place, names: [String], instead: CallerText)

  package static let all: [Entry] = tests + effects + corrections + others

  private static let means: CallerText = """
    use \(setting: "test", "paired_t") for paired data, else \(setting: "test", "welch")
    """
  private static let ranks: CallerText = """
    use \(setting: "test", "wilcoxon") for paired data, else \(setting: "test", "mann_whitney")
    """
  private static let holm: CallerText = "use \(setting: "correction", "holm")"
  private static let meanDifference: CallerText = "use \(setting: "estimate", "mean_difference")"
  private static let mannWhitney: CallerText = "use \(setting: "test", "mann_whitney")"
  private static let quadraticDesign: CallerText =
    "use \"factorial\" with 3 levels of each factor, and R's package rsm on points.csv and summary.csv"
  private static let keepsCensored: CallerText = """
    use \(setting: "test", "restricted_mean") or \(setting: "test", "log_rank"), which keep censored times
    """
  private static let estimate: CallerText =
    "use \(setting: "estimate"), whose value is the name of an effect"
  private static let logarithm: CallerText = "use the logarithm as a column of the file"

  private static let tests: [Entry] = [
    (
      .method,
      ["students_t", "students_t_test", "t_test", "student", "student_t", "student_t_test", "t"],
      means
    ),
    (
      .method, ["ttest_ind", "welch_t", "welch_t_test", "welch_test"],
      "use \(setting: "test", "welch")"
    ),
    (.method, ["ttest_rel", "paired_t_test"], "use \(setting: "test", "paired_t")"),
    (.method, ["wilcox_test", "anova_type", "brunner_munzel"], ranks),
    (
      .method,
      ["mann_whitney_u", "mann_whitney_test", "rank_sum", "ranksums", "wilcoxon_rank_sum"],
      mannWhitney
    ),
    (.method, ["signed_rank", "wilcoxon_signed_rank"], "use \(setting: "test", "wilcoxon")"),
    (
      .method, ["anova", "aov", "f_oneway", "oneway_test", "anova_oneway", "welch_f"],
      """
      use \(setting: "test", "welch_anova"), of paired data \(setting: "test", "paired_t") with \
      \(setting: "correction", "max_t")
      """
    ),
    (
      .method,
      [
        "tukey", "tukey_hsd", "tukeys_hsd", "tukey_kramer", "pairwise_t_test", "games_howell",
        "scheffe", "glht",
        "repeated_measures", "anova_rm",
      ],
      "\(means), for every pair of levels with \(setting: "correction", "max_t")"
    ),
    (
      .method, ["dunnett", "dunnett_test"],
      "\(means), with a \(setting: "reference") and \(setting: "correction", "max_t")"
    ),
    (
      .method,
      [
        "kruskal", "kruskal_wallis", "kruskal_test", "friedman", "friedman_test",
        "friedmanchisquare", "pairwise_wilcox_test", "dunn", "dunn_test", "nemenyi",
      ],
      "\(ranks), for every pair of levels with \(setting: "correction", "holm")"
    ),
    (
      .method,
      [
        "ks", "ks_test", "ks_2samp", "cramer_von_mises", "cramervonmises_2samp",
        "anderson_darling", "anderson_ksamp",
      ],
      "use \(setting: "test", "kolmogorov_smirnov")"
    ),
    (.method, ["permutation_test"], "use \(setting: "test", "permutation")"),
    (
      .method,
      [
        "fisher", "fisher_exact", "fishers_exact", "fishers_exact_test", "fisher_test",
        "barnard_exact", "boschloo_exact", "chi2",
        "chi2_contingency", "chi_square", "chi_squared", "chisq", "chisq_test", "mcnemar",
        "mcnemar_test", "prop_test", "proportions_ztest",
      ],
      "use \(setting: "test", "risk_score"), the score test of shares (of pairs, McNemar's test)"
    ),
    (.method, ["log_rank_test", "survdiff", "mantel_cox"], "use \(setting: "test", "log_rank")"),
    (
      .method, ["cox", "coxph", "phreg"],
      """
      use \(setting: "test", "restricted_mean") for paired data, else \(setting: "test", "log_rank"), and \
      \(setting: "estimate", "restricted_mean_difference") for the size
      """
    ),
    (
      .method, ["stratified_log_rank"],
      "use \(setting: "test", "restricted_mean"), which keeps the pairs"
    ),
    (
      .method, ["equivalence", "ttost_ind", "ttost_paired"],
      "use \(setting: "test", "tost") with a \(setting: "margin")"
    ),
    (.method, ["hotelling"], "use the intervals of drift_x and drift_y in summary.csv"),
  ]

  private static let effects: [Entry] = [
    (
      .method,
      ["hedges_g", "cohen_d", "cohens_d", "glass_delta", "smd", "standardized_mean_difference"],
      "\(meanDifference), and divide by the standard deviation"
    ),
    // U counts the pairs in which the value of level_a is larger, ties as half.
    (
      .method, ["cliff_delta", "cliffs_delta", "rank_biserial"],
      "\(mannWhitney); delta of level_a is 2 U / (n_a n_b) - 1, where U is the column \"statistic\""
    ),
    (
      .method, ["vargha_delaney", "a12", "probability_of_superiority"],
      "\(mannWhitney); the probability of level_a is U / (n_a n_b), where U is the column \"statistic\""
    ),
    (
      .method, ["risk_difference", "difference_of_shares"],
      "\(meanDifference), which is the difference of shares where values are 0 and 1"
    ),
    (
      .method, ["rate_ratio", "fold_change", "log_ratio"],
      "use \(setting: "estimate", "ratio_of_means")"
    ),
    (
      .method, ["odds_ratio", "relative_risk"],
      "use \(setting: "estimate", "risk_ratio")"
    ),
    (
      .method, ["hazard_ratio", "rmst"],
      "use \(setting: "estimate", "restricted_mean_difference")"
    ),
    (
      .method, ["kendalls_w"],
      "use \(setting: "estimate", "hodges_lehmann"), for every pair of levels"
    ),
  ]

  private static let corrections: [Entry] = [
    (
      .method, ["bh", "fdr", "fdr_bh", "false_discovery_rate", "fdr_tsbh", "fdr_tsbky", "q_value"],
      "use \(setting: "correction", "benjamini_hochberg")"
    ),
    (
      .method, ["by", "fdr_by", "benjamini_yekutieli"],
      "\(holm), which also bounds the false discovery rate for any dependence of the tests"
    ),
    (.method, ["bonferroni"], "\(holm), which rejects at least as much"),
    (
      .method, ["hochberg", "hommel", "sidak", "holm_sidak", "simes_hochberg"],
      "\(holm), which needs no assumption about the dependence of the tests"
    ),
    (
      .method, ["single_step", "westfall_young", "min_p"],
      "use \(setting: "correction", "max_t")"
    ),
  ]

  private static let others: [Entry] = [
    (
      .design, ["central_composite", "ccd", "box_behnken", "bbd", "response_surface", "rsm"],
      quadraticDesign
    ),
    (.model, ["SSlogis", "sigmoid"], "use \(setting: "model", "logistic")"),
    (.model, ["SSgompertz"], "use \(setting: "model", "gompertz")"),
    (.model, ["SSweibull"], "use \(setting: "model", "weibull")"),
    (.response, ["drift"], "use \"drift_x\" and \"drift_y\""),
    (
      .key, ["surfaces", "response_surface", "stationary_points"],
      """
      use "sensitivity" with the design "latin_hypercube" (partial rank correlations), or R's package rsm on \
      points.csv and summary.csv
      """
    ),
    (.key, ["anova", "cox"], "use \"comparisons\" in \"analysis\", each with a \"test\""),
    (.key, ["effect"], "in \"comparisons\", \(estimate)"),
    (.key, ["ignore_censored"], "in \"comparisons\", \(keepsCensored)"),
    (.compare, ["effect"], estimate),
    (.compare, ["ignore_censored"], keepsCensored),
    (.compare, ["transform"], logarithm),
    (.fit, ["transform"], logarithm),
    (.fit, ["terms"], "use R's package rsm, or the \"sensitivity\" of a study"),
  ]

  private static let byName: [Place: [String: CallerText]] = all.reduce(into: [:]) {
    byName, entry in
    for name in entry.names { byName[entry.place, default: [:]][folded(name)] = entry.instead }
  }

  /// What to use instead of a name; nil of a name that is not in the list.
  package static func advice(_ name: String, in place: Place) -> CallerText? {
    byName[place]?[folded(name)]
  }

  /// One spelling of all: "TukeyHSD" and "tukey_hsd", "t.test" and "t-test", "--effect" and "effect" are the same.
  package static func folded(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

extension CallerText {
  /// With each setting as a study file has it: `"test": "welch"`.
  package var asMembers: String {
    text { setting in
      JSONText.quoted(setting.name) + (setting.value.map { ": \(JSONText.quoted($0))" } ?? "")
        // The others are keys of a comparison, of a fit or of the place itself.
        + (setting.name == "correction" ? " in \"analysis\"" : "")
    }
  }
}
