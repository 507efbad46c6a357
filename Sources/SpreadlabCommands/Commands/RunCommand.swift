import ArgumentParser
import PlainText
import StudyFiles
import StudyFolders
import StudyRuns
import WorkStealing

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a study, or continue it where it stopped.",
    discussion: """
      EXAMPLES
        spreadlab run studies/quickstart.json
        spreadlab run study.json -o results/try --set replicates=100 -j 4
        spreadlab run study.json --shard 2/7 -o parts/2

      The same command continues where a stopped one left off.
      """)

  @OptionGroup var input: StudyInput

  @Option(
    name: .output, help: "Results folder.", completion: .directory,
    transform: GivenPath.init)
  var output: GivenPath?

  @OptionGroup var workers: ThreadOptions

  @Option(
    help: "Make one part of a round, such as 2/7; add the parts to a results folder with 'merge'.")
  var shard: String?

  @Option(
    help: "Results folder that needs the round, after the first one.", completion: .directory,
    transform: GivenPath.init)
  var from: GivenPath?

  @Option(help: "Round to make a part of, from 1; default: the one that the folder needs.")
  var round: Int?

  @OptionGroup var time: TimeLimitOption

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: OutputOptions

  func run() throws {
    let limit = try time.limit(isQuiet: messages.quiet)
    let (study, studyFile) = try input.load()
    let session = try StudySession(
      study, file: studyFile, in: output?.path ?? "results/\(study.name)",
      part: try partOrder(), threads: try workers.count(), limits: try limits.values())
    let execution = StudyExecution(session: session, messages: messages, limit: limit)
    let (outcome, end) = try execution.run()
    switch end {
    case .part:
      if messages.json {
        try Console.write(
          json: [("part", .string(session.rounds.part.name))]
            + session.outcomeMembers(made: outcome.runsMade, written: nil))
      }
      messages.say(
        "Part \(session.rounds.part.name) is complete in \(session.folder); add the parts to a results "
          + "folder with 'spreadlab merge'.")
    case .tables(let written):
      try execution.say(
        written, outcome,
        files: """
            summary.csv  one row per point and response, with intervals
            runs.csv     one row per run
          """)
    }
  }

  private func partOrder() throws -> PartOrder? {
    guard let shard else {
      guard from == nil, round == nil else {
        throw Failure(.missingOption, "--from and --round need --shard, for example --shard 2/7")
      }
      return nil
    }
    guard let value = Shard(shard) else {
      throw Failure(
        .badOption,
        "\(setting: "shard", shard): give I/N with I from 1 to N, and N at most \(Shard.most), for example --shard 2/7"
      )
    }
    if let round, round < 1 || (round > 1 && from == nil) {
      throw Failure(
        round < 1 ? .badOption : .missingOption,
        "\(setting: "round", round): give a round from 1; a later one than the first needs --from, the "
          + "results folder that needs it")
    }
    return PartOrder(value, of: from?.path, round: round)
  }
}

/// A number of worker threads, checked; the cores this process may use if none is asked for.
func threadCount(_ wanted: Int?) throws -> Int {
  guard let wanted else { return AllowedCores.count() }
  guard (1...1024).contains(wanted) else {
    throw Failure(.badOption, "\(setting: "threads", wanted): give a number of threads in 1...1024")
  }
  return wanted
}

/// Seconds of "90s", "55m" or "1.5h". A bare number could be any of them.
///
/// - Parameter setting: where the time was given.
/// - Throws: `WordedError` for anything else.
func seconds(from text: String, _ setting: String) throws -> Double {
  let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
  guard let factor = text.last.flatMap({ factors[$0] }),
    let value = decimalNumber(text.dropLast()), value > 0
  else {
    throw Failure(
      .badOption,
      "\(setting: setting, text): give a time above 0 with its unit, such as 90s, 55m or 1.5h")
  }
  return value * factor
}
