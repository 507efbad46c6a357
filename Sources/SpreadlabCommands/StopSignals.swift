import Glibc
import PlainText
import Synchronization
import WorkStealing

/// Turns SIGINT, SIGTERM and SIGHUP into a clean stop; a second one ends the program at once, and
/// so does the first after `endAtOnce`. A hangup ignored at the start, as under nohup, stays ignored.
///
/// Handled where they arrive, on whatever thread: a thread or a queue that waits for them is one
/// that busy workers may starve, or that the system does not make.
enum StopSignals {
  private static let codes: [(signal: Int32, code: ErrorCode)] = [
    (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hangup),
  ]

  /// - Parameter cancel: kept for the rest of the program.
  static func obey(_ cancel: CancelToken) {
    token = Unmanaged.passRetained(cancel)
    _ = (received.load(ordering: .relaxed), endsAtOnce.load(ordering: .relaxed))  // made now
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handleStop
    action.sa_flags = SA_RESTART
    var obeyed = sigset_t()
    sigemptyset(&obeyed)
    for (number, _) in codes where number != SIGHUP || !isIgnored(SIGHUP) {
      sigaction(number, &action, nil)
      sigaddset(&obeyed, number)
    }
    // A parent may have started the program with signals held back, as threads of Dispatch do.
    pthread_sigmask(SIG_UNBLOCK, &obeyed, nil)
  }

  /// From now on a signal ends the program: all runs are stored, and files are whole or absent.
  static func endAtOnce() { endsAtOnce.store(true, ordering: .releasing) }

  /// How the program should end because of a signal, or nil.
  static var code: ErrorCode? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return codes.first { $0.signal == number }?.code
  }
}

// What the handler uses: made before the first signal, and never gone.
private nonisolated(unsafe) var token: Unmanaged<CancelToken>?
/// The signal that came first, 0 for none.
private let received = Atomic<Int32>(0)
private let endsAtOnce = Atomic(false)

/// Allocates nothing and takes no lock: it may have interrupted whoever holds it.
private func handleStop(_ number: Int32) {
  let first = received.compareExchange(
    expected: 0, desired: number, ordering: .sequentiallyConsistent)
  // Without a word, which may have to wait.
  guard first.exchanged else { _exit(128 + number) }
  if endsAtOnce.load(ordering: .acquiring) {
    say("\nStopped: all runs are kept. The same command writes the tables.\n")
    _exit(128 + number)
  }
  token?._withUnsafeGuaranteedRef { $0.cancel() }
  say("\nStopping; finished runs are kept. A second signal (Ctrl-C) ends the program at once.\n")
}

private func say(_ text: StaticString) {
  _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
}

private func isIgnored(_ signal: Int32) -> Bool {
  var action = sigaction()
  sigaction(signal, nil, &action)
  return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}
