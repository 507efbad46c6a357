import Foundation
import PlainText
import ResultTables
import RunStore
import StudyFolders
import Tables
import TestSupport
import Testing

/// Folders of which the tables alone are read: they have no store, or one of format 3.
@Suite struct TablesAloneTests {
  /// The folder of a study, a copy without its store, and one whose store is older.
  private func folders(_ text: String, in place: Scratch) throws -> (
    whole: String, alone: [String]
  ) {
    let names = ["whole", "bare", "old"].map(place.file)
    try run(text, in: names[0])
    for name in names.dropFirst() {
      try FileManager.default.copyItem(atPath: names[0], toPath: name)
    }
    try FileManager.default.removeItem(atPath: "\(names[1])/.store")
    // The last byte of the number that SQLite keeps for the format. Source: sqlite.org, "Database File Format".
    let store = URL(fileURLWithPath: "\(names[2])/.store/runs.sqlite")
    var bytes = try Data(contentsOf: store)
    #expect(bytes[60..<64].elementsEqual([0, 0, 0, 4]))
    bytes[63] = 3
    try bytes.write(to: store)
    return (names[0], Array(names.dropFirst()))
  }

  private static let course = """
    {
      "spreadlab": 1, "study": "course", "seed": 7,
      "model": { "group_size": 36, "infectious_steps": 3, "rule": "each_contact" },
      "responses": { "early": { "infected_at": 3 } },
      "factors": {
        "infection_probability": { "values": [0.2, 0.4] }, "rule": { "values": ["exact", "push"] }
      },
      "replicates": { "min": 30, "max": 60, "batch": 10, "until": [
        { "response": "final_share", "half_width": 0.05 }] },
      "record": { "compress": true }
    }
    """

  @Test(
    "comparisons, fits and differences of tables alone are those of the stored runs",
    arguments: [smallStudy(), Self.course.replacing(#", "rule": "each_contact" "#, with: " ")])
  func answers(_ text: String) throws {
    let place = try Scratch()
    let (whole, alone) = try folders(text, in: place)
    for folder in alone {
      for response in [nil, "step_to_50pct", "final_share", "curve"] {
        let question = ComparisonQuestion(by: "rule", response: response)
        let (found, known) = try (question.answer(from: folder), question.answer(from: whole))
        #expect(comparisonTable(found.rows).csv == comparisonTable(known.rows).csv)
        #expect(found.isComplete && found.notes.map(\.code).contains(.noStore))
      }
      let fit = FitQuestion(model: "logistic")
      let (found, known) = try (fit.answer(from: folder), fit.answer(from: whole))
      #expect(found.table.csv == known.table.csv && found.notes.map(\.code) == [.noStore])
      for pair in [(folder, whole), (whole, folder), (folder, folder)] {
        let difference = try FolderDifference(pair.0, pair.1)
        #expect(difference.summary == [] && difference.runs.commonPoints > 1)
      }
    }
    let error = #expect(throws: RunStoreError.self) { try FolderStatus(of: alone[1]) }
    #expect(error?.code == .olderFormat && "\(error?.message ?? "")".contains(alone[1]))
  }

  @Test("tables that do not go together are refused with the file")
  func damaged() throws {
    let place = try Scratch()
    let folder = try folders(smallStudy(), in: place).alone[0]
    let question = ComparisonQuestion(by: "rule")
    func expectDamage(_ file: String, _ change: (String) -> String) throws {
      let before = try String(decoding: place.bytes("bare/\(file)"), as: UTF8.self)
      let changed = change(before)
      try #require(changed != before)
      try place.write(changed, to: "bare/\(file)")
      let thrown = #expect(throws: (any Error).self) { try question.answer(from: folder) }
      let error = thrown as? any WordedError
      #expect(error?.code == .damaged && "\(error?.message ?? "")".contains(file), "\(changed)")
      try place.write(before, to: "bare/\(file)")
    }
    let first = try String(decoding: place.bytes("bare/runs.csv"), as: UTF8.self)
      .split(separator: "\n")[1]
    // A run twice, one of no point, one without an end.
    try expectDamage("runs.csv") { $0.replacing("\(first)\n", with: "\(first)\n\(first)\n") }
    try expectDamage("runs.csv") { $0.replacing("\n1,", with: "\n7,") }
    try expectDamage("runs.csv") { $0.replacing("all_infected", with: "tired") }
    try expectDamage("points.csv") { $0.replacing("push", with: "exact") }
    try expectDamage("points.csv") {
      $0.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    }
    #expect(throws: Never.self) { try question.answer(from: folder) }
    try FileManager.default.removeItem(atPath: "\(folder)/manifest.json")
    let error = #expect(throws: Failure.self) { try question.answer(from: folder) }
    #expect(error?.code == .noResults)
  }

  @Test("a search, whose points follow from its runs, is refused")
  func search() throws {
    let place = try Scratch()
    let folder = try folders(
      """
      {
        "spreadlab": 1, "study": "search", "seed": 7,
        "model": { "group_size": 16 }, "factors": { "rule": { "values": ["exact", "push"] } },
        "design": {
          "type": "threshold", "factor": "infection_probability", "from": 0.2, "to": 0.9,
          "response": "final_share", "target": 0.5, "half_width": 0.2, "max_runs": 200 }
      }
      """, in: place
    ).alone[1]
    let error = #expect(throws: Failure.self) {
      try ComparisonQuestion(by: "rule").answer(from: folder)
    }
    #expect(error?.code == .noResults)
  }
}
