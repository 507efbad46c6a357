import PlainText

/// The batch scripts of a round that runs on Slurm as an array of parts, and of the judge behind it.
///
/// They are ordinary shell: `sbatch` takes them, and so does a person with GNU parallel
/// (docs/cluster.md). Every path in them is absolute.
package struct SlurmScripts: Sendable {
  /// The array's name in Slurm's queue. No other folder's jobs have it, so that these jobs are
  /// found there by it.
  package var jobName: String
  package var judgeName: String { Self.judgeName(of: jobName) }
  /// The program, the study file as copied, and the folder with `parts` and `logs`.
  private let program: String
  private let studyFile: String
  private let folder: String
  /// The results folder.
  private let output: String
  private let options: SlurmOptions
  /// Changes to the study from the command line, as words for `spreadlab run`.
  private let overrides: [String]
  /// What else the judge gives to `spreadlab submit`.
  private let submitWords: [String]

  /// - Parameters:
  ///   - program, studyFile, folder, output: absolute paths.
  ///   - overrides: words for `spreadlab run`.
  ///   - submitWords: options of the submission besides those for Slurm.
  /// - Throws: `WordedError` for what no quoting can bring into a script.
  package init(
    jobName: String, program: String, studyFile: String, folder: String, output: String,
    options: SlurmOptions, overrides: [String], submitWords: [String]
  ) throws {
    for text in [program, studyFile, folder, output] + options.words
    where text.contains(where: \.isNewline) {
      throw Self.refusal(text, "a text with a line break cannot be given to Slurm")
    }
    if folder.contains("\\") {
      throw Self.refusal(
        folder, "Slurm does not number the logs in a folder with a backslash in its name")
    }
    // Slurm takes shortened names of options, too.
    for flag in options.flags {
      let name = flag.prefix { $0 != "=" }
      if flag.hasPrefix("-J") || (name.hasPrefix("--j") && "--job-name".hasPrefix(name)) {
        throw Self.refusal(flag, "the jobs have names of their own, to be found by")
      }
    }
    self.jobName = jobName
    self.program = program
    self.studyFile = studyFile
    self.folder = folder
    self.output = output
    self.options = options
    self.overrides = overrides
    self.submitWords = submitWords
  }

  /// That a value cannot stand in the scripts.
  private static func refusal(_ value: String, _ reason: String) -> Failure {
    Failure(.badOption, "\(value.debugDescription): \(reason)")
  }

  package static func judgeName(of jobName: String) -> String { "\(jobName)-judge" }

  /// The array: one task for each part of a round. A task that stops in time (exit code 75) goes back to the
  /// queue and goes on where it was; so does one that is preempted.
  ///
  /// - Parameters:
  ///   - round: from 1.
  ///   - parts: into how many the round is split.
  ///   - only: the parts to run, 1...parts.
  package func array(round: Int, parts: Int, only: [Int]) -> String {
    var lines = header(name: jobName, log: "%A_%a.log")
    lines += [
      "#SBATCH --array=\(directive: Self.ranges(only))", "#SBATCH --requeue",
      "#SBATCH --open-mode=append", "#SBATCH --cpus-per-task=\(options.coresPerTask)",
    ]
    if let time = options.time { lines.append("#SBATCH --time=\(directive: time)") }
    lines += memoryAndFlags
    let limit: ShellScript = timeLimitSeconds.map { " --time-limit \($0)s" } ?? ""
    let changes = Self.words(overrides)
    let source: ShellScript = round == 1 ? "" : " --from \(word: output) --round \(round)"
    lines += [
      "",
      "part=${SLURM_ARRAY_TASK_ID:?run this through sbatch, or set the number of the part}",
      """
      \(word: program) run \(word: studyFile) --shard "$part/\(parts)"\(source) \\
        -o \(word: folder + "/parts/\(round)")/"$part" -j \(options.coresPerTask) --quiet\(limit)\(changes) &
      """,
      "child=$!",
      "# A signal to this script is one to the program, which stops cleanly and keeps its runs.",
      "trap 'kill -TERM \"$child\" 2>/dev/null' TERM INT",
      "wait \"$child\"; code=$?",
      "if [ \"$code\" -gt 128 ]; then wait \"$child\"; code=$?; fi",
      "if [ \"$code\" -eq 75 ]; then",
      "  scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$part\" && exit 0",
      "fi",
      "exit \"$code\"",
    ]
    return Self.text(lines)
  }

  /// The judge; it starts when every task of the array has ended, merges the round, and sends the next one
  /// or writes the tables. Run again, wherever it was stopped, it goes on.
  package var judge: String {
    let words = submitWords + options.submitWords + overrides
    let command: ShellScript =
      "exec \(word: program) submit \(word: studyFile) -o \(word: output) --judge\(Self.words(words))"
    return Self.text(
      header(name: judgeName, log: "judge_%j.log")
        + ["#SBATCH --requeue", "#SBATCH --open-mode=append"] + memoryAndFlags + ["", command])
  }

  private static func words(_ words: [String]) -> ShellScript {
    words.reduce("") { "\($0) \(word: $1)" }
  }

  private func header(name: String, log: String) -> [ShellScript] {
    // Slurm puts numbers in the place of % and a letter, and one % in that of two.
    let logs = folder.replacing("%", with: "%%") + "/logs/" + log
    var lines: [ShellScript] = [
      "#!/bin/bash", "#SBATCH --job-name=\(directive: name)", "#SBATCH --output=\(directive: logs)",
    ]
    if let partition = options.partition {
      lines.append("#SBATCH --partition=\(directive: partition)")
    }
    if let account = options.account { lines.append("#SBATCH --account=\(directive: account)") }
    return lines
  }

  private var memoryAndFlags: [ShellScript] {
    (options.memory.map { ["#SBATCH --mem=\(directive: $0)"] } ?? [])
      + options.flags.map { "#SBATCH \(directive: $0)" }
  }

  private static func text(_ lines: [ShellScript]) -> String {
    lines.map { $0.text + "\n" }.joined()
  }

  /// A minute less than Slurm's limit, so that the task stops by itself; nil without a limit, or
  /// where it is too short for that.
  var timeLimitSeconds: Int? {
    guard let time = options.time, let seconds = Self.seconds(ofSlurmTime: time), seconds > 20
    else { return nil }
    return max(seconds - 60, seconds / 2)
  }

  /// Seconds of Slurm's "MM", "MM:SS", "HH:MM:SS", "D-HH", "D-HH:MM" or "D-HH:MM:SS"; nil for
  /// anything else.
  package static func seconds(ofSlurmTime text: String) -> Int? {
    let halves = text.split(separator: "-", omittingEmptySubsequences: false)
    let parts = halves.last.map { $0.split(separator: ":", omittingEmptySubsequences: false) } ?? []
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.allSatisfy({ (0..<1_000_000).contains($0) }) else {
      return nil
    }
    switch (halves.count, numbers.count) {
    case (1, 1): return numbers[0] * 60
    case (1, 2): return numbers[0] * 60 + numbers[1]
    case (1, 3): return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    case (2, 1...3):
      guard let days = Int(halves[0]), (0..<100_000).contains(days) else { return nil }
      let padded = numbers + [0, 0]
      return days * 86_400 + padded[0] * 3600 + padded[1] * 60 + padded[2]
    default: return nil
    }
  }

  /// "1-3,7" for [1, 2, 3, 7].
  package static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
