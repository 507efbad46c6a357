import ArgumentParser
import Cluster
import Glibc
import PlainText
import Statistics
import StudyFiles
import StudyFolders
import StudyRuns

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Validate a study and estimate time, memory and disk; nothing is run or written.",
    discussion: """
      EXAMPLES
        spreadlab check studies/quickstart.json
        spreadlab check study.json --json
        spreadlab check study.json --response step_to_50pct --half-width 0.2
        spreadlab check study.json --response final_share --difference 0.05

      The last two make a pilot study in memory, and print how many runs the precision or power needs.
      """)

  @OptionGroup var input: StudyInput

  @Option(
    name: .output,
    help: "Folder that the study is to be run in (default: results/NAME); what is there is shown.",
    completion: .directory, transform: GivenPath.init)
  var output: GivenPath?

  @Option(
    name: .threads,
    help: "Threads to estimate for; default: the cores this process may use.")
  var jobs: Int?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var advice: AdviceOptions

  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    let study = try Study.load(path: input.study.path, overrides: try input.overrides())
    let check = try StudyCheck(
      study, threads: try threadCount(jobs), limits: try limits.values(),
      question: try advice.question(of: study))
    let folder = try FolderFit(study, in: output?.path ?? "results/\(study.name)")
    let (estimate, threads) = (check.estimate, check.threads)
    let advice = check.advice.map { AdviceText($0, of: study) }
    if json {
      for note in study.notes + check.notes { Console.note(note) }
      try Console.write(
        json: [
          ("valid", .bool(true)), ("study", .string(study.name)),
          ("points", .int(estimate.points)), ("runs", .int(estimate.runs)),
          ("expected_runs", .int(Int(saturating: estimate.expectedRuns))),
          ("is_most", .bool(estimate.isMost)), ("threads", .int(threads)),
          ("seconds", .real(check.seconds)),
          ("memory_bytes", .real(estimate.memoryBytes.rounded())),
          ("disk_bytes", .real(estimate.diskBytes.rounded())), ("folder", folder.json),
        ] + (estimate.finalValues.map { [("final_values", $0.json)] } ?? [])
          + (advice.map { [("advice", $0.json)] } ?? []))
      return
    }
    var text = """
      \(input.study) is valid.
      \(plural(estimate.points, "point"))\(further(estimate)) x \(replicates(study)) = \
      \(plural(estimate.runs, "run"))\(study.isAdaptive ? " to begin with" : "")
      \(time(of: check)), \(size(estimate.memoryBytes)) of memory, \(size(estimate.diskBytes)) on disk

      """
    text += estimate.finalValues?.text(threads: threads) ?? ""
    let expected = readable(twoDigits(estimate.expectedRuns))
    if case .adaptive(let rule) = study.replicates {
      let most = Double(estimate.points) * Double(rule.max)
      text +=
        "about \(expected) runs until the precision targets are met, at most \(readable(most))\n"
    } else if let goal = study.designGoal {
      let count = study.searchCount ?? 1
      let each =
        count > 1
        ? "\(readable(count)) searches x at most \(readable(study.mostRuns / count)) runs = " : ""
      let about = estimate.isMost ? "" : "about \(expected) runs until \(goal): "
      text +=
        "\(about)\(each)at most \(readable(study.mostRuns)) runs"
        + (estimate.isMost ? " until \(goal)\n" : "\n")
    }
    for note in study.notes + check.notes { text += "\(note)\n" }
    text += advice?.text ?? ""
    text += folder.text
    text += "Next: \(next(folder))\n"
    try Console.write(text)
  }

  /// How long the study takes; of an unknown number of runs how long the first do, and then how long it takes at most.
  private func time(of check: StudyCheck) -> String {
    let threads = "on \(plural(check.threads, "thread"))"
    guard check.estimate.isMost else { return "\(about(check.seconds)) \(threads)" }
    return
      "\(about(check.firstSeconds)) \(threads) for these; in the end at most \(duration(check.seconds))"
  }

  /// The command that goes on: the run of the study that was checked, with its changes.
  private func next(_ folder: FolderFit) -> String {
    if folder.refusal?.code == .inUse { return "spreadlab status \(shellWord(folder.folder))" }
    let place = output.map { " -o \(shellWord($0.path))" } ?? ""
    return "spreadlab run \(shellWord(input.study.path))"
      + input.words.map { " \(shellWord($0))" }.joined()
      + (folder.isForAnother ? " -o ANOTHER_FOLDER" : place)
  }

  private func further(_ estimate: PlanEstimate) -> String {
    let count = estimate.furtherPoints
    return count == 0 ? "" : " and \(plural(count, "level")) of final size curves"
  }

  private func twoDigits(_ value: Double) -> Double {
    let unit = pow(10, max(0, log10(max(1, value)).rounded(.down) - 1))
    return (value / unit).rounded() * unit
  }

  private func replicates(_ study: Study) -> String {
    plural(study.replicates.first, "replicate")
  }
}
