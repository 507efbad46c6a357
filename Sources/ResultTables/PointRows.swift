import DurableFiles
import RunStore
import Tables

/// Makes the rows of one point, or of a part of its runs, in one table. Not `Sendable`: one owner.
protocol PointRows: AnyObject {
  /// Called for each block of runs, in order of replicates.
  func add(_ runs: RunColumns)
  /// Takes over what the maker of the point's next part has seen.
  func join(_ next: Self)
  /// Called once, when all runs of the point have passed: writes the rows that all of them make.
  func finish(_ table: TableWriter)
}

extension PointRows {
  func join(_ next: Self) {}
  func finish(_ table: TableWriter) {}

  /// - Precondition: the next part's maker for the same table.
  fileprivate func join(any next: any PointRows) {
    guard let next = next as? Self else { preconditionFailure("rows of one table join") }
    join(next)
  }
}

/// The makers of a point's rows in all tables, or of a part of it.
struct PointMakers {
  let pass: PointPass
  private let makers: [any PointRows]

  init(_ pass: PointPass, _ makers: [any PointRows]) {
    self.pass = pass
    self.makers = makers
  }

  func add(_ runs: RunColumns) {
    pass.add(runs)
    for maker in makers { maker.add(runs) }
  }

  /// Takes over what those of the point's next part have seen.
  func join(_ next: PointMakers) {
    pass.join(next.pass)
    for (maker, next) in zip(makers, next.makers) { maker.join(any: next) }
  }

  /// - Parameter tables: in the order of the makers.
  /// - Throws: what went wrong with values that were too many for memory.
  func finish(_ tables: [TableWriter]) throws(DurableFileError) {
    for (maker, table) in zip(makers, tables) { maker.finish(table) }
    try pass.spool.check()
  }
}
