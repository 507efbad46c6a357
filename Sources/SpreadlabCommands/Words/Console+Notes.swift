import PlainText
import ResultTables
import RunStore

extension Console {
  /// Reports damaged runs that were removed from a store: no repair goes unreported.
  static func note(removed blocks: [DamagedBlock]) {
    guard let first = blocks.first else { return }
    let shown = blocks.prefix(3).map { "\n  \($0)" }.joined()
    let more = blocks.count > 3 ? "\n  and \(blocks.count - 3) more" : ""
    note(
      Note(
        .runsRemoved, file: first.path,
        "damaged runs were taken out of the store; they are computed again:\(shown)\(more)"))
  }

  /// Tells what became of a former analysis, and what readers of the tables must know.
  static func note(_ written: WrittenResults) {
    if !written.removed.isEmpty {
      note(
        Note(
          .tablesRemoved,
          "removed \(written.removed.joined(separator: ", ")), which the study no longer asks for"
        ))
    }
    for next in written.notes { note(next) }
  }
}
