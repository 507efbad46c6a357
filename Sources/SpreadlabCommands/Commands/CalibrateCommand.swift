import ArgumentParser
import ResultTables
import Statistics
import StudyFiles
import StudyFolders
import StudyRuns

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Find the values of the factors that explain data, with their uncertainty.",
    discussion: """
      EXAMPLES
        spreadlab calibrate study.json --to data.csv
        spreadlab calibrate study.json --to data.csv -o results/fit --draws 2000 -j 4
        spreadlab calibrate study.json --to data.csv --write fit.json

      The range of each factor, "from" and "to", is its prior. The columns of DATA.csv are
        step, and any of infected, new_infections, ever_infected, immune, latent
        or response and value; a response is built in, or one of the study's own
      with replicate as well if several runs were observed.

      The study's design, replicates and analysis are not used. The same command continues where a \
      stopped one left off.
      """)

  @OptionGroup var input: StudyInput

  @Option(
    name: .customLong("to"), help: "CSV file of the observed data.",
    completion: .file(extensions: ["csv"]), transform: GivenPath.init)
  var data: GivenPath

  @Option(
    name: .output,
    help: "Results folder; default: results/STUDY-calibration.", completion: .directory,
    transform: GivenPath.init)
  var output: GivenPath?

  @OptionGroup var workers: ThreadOptions

  @Option(help: "Number of draws to accept, and of draws in a generation (default 1,000).")
  var draws: Int?

  @Option(
    help:
      "Continue until this distance is reached; without it, --acceptance ends the search.",
    transform: number)
  var tolerance: Double?

  @Option(
    help: "End when a smaller share of a generation is accepted (default 0.05).",
    transform: number)
  var acceptance: Double?

  @Option(
    name: .customLong("max-runs"),
    help: "Maximum number of runs: no generation starts that would exceed it (default 1,000,000).")
  var maxRuns: Int?

  @Option(
    help: "Write the study with its data to this file, to run it in parts; nothing is run.",
    completion: .file(), transform: GivenPath.init)
  var write: GivenPath?

  @OptionGroup var time: TimeLimitOption

  @Flag(help: "Numbers in the file have a decimal comma, such as 0,5.") var decimalComma = false
  @OptionGroup var messages: OutputOptions

  func run() throws {
    let limit = try time.limit(isQuiet: messages.quiet)
    var request = CalibrationRequest(data: data.path)
    request.draws = draws
    request.tolerance = tolerance
    request.acceptance = acceptance
    request.maxRuns = maxRuns
    request.decimalComma = decimalComma
    let (study, studyFile) = try input.load {
      try request.overrides($0, $1, note: Console.note)
    }
    if let write {
      try study.write(
        to: write.path,
        besides: [input.study.path, data.path] + study.namedFiles(beside: input.study.path))
      messages.say(
        "Written: \(write). Run it with 'spreadlab run', in parts with --shard, or submit it.")
      return
    }
    let session = try StudySession(
      study, file: studyFile, in: output?.path ?? "results/\(study.name)-calibration",
      threads: try workers.count())
    let execution = StudyExecution(session: session, messages: messages, limit: limit)
    let (outcome, end) = try execution.run()
    guard case .tables(let written) = end else { return }
    for case .abc(let search) in outcome.rounds.findings { messages.say(search.words) }
    try execution.say(
      written, outcome,
      files: """
          posterior_summary.csv     one row per parameter, with intervals
          posterior.csv             the accepted draws with their weights
          posterior_predictive.csv  runs of these draws beside the data
        """)
  }
}
