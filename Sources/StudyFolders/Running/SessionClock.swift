import BuildInfo
import ResultTables
import StudyRuns

/// Version of the program; a release changes it together with the changelog.
package let toolVersion = "0.1.0"

/// The commit the program was built from, as far as the build could tell.
package let toolCommit = String(cString: spreadlab_commit())

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
