import Statistics
import Tables

extension FitStatus: RowStatus {
  var meaning: String {
    switch self {
    case .missingValue: "a value is missing or not finite"
    case .badWeight: "a weight is not a positive number"
    case .badTime: "the model is not defined at one of the times"
    case .badStart: "the starting values are outside the model's range"
    case .tooFewPoints: "too few points for the parameters"
    case .tooFewPositions: "too few different times for the parameters"
    case .constant: "all values are equal"
    case .noStart: "no usable starting values were found"
    case .undetermined: "the data do not determine all parameters"
    case .maxIterations: "no minimum within the allowed iterations"
    case .noMinimum: "the search ended where there is no minimum"
    case .noPlateau: "the curve does not level off as the model requires"
    case .gompertzLimit: "the best richards curve is a gompertz curve"
    case .overflow: "a parameter, or the square of a value, is beyond what a number holds"
    case .outOfMemory: "memory was short"
    case .errorsUnknown: "the fit converged, but its errors are not known"
    case .risesAndFalls:
      "the values rise and fall again, and the model only rises: it takes cumulative counts"
    case .ok: "the fit converged and has errors"
    }
  }
}
