internal import CZlib
internal import Glibc
import PlainText

/// Reads what gzip compressed (RFC 1952), one member or several. Not `Sendable`: one owner.
final class GzipReader {
  private let source: ReadableFile.Content
  private let path: String
  private let stream: UnsafeMutablePointer<z_stream>
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var isAtEnd = false
  /// Whether the last member that was begun is whole.
  private var isWhole = false

  /// - Parameter source: the compressed bytes.
  /// - Throws: `DurableFileError` if there is no memory for zlib's state.
  init(_ path: String, _ source: @escaping ReadableFile.Content) throws(DurableFileError) {
    (self.path, self.source) = (path, source)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard czlib_start_gunzip(stream) == Z_OK else {
      throw DurableFileError("read", path, code: ENOMEM)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// - Returns: how many bytes were read; fewer than there is room for at the end.
  /// - Throws: `WordedError` where the file is cut, or is no gzip file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let room = min(buffer.count, 1 << 30)
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(room)
    while stream.pointee.avail_out > 0 {
      if stream.pointee.avail_in == 0 {
        let count = isAtEnd ? 0 : try source(input)
        isAtEnd = count < input.count
        if count == 0 {
          guard isWhole else { throw damaged }
          break
        }
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
      }
      if isWhole {
        inflateReset(stream)
        isWhole = false
      }
      let code = inflate(stream, Z_NO_FLUSH)
      guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { throw damaged }
      isWhole = code == Z_STREAM_END
    }
    return room - Int(stream.pointee.avail_out)
  }

  private var damaged: Failure { .damaged(path, "it is no complete gzip file") }
}
