/// What kind of error: the one list of all codes, in the order of docs/commands.md.
///
/// The raw values are public, scripts depend on them. One that was released is never given to
/// another kind, and never removed.
package enum ErrorCode: String, CaseIterable, Sendable {
  // Mistakes in study files and the files they name.
  case syntax
  case unreadable
  case unknownKey = "unknown_key"
  case duplicateKey = "duplicate_key"
  case missing
  case wrongType = "wrong_type"
  case outOfRange = "out_of_range"
  case notWhole = "not_whole"
  case unknownValue = "unknown_value"
  case notOffered = "not_offered"
  case mayNotVary = "may_not_vary"
  case badLabel = "bad_label"
  case empty
  case conflict
  case duplicateValue = "duplicate_value"
  case badRange = "bad_range"
  case unequalLengths = "unequal_lengths"
  case badRelation = "bad_relation"
  case tooMany = "too_many"
  case badOverride = "bad_override"
  case badFile = "bad_file"
  case needsSteps = "needs_steps"
  case needsPasses = "needs_passes"
  // Commands and their options.
  case usage
  case badOption = "bad_option"
  case missingOption = "missing_option"
  case unfitOption = "unfit_option"
  case badToken = "bad_token"
  case noSuchFile = "no_such_file"
  case noSuchRun = "no_such_run"
  case notPlayable = "not_playable"
  case noContactList = "no_contact_list"
  // CSV files of any origin.
  case badTable = "bad_table"
  case badCell = "bad_cell"
  case unknownColumn = "unknown_column"
  case tooFewValues = "too_few_values"
  case censoredValues = "censored_values"
  // Results folders.
  case noResults = "no_results"
  case noTables = "no_tables"
  case noCurves = "no_curves"
  case partOnly = "part_only"
  case missingRule = "missing_rule"
  case damaged
  case unfinishedTables = "unfinished_tables"
  case incomplete
  case anotherStudy = "another_study"
  case anotherPart = "another_part"
  case otherRound = "other_round"
  case inUse = "in_use"
  case foreignFiles = "foreign_files"
  case notPlainFile = "not_plain_file"
  case newerFormat = "newer_format"
  case olderFormat = "older_format"
  case otherModel = "other_model"
  case unknownResponse = "unknown_response"
  case otherResponses = "other_responses"
  case otherRuns = "other_runs"
  // Runs and truths.
  case runsFailed = "runs_failed"
  case truthsFailed = "truths_failed"
  case overLimits = "over_limits"
  case foldersDiffer = "folders_differ"
  // The machine.
  case fileError = "file_error"
  case diskFull = "disk_full"
  case portTaken = "port_taken"
  case cannotListen = "cannot_listen"
  case slurmFailed = "slurm_failed"
  case gnuplotFailed = "gnuplot_failed"
  case internalError = "internal_error"
  // Stops; what was finished is kept.
  case timeLimit = "time_limit"
  case hangup
  case interrupted
  case closedPipe = "closed_pipe"
  case terminated

  /// How a command ends with it.
  package var exit: ExitStatus { entry.exit }

  /// One sentence for docs/commands.md.
  package var meaning: String { entry.meaning }

  private var entry: (exit: ExitStatus, meaning: String) {
    switch self {
    case .syntax: (.invalid, "The file is not JSON, or a line of it is not an edge.")
    case .unreadable:
      (.inputOutput, "The study file, or a file that it is made from, cannot be read.")
    case .unknownKey: (.invalid, "There is no such key.")
    case .duplicateKey: (.invalid, "A key appears twice in one object.")
    case .missing: (.invalid, "A required key is missing.")
    case .wrongType: (.invalid, "The value has the wrong type.")
    case .outOfRange: (.invalid, "The number is too small or too large.")
    case .notWhole: (.invalid, "A whole number is needed.")
    case .unknownValue: (.invalid, "The name is none of those allowed.")
    case .notOffered:
      (.invalid, "The program does not offer this; the message says what to use instead.")
    case .mayNotVary:
      (.invalid, "The key of the model is the same at all points and may not vary.")
    case .badLabel:
      (.invalid, "A label has other characters than letters, digits, `_ . : -`, or is too long.")
    case .empty: (.invalid, "A value, list or object is empty.")
    case .conflict: (.invalid, "Two settings exclude each other.")
    case .duplicateValue: (.invalid, "A value that may appear once appears twice.")
    case .badRange: (.invalid, "A range is invalid: its ends, step and count do not fit together.")
    case .unequalLengths: (.invalid, "Lists that belong together have different lengths.")
    case .badRelation: (.invalid, "Two values of a point do not fit together.")
    case .tooMany: (.invalid, "There are too many of these.")
    case .badOverride: (.invalid, "A setting of `--set` or `--seed` names no key of the study.")
    case .badFile:
      (.invalid, "A file that the study names is missing, or has changed.")
    case .needsSteps:
      (
        .invalid,
        "Something needs the steps of runs, and the study asks for final values alone (`record.responses`)."
      )
    case .needsPasses:
      (.invalid, "Only passes tell this, and a condition of theirs does not hold in the study.")
    case .usage: (.invalid, "The command line is not understood.")
    case .badOption: (.invalid, "The value of an option is invalid.")
    case .missingOption: (.invalid, "A required option is missing.")
    case .unfitOption: (.invalid, "The option does not fit the input, or another option.")
    case .badToken:
      (.invalid, "The page's token is too short, too long or has other characters than allowed.")
    case .noSuchFile: (.invalid, "There is no study and no results folder of that name.")
    case .noSuchRun: (.invalid, "The study has no such point or replicate.")
    case .notPlayable: (.invalid, "The page cannot play this run.")
    case .noContactList: (.invalid, "The contacts `grid` and `everybody` have no list to write.")
    case .badTable: (.invalid, "The file is not a CSV table, or not of the kind that is needed.")
    case .badCell:
      (.invalid, "A cell of the table does not have a value of the kind that is needed.")
    case .unknownColumn: (.invalid, "The table lacks a column, or has one that is not used here.")
    case .tooFewValues: (.invalid, "The table has too few groups, doses or rows.")
    case .censoredValues: (.invalid, "The test does not take censored times.")
    case .noResults: (.invalid, "The folder does not contain the results of a study.")
    case .noTables: (.invalid, "The folder does not contain complete tables.")
    case .noCurves: (.invalid, "The study records no curves.")
    case .partOnly: (.invalid, "The folder contains one part of a study.")
    case .missingRule:
      (.invalid, "The runs were made by a rule in Swift that this program does not have.")
    case .damaged: (.verificationFailed, "A file of the folder was changed or damaged.")
    case .unfinishedTables: (.verificationFailed, "The writing of the tables was interrupted.")
    case .incomplete: (.verificationFailed, "Runs or parts are missing.")
    case .anotherStudy: (.folderTaken, "The folder, or a part, belongs to another study.")
    case .anotherPart:
      (.folderTaken, "The folder is for another part of the study, or for all of it.")
    case .otherRound:
      (
        .folderTaken,
        "The folder does not need that round, or the parts were formed by another rule."
      )
    case .inUse: (.folderTaken, "Another process uses the folder.")
    case .foreignFiles: (.folderTaken, "The folder contains files that are not results.")
    case .notPlainFile:
      (.folderTaken, "A link, pipe or device is in the place of a file or folder of results.")
    case .newerFormat: (.folderTaken, "A newer version of the program wrote the results.")
    case .olderFormat:
      (
        .folderTaken,
        "An older version of the program wrote the results, in a format that is no longer read."
      )
    case .otherModel:
      (.folderTaken, "The runs follow another version of the model or its random numbers.")
    case .unknownResponse:
      (.folderTaken, "The runs have a response that this program does not know.")
    case .otherResponses: (.folderTaken, "The runs to be joined have different responses.")
    case .otherRuns:
      (
        .verificationFailed,
        "Runs of a part differ from the stored runs of the same replicates."
      )
    case .runsFailed: (.someRunsFailed, "Some runs failed; the others are complete.")
    case .truthsFailed: (.someRunsFailed, "Some truths were rejected.")
    case .overLimits: (.overLimits, "The plan, or a file, exceeds the limits.")
    case .foldersDiffer: (.different, "Two results folders differ.")
    case .fileError: (.inputOutput, "A file or folder cannot be read or written.")
    case .diskFull: (.inputOutput, "There is not enough free disk space.")
    case .portTaken: (.inputOutput, "Another program has the page's port.")
    case .cannotListen: (.inputOutput, "The page's port cannot be opened.")
    case .slurmFailed: (.inputOutput, "Slurm refused, or is not installed.")
    case .gnuplotFailed: (.internalError, "gnuplot failed to draw a picture.")
    case .internalError: (.internalError, "A bug in the program.")
    case .timeLimit: (.timeLimit, "Stopped by `--time-limit`.")
    case .hangup: (.hangup, "Stopped by SIGHUP.")
    case .interrupted: (.interrupted, "Stopped by SIGINT.")
    case .closedPipe: (.closedPipe, "The program that read standard output ended.")
    case .terminated: (.terminated, "Stopped by SIGTERM.")
    }
  }
}
