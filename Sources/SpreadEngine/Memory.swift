import SpreadModel
internal import Synchronization

/// Owns raw memory: the buffers made of it, and the objects it keeps, are there as long as it is.
///
/// The compiler knows that it has one owner, so nothing is given back twice, or never. Buffers are views,
/// and may be copied.
struct Memory: ~Copyable {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var objects: [AnyObject] = []

  deinit { for block in blocks { block.deallocate() } }

  /// A buffer of `count` elements, which have no values yet.
  mutating func buffer<Element>(_ count: Int) -> RawBuffer<Element> {
    let buffer = RawBuffer<Element>(allocating: count)
    blocks.append(buffer.start)
    return buffer
  }

  /// Keeps an object, which views of this memory may then use without counting references.
  mutating func keep<Object: AnyObject>(_ object: Object) -> Unmanaged<Object> {
    objects.append(object)
    return .passUnretained(object)
  }

  /// A buffer with these values.
  mutating func buffer<Element>(of values: some Collection<Element>) -> RawBuffer<Element> {
    let buffer: RawBuffer<Element> = buffer(values.count)
    for (index, value) in values.enumerated() { buffer[index] = value }
    return buffer
  }

  /// A buffer with the first `count` elements of another.
  mutating func copy<Element>(_ count: Int, of other: RawBuffer<Element>) -> RawBuffer<Element> {
    let buffer: RawBuffer<Element> = buffer(count)
    buffer.copy(count, of: other)
    return buffer
  }
}

/// A buffer that grows, and its memory; whoever has it keeps the count.
///
/// No element may be of a private type: debug builds of Swift 6.3 cannot destroy a list of them elsewhere.
struct RawList<Element: BitwiseCopyable>: ~Copyable {
  /// All the room there is; another one after `reserve`.
  private(set) var view: RawBuffer<Element>

  init(capacity: Int = 64) { view = RawBuffer(allocating: capacity) }

  deinit { view.start.deallocate() }

  /// Makes room for `needed` elements, keeping the first `count`.
  @inline(__always) mutating func reserve(_ needed: Int, keeping count: Int = 0) {
    if needed > view.count { grow(needed, keeping: count) }
  }

  @inline(never) private mutating func grow(_ needed: Int, keeping count: Int) {
    let larger = RawBuffer<Element>(allocating: max(needed, 2 * view.count))
    larger.copy(count, of: view)
    view.start.deallocate()
    view = larger
  }
}

extension RawBuffer {
  /// Memory for `count` elements, which have no values yet; it begins with a cache line, because
  /// vectors that lie across two of them are slow. Its owner gives it back.
  fileprivate init(allocating count: Int) {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Element>.stride, alignment: 64)
    self.init(base: bytes.bindMemory(to: Element.self, capacity: count), indices: 0..<count)
  }
}

/// A field of large states that have one owner and are never moved.
///
/// It makes the compiler use such a state where it lies. Otherwise Swift 6.3 follows each of its hundreds of fields
/// through every function that reads one, for two thirds of the time that this module takes to compile.
struct FixedPlace: ~Copyable {
  private let mark = Atomic(false)
}
