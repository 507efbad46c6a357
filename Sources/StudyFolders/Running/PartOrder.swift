import DurableFiles
import PlainText
import RunStore
import StudyFiles
package import StudyRuns

/// Which part of which round is to be made.
package struct PartOrder: Sendable {
  package let shard: Shard
  /// The results folder that needs the round; nil: the first round, which follows from the study.
  package let source: String?
  /// From 1; nil: the round that the folder needs.
  package let number: Int?

  package init(_ shard: Shard, of source: String? = nil, round number: Int? = nil) {
    self.shard = shard
    self.source = source
    self.number = number
  }

  /// The round's plan.
  ///
  /// It is read from its file in the folder, not from the store, which another machine may be writing
  /// to; where there is no such file, or it is of another round than the one asked for, the store is read.
  /// - Parameter whole: the study before its first run.
  /// - Throws: `Failure` where the folder needs another round, or none.
  func round(of whole: StudyRounds) throws -> RoundFile {
    guard let source else { return RoundFile(round: 1, plan: nil) }
    var needed: RoundFile?
    do {
      needed = try RoundFile.kept(in: source, of: whole.study)
    } catch let error as Failure where error.code == .anotherStudy {
      // The store says what differs.
    }
    // A merge that was killed, or is not done yet, has the runs of a round and the plan of the one before.
    if let number, needed?.round != number { needed = nil }
    if needed == nil {
      let stored = try FolderStudy(folder: source)
      // As a merge of the part will: it never changes whose folder it is.
      guard stored.study.digest == whole.study.digest else {
        throw Failure(
          .anotherStudy, file: source,
          "\(source) has another study; \(differences(of: whole.study, from: stored.study)). If it may go on "
            + "there, begin it with 'spreadlab run' without parts: from then on the folder is its")
      }
      var rounds = whole
      try rounds.advance(by: stored.store)
      needed = try rounds.next(in: stored.store)
    }
    guard let needed else {
      throw Failure(.otherRound, file: source, "\(source) needs no more runs")
    }
    if let number, number != needed.round {
      throw Failure(
        .otherRound, file: source, "\(source) needs round \(needed.round), not round \(number)")
    }
    return needed
  }
}
