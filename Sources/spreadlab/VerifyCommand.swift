import ArgumentParser
import Checksums
import KeyedRandom
import PlainText
import ResultTables
import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyRuns

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every stored block and file, and repeat a random sample of runs.",
    discussion: """
      EXAMPLES
        spreadlab verify results/quickstart
        spreadlab verify results/quickstart --sample 1000

      Exit code 4 if anything is damaged; 'spreadlab run' computes damaged blocks again.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Option(help: "Runs to repeat and compare.") var sample = 100
  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    let stored = try StoredStudy(folder: folder.path)
    var faults: [String] = []
    do throws(RunStoreError) {
      faults += try stored.store.verify().map(\.description)
    } catch { throw failure(of: error) }
    let files = verifyFiles(in: folder.path)
    faults += files.faults
    let repeated = faults.isEmpty ? try repeatSample(of: stored, faults: &faults) : 0
    if json {
      try Console.write(
        JSONText.object([
          ("sound", .bool(faults.isEmpty)), ("files_checked", .int(files.checked)),
          ("runs_repeated", .int(repeated)), ("faults", .array(faults.map(JSONText.string))),
        ]).text)
    }
    guard faults.isEmpty else {
      throw CommandFailure(
        .verificationFailed,
        "error: \(folder) is damaged:\n  " + faults.joined(separator: "\n  ")
          + "\n'spreadlab run' computes damaged runs again, 'spreadlab analyze' writes the tables again"
      )
    }
    if !json {
      try Console.write(
        "\(folder) is sound: store, \(plural(files.checked, "file")), "
          + "\(plural(repeated, "run")) repeated and found equal\n")
    }
  }

  /// Repeats runs chosen at random from the store; always the same ones for a study.
  private func repeatSample(of stored: StoredStudy, faults: inout [String]) throws -> Int {
    var stream = RandomStream(key: stored.study.seed, 0x7665_7269_6679)  // "verify"
    var repeated = 0
    for _ in 0..<max(sample, 0) {
      let point = stored.plan.points[Int(stream.below(UInt64(stored.plan.points.count)))]
      let replicates = try stored.finished(point)
      let count = replicates.reduce(0) { $0 + $1.count }
      guard count > 0 else { continue }
      var place = Int(stream.below(UInt64(count)))
      for range in replicates {
        guard place >= range.count else {
          let replicate = range.lowerBound + place
          if try !isEqual(stored, point, replicate) {
            faults.append(
              "point \(point.number), replicate \(replicate): repeated, it gives another result")
          }
          break
        }
        place -= range.count
      }
      repeated += 1
    }
    return repeated
  }

  private func isEqual(_ stored: StoredStudy, _ point: Point, _ replicate: Int) throws -> Bool {
    let result = Simulator(point.scenario).run(
      stored.study.key(of: point, replicate: replicate), recordMap: false)
    var same = true
    do {
      try stored.store.forEachRun(
        point: point.identity, replicates: replicate..<replicate + 1, withCurves: true,
        withMaps: false
      ) { run in
        guard case .ok(let reason, let responses, let curve, _) = run.outcome else { return }
        same =
          reason == result.stopReason
          && responses
            == stored.store.responses.values(of: result, people: point.groupSize)
          && (curve == nil || curve == result.curve)
      }
    } catch let error as RunStoreError { throw failure(of: error) }
    return same
  }
}
