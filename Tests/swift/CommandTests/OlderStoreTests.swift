import Foundation
import Testing

/// Stores of earlier formats, as the programs of their time wrote them (`Data/store-VERSION`). No program that
/// was released wrote formats before 3.
@Suite("A store of an earlier program") struct OlderStoreTests {
  private static let made = Command.root + "/Tests/data/commands/store-0.1.0"

  @Test(
    "of an older format is refused, and stays as it is",
    arguments: [
      ["run", "study.json", "-o"], ["status"], ["analyze"], ["verify"],
      ["replay", "--point", "1", "--replicate", "3"],
    ])
  func refused(command: [String]) throws {
    let scratch = try Scratch()
    let folder = scratch.file("results")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder + "/.store", withIntermediateDirectories: true)
    for name in ["runs.sqlite", "seal"] {
      try FileManager.default.copyItem(
        atPath: "\(Self.made)/\(name)", toPath: "\(folder)/.store/\(name)")
    }
    let words = command.map { $0 == "study.json" ? Self.made + "/study.json" : $0 } + [folder]
    let outcome = try Command.run(words)
    #expect(outcome.exitCode == 5)
    #expect(outcome.messages.contains("error[older_format]"), "\(outcome.messages)")
    for name in ["runs.sqlite", "seal"] {
      #expect(
        try Data(contentsOf: URL(filePath: "\(folder)/.store/\(name)"))
          == Data(contentsOf: URL(filePath: "\(Self.made)/\(name)")))
    }
  }
}
