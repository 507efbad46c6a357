import SpreadModel

/// A buffer that grows; its owner keeps the count and gives the memory back.
struct RawList<Element: BitwiseCopyable> {
  /// All the room there is; another one after `reserve`.
  private(set) var view: RawBuffer<Element>

  init(capacity: Int) { view = RawBuffer(count: capacity) }

  func deallocate() { view.deallocate() }

  /// Makes room for `needed` elements, keeping the first `count`.
  @inline(__always) mutating func reserve(_ needed: Int, keeping count: Int) {
    if needed > view.count { grow(needed, keeping: count) }
  }

  @inline(never) private mutating func grow(_ needed: Int, keeping count: Int) {
    let larger = RawBuffer<Element>(count: max(needed, 2 * view.count))
    larger.copy(count, of: view)
    view.deallocate()
    view = larger
  }
}
