import Glibc
import PlainText

/// Signals that the system sends where a file cannot be written or read on: without a word they
/// would end the program.
enum FileSignals {
  static func obey() {
    // Errors of write(2) then, which are reported with the file's name.
    signal(SIGPIPE, SIG_IGN)  // a pipe was closed
    signal(SIGXFSZ, SIG_IGN)  // a file became larger than `ulimit -f` allows
    // A file that is mapped in memory was cut short under way, such as SQLite's -shm; there is
    // nowhere to go on from here.
    signal(SIGBUS) { _ in
      let text: StaticString =
        "error[file_error]: a file became shorter while it was in use; finished runs are kept, give the same command again\n"
      _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
      _exit(ExitStatus.inputOutput.rawValue)
    }
  }
}
