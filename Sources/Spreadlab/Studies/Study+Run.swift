import PlainText
import StudyFolders
import StudyRuns
import WorkStealing

extension Study {
  /// Makes all runs that are not in the folder yet, and writes the tables: what `spreadlab run` does.
  ///
  /// It returns when all is done. Runs are kept as they are made: after a crash the same call goes on where
  /// the one before ended. If the task that calls it is cancelled, it stops within a moment.
  ///
  /// - Parameters:
  ///   - folder: made if it is not there; one with runs of another study is refused.
  ///   - threads: 1...1024; nil: as many as there are cores for this process.
  ///   - onProgress: called some ten times a second on another thread, never twice at a time, and once
  ///     when the last run is made; the tables are written after that.
  /// - Throws: ``SpreadlabError``, with exit code 130 if the task was cancelled; the runs that were made are
  ///   kept.
  @discardableResult
  public func run(
    in folder: String, threads: Int? = nil,
    onProgress: (@Sendable (StudyProgress) -> Void)? = nil
  ) throws(SpreadlabError) -> Results {
    let threads = threads ?? AllowedCores.count()
    precondition((1...1024).contains(threads), "1 to 1024 threads can share the runs")
    let isWhole: Bool
    do {
      let session = try StudySession(
        study, file: Array(json.utf8), in: folder, threads: threads)
      let (cancel, meter) = (CancelToken(), ProgressMeter())
      let made = withUnsafeCurrentTask { task in
        let watch = RunWatch(task, cancel, meter, onProgress)
        defer { watch.stop() }
        return Result {
          try session.makeRuns(cancel: cancel, progress: meter)
        }
      }
      let outcome = try made.get()
      onProgress?(StudyProgress(meter.read()))
      isWhole = !outcome.wasCancelled
      if isWhole { _ = try session.finish(outcome) } else { try session.close() }
    } catch { throw SpreadlabError(error) }
    guard isWhole else {
      throw SpreadlabError(
        Failure(
          .interrupted,
          "the study was cancelled; finished runs are kept in \(folder), and the same call makes the others"
        ))
    }
    return Results(at: folder)
  }
}
