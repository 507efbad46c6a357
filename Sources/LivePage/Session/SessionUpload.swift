import PlainText
import StudyFiles

/// The files of a saved session that a page sends to be opened, while their parts arrive.
struct SessionUpload: Sendable {
  /// Larger files are refused: they are kept in memory.
  static let mostBytes = 16 << 20

  private var files: [(name: String, bytes: [UInt8])] = []
  private var size = 0

  /// The names of its files.
  var name: String { files.map(\.name).joined(separator: " and ") }

  mutating func begin(_ name: String) {
    // Of more than two it is only counted how many there are.
    files.append((Self.lastComponent(name), []))
    if files.count > 3 { files.removeLast() }
  }

  mutating func append(_ text: String) {
    guard !files.isEmpty else { return }
    size += text.utf8.count
    if size <= Self.mostBytes { files[files.count - 1].bytes += Array(text.utf8) }
  }

  /// A name without folders, as a file is never looked for by it.
  private static func lastComponent(_ name: String) -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map { String($0.prefix(200)) }
    return last ?? "session.json"
  }

  /// The groups of the session, the first one first.
  ///
  /// - Throws: what is wrong with the files, and what to do about it.
  func sessions(rules: [OfferedRule]) throws(Parameters.Mistake) -> [OpenedSession] {
    guard size <= Self.mostBytes else {
      throw OpenedSession.mistake(
        "\(name): larger than \(Self.mostBytes >> 20) MiB, the most that this page opens. Run it with: "
          + "spreadlab run FILE")
    }
    guard (1...2).contains(files.count) else {
      throw OpenedSession.mistake(
        "These are more than two files. Choose the file of one session, or the two files of a comparison."
      )
    }
    var sessions: [OpenedSession] = []
    for (name, bytes) in files {
      sessions.append(try OpenedSession(bytes: bytes, file: name, rules: rules))
    }
    if sessions.count == 2 {
      // The second group's study says so in its name.
      if sessions[0].isSecond { sessions.swapAt(0, 1) }
      do throws(Parameters.Mistake) {
        try sessions[0].setup.parameters.check(comparisonWith: sessions[1].setup.parameters)
        guard sessions[0].step == sessions[1].step else {
          throw OpenedSession.mistake("They end at different steps.")
        }
      } catch {
        throw OpenedSession.mistake(
          "\(name) are not the two groups of one comparison. \(error.message) Open each file by itself."
        )
      }
    }
    return sessions
  }
}
