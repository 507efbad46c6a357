import ArgumentParser
import ResultTables
import RunStore
import StudyFiles
import StudyRuns
import WorkStealing

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a study, or go on where it stopped.",
    discussion: """
      EXAMPLES
        spreadlab run studies/quickstart.json
        spreadlab run study.json -o results/try --set replicates=100 -j 4
        spreadlab run study.json --shard 2/7 -o shards/2

      The same command goes on where a stopped one left off.
      """)

  @OptionGroup var input: StudyInput

  @Option(
    name: [.short, .customLong("output")], help: "Results folder.", completion: .directory,
    transform: GivenPath.init)
  var output: GivenPath?

  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("threads")],
    help: "Worker threads; default: the cores this process may use.")
  var jobs: Int?

  @Option(help: "Run one part of the study, such as 2/7; join the parts with 'merge'.")
  var shard: String?

  @Option(
    name: .customLong("time-limit"),
    help: "Stop cleanly after this time, such as 55m, 90s or 1.5h (exit code 75).")
  var timeLimit: String?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var talk: TalkOptions

  func run() throws {
    let (study, studyFile) = try input.load()
    let shard = try shardValue()
    let session = StudySession(
      study: study, studyFile: studyFile, folder: output?.path ?? "results/\(study.name)",
      shard: shard, threads: try threadCount(jobs),
      timeLimitSeconds: try timeLimit.map(seconds(from:)),
      limits: try limits.values(), talk: talk)
    try session.run()
  }

  private func shardValue() throws -> Shard {
    guard let shard else { return .whole }
    guard let value = Shard(shard) else {
      throw CommandFailure(
        .usage, "error: --shard \(shard): give I/N with I from 1 to N, for example --shard 2/7")
    }
    return value
  }
}

/// A number of worker threads, checked; the cores this process may use if none is asked for.
func threadCount(_ wanted: Int?) throws -> Int {
  guard let wanted else { return AllowedCores.count() }
  guard (1...1024).contains(wanted) else {
    throw CommandFailure(.usage, "error: -j \(wanted): give a number of threads in 1...1024")
  }
  return wanted
}

/// Seconds of "90s", "55m", "1.5h" or "90" (seconds).
///
/// - Throws: `CommandFailure` for anything else.
func seconds(from text: String) throws -> Double {
  let factor: Double? =
    switch text.last {
    case "s": 1
    case "m": 60
    case "h": 3600
    default: nil
    }
  let number = factor == nil ? text : String(text.dropLast())
  guard let value = Double(number), value > 0, value.isFinite else {
    throw CommandFailure(
      .usage, "error: --time-limit \(text): give a time such as 90s, 55m or 1.5h")
  }
  return value * (factor ?? 1)
}
