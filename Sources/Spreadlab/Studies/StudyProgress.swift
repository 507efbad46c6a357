import StudyRuns

/// How far a call of ``Study/run(in:threads:onProgress:)`` is.
public struct StudyProgress: Hashable, Sendable {
  /// Runs that this call has made. Runs that were in the folder before count neither here nor in ``runsWanted``.
  public let runsMade: Int
  /// Runs that this call makes; where replicates are added until a target is met, those known to be needed so far.
  public let runsWanted: Int
  /// Of ``runsMade``, those that failed.
  public let runsFailed: Int
  /// The share of the expected work that is done, 0...1.
  public let workShare: Double
  /// Since the call began to make runs.
  public let elapsedSeconds: Double
  /// By the expected work; nil before anything is done.
  public let secondsLeft: Double?

  init(_ reading: ProgressMeter.Reading) {
    (runsMade, runsWanted) = (reading.runsDone, reading.runsTotal)
    runsFailed = reading.failed
    workShare = reading.workShare
    (elapsedSeconds, secondsLeft) = (reading.elapsedSeconds, reading.secondsLeft)
  }
}
