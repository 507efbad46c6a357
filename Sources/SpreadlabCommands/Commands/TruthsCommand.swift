import ArgumentParser
import DurableFiles
import Foundation
import PlainText
import StudyFiles
import StudyFolders
import Tables
import Truths
import WorkStealing

struct TruthsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "truths",
    abstract: "Simulate published and exact results, and compare.",
    discussion: """
      EXAMPLES
        spreadlab truths
        spreadlab truths --tier full -o truths
        spreadlab truths --only L6 --only P2
        spreadlab truths --tier deep --export truths

      --export writes each truth as files for other simulators (its study, what is observed, what is
      expected), with a README of the format, and simulates nothing. Seeds follow from the ids and cannot be chosen. Exit code 3 if a truth fails.
      """)

  @Option(help: "quick (seconds), full (minutes) or deep; each includes those before it.")
  var tier = Tier.quick.rawValue
  @Option(help: "Only this truth, of any tier, or all of this entry; may be repeated.")
  var only: [String] = []
  @Option(
    name: .output,
    help: "Folder for truths.csv and its data package.", completion: .directory,
    transform: GivenPath.init)
  var output: GivenPath?
  @Option(
    help: "Write the truths as files into this folder, and simulate nothing.",
    completion: .directory, transform: GivenPath.init)
  var export: GivenPath?
  @Option(
    help: """
      Family-wise error rate: the probability that any of the truths is rejected although all \
      are true; divided equally among them.
      """,
    transform: number)
  var level: Double?
  @OptionGroup var workers: ThreadOptions
  @OptionGroup var messages: OutputOptions

  func run() throws {
    let truths = try chosen()
    if let export {
      try expectNothingSimulated()
      try expectOutput(
        TruthExport.fileNames + truths.map(\.id), to: export.path,
        areOurs: TruthExport.isWritten(in: export.path))
      try expectNoOthers(than: truths, in: export.path)
      try TruthExport.write(truths, to: export.path)
      return messages.say("truths written to \(export.path): \(truths.count)")
    }
    if let output {
      try expectOutput(
        TruthTable.fileNames, to: output.path,
        areOurs: TruthTable.isWritten(in: output.path))
    }
    let level = level ?? TruthRunner.standardLevel
    guard level > 0, level < 1 else {
      throw Failure(.badOption, "\(setting: "level", level): give a probability such as 1e-6")
    }
    let runner = TruthRunner(pool: WorkPool(workers: try workers.count()))
    let start = ContinuousClock.now
    var findings: [Finding] = []
    for truth in truths {
      let finding = runner.finding(truth, level: level / Double(truths.count))
      findings.append(finding)
      if !messages.json {
        try Console.write(Self.text(finding))
        try Console.flush()
      }
    }
    if messages.json { try Console.write(json: [("truths", TruthTable.rows(findings).json)]) }
    if let output { try TruthTable.write(findings, to: output.path) }
    let failed = findings.filter { $0.verdict == .fails }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    messages.say(
      "\(findings.count - failed.count) of \(findings.count) truths pass; family-wise level "
        + "\(level); \(String(format: "%.1f", seconds)) s")
    if !failed.isEmpty {
      throw Failure(.truthsFailed, "these truths fail: \(failed.map(\.id).joined(separator: ", "))")
    }
  }

  /// No truths of an earlier export, which the README would not name.
  private func expectNoOthers(than truths: [Truth], in folder: String) throws {
    let ids = Set(truths.map(\.id))
    let others = [Truth].all(upTo: .deep).map(\.id)
      .filter { !ids.contains($0) && entryExists("\(folder)/\($0)") }
    guard let first = others.first else { return }
    throw Failure(
      .foreignFiles, file: folder,
      "\(folder) has other truths (\(first)\(others.count == 1 ? "" : ", ...")); nothing was changed. Give "
        + "another folder (\(setting: "export")), or remove it")
  }

  /// No option beside `--export` that is about results.
  private func expectNothingSimulated() throws {
    let given = [
      "folder": output != nil, "level": level != nil, "threads": workers.jobs != nil,
      "json": messages.json,
    ]
    guard let option = given.keys.sorted().first(where: { given[$0] == true }) else { return }
    throw Failure(
      .unfitOption, "\(setting: "export") simulates nothing; leave out \(setting: option)")
  }

  /// The truths asked for, in the order of the list.
  private func chosen() throws -> [Truth] {
    let tier = try named(tier, "tier", Tier.allCases)
    if only.isEmpty { return [Truth].all(upTo: tier) }
    let all = [Truth].all(upTo: .deep)
    for text in only where !all.contains(where: { $0.matches(text) }) {
      let near = NearestName.find(text, in: all.map(\.id)).map { "; did you mean \"\($0)\"?" }
      throw Failure(.unknownValue, "\(setting: "only", text): there is no such truth\(near ?? "")")
    }
    return all.filter { truth in only.contains { truth.matches($0) } }
  }

  private static func text(_ finding: Finding) -> String {
    func digits(_ value: Double) -> String { String(format: "%.6g", value) }
    var found = finding.estimate.map(digits) ?? "-"
    if let low = finding.low, let high = finding.high {
      found += " [\(digits(low)), \(digits(high))]"
    }
    let accepted =
      finding.accepted.map {
        "\n  accepted \(digits($0.lowerBound)) to \(digits($0.upperBound))"
      } ?? ""
    return """
      \(finding.id): \(finding.scenario)
        expected \(finding.expected) (\(finding.source))\(accepted)
        found \(found), z \(finding.z.map { String(format: "%.2f", $0) } ?? "-"), \
      p \(digits(finding.p)), \(finding.runs) runs: \(finding.verdict.rawValue)

      """
  }
}
