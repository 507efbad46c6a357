import SpreadModel

/// Cells that wait for the end of a step, where all wait equally long: first in, first out.
struct StepQueue: ~Copyable {
  /// Where in `cells` those of a step end.
  struct Mark {
    var step: Int
    var end: Int
  }

  private(set) var cells = RawList<UInt32>(capacity: 64)
  private var marks = RawList<Mark>(capacity: 16)
  /// The first and the last of both lists.
  private var firstCell = 0
  private var lastCell = 0
  private var firstMark = 0
  private var lastMark = 0

  mutating func removeAll() {
    (firstCell, lastCell, firstMark, lastMark) = (0, 0, 0, 0)
  }

  /// - Precondition: `step` is not before that of cells added earlier.
  @inline(__always) mutating func add(
    _ new: RawBuffer<UInt32>, _ range: Range<Int>, until step: Int
  ) {
    guard !range.isEmpty else { return }
    if lastCell &+ range.count > cells.view.count && firstCell > lastCell / 2 { closeUp() }
    cells.reserve(lastCell &+ range.count, keeping: lastCell)
    cells.view.copy(range.count, of: new, from: range.lowerBound, to: lastCell)
    lastCell &+= range.count
    marks.reserve(lastMark &+ 1, keeping: lastMark)
    marks.view[lastMark] = Mark(step: step, end: lastCell)
    lastMark &+= 1
  }

  /// Moves those who wait to the front of the lists.
  private mutating func closeUp() {
    for index in firstCell..<lastCell { cells.view[index - firstCell] = cells.view[index] }
    for index in firstMark..<lastMark {
      let mark = marks.view[index]
      marks.view[index - firstMark] = Mark(step: mark.step, end: mark.end - firstCell)
    }
    (lastCell, lastMark) = (lastCell - firstCell, lastMark - firstMark)
    (firstCell, firstMark) = (0, 0)
  }

  /// Takes out those who wait until `step`: their places in `cells`, which stay until more are added.
  @inline(__always) mutating func take(at step: Int) -> Range<Int> {
    let start = firstCell
    while firstMark < lastMark && marks.view[firstMark].step == step {
      firstCell = marks.view[firstMark].end
      firstMark &+= 1
    }
    return start..<firstCell
  }

  /// Whether someone who waits fulfills a condition.
  func contains(where condition: (UInt32) -> Bool) -> Bool {
    (firstCell..<lastCell).contains { condition(cells.view[$0]) }
  }
}
