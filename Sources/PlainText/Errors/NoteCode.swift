/// What a note is about: the one list of all codes, in the order of docs/commands.md.
///
/// The raw values are public, scripts depend on them; they follow the same rules as those of
/// `ErrorCode`, and none is in both.
package enum NoteCode: String, CaseIterable, Sendable {
  // On studies.
  case sharedRandomNumbers = "shared_random_numbers"
  case censoredTimes = "censored_times"
  case rangeEndMissed = "range_end_missed"
  case stepBeyondEnd = "step_beyond_end"
  case shareBeyondStop = "share_beyond_stop"
  case unusedReference = "unused_reference"
  case nothingCompared = "nothing_compared"
  case edgeHeader = "edge_header"
  case unusedName = "unused_name"
  case healthyPool = "healthy_pool"
  case contactsCutOff = "contacts_cut_off"
  case morePeopleThanThere = "more_people_than_there"
  case introductionTooLate = "introduction_too_late"
  case immuneStepsWithoutRecovery = "immune_steps_without_recovery"
  case recoveryAfterOneStep = "recovery_after_one_step"
  case repeatedIntervention = "repeated_intervention"
  case interventionTooLate = "intervention_too_late"
  case interventionWithoutEffect = "intervention_without_effect"
  case interventionEndsAtOnce = "intervention_ends_at_once"
  case interventionNeverEnds = "intervention_never_ends"
  // On what was run, compared, written or checked.
  case unfinishedStudy = "unfinished_study"
  case ignoredCensoring = "ignored_censoring"
  case restrictedMeans = "restricted_means"
  case firstReplicatesOnly = "first_replicates_only"
  case noTest = "no_test"
  case priorIsPosterior = "prior_is_posterior"
  case priorMissesData = "prior_misses_data"
  case fewDraws = "few_draws"
  case noPosterior = "no_posterior"
  case fewThreads = "few_threads"
  case withoutPictures = "without_pictures"
  case runsRemoved = "runs_removed"
  case tablesRemoved = "tables_removed"
  case noTablesYet = "no_tables_yet"
  case olderTables = "older_tables"
  case noStore = "no_store"

  /// One sentence for docs/commands.md.
  package var meaning: String {
    switch self {
    case .sharedRandomNumbers: "Runs that share random numbers are compared as independent ones."
    case .censoredTimes: "Times that may not be reached are given to a test that cannot take them."
    case .rangeEndMissed: "The end of a range is no level of it."
    case .stepBeyondEnd: "A response looks at a step that no run makes."
    case .shareBeyondStop: "A share that runs do not reach, because they are stopped before."
    case .unusedReference: "A test of all levels at once has a reference."
    case .nothingCompared: "A comparison will have no rows."
    case .edgeHeader:
      "The first line of a file of edges is a header, though it does not say `person_a`."
    case .unusedName: "A rule, contact structure or list of interventions that no point has."
    case .healthyPool: "Off the grid, a rule contacts healthy people alone."
    case .contactsCutOff: "A rule makes more contacts than people have neighbors."
    case .morePeopleThanThere: "More people are to be infected than can be."
    case .introductionTooLate: "Runs end before an introduction."
    case .immuneStepsWithoutRecovery: "`immune_steps` where nobody recovers."
    case .recoveryAfterOneStep: "`recovery_probability` where everybody recovers after one step."
    case .repeatedIntervention: "An entry of a list of interventions comes twice in it."
    case .interventionTooLate: "Runs end before an intervention can change anything."
    case .interventionWithoutEffect: "What an intervention sets or multiplies stays as it is."
    case .interventionEndsAtOnce:
      "The end of an intervention is met as soon as it has begun, or may be."
    case .interventionNeverEnds: "The end of an intervention is never met."
    case .unfinishedStudy: "The study is not finished; its finished runs are used."
    case .ignoredCensoring: "Times that were not reached are left out, as was asked."
    case .restrictedMeans: "Up to which time restricted means go."
    case .firstReplicatesOnly:
      "Only the first replicates are compared: more distinct values are not kept."
    case .noTest: "A row has no test, because it cannot take times that were not reached."
    case .priorIsPosterior: "The data do not constrain a parameter."
    case .priorMissesData: "The prior does not cover the data."
    case .fewDraws: "The effective sample size of a posterior is small."
    case .noPosterior: "No run had a value of everything observed."
    case .fewThreads: "The system could start only some of the threads."
    case .withoutPictures: "The report has no pictures, because gnuplot is missing."
    case .runsRemoved: "Damaged runs were taken out of the store; they are computed again."
    case .tablesRemoved: "Tables that the analysis no longer asks for were removed."
    case .noTablesYet: "There are no tables yet."
    case .olderTables: "The tables are older than the runs."
    case .noStore: "The folder has tables but no stored runs, so less can be verified."
    }
  }
}
