import Glibc
import PlainText
import StudyRuns
import Synchronization
import WorkStealing

/// The end of a command at `--time-limit`, whatever it is at then: runs end as at a signal; before and
/// after them the program ends at once, as every run is stored, and files are whole or absent.
final class TimeLimit: Sendable {
  private final class Runs: Sendable {
    /// What ends the runs that are being made; nil while none are.
    let cancel = Mutex<CancelToken?>(nil)
  }

  private let runs: Runs
  private let timer: BackgroundTimer

  /// - Parameter seconds: from now.
  /// - Throws: `WordedError` where the system starts no thread for it.
  init(seconds: Double, isQuiet: Bool) throws {
    let runs = Runs()
    self.runs = runs
    let timer = BackgroundTimer("spreadlab.time-limit", after: seconds) {
      if let cancel = runs.cancel.withLock({ $0 }) { return cancel.cancel() }
      Console.tell(
        Stopped(
          code: .timeLimit, isQuiet: isQuiet,
          message:
            "Stopped at --time-limit; all runs are kept; the same command goes on with the tables."
        ))
      _exit(ErrorCode.timeLimit.exit.rawValue)
    }
    guard let timer else { throw Failure(noThreadFor: "\(setting: "time_limit")") }
    self.timer = timer
  }

  /// - Parameter cancel: of the runs that begin; nil: they have ended.
  func ends(_ cancel: CancelToken?) { runs.cancel.withLock { $0 = cancel } }

  /// The command has done what it was to do.
  func stop() { timer.stop() }
}
