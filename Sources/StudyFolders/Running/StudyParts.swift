import PlainText
package import ResultTables
package import RunStore
import StudyFiles
package import StudyRuns
import WorkStealing

/// The parts of one study, each in a folder of its own.
///
/// They are opened one at a time: a thousand parts must not need a thousand open files.
package struct StudyParts: Sendable {
  package struct Part: Sendable {
    package let folder: String
    /// nil where the folder holds no runs yet.
    package let shard: Shard?
    package let planned: Int
    package let missing: Int
  }

  package let parts: [Part]
  /// The whole study before its first run, as the part with the lowest number knows it.
  private let rounds: StudyRounds
  /// The study file as that part was given it.
  private let studyFile: [UInt8]

  /// - Throws: `WordedError` if no folder holds runs, or two hold different studies.
  package init(folders: [String]) throws {
    var parts: [Part] = []
    var known: StudyRounds?
    var first: (shard: Shard, folder: String)?
    for folder in folders {
      guard let stored = try StoredStudy.begun(in: folder, known: known) else {
        parts.append(Part(folder: folder, shard: nil, planned: 0, missing: 0))
        continue
      }
      if let known, let first, stored.study.digest != known.study.digest {
        throw Failure(
          .anotherStudy, file: folder,
          "\(folder) does not belong to the study of \(first.folder): "
            + "\(differences(stored.study.changedKeys(since: known.study)))")
      }
      let shard = stored.rounds.part?.shard ?? .whole
      if known == nil { known = try StudyRounds(stored.study) }
      if first.map({ shard.index < $0.shard.index }) ?? true { first = (shard, folder) }
      parts.append(
        Part(
          folder: folder, shard: shard, planned: stored.plan.runCount,
          missing: try stored.missingRuns()))
    }
    guard let first else {
      throw Failure(
        .noResults, "\(folders.first ?? "") holds no study's results; give the parts' folders")
    }
    let speaker = try StoredStudy(folder: first.folder)
    rounds = try StudyRounds(speaker.study)
    studyFile = try speaker.studyFile()
    self.parts = parts
  }

  /// What is missing, in words: parts that are not there and runs that parts lack.
  package var gaps: [String] {
    var gaps: [String] = []
    for part in parts {
      if part.shard == nil { gaps.append("\(part.folder) holds no runs") }
      if part.missing > 0 { gaps.append("\(part.folder) lacks \(plural(part.missing, "run"))") }
    }
    let shards = Set(parts.compactMap(\.shard))
    for count in Set(shards.map(\.count)).sorted() {
      let missing = (1...count).filter { index in
        Shard("\(index)/\(count)").map { !shards.contains($0) } ?? false
      }
      gaps += missing.map { "part \($0)/\(count) is not among the folders" }
    }
    return gaps
  }

  /// A results folder the parts were joined in.
  package struct Joined: Sendable {
    package let written: WrittenResults
    /// Whether nothing is missing.
    package let isComplete: Bool
    /// What was found damaged in the folder and taken out of it.
    package let removed: [DamagedBlock]
  }

  /// Joins what the parts hold in a results folder, tables included; as one machine would have
  /// written it once nothing is missing, and marked as not finished before.
  ///
  /// - Throws: `WordedError`; the same call goes on where one was cut short.
  package func join(into output: String) throws -> Joined {
    let clock = SessionClock()
    let whole = try openFolder(rounds, at: output, studyFile: studyFile)
    for part in parts where part.shard != nil {
      guard let stored = try StoredStudy.begun(in: part.folder, known: rounds) else { continue }
      try whole.copy(stored.plan.points.map(\.identity), from: stored.store)
    }
    var rounds = rounds
    try rounds.advance(by: whole)
    let judgement = try StudyJudgement(rounds, store: whole)
    let results = StudyResults(rounds, judgement, studyFile: studyFile, store: whole)
    let written = try writeResultFolder(
      results, to: output,
      origin: clock.session(threads: AllowedCores.count(), made: 0),
      isPartial: !judgement.isComplete)
    try whole.close()
    return Joined(
      written: written, isComplete: judgement.isComplete, removed: whole.removedAtOpening)
  }
}
