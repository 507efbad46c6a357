/// The next action of a source of the rare form.
struct Action: BitwiseCopyable {
  var cell: UInt32
  /// Key of the draw.
  var key: UInt64
  /// The last step in which the source acts.
  var last: Int
}

extension StepWheel<Action> {
  /// Puts what is due into the order of cells.
  func sortDue(_ count: Int) {
    var due = UnsafeMutableBufferPointer(start: due.view.pointer(room: count), count: count)
    due.sort { $0.cell < $1.cell }
  }
}
