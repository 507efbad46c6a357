package import Foundation
internal import SpreadModel

/// A block as bytes: made by the worker that made the runs, so that the one thread that writes
/// has little to do.
///
/// Layout in docs/reliability.md, "Blocks". Curves and maps stand apart, so that tables which need
/// neither do not read them.
package struct EncodedBlock: Sendable {
  let point: UInt64
  package let replicates: Range<Int>
  let failed: Int
  package let runs: Data
  package let curves: Data?
  package let maps: Data?
  /// The parts the block has besides its runs, read or not.
  let others: [BlockPart]

  /// Bytes it takes in the store, the row's own few aside.
  package var bytes: Int { runs.count + (curves?.count ?? 0) + (maps?.count ?? 0) }

  /// - Precondition: the replicates are consecutive and all finished runs have the same number
  ///   of responses.
  package init(_ block: RunBlock) {
    point = block.point
    replicates = block.replicates
    var table = OutcomeTable(runs: block.runs.count)
    for run in block.runs { table.add(run.outcome) }
    failed = table.failures.count
    curves = table.takeCurves(BlockChecksum(point, replicates, .curves))
    maps = table.takeMaps(BlockChecksum(point, replicates, .maps))
    others = Self.others(hasCurves: curves != nil, hasMaps: maps != nil)
    runs = table.outcomes(BlockChecksum(point, replicates, .runs, beside: others))
  }

  /// A block as it was read; nothing in it is trusted before `decode` has checked it.
  ///
  /// - Parameter others: the parts it has besides its runs; nil means those that are given.
  package init(
    point: UInt64, replicates: Range<Int>, failed: Int, runs: Data, curves: Data?, maps: Data?,
    others: [BlockPart]? = nil
  ) {
    self.point = point
    self.replicates = replicates
    self.failed = failed
    self.runs = runs
    self.curves = curves
    self.maps = maps
    self.others = others ?? Self.others(hasCurves: curves != nil, hasMaps: maps != nil)
  }

  static func others(hasCurves: Bool, hasMaps: Bool) -> [BlockPart] {
    (hasCurves ? [.curves] : []) + (hasMaps ? [.maps] : [])
  }
}
