import SpreadModel

/// A buffer that grows; its owner keeps the count and gives the memory back.
///
/// Raw, because an array in a property of a class costs the kernel a factor of 8 to 12
/// (docs/performance.md, "Swift").
struct RawList<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func deallocate() { base.deallocate() }

  /// Makes room for `needed` elements, keeping the first `count`.
  @inline(__always) mutating func reserve(_ needed: Int, keeping count: Int) {
    if needed > capacity { grow(needed, keeping: count) }
  }

  @inline(never) private mutating func grow(_ needed: Int, keeping count: Int) {
    let capacity = max(needed, 2 * self.capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    self.capacity = capacity
  }
}
