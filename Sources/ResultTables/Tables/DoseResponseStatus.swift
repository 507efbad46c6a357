import Tables

/// What a row of `dose_responses.csv` lacks, or what must be known of it.
enum DoseResponseStatus: String, RowStatus {
  case tooFewDoses = "too_few_doses"
  case noResponse = "no_response"
  case onlyResponses = "only_responses"
  case separated
  case quasiSeparated = "quasi_separated"
  case maxIterations = "max_iterations"
  case notDetermined = "not_determined"
  case dispersionUndefined = "dispersion_undefined"
  case noScatter = "no_scatter"
  case atBound = "at_bound"
  case flat
  case notReached = "not_reached"
  case slopeNotSignificant = "slope_not_significant"
  case openInterval = "open_interval"
  case outsideDoses = "outside_doses"
  case levelsOff = "levels_off"
  case overdispersed
  case lackOfFit = "lack_of_fit"
  case twoDoses = "two_doses"
  case ok

  var meaning: String {
    switch self {
    case .tooFewDoses: "fewer than two doses have runs"
    case .noResponse: "nothing responded at any dose"
    case .onlyResponses: "everything responded at every dose"
    case .separated:
      "all responses lie on one side of a gap between doses, the others on the other: no finite slope"
    case .quasiSeparated: "the same, but with both at one dose: no finite slope"
    case .maxIterations: "no best curve within the allowed iterations"
    case .notDetermined: "the doses do not determine a slope between floor and plateau"
    case .dispersionUndefined: "no errors: the curve is close to 0 or 1 where the shares are not"
    case .noScatter: "no errors: the values do not vary"
    case .atBound: "the floor is 0 or the plateau is 1, without a standard error"
    case .flat: "the curve is flat: no dose"
    case .notReached: "the mean is not between floor and plateau: no dose"
    case .slopeNotSignificant: "the slope cannot be distinguished from 0: the dose has no interval"
    case .openInterval:
      "a fitted end may itself be the mean: one end of the dose's interval is open"
    case .outsideDoses: "the dose is outside the range of doses"
    case .levelsOff: "the means level off below 1, where the curve does not"
    case .overdispersed:
      "more variance than the binomial distribution has; standard errors allow for it"
    case .lackOfFit: "the means do not lie on the curve"
    case .twoDoses: "two doses: the fit of the curve cannot be tested"
    case .ok: "none of these"
    }
  }
}
