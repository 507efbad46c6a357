import ArgumentParser
import Glibc
import PlainText
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns
import Synchronization

/// A study file and changes to it from the command line.
struct StudyInput: ParsableArguments {
  @Argument(
    help: "Study file (JSON); - is standard input.", completion: .file(extensions: ["json"]),
    transform: GivenPath.init)
  var study: GivenPath

  @Option(help: "Use this seed instead of the file's.")
  var seed: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a value, such as --set replicates=100 or --set model.boundary=torus; may be repeated.",
      valueName: "path=value"))
  var set: [String] = []

  /// The study, and its file as it is.
  ///
  /// - Parameter more: what a command itself puts in the place of the file's, last; it is given which
  ///   responses the file's requests may name, and which series its curves have.
  /// - Throws: `WordedError` with all mistakes of the file; what `more` throws.
  func load(
    with more: ([Response], [CurveSeries]) throws -> [Override] = { _, _ in [] }
  ) throws -> (study: Study, file: [UInt8]) {
    var overrides = try overrides()
    let bytes = try Study.bytes(ofFile: study.path)
    let measured = try Study.measured(bytes: bytes, file: study.path, overrides: overrides)
    overrides += try more(measured.responses, measured.series)
    return (try Study.parse(bytes: bytes, file: study.path, overrides: overrides), bytes)
  }

  /// `--seed` and `--set` as they were given, for another call of the program.
  var words: [String] { self.set.flatMap { ["--set", $0] } + (seed.map { ["--seed", $0] } ?? []) }

  /// The changes of `--seed` and `--set`.
  func overrides() throws -> [Override] {
    var overrides: [Override] = []
    for text in set {
      guard let override = Override(text) else {
        throw Failure(
          .badOption,
          "\(setting: "settings", text): give PATH=VALUE, for example \(setting: "settings", "replicates=100")"
        )
      }
      overrides.append(override)
    }
    if let seed {
      overrides.append(Override(path: "seed", value: seed, option: "\(setting: "seed", seed)"))
    }
    return overrides
  }
}

/// Options with a letter: their values may follow it at once, such as `-j2`.
extension NameSpecification {
  static let threads: Self = [.customShort("j", allowingJoined: true), .customLong("threads")]
  static let output: Self = [.customShort("o", allowingJoined: true), .customLong("output")]
}

/// Over how many threads runs are shared.
struct ThreadOptions: ParsableArguments {
  @Option(name: .threads, help: "Worker threads; default: the cores this process may use.")
  var jobs: Int?

  /// - Throws: `WordedError` for what is no number of threads.
  func count() throws -> Int { try threadCount(jobs) }
}

/// How long a command may take.
struct TimeLimitOption: ParsableArguments {
  @Option(
    name: .customLong("time-limit"),
    help: "Stop cleanly after this time, such as 55m, 90s or 1.5h (exit code 75).")
  var timeLimit: String?

  /// Counts from now; nil where none was given.
  ///
  /// - Throws: `WordedError` for what is no time.
  func limit(isQuiet: Bool) throws -> TimeLimit? {
    try timeLimit.map {
      try TimeLimit(seconds: SpreadlabCommands.seconds(from: $0, "time_limit"), isQuiet: isQuiet)
    }
  }
}

/// What a plan may cost at most.
struct LimitOptions: ParsableArguments {
  @Option(name: .customLong("max-runs"), help: "Refuse plans of more runs (default 100,000,000).")
  var maxRuns: Int?

  @Option(
    name: .customLong("max-memory"),
    help: "Refuse plans that need more memory, such as 8G or 500M (powers of 1024).")
  var maxMemory: String?

  func values() throws -> PlanLimits {
    var limits = PlanLimits.default
    if let maxRuns {
      guard maxRuns >= 1 else {
        throw Failure(.badOption, "\(setting: "max_runs", maxRuns): give a number of 1 or more")
      }
      limits.runs = Double(maxRuns)
    }
    if let maxMemory {
      guard let bytes = byteCount(from: maxMemory) else {
        throw Failure(
          .badOption, "\(setting: "max_memory", maxMemory): give a size such as 500M or 8G")
      }
      limits.memoryBytes = bytes
    }
    return limits
  }
}

