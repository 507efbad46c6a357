import Tables

/// What a row of `surfaces.csv` lacks, or what its optimum is.
enum SurfaceStatus: String, RowStatus {
  case noRuns = "no_runs"
  case missingValues = "missing_values"
  case notPositive = "not_positive"
  case constant
  case zeroVariance = "zero_variance"
  case overflow
  case constantFactor = "constant_factor"
  case tooFewLevels = "too_few_levels"
  case tooFewPoints = "too_few_points"
  case aliased
  case otherTerms = "other_terms"
  case saturated
  case tooFewReplicates = "too_few_replicates"
  case noScatter = "no_scatter"
  case noTest = "no_test"
  case pointsNeeded = "points_needed"
  case ridge
  case outsideRange = "outside_range"
  case minimum, maximum, saddle
  case ok

  var meaning: String {
    switch self {
    case .noRuns: "there are no runs"
    case .missingValues: "some runs have no value"
    case .notPositive: "some values have no logarithm"
    case .constant: "all runs have the same value"
    case .zeroVariance: "some points have zero variance, so their weight would be infinite"
    case .overflow: "values too large to be squared"
    case .constantFactor: "a factor of the term does not vary"
    case .tooFewLevels: "a square needs three levels of its factor"
    case .tooFewPoints: "fewer points than terms"
    case .aliased: "the term cannot be separated from those before it"
    case .otherTerms: "no surface, because other terms cannot be estimated"
    case .saturated: "as many terms as values or points: no error and no test"
    case .tooFewReplicates: "no error without two replicates of each point"
    case .noScatter: "no test: the values do not vary"
    case .noTest: "no test: too few replicates, or no variance"
    case .pointsNeeded: "without some of the points there is no surface"
    case .ridge: "no optimum: the surface is not curved in some direction"
    case .outsideRange: "the optimum is outside the range of this factor"
    case .minimum, .maximum, .saddle: "the kind of the optimum"
    case .ok: "none of these"
    }
  }
}
