import Foundation
import Testing

@Suite("Adaptive studies") struct AdaptiveTests {
  @Test("at another confidence as run and analyze agree, be it higher or lower than before")
  func confidence() throws {
    let scratch = try Scratch()
    func write(_ level: Double) throws -> String {
      try scratch.write(
        Studies.adaptive.replacing(
          "\"record\"", with: "\"analysis\": { \"confidence\": \(level) }, \"record\""),
        to: "\(level).json")
    }
    let (low, high, folder) = (scratch.file("low"), scratch.file("high"), scratch.file("folder"))
    try #require(Command.run("run", try write(0.8), "-o", low).exitCode == 0)
    try #require(Command.run("run", try write(0.99), "-o", high).exitCode == 0)
    // From few runs to many: analyze finds them missing, run makes them.
    try FileManager.default.copyItem(atPath: low, toPath: folder)
    try #require(Command.run("analyze", folder, "--study", try write(0.99)).exitCode == 0)
    #expect(try differences(folder, high).contains("points.csv"))
    try #require(Command.run("run", try write(0.99), "-o", folder).exitCode == 0)
    #expect(try differences(folder, high) == [])
    // And back: the runs are there, but they do not count.
    try #require(Command.run("analyze", folder, "--study", try write(0.8)).exitCode == 0)
    #expect(try differences(folder, low) == [])
  }
}