/// The precision or the power for which `check` prints the number of runs.
struct AdviceOptions: ParsableArguments {
  @Option(help: "Response to plan for, such as step_to_50pct.") var response: String?

  @Option(
    name: .customLong("half-width"),
    help: "Half-width that the interval of its mean should have; prints how many runs that needs.",
    transform: number)
  var halfWidth: Double?

  @Option(
    help: "Difference between two means to detect; prints how many runs that needs.",
    transform: number)
  var difference: Double?

  @Option(
    help: "Power: probability of detecting that difference (default: 0.9).", transform: number)
  var power: Double?

  @Option(
    help:
      "Pilot runs per point, from which the variance is estimated (default: 50); they are not stored."
  )
  var pilot: Int?

  /// What is wanted; nil if nothing is.
  ///
  /// - Throws: `WordedError` for options that make no sense together.
  func question(of study: Study) throws -> StudyCheck.Question? {
    guard let goal = try goal() else {
      if response != nil || power != nil || pilot != nil {
        throw Failure(
          .missingOption,
          "--response, --power and --pilot need --half-width or --difference, for example --half-width 0.05"
        )
      }
      return nil
    }
    let pilot = pilot ?? 50
    guard let name = response else {
      throw Failure(
        .missingOption,
        "--half-width and --difference need --response, for example --response final_share")
    }
    let response = try named(name, "response", study.responses.responses)
    guard !response.isOncePerFamily else {
      throw Failure(
        .unfitOption,
        "\(setting: "response", name): a critical probability is known from passes alone, and a pilot makes single "
          + "runs; run the study with fewer replicates, and look at the intervals in summary.csv or "
          + "comparisons.csv")
    }
    guard (2...10_000).contains(pilot) else {
      throw Failure(.badOption, "\(setting: "pilot", pilot): give a number of runs in 2...10000")
    }
    return StudyCheck.Question(response: response, goal: goal, pilot: pilot)
  }

  private func goal() throws -> RunAdvice.PrecisionGoal? {
    for (name, value) in [("--half-width", halfWidth), ("--difference", difference)] {
      if let value, !(value > 0 && value.isFinite) {
        throw Failure(.badOption, "\(name) \(value): give a number above 0")
      }
    }
    let power = power ?? 0.9
    guard power > 0, power < 1 else {
      throw Failure(.badOption, "\(setting: "power", power): give a probability such as 0.9")
    }
    guard halfWidth != nil || difference != nil else { return nil }
    return RunAdvice.PrecisionGoal(halfWidth: halfWidth, difference: difference, power: power)
  }
}

/// How much the program says, and in what form.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  @Flag(
    help: "Print what each worker thread did: tasks, tasks taken from others (steals), idle time.")
  var verbose = false

  @Flag(help: "Print the outcome as JSON to standard output.")
  var json = false

  func validate() { Console.isQuiet.store(quiet, ordering: .relaxed) }

  /// A message for people; programs read the JSON.
  func say(_ message: String) {
    if !quiet, !json { Console.error(message) }
  }
}

/// A number on the command line.
///
/// For `transform` of an option.
/// - Throws: `ValidationError`, a usage error, for anything but a decimal number.
func number(_ text: String) throws -> Double {
  guard let value = decimalNumber(text) else {
    throw ValidationError(
      "\(text) is not a number; \(withoutComma(text) ?? "write it like 0.5 or 1e-3")")
  }
  return value
}

/// Bytes of "500M", "8G", "64K" or "1000": powers of 1024, also as "500MiB"; with "MB" powers of 1000, as
/// the letters say. Nil for anything else.
func byteCount(from text: String) -> Double? {
  let letters = Array("KMGT")
  let upper = text.uppercased()
  let digits = upper.prefix { !$0.isLetter || $0 == "E" }
  let unit = upper.dropFirst(digits.count)
  guard let value = decimalNumber(digits), value > 0 else { return nil }
  if unit.isEmpty || unit == "B" { return value }
  guard let power = unit.first.flatMap(letters.firstIndex) else { return nil }
  switch unit.dropFirst() {
  case "", "IB": return value * pow(1024, Double(power + 1))
  case "B": return value * pow(1000, Double(power + 1))
  default: return nil
  }
}
