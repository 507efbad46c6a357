import ResultTables
import StudyRuns

/// When one execution began.
struct SessionClock {
  private let start = ContinuousClock.now
  private let started = UniversalTime.now

  var elapsedSeconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  func session(threads: Int, made: Int) -> ManifestOrigin {
    ManifestOrigin(
      toolVersion: toolVersion, commit: toolCommit, host: hostName, threads: threads,
      commandLine: CommandLine.arguments, started: started, start: start, runsMade: made)
  }
}
