/// The batch scripts of a study that runs on Slurm as an array of shards and a merge.
///
/// They are ordinary shell: `sbatch` takes them, and so does a person with GNU parallel
/// (docs/cluster.md). Every path in them is absolute.
package struct SlurmScripts: Sendable {
  /// Name of the study; labels are safe in a shell.
  package var study: String
  /// The program, the study file as copied, and the folder with `parts` and `logs`.
  package var program: String
  package var studyFile: String
  package var folder: String
  /// The results folder the merge writes.
  package var output: String
  package var shards: Int
  package var coresPerTask: Int
  /// Slurm's own formats, such as "00:55:00" and "4G"; nil leaves the site's default.
  package var time: String?
  package var memory: String?
  package var partition: String?
  package var account: String?
  /// Further flags for `sbatch`, each as one word such as `--qos=low`.
  package var flags: [String]
  /// Changes to the study from the command line, as words for `spreadlab run`.
  package var overrides: [String]

  package init(
    study: String, program: String, studyFile: String, folder: String, output: String,
    shards: Int, coresPerTask: Int, time: String?, memory: String?, partition: String?,
    account: String?, flags: [String], overrides: [String]
  ) {
    self.study = study
    self.program = program
    self.studyFile = studyFile
    self.folder = folder
    self.output = output
    self.shards = shards
    self.coresPerTask = coresPerTask
    self.time = time
    self.memory = memory
    self.partition = partition
    self.account = account
    self.flags = flags
    self.overrides = overrides
  }

  /// The array: one task per shard. A task that stops in time (exit code 75) goes back to the
  /// queue and goes on where it was; so does one that is preempted.
  ///
  /// - Parameter only: the shards to run, 1...shards.
  package func array(only: [Int]) -> String {
    var lines = header(name: study, log: "%A_%a.log")
    lines += [
      "#SBATCH --array=\(Self.ranges(only))", "#SBATCH --requeue", "#SBATCH --open-mode=append",
      "#SBATCH --cpus-per-task=\(coresPerTask)",
    ]
    if let time { lines.append("#SBATCH --time=\(time)") }
    if let memory { lines.append("#SBATCH --mem=\(memory)") }
    lines += flags.map { "#SBATCH \($0)" }
    let limit = timeLimitSeconds.map { " --time-limit \($0)s" } ?? ""
    lines += [
      "",
      "part=${SLURM_ARRAY_TASK_ID:?run this through sbatch, or set the number of the part}",
      "\(quoted(program)) run \(quoted(studyFile)) --shard \"$part/\(shards)\" \\",
      "  -o \(quoted(folder + "/parts"))/\"$part\" -j \(coresPerTask) --quiet\(limit)"
        + overrides.map { " " + quoted($0) }.joined() + " &",
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
    return lines.joined(separator: "\n") + "\n"
  }

  /// The merge; it starts when every task of the array has ended, and names what is missing.
  package var merge: String {
    var lines = header(name: "\(study)-merge", log: "merge_%j.log")
    if let memory { lines.append("#SBATCH --mem=\(memory)") }
    lines += flags.map { "#SBATCH \($0)" }
    lines += [
      "",
      "exec \(quoted(program)) merge \(quoted(folder + "/parts"))/* -o \(quoted(output))",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func header(name: String, log: String) -> [String] {
    var lines = [
      "#!/bin/bash", "#SBATCH --job-name=\(name)", "#SBATCH --output=\(folder)/logs/\(log)",
    ]
    if let partition { lines.append("#SBATCH --partition=\(partition)") }
    if let account { lines.append("#SBATCH --account=\(account)") }
    return lines
  }

  /// A minute less than Slurm's limit, so that the task stops by itself; nil without a limit, or
  /// where it is too short for that.
  var timeLimitSeconds: Int? {
    guard let time, let seconds = Self.seconds(ofSlurmTime: time), seconds > 20 else { return nil }
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
      let padded = numbers + [Int](repeating: 0, count: 3 - numbers.count)
      return days * 86_400 + padded[0] * 3600 + padded[1] * 60 + padded[2]
    default: return nil
    }
  }

  /// "1-3,7" for [1, 2, 3, 7].
  static func ranges(_ numbers: [Int]) -> String {
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

  /// One word for a shell.
  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
