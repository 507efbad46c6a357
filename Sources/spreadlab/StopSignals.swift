import Dispatch
import Glibc
import Synchronization
import WorkStealing

/// Turns SIGINT, SIGTERM and SIGHUP into a clean stop; a second one ends the program at once, and
/// so does the first after `endAtOnce`. A hangup ignored at the start, as under nohup, stays ignored.
///
/// The sources have a serial queue of their own: on a global queue they would wait behind busy
/// workers and never fire.
final class StopSignals: Sendable {
  private static let codes: [(signal: Int32, exit: CommandExit)] = [
    (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hangup),
  ]
  /// The signal that came first, 0 for none.
  private let received = Atomic<Int32>(0)
  private let endsAtOnce = Atomic(false)
  // Dispatch's sources are thread-safe but not marked Sendable; this list never changes.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  init(cancel: CancelToken) {
    let queue = DispatchQueue(label: "spreadlab.signals")
    var sources: [any DispatchSourceSignal] = []
    // Held back, not ignored: a source starts listening some time after it is made, and a signal
    // that comes before would be lost.
    var held = sigset_t()
    sigemptyset(&held)
    let heeded = Self.codes.filter { $0.signal != SIGHUP || !isIgnored(SIGHUP) }
    for (number, _) in heeded { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, nil)
    for (number, _) in heeded {
      sources.append(DispatchSource.makeSignalSource(signal: number, queue: queue))
    }
    self.sources = sources
    for (source, (number, exit)) in zip(sources, heeded) {
      source.setEventHandler { [self] in
        let first = received.compareExchange(
          expected: 0, desired: number, ordering: .sequentiallyConsistent)
        if endsAtOnce.load(ordering: .acquiring) {
          Console.error("\nStopped: all runs are kept. The same command writes the tables.")
          _exit(exit.rawValue)
        }
        guard first.exchanged else { _exit(exit.rawValue) }
        cancel.cancel()
        Console.error("\nStopping: finished runs are kept. Once more to end at once.")
      }
      source.resume()
    }
  }

  /// From now on a signal ends the program: all runs are stored, and files are whole or absent.
  func endAtOnce() { endsAtOnce.store(true, ordering: .releasing) }

  /// How the program should end because of a signal, or nil.
  var exit: CommandExit? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return Self.codes.first { $0.signal == number }?.exit
  }
}

private func isIgnored(_ signal: Int32) -> Bool {
  var action = sigaction()
  sigaction(signal, nil, &action)
  return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}
