import Cluster
import DurableFiles
import Foundation
import PlainText
import RunStore
import StudyFiles
import StudyRuns

/// The folder `cluster` inside a results folder: the study as submitted, scripts, logs, parts.
///
/// Every part has a folder of its own, so no two processes ever share a database file: that is
/// all a network file system is asked for (docs/cluster.md).
struct ClusterFolder: Sendable {
  let results: String
  var path: String { results + "/" + FolderOwner.clusterFolder }

  init(results: String) { self.results = results }

  /// The folder of a results folder that was submitted before; nil if it was not.
  init?(existing results: String) {
    self.init(results: results)
    guard id != nil else { return nil }
  }

  /// What tells this folder's jobs from all others in Slurm's queue; nil if it was never submitted.
  var id: String? {
    guard let text = Self.line(of: "\(path)/\(Self.idFile)"), (8...32).contains(text.utf8.count),
      text.allSatisfy(\.isHexDigit)
    else { return nil }
    return text
  }

  /// The last round of which parts were sent, or were about to be; nil before any.
  var sentRound: Int? { Self.line(of: "\(path)/\(Self.sentFile)").flatMap { Int($0) } }

  static let idFile = "id"
  static let sentFile = "sent"
  /// The loop of a study without a scheduler, and in how many parts it makes a round.
  static let loopFile = "rounds.sh"
  static let loopPartsFile = "loop-parts"

  /// Whether a loop makes the parts, and nothing was sent to Slurm.
  var isLoop: Bool { entryExists("\(path)/\(Self.loopFile)") && sentRound == nil }

  /// The name of the jobs of a study's parts; scripts that are only shown get an id of the moment.
  func jobName(of study: Study, id: String) -> String { "\(study.name)-\(id)" }

  /// A file of one line; nil if it is not there or not such a file.
  private static func line(of path: String) -> String? {
    guard let bytes = try? ReadableFile.bytes(of: path, .found, upTo: 100) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  /// Where the parts of a round are.
  func parts(_ round: Int) -> String { "\(path)/parts/\(round)" }
  func part(_ index: Int, of round: Int) -> String { "\(parts(round))/\(index)" }

  /// By part, its log of the last array.
  func logs() -> [Int: String] {
    var latest: [Int: (job: Int, path: String)] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/logs")) ?? [] {
      let numbers = name.dropLast(4).split(separator: "_").compactMap { Int($0) }
      guard name.hasSuffix(".log"), numbers.count == 2 else { continue }
      let (job, part) = (numbers[0], numbers[1])
      if latest[part].map({ $0.job < job }) ?? true { latest[part] = (job, "\(path)/logs/\(name)") }
    }
    return latest.mapValues(\.path)
  }

  /// The last line of a log that says something; nil where there is none.
  static func lastLine(of log: String) -> String? {
    guard let bytes = try? ReadableFile.bytes(of: log, .found) else { return nil }
    return String(decoding: bytes.suffix(4_000), as: UTF8.self)
      .split(whereSeparator: \.isNewline).last { $0.contains { !$0.isWhitespace } }
      .map(String.init)
  }

  /// The study as it was submitted, changes from the command line included.
  func study() throws -> Study {
    try Study.load(path: "\(path)/study.resolved.json", .found)
  }

  /// The round that is needed next, with the number of its parts where it was decided; nil when the study
  /// is done.
  ///
  /// - Parameter study: before its first run.
  func round(of study: StudyRounds) throws -> RoundFile? {
    if let kept = try RoundFile.kept(in: results, of: study.study) { return kept }
    guard let stored = try FolderStudy.begun(in: results, known: study) else {
      return RoundFile(round: 1, plan: nil)
    }
    return try stored.rounds.next(in: stored.store)
  }

  /// In how many parts a round is made: as its plan says, else as parts that are there do, else as the loop
  /// was written for.
  func partCount(of round: RoundFile, _ study: StudyRounds) throws -> Int {
    if let parts = round.parts { return parts }
    for index in folderNumbers(parts(round.round)) {
      let stored = try FolderStudy.begun(part: part(index, of: round.round), known: study)
      if let part = stored?.rounds.part { return part.shard.count }
    }
    return Self.line(of: "\(path)/\(Self.loopPartsFile)").flatMap { Int($0) } ?? 1
  }

  /// How many runs each part of a round lacks, and how many it is to make; part 1 first.
  ///
  /// - Throws: `WordedError` if a part belongs to another study.
  func missingRuns(
    of round: RoundFile, _ study: StudyRounds
  ) throws -> [(missing: Int, planned: Int)] {
    let plan = round.plan ?? study.open
    let count = try partCount(of: round, study)
    return try (1...max(1, count)).map { (index) throws -> (missing: Int, planned: Int) in
      let folder = part(index, of: round.round)
      guard let stored = try FolderStudy.begun(part: folder, known: study) else {
        let planned =
          Shard("\(index)/\(count)").map { plan.dealt(to: $0).runCount } ?? 0
        return (planned, planned)
      }
      guard stored.study.digest == study.study.digest else {
        throw Failure(
          .anotherStudy, file: folder,
          "\(folder) belongs to another study; "
            + "\(differences(of: study.study, from: stored.study))")
      }
      return (try stored.missingRuns(), stored.plan.runCount)
    }
  }

  /// Deletes the parts of the rounds that the results folder does not need any more.
  ///
  /// - Parameter round: the one it needs next; nil when the study is done.
  /// - Throws: `WordedError` where a run of a part is not in the results folder with the same bytes; then
  ///   nothing of that round is deleted.
  func deleteParts(before round: Int?, _ study: StudyRounds) throws {
    let whole = try FolderStudy(folder: results)
    for number in folderNumbers("\(path)/parts") where number < round ?? .max {
      for index in folderNumbers(parts(number)) {
        guard let stored = try FolderStudy.begun(in: part(index, of: number), known: study) else {
          continue
        }
        try whole.store.expectAll(stored.plan.points.map(\.identity), of: stored.store)
      }
      try FileManager.default.removeItem(atPath: parts(number))
    }
  }

  private func folderNumbers(_ path: String) -> [Int] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).compactMap { Int($0) }
      .sorted()
  }

  /// The jobs of this folder that still wait or run, as Slurm knows them by their name.
  struct OpenJobs {
    /// Numbers of jobs that make parts.
    var arrays: [String] = []
    /// Numbers of jobs that judge behind them.
    var judges: [String] = []
    /// The parts whose tasks wait (false) or run (true).
    var parts: [Int: Bool] = [:]
  }

  /// Slurm is asked, not a note of what was sent: a program that is killed right after sending
  /// could not have written one.
  func openJobs(of study: Study) throws -> OpenJobs {
    var open = OpenJobs()
    guard let id else { return open }
    let name = jobName(of: study, id: id)
    for task in try Slurm.tasks(named: name) {
      if !open.arrays.contains(task.job) { open.arrays.append(task.job) }
      if let part = task.number { open.parts[part] = task.isRunning || open.parts[part] ?? false }
    }
    open.judges = try Slurm.tasks(named: SlurmScripts.judgeName(of: name)).map(\.job)
    return open
  }
}
