import PlainText
package import ResultTables
package import RunStore
package import SpreadModel
package import StudyFiles
package import StudyRuns

/// A study as its results folder knows it: for what needs no study file.
package struct FolderStudy: Sendable {
  package let folder: String
  package let store: RunStore
  package let study: Study
  /// What the study's runs have decided so far; of a part its runs.
  package let rounds: StudyRounds
  /// The points so far, with the replicates asked for.
  package let plan: RunPlan
  /// The study with every default filled in, as it was asked for last.
  let resolved: [UInt8]
  /// The study file as it was given.
  let studyFile: [UInt8]

  /// - Throws: `WordedError` if there is no store, or it cannot be read.
  package init(folder: String) throws {
    guard RunStore.exists(in: folder) else { throw noResults(folder) }
    let store = try RunStore.open(folder: folder, mode: .readOnly)
    try self.init(folder: folder, store: store, known: nil)
  }

  /// The study of a folder that may have none yet, such as that of a part.
  ///
  /// - Parameter known: a study that may be the same one, before its first run; then it is not read again.
  /// - Throws: `WordedError` if there is a store that cannot be read.
  /// - Returns: nil if it has none: there is no store, or a crash cut its making short.
  static func begun(in folder: String, known: StudyRounds?) throws -> FolderStudy? {
    guard RunStore.exists(in: folder) else { return nil }
    do {
      let store = try RunStore.open(folder: folder, mode: .readOnly)
      return try FolderStudy(folder: folder, store: store, known: known)
    } catch RunStoreError.noStudy { return nil }
  }

  /// As `begun`, for a folder that goes on in any case: one that was stopped in the middle of a write has no
  /// runs yet. They are there again once somebody writes to it.
  static func begun(part folder: String, known: StudyRounds?) throws -> FolderStudy? {
    do { return try begun(in: folder, known: known) } catch RunStoreError.unfinishedWrite {
      return nil
    }
  }

  private init(folder: String, store: RunStore, known: StudyRounds?) throws {
    self.folder = folder
    self.store = store
    let asked = try AskedStudy.read(in: folder, of: store)
    let resolved = asked?.resolved ?? store.identity.study
    self.resolved = resolved
    // A store that never held the file has the resolved one.
    studyFile = try asked?.file ?? store.meta(FolderOwner.studyFileName) ?? resolved
    var rounds: StudyRounds
    if let known, known.study.digest == store.identity.digest {
      rounds = known
    } else {
      do throws(StudyFileError) {
        rounds = try StudyRounds(
          try Study.parse(
            bytes: resolved, file: "\(folder)/.store", isStored: true))
      } catch { throw Failure(.damaged, file: folder, error.message) }
    }
    study = rounds.study
    rounds = try Self.part(of: rounds, in: store)
    try rounds.advance(by: store)
    self.rounds = rounds
    plan = rounds.plan
  }

  /// What a store is for: a part of a round, or all rounds.
  private static func part(of rounds: StudyRounds, in store: RunStore) throws -> StudyRounds {
    guard let part = RoundPart(store.identity.shard) else { return rounds }
    guard let bytes = try store.meta(RoundFile.name) else {
      throw RunStoreError.noStudy(folder: store.folder)
    }
    let file = try RoundFile(
      bytes, of: rounds.study,
      file: "\(store.folder)/.store/\(RoundFile.name)")
    return rounds.part(part.shard, of: file)
  }

  /// What the runs decide under another analysis of the study, whose confidence precision targets follow.
  ///
  /// - Precondition: the studies have one digest.
  func rounds(analyzedAs study: Study) throws -> StudyRounds {
    precondition(study.digest == self.study.digest)
    var rounds = try Self.part(of: try StudyRounds(study), in: store)
    try rounds.advance(by: store)
    return rounds
  }

  /// - Throws: `WordedError` if there is only a part of the study in the folder.
  func expectWhole() throws { try rounds.part?.refuse(folder) }

  /// Runs can only be made again by a program that has the rules in Swift by which they were made.
  ///
  /// - Throws: `WordedError` if this one lacks some.
  package func expectOwnDraws() throws {
    guard let missing = study.missingOwnDraws.first else { return }
    let known = SpreadRule.ownDraw(named: missing.name).map { " (it has version \($0.version))" }
    throw Failure(
      .missingRule, file: folder,
      "the runs of \(folder) were made by the rule \(missing.name), version \(missing.version), "
        + "which this program does not have\(known ?? ""); use the program that has it")
  }

  /// Runs of the plan that are not in the store.
  func missingRuns() throws -> Int { try plan.missingCount(in: store) }

  /// Replicates of a point that are in the store.
  func finished(_ point: Point) throws -> [Range<Int>] {
    try store.finishedReplicates(point: point.identity)
  }

  /// What the runs there answer.
  func judgement() throws -> StudyJudgement { try StudyJudgement(rounds, store: store) }

  /// The runs there, as the tables see them, and whether they are all of the study.
  ///
  /// - Parameters:
  ///   - rounds: under another analysis; nil for the stored one.
  ///   - studyFile: as it is given with that analysis; nil for the stored one.
  package func results(
    by rounds: StudyRounds? = nil, studyFile: [UInt8]? = nil
  ) throws -> (results: CountedRuns, isComplete: Bool) {
    try store.expectSound()
    let rounds = rounds ?? self.rounds
    let judgement = try StudyJudgement(rounds, store: store)
    return (
      CountedRuns(rounds, judgement, studyFile: studyFile ?? self.studyFile, store: store),
      judgement.isComplete && rounds.part == nil
    )
  }

  /// The replicates that the point of that number may have.
  package func possibleReplicates(of number: Int) -> Range<Int> {
    study.designDecidesRuns ? plan.replicates[number] : 0..<study.replicates.most
  }

  /// The point of that number, if it has the replicate.
  ///
  /// - Throws: `WordedError` naming those that there are.
  package func point(_ number: Int, of replicate: Int) throws -> Point {
    let point = try point(number)
    let possible = possibleReplicates(of: number)
    guard possible.contains(replicate) else {
      throw Failure(
        .noSuchRun,
        "\(setting: "replicate", replicate): the \(study.designDecidesRuns ? "point" : "study") has "
          + "replicates \(possible.lowerBound)...\(possible.upperBound - 1)")
    }
    return point
  }

  /// The point of that number.
  func point(_ number: Int) throws -> Point {
    guard plan.points.indices.contains(number) else {
      throw noPoint(number, of: plan.points.count)
    }
    return plan.points[number]
  }

  /// The curves of a run; nil where none are stored.
  package func curves(of point: Point, replicate: Int) throws -> RunCurves? {
    var stored: RunCurves?
    try store.forEachRun(
      point: point.identity, replicates: replicate..<replicate + 1, [.curves]
    ) { run in
      stored = run.finished?.curve
    }
    return stored
  }
}
