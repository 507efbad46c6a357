internal import CZlib
internal import Glibc
import PlainText

/// Reads what a gzip file holds (RFC 1952). Not `Sendable`: one owner.
final class GzipReader {
  private let stream: gzFile
  private let path: String

  /// - Throws: `DurableFileError` if there is no memory for zlib's state.
  init(_ file: ReadableFile) throws(DurableFileError) {
    path = file.path
    // zlib closes the descriptor that it is given.
    guard let opened = gzdopen(dup(file.descriptor), "rb") else {
      throw DurableFileError("read", path, code: ENOMEM)
    }
    stream = opened
  }

  deinit { gzclose_r(stream) }

  /// - Returns: how many bytes were read; fewer than there is room for at the end.
  /// - Throws: `WordedError` where the file is cut, or is no gzip file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = gzread(stream, buffer.baseAddress, UInt32(buffer.count))
    var status = Z_OK
    _ = gzerror(stream, &status)
    guard count >= 0, status == Z_OK || status == Z_STREAM_END, gzdirect(stream) == 0 else {
      throw Failure.damaged(path, "it is no complete gzip file")
    }
    return Int(count)
  }
}
