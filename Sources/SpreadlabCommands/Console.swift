import Glibc
import PlainText
import Synchronization

/// The two streams of the program: data to standard output, messages to standard error.
///
/// Every write is checked; `print` would lose data on a full disk without a word.
enum Console {
  private static let buffer = Mutex<[UInt8]>([])
  private static let begun = Atomic(false)

  /// Whether any data went to standard output.
  static var hasWritten: Bool { begun.load(ordering: .relaxed) }

  /// Adds data to standard output.
  ///
  /// - Throws: `CommandFailure` where the data cannot be written.
  static func write(_ text: String) throws {
    begun.store(true, ordering: .relaxed)
    let full = buffer.withLock { buffer in
      buffer.append(contentsOf: text.utf8)
      return buffer.count >= 1 << 16
    }
    if full { try flush() }
  }

  static func flush() throws {
    let bytes = buffer.withLock { buffer in
      defer { buffer = [] }
      return buffer
    }
    guard let code = put(bytes, to: STDOUT_FILENO) else { return }
    if code == EPIPE { throw CommandFailure(.closedPipe, "") }
    throw CommandFailure(
      .inputOutput, "error: standard output: \(String(cString: strerror(code)))")
  }

  /// Writes a message line to standard error; nothing can be done if that fails.
  static func error(_ message: String) {
    _ = put(Array((message.hasSuffix("\n") ? message : message + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes raw text to standard error, for a line that is drawn again.
  static func draw(_ text: String) { _ = put(Array(text.utf8), to: STDERR_FILENO) }

  /// Whether a line may be drawn again and again: standard error is a terminal that can.
  static var drawsProgress: Bool {
    isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Width of the terminal in columns.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// - Returns: the error code of the write that failed, or nil.
  private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { raw in
        Glibc.write(descriptor, raw.baseAddress! + start, bytes.count - start)
      }
      if written < 0 {
        if errno == EINTR { continue }
        return errno
      }
      start += written
    }
    return nil
  }
}
