/// Sorts the distinct cells of a step into person order.
struct CellSorter {
  init(_ grid: PaddedGrid, isUsed: Bool) {}

  func deallocate() {}

  mutating func sort(_ cells: UnsafeMutablePointer<UInt32>, _ count: Int) {
    var buffer = UnsafeMutableBufferPointer(start: cells, count: count)
    buffer.sort()
  }
}
