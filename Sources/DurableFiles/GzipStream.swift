internal import CZlib

/// A gzip stream (RFC 1952) without name and time: equal input gives equal bytes.
///
/// A class, because zlib checks that its state never moves. Not `Sendable`: one owner.
final class GzipStream {
  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutableBufferPointer<UInt8>
  /// zlib's default: halves the time of the strongest for a few percent more bytes.
  private static let level: Int32 = 6

  /// nil if there is no memory for zlib's state (256 KiB).
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    output = .allocate(capacity: 1 << 16)
    guard czlib_start_gzip(stream, Self.level) == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Compresses `input` and hands on what comes out, in pieces.
  ///
  /// - Parameter isLast: ends the stream; nothing may follow.
  func compress(
    _ input: UnsafeBufferPointer<UInt8>, isLast: Bool,
    to write: (UnsafeBufferPointer<UInt8>) throws(DurableFileError) -> Void
  ) throws(DurableFileError) {
    // zlib only reads here; its interface is older than const.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    repeat {
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      // Cannot fail: the state is sound and the buffers are never both empty at the end.
      _ = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
      let count = output.count - Int(stream.pointee.avail_out)
      if count > 0 { try write(UnsafeBufferPointer(rebasing: output[..<count])) }
    } while stream.pointee.avail_out == 0
  }
}
