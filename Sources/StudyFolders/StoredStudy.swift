import PlainText
package import ResultTables
package import RunStore
package import SpreadModel
package import StudyFiles
package import StudyRuns

/// A study as its results folder knows it: for what needs no study file.
package struct StoredStudy: Sendable {
  package let folder: String
  package let store: RunStore
  package let study: Study
  package let plan: RunPlan

  /// - Throws: `WordedError` if there is no store, or it cannot be read.
  package init(folder: String) throws {
    guard RunStore.exists(in: folder) else { throw noResults(folder) }
    let store = try RunStore.open(folder: folder, mode: .readOnly)
    try self.init(folder: folder, store: store, known: nil)
  }

  /// The study of a folder that may have none yet, such as that of a part.
  ///
  /// - Parameter known: a plan of a study that may be the same one; then it is not read again.
  /// - Throws: `WordedError` if there is a store that cannot be read.
  /// - Returns: nil if it has none: there is no store, or a crash cut its making short.
  static func begun(in folder: String, known: RunPlan?) throws -> StoredStudy? {
    guard RunStore.exists(in: folder) else { return nil }
    do {
      let store = try RunStore.open(folder: folder, mode: .readOnly)
      return try StoredStudy(folder: folder, store: store, known: known)
    } catch RunStoreError.noStudy { return nil }
  }

  private init(folder: String, store: RunStore, known: RunPlan?) throws {
    self.folder = folder
    self.store = store
    let shard = Shard(store.identity.shard) ?? .whole
    if let known, known.study.digest == store.identity.digest {
      study = known.study
      plan = try Self.placed(known.part(shard), by: store)
      return
    }
    let begun: RunPlan
    do throws(StudyFileError) {
      study = try Study.parse(
        bytes: store.identity.study, file: "\(folder)/.store", isStored: true)
      begun = try RunPlan(study, shard: shard)
    } catch { throw Failure(.damaged, file: folder, error.message) }
    plan = try Self.placed(begun, by: store)
  }

  /// Of a search or a calibration, the plan with the points that its runs have led to.
  private static func placed(_ plan: RunPlan, by store: RunStore) throws -> RunPlan {
    try plan.placed(by: store).drawn(from: store)
  }

  /// The same study with something else asked of its results.
  ///
  /// - Throws: `StudyFileError` naming the options that cannot be asked of it.
  func study(asking changes: [Override]) throws -> Study {
    try Study.parse(
      bytes: store.identity.study, file: "\(folder)/.store", overrides: changes, isStored: true)
  }

  /// - Throws: `WordedError` if there is only a part of the study in the folder.
  func expectWhole() throws {
    guard plan.shard.count > 1 else { return }
    throw Failure(
      .partOnly, file: folder,
      "\(folder) holds part \(plan.shard) of a study; join the parts first, with "
        + "'spreadlab merge'")
  }

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

  /// The study file as it was given; what a store keeps that never held it.
  func studyFile() throws -> [UInt8] {
    try store.meta(studyFileName) ?? study.resolvedJSON
  }

  /// Runs of the plan that are not in the store.
  func missingRuns() throws -> Int {
    try zip(plan.points, plan.replicates).reduce(0) { missing, next in
      try missing
        + store.missingReplicates(of: next.0.identity, in: next.1).reduce(0) { $0 + $1.count }
    }
  }

  /// Replicates of a point that are in the store.
  func finished(_ point: Point) throws -> [Range<Int>] {
    try store.finishedReplicates(point: point.identity)
  }

  /// What the runs there answer.
  ///
  /// - Parameter plan: the study's plan with another analysis; nil for the stored one.
  func judgement(by plan: RunPlan? = nil) throws -> StudyJudgement {
    try StudyJudgement(plan ?? self.plan, store: store)
  }

  /// The runs there, as the tables see them, and whether they are all of the study.
  ///
  /// - Parameters:
  ///   - plan: the study's plan with another analysis; nil for the stored one.
  ///   - studyFile: as it is given with that plan; nil for the stored one.
  package func results(
    by plan: RunPlan? = nil, studyFile: [UInt8]? = nil
  ) throws -> (results: StudyResults, isComplete: Bool) {
    let plan = plan ?? self.plan
    let judgement = try judgement(by: plan)
    let file: [UInt8]
    if let studyFile { file = studyFile } else { file = try self.studyFile() }
    return (
      StudyResults(plan, judgement, studyFile: file, store: store), judgement.isAll(of: plan)
    )
  }

  /// The point of that number, if it has the replicate.
  ///
  /// - Throws: `WordedError` naming those that there are.
  package func point(_ number: Int, of replicate: Int) throws -> Point {
    let point = try point(number)
    let possible = plan.possibleReplicates(of: number)
    guard possible.contains(replicate) else {
      throw Failure(
        .noSuchRun,
        "\(setting: "replicate", replicate): the \(study.search == nil ? "study" : "point") has "
          + "replicates \(possible.lowerBound)...\(possible.upperBound - 1)")
    }
    return point
  }

  /// The point of that number.
  func point(_ number: Int) throws -> Point {
    guard plan.points.indices.contains(number) else {
      throw Failure(
        .noSuchRun, "\(setting: "point", number): the study has points 0...\(plan.points.count - 1)"
      )
    }
    return plan.points[number]
  }

  /// The curves of a run; nil where none are stored.
  package func curves(of point: Point, replicate: Int) throws -> RunCurves? {
    var stored: RunCurves?
    try store.forEachRun(
      point: point.identity, replicates: replicate..<replicate + 1, withCurves: true,
      withMaps: false
    ) { run in
      if case .ok(_, _, let curves, _, _) = run.outcome { stored = curves }
    }
    return stored
  }
}

/// Under which name the store keeps the study file as it was given.
let studyFileName = "study.json"

extension StudyJudgement {
  /// Whether the runs there are all of the study, not only of a part of it.
  func isAll(of plan: RunPlan) -> Bool { isComplete && plan.shard.count == 1 }
}

extension StudyResults {
  init(_ plan: RunPlan, _ judgement: StudyJudgement, studyFile: [UInt8], store: RunStore) {
    self.init(
      study: plan.study, studyFile: studyFile,
      points: plan.points.indices.map {
        PointResult(
          point: plan.points[$0], replicates: judgement.replicates[$0],
          found: judgement.found[$0], converged: judgement.converged[$0])
      }, store: store, posterior: plan.posterior)
  }
}
