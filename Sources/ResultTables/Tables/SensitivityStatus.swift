import Tables

/// Why a row of `sensitivity.csv` has no estimate or no interval, or what must be known of it.
enum SensitivityStatus: String, RowStatus {
  case failedRuns = "failed_runs"
  case noValue = "no_value"
  case constant
  case constantFactor = "constant_factor"
  case notDetermined = "not_determined"
  case noInterval = "no_interval"
  case censored
  case ok

  var meaning: String {
    switch self {
    case .failedRuns: "runs that are needed failed: no estimate"
    case .noValue: "some runs have no value of the response: no estimate"
    case .constant: "the response does not vary with the factors: no estimate"
    case .constantFactor: "the factor has the same value at all points: no estimate"
    case .notDetermined:
      "the ranks of the factors, or of the response and the other factors, follow from one another: no "
        + "estimate"
    case .noInterval: "there is nothing from which to compute an interval"
    case .censored:
      "some runs did not reach the time: prcc counts all times up to one step, other methods have no "
        + "estimate"
    case .ok: "none of these"
    }
  }
}
