internal import DurableFiles
internal import Glibc

/// Size and checksum of a closed database, in a file beside it.
///
/// SQLite's own check does not see a changed byte in the unused parts of its pages; the seal sees
/// every one. It is taken away before the first write and put back at the end, so that after a
/// crash there is none and every block is checked instead.
enum StoreSeal {
  enum State: Equatable {
    case matches, differs, absent
  }

  static func state(_ files: StoreFiles) throws(RunStoreError) -> State {
    guard StoreFiles.exists(files.seal) else { return .absent }
    let sealed = try read(files.seal, limit: 200)
    let current = Array(try text(of: files.database).utf8)
    return sealed == current ? .matches : .differs
  }

  static func put(_ files: StoreFiles) throws(RunStoreError) {
    let text = try text(of: files.database)
    do throws(DurableFileError) {
      let file = try DurableFile(path: files.seal)
      file.text.write(text: text)
      _ = try file.commit()
    } catch { throw RunStoreError(error) }
  }

  static func takeAway(_ files: StoreFiles) throws(RunStoreError) {
    do throws(DurableFileError) { try DurableFolder.remove(files.seal) } catch {
      throw RunStoreError(error)
    }
  }

  private static func text(of path: String) throws(RunStoreError) -> String {
    var checksum = BlockChecksum()
    var size = 0
    try forEachPiece(of: path) { piece in
      checksum.add(piece)
      size += piece.count
    }
    return "\(size) \(String(checksum.value, radix: 16))\n"
  }

  private static func read(_ path: String, limit: Int) throws(RunStoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPiece(of: path) { piece in
      bytes.append(contentsOf: piece.prefix(max(0, limit - bytes.count)))
    }
    return bytes
  }

  private static func forEachPiece(
    of path: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(RunStoreError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .system(path, "cannot open", errno) }
    defer { close(file) }
    let size = 1 << 20
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      var filled = 0
      while filled < size {
        let count = Glibc.read(file, buffer.baseAddress! + filled, size - filled)  // size > 0
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw .system(path, "cannot read", errno) }
        if count == 0 { break }
        filled += count
      }
      if filled == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    }
  }
}
