import DurableFiles
import PlainText
import RunStore

/// The folders of a study's parts: those named, those inside a folder named, and those of a list.
///
/// A folder with a store is a part; one without, that has folders with stores, stands for these. So
/// the number of parts is not bounded by what a command line can hold.
///
/// - Parameter list: a file of folders, one a line; empty lines are left out.
/// - Throws: `WordedError` if the list cannot be read or names nothing.
package func partFolders(
  named: [String], list: String?
) throws -> [String] {
  var folders = named
  if let list {
    let bytes = try ReadableFile.bytes(of: list, .named)
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(String.init).filter { $0.contains { !$0.isWhitespace } }
    guard !lines.isEmpty else {
      throw Failure(
        .empty, file: list,
        "\(setting: "list", list): the file names no folder; write one folder per line")
    }
    folders += lines
  }
  return folders.flatMap { folder in
    if RunStore.exists(in: folder) { return [folder] }
    let inside = partsInside(folder)
    return inside.isEmpty ? [folder] : inside
  }
}

/// The folders with a store in a folder, part 2 before part 10.
private func partsInside(_ folder: String) -> [String] {
  // What cannot be read holds no parts, and is named as a folder without runs.
  return ((try? folderEntries(folder)) ?? []).filter { RunStore.exists(in: "\(folder)/\($0)") }
    .sorted { ($0.count, $0) < ($1.count, $1) }
    .map { "\(folder)/\($0)" }
}
