import DurableFiles
import PlainText
package import ResultTables
package import RunStore
import SpreadModel
import StudyFiles
package import StudyRuns
import WorkStealing

/// Parts of a study's rounds, added to a results folder: what one machine would have there.
///
/// Parts are opened one at a time: a thousand of them must not need a thousand open files. Each is added
/// whole or not at all, and none is changed or deleted.
package struct MergedParts: Sendable {
  package struct Part: Sendable {
    package let folder: String
    /// nil where the folder has no runs yet, or those of a whole study.
    package let part: RoundPart?
    /// Runs that the part lacks; nil where none can be read yet.
    package let missing: Int?
    /// Whether a write to it is under way on another machine, or was cut short.
    fileprivate var isCutOff = false
    /// Runs added to the results folder, and runs that were there already.
    package fileprivate(set) var added = 0
    package fileprivate(set) var known = 0
  }

  /// In the order in which they were added.
  package private(set) var parts: [Part]
  /// The tables; nil where the study needs more runs and nobody asked for tables before its end.
  package let written: WrittenResults?
  /// What the study needs next; nil when it is done.
  package let next: RoundFile?
  /// Runs of that round that are missing.
  package let missing: Int
  /// What was found damaged in the results folder and taken out of it.
  package let removed: [DamagedBlock]

  /// - Parameters:
  ///   - output: the results folder, which is made where it is not there.
  ///   - isPartial: whether tables are written though runs are missing.
  /// - Throws: `WordedError` where no folder has runs, or one has those of another study, of a later round
  ///   than the results folder needs, or with other results than it; parts before that one stay added. Whose
  ///   the results folder is does not change, so it does not matter how parts are spread over calls.
  package init(folders: [String], into output: String, isPartial: Bool) throws {
    let clock = SessionClock()
    let (whole, parts, studyFile) = try Self.look(folders, output)
    self.parts = parts
    let store = try openFolder(whole, at: output, studyFile: studyFile)
    var rounds = whole
    try rounds.advance(by: store)
    for index in parts.indices where parts[index].missing != nil {
      let part = parts[index]
      let round = part.part?.round ?? 1
      if round > rounds.number ?? .max { try rounds.advance(by: store) }
      guard round <= rounds.number ?? .max else {
        throw Failure(
          .otherRound, file: part.folder,
          "\(part.folder) is a part of round \(round), but \(output) needs round \(rounds.number ?? 0); "
            + "merge the parts of the earlier rounds first")
      }
      guard let stored = try FolderStudy.begun(in: part.folder, known: whole) else { continue }
      // Of a part of another study, what this one asks for.
      let asked = Set(rounds.points.map(\.identity))
      (self.parts[index].added, self.parts[index].known) = try store.copy(
        stored.plan.points.map(\.identity).filter(asked.contains), from: stored.store)
    }
    try rounds.advance(by: store)
    try rounds.keepDecisions(in: store)
    next = try rounds.next(in: store)
    missing = try rounds.open.missingCount(in: store)
    try Self.keep(next, of: whole.study, in: output)
    if rounds.isDone || isPartial {
      let judgement = try StudyJudgement(rounds, store: store)
      written = try writeResultFolder(
        CountedRuns(rounds, judgement, studyFile: studyFile, store: store), to: output,
        origin: clock.session(threads: AllowedCores.count(), made: 0),
        isPartial: !rounds.isDone, progress: TableMeter { [store] in store.report(task: $0) }.note)
    } else {
      written = nil
    }
    try store.close()
    removed = store.removedAtOpening
  }

  /// The parts in the order of their rounds and numbers, and the study before its first run and its file: those
  /// of the results folder, or else of the first part that is named.
  private static func look(
    _ folders: [String], _ output: String
  ) throws -> (StudyRounds, [Part], studyFile: [UInt8]) {
    // What is wrong with the results folder is found out when it is opened for writing.
    var owner = try? FolderStudy.begun(part: output, known: nil)
    var whole = try owner.map { try StudyRounds($0.study) }
    var parts: [Part] = []
    for folder in folders {
      let stored: FolderStudy
      do {
        guard let begun = try FolderStudy.begun(in: folder, known: whole) else {
          parts.append(Part(folder: folder, part: nil, missing: nil))
          continue
        }
        stored = begun
      } catch RunStoreError.unfinishedWrite {
        parts.append(Part(folder: folder, part: nil, missing: nil, isCutOff: true))
        continue
      }
      let rounds = try whole ?? StudyRounds(stored.study)
      if owner == nil { (owner, whole) = (stored, rounds) }
      guard
        stored.study.digest == rounds.study.digest
          || FolderOwner.isAtHome(rounds, with: stored.study)
      else {
        throw Failure(
          .anotherStudy, file: folder,
          "\(folder) does not belong to the study of \(owner?.folder ?? output): "
            + "\(differences(of: stored.study, from: rounds.study))")
      }
      parts.append(
        Part(folder: folder, part: stored.rounds.part, missing: try stored.missingRuns()))
    }
    func order(_ part: Part) -> (Int, Int) { (part.part?.round ?? 0, part.part?.shard.index ?? 0) }
    parts.sort { order($0) < order($1) }
    guard let owner, let whole, parts.contains(where: { $0.missing != nil }) else {
      if let part = parts.first(where: \.isCutOff) {
        throw RunStoreError.unfinishedWrite(path: part.folder)
      }
      throw Failure(
        .noResults, "\(folders.first ?? "") holds no study's results; give the parts' folders")
    }
    return (whole, parts, owner.studyFile)
  }

  /// Keeps the plan of the round that is needed next where parts of it look for it; a study that is done
  /// has none.
  private static func keep(_ round: RoundFile?, of study: Study, in folder: String) throws {
    guard let round else {
      _ = try DurableFolder(folder).remove(RoundFile.name)
      return
    }
    // In how many parts it was submitted stays.
    if let there = try? RoundFile.kept(in: folder, of: study), there.round == round.round { return }
    try round.keep(in: folder, of: study)
  }

  /// What is missing, in words: parts that are not there and runs that parts lack.
  package var gaps: [String] {
    var gaps: [String] = []
    for part in parts {
      guard let missing = part.missing else {
        gaps.append(
          part.isCutOff
            ? "\(part.folder) is in use on another machine, or was cut off: the command of the part puts it in order"
            : "\(part.folder) holds no runs")
        continue
      }
      if missing > 0 { gaps.append("\(part.folder) lacks \(plural(missing, "run"))") }
    }
    let open = parts.compactMap(\.part).filter { $0.round == next?.round }.map(\.shard)
    for count in Set(open.map(\.count)).sorted() {
      let there = Set(open.filter { $0.count == count }.map(\.index))
      gaps += (1...count).filter { !there.contains($0) }.map {
        "part \($0)/\(count) is not among the folders"
      }
    }
    return gaps
  }
}
