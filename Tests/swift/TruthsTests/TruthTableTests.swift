import Foundation
import PlainText
import SpreadModel
import StudyFiles
import Tables
import TestSupport
import Testing
import Truths
import WorkStealing

@Suite struct TruthTableTests {
  /// One with an estimate and its interval, one without, one that fails.
  private static func findings() throws -> [Finding] {
    let runner = TruthRunner(pool: WorkPool(workers: 1), mostRuns: 200)
    let truths = [Truth].all(upTo: .quick)
    var wrong = try #require(truths.first { $0.id == "L6.exact" })
    wrong.expected = .means([9])
    let right = try ["L6.push", "L1.exact"].map { id in
      try #require(truths.first { $0.id == id })
    }
    return (right + [wrong]).map { runner.finding($0, level: 1e-6) }
  }

  /// What JSON and table say of a finding, by column; nil and empty fields are left out.
  private static func facts(_ finding: Finding) -> [String: String] {
    var facts = [
      "id": finding.id, "tier": finding.tier.rawValue, "scenario": finding.scenario,
      "expected": finding.expected, "source": finding.source, "runs": "\(finding.runs)",
      "p": "\(finding.p)", "verdict": finding.verdict.rawValue,
    ]
    facts["estimate"] = finding.estimate.map { "\($0)" }
    facts["ci_low"] = finding.low.map { "\($0)" }
    facts["ci_high"] = finding.high.map { "\($0)" }
    facts["accepted_low"] = finding.accepted.map { "\($0.lowerBound)" }
    facts["accepted_high"] = finding.accepted.map { "\($0.upperBound)" }
    facts["z"] = finding.z.map { "\($0)" }
    return facts
  }

  @Test("the findings differ, so that a column in another's place would be seen")
  func different() throws {
    let findings = try Self.findings()
    #expect(findings.map(\.verdict) == [.passes, .passes, .fails])
    let first = findings[0]
    let numbers = [first.estimate, first.low, first.high, first.z, first.p]
    #expect(Set(numbers).count == 5 && !numbers.contains(nil))
    #expect(findings[1].estimate == nil && findings[1].low == nil)
  }

  @Test("the JSON form has every fact under its column's name")
  func json() throws {
    for finding in try Self.findings() {
      let data = Data(TruthTable.rows([finding]).json.text.utf8)
      let members = try #require(try JSONReader.read(Array(data)).elements?.first?.members)
      var found: [String: String] = [:]
      for member in members {
        found[member.key] =
          member.value.string
          ?? member.value.number.map { number in
            number.integer.flatMap { $0 == finding.runs ? "\($0)" : nil } ?? "\(number.double)"
          }
      }
      #expect(found == Self.facts(finding))
    }
  }

  @Test("so has the table, in the order of the findings")
  func table() throws {
    let scratch = try Scratch()
    let folder = scratch.path
    let findings = try Self.findings()
    try TruthTable.write(findings, to: folder)
    let lines = try String(contentsOfFile: folder + "/truths.csv", encoding: .utf8)
      .split(separator: "\n")
    let columns = lines[0].split(separator: ",").map(String.init)
    let rows = lines.dropFirst().map { line in
      Dictionary(uniqueKeysWithValues: zip(columns, Self.cells(line))).filter { $0.value != "" }
    }
    #expect(rows == findings.map(Self.facts))
  }

  /// Of a line whose quoted cells hold no quotes.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == "," && !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}
