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
  init(folder: String, mode: RunStore.Mode = .readOnly) throws {
    self.folder = folder
    guard RunStore.exists(in: folder) else {
      throw CommandFailure(
        .usage, "error: \(folder) holds no study's results (there is no .store folder in it)")
    }
    do throws(RunStoreError) {
      store = try RunStore.open(folder: folder, mode: mode)
    } catch { throw failure(of: error) }
    do throws(StudyFileError) {
      study = try Study.parse(
        bytes: store.identity.study, file: "\(folder)/.store", overrides: [])
    } catch {
      throw CommandFailure(.verificationFailed, error.description)
    }
    plan = try makePlan(study, shard: Shard(store.identity.shard) ?? .whole)
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
