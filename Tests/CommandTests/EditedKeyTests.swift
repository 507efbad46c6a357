import Foundation
import StudySupport
import Testing

@Suite("A stored study with one key changed") struct EditedKeyTests {
  @Test("the schema that the program prints has the keys that are changed in these tests")
  func everyKey() throws {
    let schema = try Command.run("schema")
    try #require(schema.exitCode == 0)
    #expect(
      try SchemaKeys.all(inSchema: schema.output)
        == Set(KeyChange.all.map(\.key)).union(KeyChange.ofOwnRules))
  }

  @Test("is refused with exit 5 and the key, for every key of the model; nothing is changed")
  func model() throws {
    let scratch = try Scratch()
    let study = try scratch.write(KeyedStudy.constants.text, to: "study.json")
    let (folder, whole) = (scratch.file("results"), scratch.file("whole"))
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    try FileManager.default.copyItem(atPath: folder, toPath: whole)
    let changes = KeyChange.all.filter { change in
      change.study == .constants && [.points, .runs].contains(change.effect)
    }
    #expect(changes.contains { $0.key == "model.shape_share" } && changes.count > 20)
    for change in changes {
      let outcome = try Command.run("run", study, "-o", folder, "--set", change.change)
      #expect(outcome.exitCode == 5, "\(change): \(outcome.messages)")
      #expect(
        outcome.code == "another_study" && outcome.messages.contains(change.reported), "\(outcome)")
    }
    #expect(try differences(folder, whole) == [])
  }

  @Test("goes on without a run where nothing is run otherwise, with the tables of a fresh one")
  func labels() throws {
    let scratch = try Scratch()
    let study = try scratch.write(KeyedStudy.constants.text, to: "study.json")
    for change in KeyChange.all where change.study == .constants && change.effect == .label {
      let (folder, fresh) = (scratch.file(change.key), scratch.file(change.key + "-fresh"))
      try #require(Command.run("run", study, "-o", folder).exitCode == 0)
      let set = ["--set", change.change]
      let outcome = try Command.run(["run", study, "-o", folder] + set)
      #expect(try outcome.exitCode == 0 && runsMade(folder) == 0)
      try #require(Command.run(["run", study, "-o", fresh] + set).exitCode == 0)
      #expect(try differences(folder, fresh) == [])
    }
  }

  @Test("goes on without a run where only the analysis differs, and keeps to it from then on")
  func analysis() throws {
    let scratch = try Scratch()
    let study = try scratch.write(KeyedStudy.analyzed.text, to: "study.json")
    let edited = try scratch.write(
      KeyedStudy.analyzed.text.replacingOccurrences(
        of: "\"confidence\": 0.9", with: "\"confidence\": 0.5"), to: "edited.json")
    let (folder, fresh) = (scratch.file("results"), scratch.file("fresh"))
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    try #require(Command.run("run", edited, "-o", fresh).exitCode == 0)
    #expect(try differences(folder, fresh).contains("summary.csv"))
    let outcome = try Command.run("run", edited, "-o", folder)
    #expect(try outcome.exitCode == 0 && runsMade(folder) == 0)
    #expect(try differences(folder, fresh) == [])
    // The folder's own study is the edited one now.
    try #require(Command.run("analyze", folder).exitCode == 0)
    #expect(try differences(folder, fresh) == [])
  }
}
