extension Observation {
  /// What an observation is called in files.
  package enum Kind: String, CaseIterable, Sendable {
    case curves
    case infectionSteps = "infection_steps"
    case stepOfShare = "step_of_share"
    case finalSize = "final_size"
    case outbreak
    case lastStep = "last_step"
    case infectionsByIntroduced = "infections_by_introduced"
    case drift
    case criticalProbability = "critical_probability"

    /// For people who read the files.
    var meaning: String {
      switch self {
      case .curves:
        """
        people in each of `states` at the end of each of `steps`, state by state; a run keeps its last numbers after its end. With \
        `anybody`, 1 or 0: whether there are any
        """
      case .infectionSteps:
        """
        when the people of each of `groups` were first infected; `step` null means at any step. `statistic`: `number` of those \
        infected in the group's step; `anybody`, 1 or 0: whether there are any; `which`, a single number: the position, from 0, of \
        the first group of which everybody was, or -1; `mean_step` and `variance` (divided by the number of people) of the group's steps
        """
      case .stepOfShare: "the first step with at least each of `shares` of the group ever infected"
      case .finalSize:
        "people ever infected, in a run that ended because nobody was infected any more"
      case .outbreak:
        "1 and the share ever infected, if that is at least `share` by the end of the run; 0 and 0 in another run that ended because nobody was infected any more"
      case .lastStep:
        "the step at whose end nobody is infected any more; if somebody still is, the most steps of the study plus 1"
      case .infectionsByIntroduced:
        "infections made by the people introduced at step 0, in that first infection of theirs"
      case .drift:
        """
        the mean offset, in columns to the east and in rows to the south, of the people ever infected at the end from those \
        introduced at step 0
        """
      case .criticalProbability:
        """
        the least p at which the share in `shares` (by point of the study) is ever infected. Each contact infects from a p on that is uniform on 0 to 1, in all \
        runs of a replicate, which has its structure and its introduced people at every p; that of the study does not matter
        """
      }
    }
  }

  package var kind: Kind {
    switch self {
    case .curves: .curves
    case .infectionSteps: .infectionSteps
    case .stepOfShare: .stepOfShare
    case .finalSize: .finalSize
    case .outbreak: .outbreak
    case .lastStep: .lastStep
    case .infectionsByIntroduced: .infectionsByIntroduced
    case .drift: .drift
    case .criticalProbability: .criticalProbability
    }
  }
}
