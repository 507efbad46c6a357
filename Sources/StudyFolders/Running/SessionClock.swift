import BuildInfo
import Glibc
import ResultTables
import StudyRuns

/// Version of the program; a release changes it together with the changelog.
package let toolVersion = "0.1.0"

/// The commit the program was built from, as far as the build could tell.
package let toolCommit = String(cString: spreadlab_commit())

/// Start, end and length of one execution.
struct SessionClock {
  private let start = ContinuousClock.now
  private let started = utcNow()

  var elapsedSeconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  func session(threads: Int, made: Int) -> ManifestOrigin {
    ManifestOrigin(
      toolVersion: toolVersion, commit: toolCommit, host: hostName, threads: threads,
      commandLine: CommandLine.arguments, started: started, finished: utcNow(),
      elapsedSeconds: elapsedSeconds, runsMade: made)
  }
}

/// Now, such as `2026-11-21T02:08:00Z`, whatever the time zone and locale.
private func utcNow() -> String {
  var now = time(nil)
  var parts = tm()
  gmtime_r(&now, &parts)
  func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
  return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
}
