import Statistics

extension EffectEstimate {
  /// What people call it.
  var words: String {
    switch self {
    case .meanDifference: "mean difference"
    case .hedgesG: "Hedges\u{2019} g"
    case .cliffsDelta: "Cliff\u{2019}s delta"
    case .hodgesLehmann: "Hodges-Lehmann shift"
    case .restrictedMeanDifference: "restricted mean difference"
    }
  }

  /// Whether it has the unit of the response, so that a margin can be held against it.
  var hasUnit: Bool {
    switch self {
    case .meanDifference, .hodgesLehmann, .restrictedMeanDifference: true
    case .hedgesG, .cliffsDelta: false
    }
  }

  /// Such as " steps", for behind a number.
  func unit(_ response: String) -> String {
    switch self {
    case .hedgesG: " standard deviations"
    case .cliffsDelta: ""
    default: response.isEmpty ? "" : " \(response)"
    }
  }
}

extension Correction {
  /// How P is corrected, for behind it.
  var words: String {
    switch self {
    case .holm: "Holm-corrected"
    case .benjaminiHochberg: "Benjamini-Hochberg-corrected"
    case .bonferroni: "Bonferroni-corrected"
    case .none: "not corrected"
    }
  }

  /// The same as a sentence.
  var sentence: String {
    switch self {
    case .holm:
      "P is corrected by Holm\u{2019}s method for all tests in comparisons.csv, which bounds the "
        + "family-wise error rate."
    case .benjaminiHochberg:
      "P is corrected by Benjamini and Hochberg\u{2019}s method for all tests in comparisons.csv, which "
        + "bounds the false discovery rate."
    case .bonferroni:
      "P is corrected by Bonferroni\u{2019}s method for all tests in comparisons.csv, which bounds the "
        + "family-wise error rate."
    case .none: "P is not corrected for the number of tests."
    }
  }
}
