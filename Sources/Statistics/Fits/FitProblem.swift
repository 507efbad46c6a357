/// Why a fit has no minimum, or no errors.
package struct FitProblem: Hashable, Sendable {
  package let status: FitStatus
  /// The same for people, with the figures of the case.
  package let words: String

  init(_ status: FitStatus, _ words: String) {
    self.status = status
    self.words = words
  }

  /// The same with advice, where it may come from times that are far from 0.
  var ofFarTimes: FitProblem {
    switch status {
    case .noStart, .undetermined, .maxIterations, .noMinimum:
      FitProblem(
        status, "\(words): the times are far from 0; subtract an offset from them")
    default: self
    }
  }
}

/// The outcome of a fit in one word, for programs.
package enum FitStatus: String, CaseIterable, Sendable {
  case missingValue = "missing_value"
  case badWeight = "bad_weight"
  case badTime = "bad_time"
  case badStart = "bad_start"
  case tooFewPoints = "too_few_points"
  case tooFewPositions = "too_few_positions"
  case constant
  case noStart = "no_start"
  case undetermined
  case maxIterations = "max_iterations"
  case noMinimum = "no_minimum"
  case noPlateau = "no_plateau"
  case gompertzLimit = "gompertz_limit"
  case overflow
  case outOfMemory = "out_of_memory"
  case errorsUnknown = "errors_unknown"
  case risesAndFalls = "rises_and_falls"
  case ok
}
