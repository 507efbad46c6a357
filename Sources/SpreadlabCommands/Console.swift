import DurableFiles
import Glibc
import PlainText
import ResultTables
import Synchronization
import Tables

/// The two streams of the program: data to standard output, messages to standard error.
///
/// Every write is checked; `print` would lose data on a full disk without a word. What files and names hold
/// is shown to a terminal as `shownText` has it; data in files and pipes stay as they are.
enum Console {
  private static let buffer = Mutex<[UInt8]>([])
  /// Those that the outcome in JSON will hold.
  private static let notes = Mutex<[Note]>([])

  /// Whether a program reads the outcome, an error included.
  static let isRead = CommandLine.arguments.prefix { $0 != "--" }.contains("--json")

  /// Adds data to standard output.
  ///
  /// - Throws: `WordedError` where the data cannot be written.
  static func write(_ text: String) throws {
    let full = buffer.withLock { buffer in
      buffer.append(contentsOf: text.utf8)
      return buffer.count >= 1 << 16
    }
    if full { try flush() }
  }

  /// Writes the outcome as an object, with the notes there were.
  static func write(json members: [(String, JSONText)]) throws {
    try write(JSONText.object(members + [("notes", .array(takeNotes().map(\.json)))]).text)
  }

  /// Writes a table, in JSON as an object with its rows.
  static func write(_ table: PrintedTable, json: Bool, types: Bool) throws {
    if json { try write(json: [("rows", table.json)]) } else { try write(table.csv(types: types)) }
  }

  /// Whether people see errors alone (`--quiet`).
  static let isQuiet = Atomic(false)

  /// Reports what may not be as expected: to people at once unless they asked for errors alone, to programs
  /// with the outcome.
  static func note(_ note: Note) {
    if isRead {
      notes.withLock { $0.append(note) }
    } else if !isQuiet.load(ordering: .relaxed) {
      error("\(note)")
    }
  }

  private static func takeNotes() -> [Note] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }

  /// Tells of an error: people in lines, programs in one object, with the notes that no outcome holds.
  static func tell(_ failure: any WordedError) {
    guard failure.code != .closedPipe else { return }
    let notes = takeNotes()
    let left = notes.isEmpty ? [] : [("notes", JSONText.array(notes.map(\.json)))]
    let text =
      isRead
      ? JSONText.object(failure.members(CallerText.words) + left).text
      : failure.text(CallerText.words)
    if !text.isEmpty { error(text) }
  }

  static func flush() throws {
    let bytes = buffer.withLock { buffer in
      defer { buffer = [] }
      return buffer
    }
    let shown =
      isatty(STDOUT_FILENO) == 1
      ? Array(shownText(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    guard let code = put(shown, to: STDOUT_FILENO) else { return }
    if code == EPIPE { throw Failure(.closedPipe, "") }
    throw Failure(.fileError, "standard output: \(DurableFileError.words(code))")
  }

  /// Writes a message line to standard error; nothing can be done if that fails.
  static func error(_ message: String) {
    let message = shownText(message)
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
