/// A word of the column `effect`.
enum EffectName: String {
  case meanDifference = "mean_difference"
  case hedgesG = "hedges_g"
  case cliffsDelta = "cliffs_delta"
  case hodgesLehmann = "hodges_lehmann"
  case restrictedMeanDifference = "restricted_mean_difference"

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

/// A word of the column `correction`.
enum CorrectionName: String {
  case holm
  case benjaminiHochberg = "benjamini_hochberg"
  case none

  /// How P is corrected, for behind it.
  var words: String {
    switch self {
    case .holm: "Holm-corrected"
    case .benjaminiHochberg: "Benjamini-Hochberg-corrected"
    case .none: "not corrected"
    }
  }

  /// The same as a sentence.
  var sentence: String {
    switch self {
    case .holm:
      "P is corrected for all tests in comparisons.csv by Holm\u{2019}s method, which controls the "
        + "family-wise error rate."
    case .benjaminiHochberg:
      "P is corrected for all tests in comparisons.csv by the method of Benjamini and Hochberg, which "
        + "controls the false discovery rate."
    case .none: "P is not corrected for the number of tests."
    }
  }
}
