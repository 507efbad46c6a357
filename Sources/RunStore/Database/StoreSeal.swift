internal import DurableFiles
import PlainText

/// Size and checksum of a closed database, in a file beside it.
///
/// SQLite's own check does not see a changed byte in the unused parts of its pages; the seal sees
/// every one. It is taken away before the first write and put back at the end, so that after a
/// crash there is none and every block is checked instead.
enum StoreSeal {
  enum State: Equatable {
    case matches, differs, absent
  }

  /// Of a file that is gone or holds no tables, beside its seal.
  static let emptied = "it was emptied or removed"

  static func state(_ files: StoreFiles) throws -> State {
    guard StoreFiles.exists(files.seal) else { return .absent }
    guard StoreFiles.exists(files.database) else { return .differs }
    let sealed = try ReadableFile.bytes(of: files.seal, .found, upTo: 200)
    let current = Array(try text(of: files.database).utf8)
    return sealed == current ? .matches : .differs
  }

  static func put(_ files: StoreFiles) throws {
    let text = try text(of: files.database)
    let folder = try files.open()
    let file = try folder.file(StoreFiles.sealName)
    file.text.write(text: text)
    _ = try file.commit()
  }

  static func takeAway(_ files: StoreFiles) throws {
    try files.open().remove(StoreFiles.sealName)
  }

  private static func text(of path: String) throws -> String {
    var checksum = BlockChecksum()
    var size = 0
    try ReadableFile(path, .found).forEachPiece { piece in
      checksum.add(piece)
      size += piece.count
    }
    return "\(size) \(String(checksum.value, radix: 16))\n"
  }
}
