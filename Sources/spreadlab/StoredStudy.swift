import ResultTables
import RunStore
import StudyFiles
import StudyRuns

/// A study as its results folder knows it: for the commands that need no study file.
struct StoredStudy {
  let folder: String
  let store: RunStore
  let study: Study
  let plan: RunPlan

  /// - Throws: `CommandFailure` if there is no store, or it cannot be read.
  init(folder: String) throws {
    guard RunStore.exists(in: folder) else {
      throw CommandFailure(
        .usage, "error: \(folder) holds no study's results (there is no .store folder in it)")
    }
    let store: RunStore
    do throws(RunStoreError) {
      store = try RunStore.open(folder: folder, mode: .readOnly)
    } catch { throw failure(of: error) }
    try self.init(folder: folder, store: store, known: nil)
  }

  /// The study of a folder that may have none yet, such as that of a part.
  ///
  /// - Parameter known: a plan of a study that may be the same one; then it is not read again.
  /// - Throws: `CommandFailure` if there is a store that cannot be read.
  /// - Returns: nil if it has none: there is no store, or a crash cut its making short.
  static func begun(in folder: String, known: RunPlan?) throws -> StoredStudy? {
    guard RunStore.exists(in: folder) else { return nil }
    let store: RunStore
    do throws(RunStoreError) {
      store = try RunStore.open(folder: folder, mode: .readOnly)
    } catch {
      if case .noStudy = error { return nil }
      throw failure(of: error)
    }
    return try StoredStudy(folder: folder, store: store, known: known)
  }

  private init(folder: String, store: RunStore, known: RunPlan?) throws {
    self.folder = folder
    self.store = store
    let shard = Shard(store.identity.shard) ?? .whole
    if let known, known.study.digest == store.identity.digest {
      study = known.study
      plan = known.part(shard)
      return
    }
    do throws(StudyFileError) {
      study = try Study.parse(
        bytes: store.identity.study, file: "\(folder)/.store", isStored: true)
    } catch {
      throw CommandFailure(.verificationFailed, error.description)
    }
    plan = try makePlan(study, shard: shard)
  }

  /// The same study with something else asked of its results.
  ///
  /// - Throws: `CommandFailure` naming the options that cannot be asked of it.
  func study(asking changes: [Override]) throws -> Study {
    do throws(StudyFileError) {
      return try Study.parse(
        bytes: store.identity.study, file: "\(folder)/.store", overrides: changes, isStored: true)
    } catch { throw failure(of: error) }
  }

  /// - Throws: `CommandFailure` if there is only a part of the study in the folder.
  func expectWhole() throws {
    guard plan.shard.count > 1 else { return }
    throw CommandFailure(
      .usage,
      "error: \(folder) holds part \(plan.shard) of a study; join the parts first, with "
        + "'spreadlab merge'")
  }

  /// The study file as it was given; what a store keeps that never held it.
  func studyFile() throws -> [UInt8] {
    do throws(RunStoreError) {
      return try store.meta(studyFileName) ?? study.resolvedJSON
    } catch { throw failure(of: error) }
  }

  /// Runs of the plan that are not in the store.
  func missingRuns() throws -> Int {
    do throws(RunStoreError) {
      var missing = 0
      for (point, wanted) in zip(plan.points, plan.replicates) {
        missing += try store.missingReplicates(of: point.identity, in: wanted)
          .reduce(0) { $0 + $1.count }
      }
      return missing
    } catch { throw failure(of: error) }
  }

  /// Replicates of a point that are in the store.
  func finished(_ point: Point) throws -> [Range<Int>] {
    do throws(RunStoreError) { return try store.finishedReplicates(point: point.identity) } catch {
      throw failure(of: error)
    }
  }

  /// How many replicates of each point count, and whether that is all of the study.
  ///
  /// - Parameter plan: the study's plan with another analysis; nil for the stored one.
  func judged(
    by plan: RunPlan? = nil
  ) throws -> (points: [StudyResults.PointResult], isComplete: Bool) {
    let plan = plan ?? self.plan
    let judgement: StudyJudgement
    do throws(RunStoreError) {
      judgement = try StudyJudgement(plan, store: store)
    } catch { throw failure(of: error) }
    let points = plan.points.indices.map {
      StudyResults.PointResult(
        point: plan.points[$0], replicates: judgement.replicates[$0],
        converged: judgement.converged[$0])
    }
    return (points, judgement.isComplete)
  }

  /// The point of that number.
  func point(_ number: Int) throws -> Point {
    guard plan.points.indices.contains(number) else {
      throw CommandFailure(
        .usage,
        "error: --point \(number): the study has points 0...\(plan.points.count - 1)")
    }
    return plan.points[number]
  }
}

/// The plan of a study; its mistakes become a failure of the command.
func makePlan(_ study: Study, shard: Shard) throws -> RunPlan {
  do throws(StudyFileError) {
    return try RunPlan(study, shard: shard)
  } catch {
    throw CommandFailure(.usage, error.description)
  }
}
