import Foundation
import RunStore
import SlowReference
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing
import WorkStealing

/// Studies drawn at random, from the text to the tables: no run may end the program, and each has to be
/// the one that the reference implementation makes.
@Suite("Random studies") struct RandomStudyTests {
  /// `SPREADLAB_RANDOM_STUDIES` says how many.
  private static let count =
    ProcessInfo.processInfo.environment["SPREADLAB_RANDOM_STUDIES"].flatMap(Int.init)
    ?? TestDepth.choose(quick: 150, deep: 10_000)

  /// What was seen of studies.
  private struct Seen: Sendable {
    var (made, refused, runs) = (0, 0, 0)
    var constant: Set<ModelKey> = []
    var varied: Set<ModelKey> = []
    var sizes: Set<Int> = []

    mutating func add(_ other: Seen) {
      (made, refused, runs) = (made + other.made, refused + other.refused, runs + other.runs)
      constant.formUnion(other.constant)
      varied.formUnion(other.varied)
      sizes.formUnion(other.sizes)
    }
  }

  @Test("run to their tables, and their runs are those of the reference implementation")
  func agree() async throws {
    let place = try Scratch()
    var seen = Seen()
    while seen.made < Self.count {
      let first = seen.made + seen.refused
      try await withThrowingTaskGroup(of: Seen.self) { group in
        for number in first..<first + 50 {
          group.addTask { try look(at: number, in: place.file("study\(number)")) }
        }
        for try await one in group { seen.add(one) }
      }
    }
    print("\(seen.made) random studies with \(seen.runs) runs; \(seen.refused) were no valid study")
    #expect(seen.refused < seen.made && seen.runs > 5 * seen.made)
    #expect(seen.constant == Set(ModelKey.all) && seen.sizes.isSuperset(of: 1...20))
    #expect(seen.varied == Set(ModelKey.factors).subtracting([.boundary, .columns]))
  }

  private func look(at number: Int, in folder: String) throws -> Seen {
    var seen = Seen()
    var random = RandomStudy(number)
    let text = random.text()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(random.edges.utf8).write(to: URL(filePath: "\(folder)/\(RandomStudy.edges)"))
    let plan: RunPlan
    do throws(StudyFileError) {
      plan = try RunPlan(Study.parse(bytes: Array(text.utf8), file: "\(folder)/study.json"))
    } catch {
      seen.refused = 1
      return seen
    }
    let study = plan.study
    let found = try compare(plan)
    (seen.made, seen.runs) = (1, found.runs)
    if found.different > 0 {
      Issue.record("study \(number): \(found.different) of \(found.runs) runs differ\n\(text)")
    }
    if number.isMultiple(of: 3) { try runWhole(study, text, number, in: folder) }
    seen.varied = Set(study.factors.map(\.parameter).filter { $0.number == nil })
    seen.constant = Set(
      ModelKey.all.filter { text.contains("\"\($0.name.split(separator: ".").last!)\": ") })
    seen.sizes = Set(plan.points.map(\.scenario.grid.people))
    return seen
  }

  /// From the estimate to the check of the folder; every file is synced, so only some go all the way.
  private func runWhole(_ study: Study, _ text: String, _ number: Int, in folder: String) throws {
    _ = try StudyCheck(study, threads: 2)
    let results = "\(folder)/results"
    do {
      let session = try StudySession(
        study, file: Array(text.utf8), in: results, threads: 1 + number / 10 % 3)
      guard case .tables = try session.finish(try session.makeRuns()) else {
        Issue.record("study \(number) has no tables")
        return
      }
    }
    let check = try FolderVerification(of: results, sample: 5)
    #expect(check.faults == [] && check.isComplete, "study \(number): \(check.faults)\n\(text)")
  }

  /// How many runs a plan begins with, and how many are not those of the reference implementation.
  private func compare(_ plan: RunPlan) throws -> (runs: Int, different: Int) {
    let (study, responses) = (plan.study, plan.study.storedResponses)
    let bench = PointRunner(plan: plan, responses: responses)
    var (runs, different) = (0, 0)
    for (place, point) in plan.points.enumerated() {
      var blocks: [EncodedBlock] = []
      bench.make(
        plan.replicates[place], of: place, isCancelled: { false }, { blocks.append($0) })
      for run in try blocks.flatMap({ try $0.decode().runs }) {
        var reference = ReferenceSimulator(point.scenario)
        let expected = reference.run(
          study.key(of: point, replicate: run.replicate), recordMap: true,
          recordTransmissions: true, describesCourse: study.hasCourse)
        runs += 1
        if !isEqual(run.outcome, expected, responses, on: point.scenario.grid) { different += 1 }
      }
    }
    return (runs, different)
  }

  private func isEqual(
    _ outcome: RunOutcome, _ expected: RunResult, _ responses: ResponseList, on grid: Grid
  ) -> Bool {
    guard case .finished(let run) = outcome else { return false }
    return run.stopReason == expected.stopReason
      && run.responses == responses.values(of: expected, on: grid)
      && (run.curve == nil || run.curve == expected.curves)
      && (run.map == nil || run.map == expected.infectionSteps)
      && (run.transmissions == nil || run.transmissions == expected.transmissions)
  }
}
