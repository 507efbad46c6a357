/// What a note is about: the one list of all codes, in the order of docs/commands.md.
///
/// The raw values are public, scripts depend on them; they follow the same rules as those of
/// `ErrorCode`, and none is in both.
package enum NoteCode: String, CaseIterable, Sendable {
  // On studies.
  case sharedRandomNumbers = "shared_random_numbers"
  case censoredTimes = "censored_times"
  case shareBeyondStop = "share_beyond_stop"
  case nothingCompared = "nothing_compared"
  case fewCurves = "few_curves"
  case edgeHeader = "edge_header"
  case edgeDirections = "edge_directions"
  case ignoredColumns = "ignored_columns"
  case quotedNumbers = "quoted_numbers"
  case numbersAsLabels = "numbers_as_labels"
  case unrelatedIds = "unrelated_ids"
  case rowsLeftOut = "rows_left_out"
  case groupedNumbers = "grouped_numbers"
  case peopleWithoutContacts = "people_without_contacts"
  case shareNotReached = "share_not_reached"
  case unusedName = "unused_name"
  case missingValueName = "missing_value_name"
  case healthyPool = "healthy_pool"
  case epidemicOnGrid = "epidemic_on_grid"
  case contactsCutOff = "contacts_cut_off"
  case factorLimitsNothing = "factor_limits_nothing"
  case noEffect = "no_effect"
  case chanceCutOff = "chance_cut_off"
  case countsTwice = "counts_twice"
  case changesNothing = "changes_nothing"
  case introductionTooLate = "introduction_too_late"
  case interventionTooLate = "intervention_too_late"
  case endsAtOnce = "ends_at_once"
  case responseTooLate = "response_too_late"
  case mayNotEnd = "may_not_end"
  case roundedLength = "rounded_length"
  case seenTooLate = "seen_too_late"
  // On what was run, compared, written or checked.
  case estimateCutShort = "estimate_cut_short"
  case unfinishedStudy = "unfinished_study"
  case ignoredCensoring = "ignored_censoring"
  case restrictedMeans = "restricted_means"
  case firstReplicatesOnly = "first_replicates_only"
  case noTest = "no_test"
  case similarGroups = "similar_groups"
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
  case beingWritten = "being_written"

  /// One sentence for docs/commands.md.
  package var meaning: String {
    switch self {
    case .sharedRandomNumbers:
      "Runs that share random numbers are compared as if they were independent."
    case .censoredTimes: "Times that may be censored are given to a test that does not take them."
    case .shareBeyondStop: "Runs stop before they reach this share."
    case .nothingCompared: "A comparison will have no rows."
    case .fewCurves: "There are too few curves for a simultaneous band."
    case .edgeHeader:
      "The first line of a file of edges is read as a header, although it does not say `person_a`."
    case .edgeDirections: "A file of edges says itself which contacts go one way."
    case .ignoredColumns: "Columns of a file are not read."
    case .quotedNumbers: "Whole numbers in quotes are labels of people."
    case .numbersAsLabels:
      "Ids are labels and not numbers of people, because one of them is beyond the group."
    case .unrelatedIds:
      "A file names none of the people of the files before it, or ranks somebody whom they do not name."
    case .rowsLeftOut: "Lines of a file are left out."
    case .groupedNumbers:
      "Numbers such as 1,234 are read with a decimal comma, although they may be thousands."
    case .peopleWithoutContacts: "Some people of the group have no contacts."
    case .shareNotReached: "There are fewer people than are to be immune."
    case .unusedName: "No point uses this rule, contact structure or list of interventions."
    case .missingValueName: "Readers of tables take this name for a missing value."
    case .healthyPool: "Off the grid, a rule contacts healthy people only."
    case .epidemicOnGrid:
      "People recover, and the study leaves open who meets whom, so it is on the grid of the apps."
    case .contactsCutOff: "A rule makes more contacts than people have neighbors."
    case .factorLimitsNothing:
      "Nobody has more neighbors than the infection factor, so `each_contact` does the same, faster."
    case .noEffect: "A key changes nothing, at some points or at all."
    case .chanceCutOff: "Chances of contacts are above 1, and cut off there."
    case .countsTwice: "A layer is named twice, or two layers are the same contacts."
    case .changesNothing:
      "A layer, weights or groups infect nobody, or an intervention, a bound or a setting changes nothing."
    case .introductionTooLate: "Runs end before an introduction."
    case .interventionTooLate: "Runs end before an intervention can change anything."
    case .endsAtOnce: "An intervention begins when its end is reached, and lasts one step."
    case .responseTooLate: "A response is about steps after the end of all runs, or in part."
    case .mayNotEnd: "Runs without `max_steps` may go on until they fail."
    case .roundedLength:
      "Whole steps have another mean than the length from which they are rounded."
    case .seenTooLate: "What is seen after the end of a run is not counted."
    case .estimateCutShort:
      "`check` takes about two seconds, and had no time to check or to try all of a study: it says what is rough, or the most that is possible."
    case .unfinishedStudy: "The study is not finished; its finished runs are used."
    case .ignoredCensoring: "Times that were not reached are left out."
    case .restrictedMeans: "The time up to which restricted means are computed."
    case .firstReplicatesOnly:
      "Only the first replicates are compared, because there are too many distinct values."
    case .noTest: "A row has no test, because the test does not take censored times."
    case .similarGroups: "Names in a file differ by blanks or invisible characters alone."
    case .priorIsPosterior: "The data do not constrain a parameter."
    case .priorMissesData: "The prior does not cover the data."
    case .fewDraws: "The effective sample size of a posterior is small."
    case .noPosterior: "No run has a value for everything observed."
    case .fewThreads: "The system could start only some of the threads."
    case .withoutPictures: "The report has no pictures, because gnuplot is missing."
    case .runsRemoved: "Damaged runs were taken out of the store; they are computed again."
    case .tablesRemoved:
      "Tables and copies of files that the study no longer asks for were removed."
    case .noTablesYet: "There are no tables yet."
    case .olderTables:
      "The tables are older than the runs, or the report is older than the tables or not finished."
    case .noStore:
      "The folder has no store, or one of an older format: its tables were read instead."
    case .beingWritten: "Another process is making runs or tables in the folder."
    }
  }
}
