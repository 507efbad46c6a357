import DurableFiles
package import PlainText
import RunStore
package import StudyFiles
import StudyRuns

/// What a study finds in the folder it is to be run in, before anything is run or written.
package struct FolderFit: Sendable {
  package enum State: String, Sendable {
    /// No runs: they would be the first ones.
    case new
    /// Runs of the study itself.
    case own
    /// Runs of a study that this one goes on with.
    case older
    /// `run` would end at once with `refusal`, and change nothing.
    case refused
  }

  package let folder: String
  package let state: State
  package let refusal: (any WordedError)?
  /// Runs that are known to be needed, and how many of them are there, while another process makes more, too;
  /// 0 where no runs were looked at.
  package private(set) var runs = 0
  package private(set) var found = 0
  /// Where there are runs to go on with: as far as they have led, and where they are.
  let there: (rounds: StudyRounds, store: RunStore)?

  /// - Parameter folder: need not exist; it is only read.
  /// - Throws: `WordedError` for a study with invalid points.
  package init(_ study: Study, in folder: String) throws {
    self.folder = folder
    let inUse = RunStore.holder(of: folder).map { FolderInUse(by: $0) }
    do {
      let found = try Self.look(study, folder)
      (state, there) = (inUse == nil ? found.0 : .refused, found.1)
      refusal = inUse
    } catch let error as StudyFileError {
      throw error
    } catch {
      (state, there, refusal) = (.refused, nil, inUse ?? error.worded)
      return
    }
    if let there {
      runs = there.rounds.plan.runCount
      found = runs - (try there.rounds.plan.missingCount(in: there.store))
    }
  }

  private static func look(
    _ study: Study, _ folder: String
  ) throws -> (State, (rounds: StudyRounds, store: RunStore)?) {
    try FolderOwner.expectOurs(folder)
    guard RunStore.exists(in: folder) else { return (.new, nil) }
    var isAtHome = false
    do {
      let store = try RunStore.open(folder: folder, mode: .readOnly, asking: study.recording)
      var rounds = try StudyRounds(study)
      if let refusal = FolderOwner.refusal(of: rounds, in: folder, store.identity) { throw refusal }
      isAtHome = true
      // While a process makes runs there, `run` is refused anyway.
      if RunStore.holder(of: folder) == nil { try store.expectSound() }
      try rounds.advance(by: store)
      return (store.identity.digest == study.digest ? .own : .older, (rounds, store))
    } catch RunStoreError.noStudy, RunStoreError.damaged, RunStoreError.unfinishedWrite {
      if !isAtHome { try FolderOwner.expectOwnTables(try StudyRounds(study), in: folder) }
      // A run puts it in order; what is left then nobody knows now.
      return (.own, nil)
    }
  }
}
