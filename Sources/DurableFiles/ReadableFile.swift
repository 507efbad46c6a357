internal import Checksums
internal import Glibc

/// A file opened for reading: never a pipe nobody writes to, a device or a folder of that name, so
/// reading it ends.
///
/// Not `Sendable`: one owner.
package final class ReadableFile {
  /// Who chose the path.
  package enum Origin: Sendable {
    /// The user did: `-` is standard input, be it a terminal; links are followed; a pipe that is already
    /// open (`/dev/stdin`, the shell's `<(...)`) is read, and `/dev/null` is empty.
    case named
    /// It was found in a folder, which may come from somebody else: it must be a file.
    case found
  }

  package let path: String
  /// Bytes; 0 for a pipe or a terminal.
  package let size: Int
  /// Whether it can be read only once.
  package let isPipe: Bool
  private let descriptor: Int32
  /// Bytes that were looked at before they are read.
  private var ahead: ArraySlice<UInt8> = []

  /// Fills a buffer with the next bytes and returns their number; fewer than there is room for at the end.
  package typealias Content = (UnsafeMutableRawBufferPointer) throws -> Int

  /// - Throws: `DurableFileError`; `isForeign` if something else than a file has the name.
  package init(_ path: String, _ origin: Origin) throws(DurableFileError) {
    self.path = path
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (origin == .found ? O_NOFOLLOW : 0)
    descriptor =
      origin == .named && path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, flags)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let code = errno
      size = 0
      isPipe = false
      let kind = EntryKind(path)
      if kind == .link, code == ENOENT, origin == .named {
        throw DurableFileError("read", path, code: code, problem: "it is a link to nowhere")
      }
      if let kind, kind != .file, kind != .link || origin == .found {
        throw .foreign("read", path, is: kind, not: "a file")
      }
      throw DurableFileError("read", path, code: code)
    }
    let kind = EntryKind(status)
    size = kind == .file ? Int(status.st_size) : 0
    isPipe = kind != .file
    let isOpen =
      switch kind {
      case .pipe: Self.hasNoName(descriptor)
      case .device: path == "-" || status.st_rdev == Self.emptyDevice
      default: false
      }
    if origin == .named, isOpen {
      _ = fcntl(descriptor, F_SETFL, 0)  // from here on reading waits for what is written
    } else if kind != .file {
      throw .foreign("read", path, is: kind, not: "a file")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads the next bytes; fills the buffer unless the file ends.
  ///
  /// - Returns: how many were read; fewer than there is room for at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(DurableFileError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    var filled = min(ahead.count, buffer.count)
    buffer.copyBytes(from: ahead.prefix(filled))
    ahead = ahead.dropFirst(filled)
    while filled < buffer.count {
      let count = Glibc.read(descriptor, start + filled, buffer.count - filled)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw DurableFileError("read", path, code: errno) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Goes on reading at another byte of the file.
  package func move(to offset: Int) throws(DurableFileError) {
    ahead = []
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw DurableFileError("read", path, code: errno)
    }
  }

  /// The next bytes, which are read again later; fewer at the end of the file.
  package func peek(_ count: Int) throws(DurableFileError) -> ArraySlice<UInt8> {
    if ahead.count < count { ahead = ArraySlice(try next(count)) }
    return ahead.prefix(count)
  }

  /// The rest of the file, decompressed where it begins as gzip files do or its name ends in `.gz`.
  ///
  /// - Parameter tap: sees the bytes as they are in the file.
  package func content(
    tap: @escaping (UnsafeRawBufferPointer) -> Void = { _ in }
  ) throws(DurableFileError) -> Content {
    let first = try peek(2)
    let isCompressed = path.hasSuffix(".gz") || first.elementsEqual([0x1f, 0x8b])
    let plain: Content = { room in
      let count = try self.read(into: room)
      tap(UnsafeRawBufferPointer(rebasing: room[..<count]))
      return count
    }
    guard isCompressed else { return plain }
    let reader = try GzipReader(path, plain)
    return { try reader.read(into: $0) }
  }

  /// Hands over the rest of the file in pieces of up to a megabyte.
  package func forEachPiece(
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(DurableFileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer)
      if count > 0 { body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      if count < buffer.count { return }
    }
  }

  /// The bytes of a file from its start.
  ///
  /// - Parameter limit: most bytes that are read.
  package static func bytes(
    of path: String, _ origin: Origin, upTo limit: Int = .max
  ) throws(DurableFileError) -> [UInt8] {
    try ReadableFile(path, origin).bytes(upTo: limit)
  }

  /// The rest of the bytes of the file, at most so many.
  package func bytes(upTo limit: Int = .max) throws(DurableFileError) -> [UInt8] {
    // One more than a file has, so that its end is seen in the same call.
    var wanted = min(max(size + 1, 1 << 16), limit)
    var bytes = try next(wanted)
    var isAtEnd = bytes.count < wanted
    while !isAtEnd, bytes.count < limit {
      wanted = min(1 << 16, limit - bytes.count)
      let piece = try next(wanted)
      bytes += piece
      isAtEnd = piece.count < wanted
    }
    return bytes
  }

  /// SHA-256 of a file, as 64 hexadecimal digits.
  package static func digest(of path: String, _ origin: Origin) throws(DurableFileError) -> String {
    var hash = SHA256()
    try ReadableFile(path, origin).forEachPiece { hash.update($0) }
    return hash.hexDigest()
  }

  private func next(_ count: Int) throws(DurableFileError) -> [UInt8] {
    var failure: DurableFileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(DurableFileError) {
        filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// `/dev/null`: major 1, minor 3 (Linux, Documentation/admin-guide/devices.txt).
  private static let emptyDevice = dev_t(1 << 8 | 3)

  /// The shell's pipes have no name in any folder: opening them waits for nobody.
  ///
  /// Source: proc_pid_fd(5): the link of such a pipe reads `pipe:[inode]`, that of a named one its path.
  private static func hasNoName(_ descriptor: Int32) -> Bool {
    var text = [CChar](repeating: 0, count: 16)
    let count = readlink("/proc/self/fd/\(descriptor)", &text, text.count)
    return count > 0 && text[..<count].starts(with: "pipe:[".utf8.map { CChar($0) })
  }
}

/// What stands in place of a folder or file of ours at `path`, links not followed.
///
/// - Parameter isFolder: whether a folder is expected.
/// - Throws: `DurableFileError` (`isForeign`) if it is anything else; nothing at all is fine.
package func expectOwn(_ path: String, isFolder: Bool = false) throws(DurableFileError) {
  guard let kind = EntryKind(path), kind != (isFolder ? .folder : .file) else { return }
  throw .foreign("use", path, is: kind, not: isFolder ? "a folder" : "a file")
}

/// Whether the path names a folder, links followed.
package func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && EntryKind(status) == .folder
}

/// Whether anything has the name, be it a link to nowhere.
package func entryExists(_ path: String) -> Bool { EntryKind(path) != nil }
