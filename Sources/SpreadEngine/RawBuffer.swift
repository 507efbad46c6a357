import SpreadModel

/// A checked view of raw memory: in debug builds every index is asserted, in release builds none.
///
/// All memory of the kernels is read and written through it. Raw, because an array in a property of
/// a class costs the kernel a factor of 8 to 12 (docs/performance.md, "Swift").
/// It owns nothing: `Memory` and `RawList` do.
struct RawBuffer<Element: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Element>
  /// The indices there are.
  private let indices: Range<Int>

  init(base: UnsafeMutablePointer<Element>, indices: Range<Int>) {
    self.base = base
    self.indices = indices
  }

  /// Where the memory begins.
  var start: UnsafeMutableRawPointer {
    assert(indices.lowerBound == 0, "a shifted view begins elsewhere")
    return UnsafeMutableRawPointer(base)
  }

  var count: Int { indices.count }

  /// The same memory, in which element `index + distance` is what is element `index` here.
  func shifted(by distance: Int) -> RawBuffer {
    RawBuffer(
      base: base - distance,
      indices: indices.lowerBound + distance..<indices.upperBound + distance)
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(indices.contains(index), "\(index) is not in \(indices)")
      return base[index]
    }
    @inline(__always) nonmutating set {
      assert(indices.contains(index), "\(index) is not in \(indices)")
      base[index] = newValue
    }
  }

  subscript(index: UInt32) -> Element {
    @inline(__always) get { self[Int(truncatingIfNeeded: index)] }
    @inline(__always) nonmutating set { self[Int(truncatingIfNeeded: index)] = newValue }
  }

  subscript(index: UInt64) -> Element {
    @inline(__always) get { self[Int(truncatingIfNeeded: index)] }
    @inline(__always) nonmutating set { self[Int(truncatingIfNeeded: index)] = newValue }
  }

  /// The memory from element `index` on, for passes in C that read or write `room` elements.
  @inline(__always) func pointer(from index: Int = 0, room: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= indices.lowerBound && room >= 0 && index + room <= indices.upperBound)
    return base + index
  }

  /// Copies `count` elements, from `index` of the other on, to `place` and the following.
  @inline(__always) func copy(
    _ count: Int, of other: RawBuffer, from index: Int = 0, to place: Int = 0
  ) {
    pointer(from: place, room: count).update(
      from: other.pointer(from: index, room: count), count: count)
  }

  /// Gives `count` elements, from `index` on, the same value.
  @inline(__always) func fill(_ value: Element, from index: Int = 0, count: Int) {
    pointer(from: index, room: count).update(repeating: value, count: count)
  }

  /// Asserts, in debug builds, that the first `count` elements are indices of `other`: passes in C look
  /// there unasked.
  @inline(__always) func assertIndices<Other>(_ count: Int, of other: RawBuffer<Other>)
  where Element == UInt32 {
    assert((0..<count).allSatisfy { other.indices.contains(Int(self[$0])) })
  }
}

/// Several elements at a time.
extension RawBuffer {
  @inline(__always) private func bytes(_ index: Int, room: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(pointer(from: index, room: room))
  }
}

extension RawBuffer<UInt32> {
  /// Writes eight elements from `index` on.
  @inline(__always) func store(_ eight: SIMD8<UInt32>, at index: Int) {
    bytes(index, room: 8).storeBytes(of: eight, as: SIMD8<UInt32>.self)
  }
}

extension RawBuffer<UInt8> {
  /// The bytes from `index` on as a word, the first in its lowest byte.
  @inline(__always) func word(at index: Int) -> UInt64 {
    bytes(index, room: 8).loadUnaligned(as: UInt64.self)
  }

  /// Sets the bits of four bytes from `index` on that `mask` has.
  @inline(__always) func add(_ mask: UInt32, at index: Int) {
    let four = bytes(index, room: 4)
    four.storeBytes(of: four.loadUnaligned(as: UInt32.self) | mask, as: UInt32.self)
  }

  /// Clears the bits of four bytes from `index` on that `mask` does not have.
  @inline(__always) func keep(_ mask: UInt32, at index: Int) {
    let four = bytes(index, room: 4)
    four.storeBytes(of: four.loadUnaligned(as: UInt32.self) & mask, as: UInt32.self)
  }
}
