package import Foundation

/// A block as bytes: made by the worker that made the runs, so that the one thread that writes
/// has little to do.
///
/// Layout in docs/reliability.md, "Blocks". Parts stand apart, so that tables which do not need one do not
/// read it.
package struct EncodedBlock: Sendable {
  package let point: UInt64
  package let replicates: Range<Int>
  /// Runs that failed.
  package let failed: Int
  /// By kind: those that were made, or read.
  package let parts: [PartKind: Data]

  /// Bytes it takes in the store, the rows' own few aside.
  package var bytes: Int { parts.reduce(0) { $0 + $1.value.count } }

  /// - Precondition: the replicates are consecutive and all finished runs have the same number
  ///   of responses.
  package init(_ block: RunBlock) {
    let encoder = BlockEncoder(point: block.point, first: block.replicates.lowerBound)
    for run in block.runs { encoder.add(run.outcome) }
    self = encoder.finish()
  }

  /// A block as it was read; nothing in it is trusted before `decode` has checked it.
  package init(point: UInt64, replicates: Range<Int>, failed: Int, parts: [PartKind: Data]) {
    self.point = point
    self.replicates = replicates
    self.failed = failed
    self.parts = parts
  }
}

/// A block of a store.
struct StoredBlock: Sendable {
  /// The number of its row.
  let row: Int
  let encoded: EncodedBlock
  /// What was recorded of its runs, and under which number the store keeps that.
  let recording: Recording
  let recordingNumber: Int

  var replicates: Range<Int> { encoded.replicates }
}
