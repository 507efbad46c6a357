import Glibc
import PlainText
import StudyRuns
import Synchronization
import WorkStealing

/// The end of a command at `--time-limit`, whatever it is at then: runs end as at a signal; before and
/// after them the program ends at once, as every run is stored, and files are whole or absent.
final class TimeLimit: Sendable {
  /// What the command is at.
  private final class Phase: Sendable {
    /// What ends the runs that are being made; nil while none are.
    let cancel = Mutex<CancelToken?>(nil)
    /// Of a command that has made no run: the next one begins where it did, but for its tables.
    let tables = Mutex<ProgressMeter?>(nil)

    /// What the next command has to do again from its beginning, and how far this one was; nil where it goes
    /// on with what this one made.
    var stuck: String? {
      guard let found = tables.withLock({ $0?.read().tables }), !found.hasAdvanced else {
        return nil
      }
      return found.table.map { "\($0).csv" } ?? "the tables of a point"
    }
  }

  private let phase: Phase
  private let timer: BackgroundTimer

  /// - Parameter seconds: from now.
  /// - Throws: `WordedError` where the system starts no thread for it.
  init(seconds: Double, isQuiet: Bool) throws {
    let phase = Phase()
    self.phase = phase
    let timer = BackgroundTimer("spreadlab.time-limit", after: seconds) {
      if let cancel = phase.cancel.withLock({ $0 }) { return cancel.cancel() }
      let stuck = phase.stuck
      Console.tell(
        Stopped(
          code: .timeLimit, isQuiet: isQuiet, isStuck: stuck != nil,
          message: stuck.map {
            "Stopped at --time-limit within \($0), made in one piece; all runs are kept."
          } ?? "Stopped at --time-limit; what was finished is kept."
        ))
      _exit(ErrorCode.timeLimit.exit.rawValue)
    }
    guard let timer else { throw Failure(noThreadFor: "\(setting: "time_limit")") }
    self.timer = timer
  }

  /// - Parameter cancel: of the runs that begin; nil: they have ended.
  func ends(_ cancel: CancelToken?) { phase.cancel.withLock { $0 = cancel } }

  /// - Parameter progress: of the tables, which are all that the command has to make.
  func watchesTables(_ progress: ProgressMeter) { phase.tables.withLock { $0 = progress } }

  /// The command has done what it was to do.
  func stop() { timer.stop() }
}
