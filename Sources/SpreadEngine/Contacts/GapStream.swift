internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The gaps that the words of a stream stand for, many at a time.
struct GapStream: ~Copyable {
  private static let size = 256

  private let gaps: GeometricGaps
  private var stream: RandomStream
  private let passes: VectorPasses?
  private let buffer = RawList<UInt64>(capacity: size)

  init(_ gaps: GeometricGaps, _ stream: RandomStream, vectors: SIMDLevel) {
    self.gaps = gaps
    self.stream = stream
    passes = vectors.passes
  }

  /// The next ones; the memory holds them until the next call.
  mutating func next() -> UnsafeBufferPointer<UInt64> {
    let next = buffer.view.pointer(room: Self.size)
    if let passes {
      passes.pointee.gaps(stream.state, gaps.scale, Self.size, next)
      stream.skip(Self.size)
    } else {
      for place in 0..<Self.size { next[place] = gaps.gap(stream.next()) }
    }
    return UnsafeBufferPointer(start: next, count: Self.size)
  }
}
