/// What kind of error: the one list of all codes, in the order of docs/commands.md.
///
/// The raw values are public, scripts depend on them. One that was released is never given to
/// another kind, and never removed.
package enum ErrorCode: String, CaseIterable, Sendable {
  // Mistakes in study files and the files they name.
  case syntax
  case unreadable
  case unknownKey = "unknown_key"
  case renamedKey = "renamed_key"
  case duplicateKey = "duplicate_key"
  case missing
  case wrongType = "wrong_type"
  case outOfRange = "out_of_range"
  case notWhole = "not_whole"
  case unknownValue = "unknown_value"
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
    case .syntax: (.invalid, "The file is not JSON, or a line of it is no edge.")
    case .unreadable:
      (.inputOutput, "The study file, or a file it is to be made of, cannot be read.")
    case .unknownKey: (.invalid, "There is no such key.")
    case .renamedKey: (.invalid, "The key has the name that it had before a release.")
    case .duplicateKey: (.invalid, "A key comes twice in one object.")
    case .missing: (.invalid, "A key is needed and not there.")
    case .wrongType: (.invalid, "The value is of another type.")
    case .outOfRange: (.invalid, "The number is too small or too large.")
    case .notWhole: (.invalid, "A whole number is needed.")
    case .unknownValue: (.invalid, "The name is none of those allowed.")
    case .badLabel:
      (.invalid, "A label has other characters than letters, digits, `_ . : -`, or is too long.")
    case .empty: (.invalid, "Something is needed where nothing stands.")
    case .conflict: (.invalid, "Two settings exclude each other.")
    case .duplicateValue: (.invalid, "Something that may come once is there twice.")
    case .badRange: (.invalid, "A range is none: its ends, step or count do not fit together.")
    case .unequalLengths: (.invalid, "Lists that belong together have different lengths.")
    case .badRelation: (.invalid, "Two values of a point do not fit together.")
    case .tooMany: (.invalid, "There are more of these than allowed.")
    case .badOverride: (.invalid, "A setting of `--set` or `--seed` names no place in the study.")
    case .badFile:
      (.invalid, "A file that the study names is not there, or not the one that it was.")
    case .usage: (.invalid, "The command line is not understood.")
    case .badOption: (.invalid, "The value of an option is not one that it can have.")
    case .missingOption: (.invalid, "An option is needed and not given.")
    case .unfitOption: (.invalid, "The option does not fit the input, or another option.")
    case .badToken:
      (.invalid, "The page's token is too short, too long or has other characters than allowed.")
    case .noSuchFile: (.invalid, "There is no such file or folder.")
    case .noSuchRun: (.invalid, "The study has no such point or replicate.")
    case .notPlayable: (.invalid, "The page cannot play this run.")
    case .noContactList: (.invalid, "The grid and everybody have no list of contacts to write.")
    case .badTable: (.invalid, "The file is no CSV table, or not one of the kind that is needed.")
    case .badCell: (.invalid, "A cell of the table has no value of the kind that is needed.")
    case .unknownColumn: (.invalid, "The table lacks a column, or has one that means nothing here.")
    case .tooFewValues: (.invalid, "The table has too few groups, doses or rows for what is asked.")
    case .censoredValues: (.invalid, "The test cannot take times that were not reached.")
    case .noResults: (.invalid, "The folder holds no study's results.")
    case .noTables: (.invalid, "The folder holds no complete tables.")
    case .noCurves: (.invalid, "The study keeps no curves.")
    case .partOnly: (.invalid, "The folder holds one part of a study.")
    case .missingRule:
      (.invalid, "The runs were made by a rule in Swift that this program does not have.")
    case .damaged: (.verificationFailed, "A file of the folder is not as it was written.")
    case .unfinishedTables: (.verificationFailed, "The writing of the tables was interrupted.")
    case .incomplete: (.verificationFailed, "Runs or parts are missing.")
    case .anotherStudy: (.folderTaken, "The folder, or a part, belongs to another study.")
    case .otherRound:
      (
        .folderTaken,
        "The folder does not need that round, or its parts were dealt by another rule."
      )
    case .inUse: (.folderTaken, "Another process uses the folder.")
    case .foreignFiles: (.folderTaken, "The folder holds files that are no results.")
    case .notPlainFile:
      (.folderTaken, "A link, pipe or the like stands where a file or folder of results belongs.")
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
        "Runs of a part differ from those that are there for the same replicates."
      )
    case .runsFailed: (.someRunsFailed, "Some runs failed; the others are complete.")
    case .truthsFailed: (.someRunsFailed, "Some truths were rejected.")
    case .overLimits: (.overLimits, "The plan, or a file, exceeds the limits.")
    case .foldersDiffer: (.different, "Two results folders differ.")
    case .fileError: (.inputOutput, "A file or folder cannot be read or written.")
    case .diskFull: (.inputOutput, "Less is free than what is to be written needs.")
    case .portTaken: (.inputOutput, "Another program has the page's port.")
    case .cannotListen: (.inputOutput, "The page's port cannot be opened.")
    case .slurmFailed: (.inputOutput, "Slurm refused, or is not there.")
    case .gnuplotFailed: (.internalError, "gnuplot refused a picture.")
    case .internalError: (.internalError, "A fault of the program.")
    case .timeLimit: (.timeLimit, "Stopped by `--time-limit`.")
    case .hangup: (.hangup, "Stopped by SIGHUP.")
    case .interrupted: (.interrupted, "Stopped by SIGINT.")
    case .closedPipe: (.closedPipe, "The program that read standard output ended.")
    case .terminated: (.terminated, "Stopped by SIGTERM.")
    }
  }
}
