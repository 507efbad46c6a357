import RunStore

/// Makes the rows of one point, or of a part of its runs, in one table or in several.
///
/// Not `Sendable`: one owner.
protocol PointRows: AnyObject {
  /// Called for each block of runs, in order of replicates.
  func add(_ runs: RunColumns)
  /// Takes over what the maker of the point's next part has seen.
  func join(_ next: Self)
  /// Called once, when all runs of the point have passed: writes the rows that all of them make.
  func finish(_ tables: TableWriters)
}

extension PointRows {
  func join(_ next: Self) {}
  func finish(_ tables: TableWriters) {}

  /// - Precondition: the next part's maker for the same table.
  fileprivate func join(any next: any PointRows) {
    guard let next = next as? Self else { preconditionFailure("rows of one table join") }
    join(next)
  }
}

/// The makers of a point's rows in all tables, or of a part of it.
struct PointMakers {
  let pass: PointPass
  let makers: [any PointRows]

  func add(_ runs: RunColumns) {
    pass.add(runs)
    for maker in makers { maker.add(runs) }
  }

  /// Takes over what those of the point's next part have seen.
  func join(_ next: PointMakers) {
    pass.join(next.pass)
    for (maker, next) in zip(makers, next.makers) { maker.join(any: next) }
  }

  func finish(_ tables: TableWriters) {
    for maker in makers { maker.finish(tables) }
  }
}

/// Rows that are written as the runs pass.
final class RunRows: PointRows {
  private let write: (RunColumns) -> Void

  init(_ write: @escaping (RunColumns) -> Void) { self.write = write }

  func add(_ runs: RunColumns) { write(runs) }
}
