package import SpreadModel

/// Where finished runs are read from: a store, or tables that were made from one.
package protocol RunSource: Sendable {
  /// The values of a run stand in this order.
  var responses: ResponseList { get }
  /// What else there is of some runs.
  var recordedParts: Set<PartKind> { get }

  /// Calls `body` with the runs of a point, a block at a time in replicate order; runs that are not there are left
  /// out.
  ///
  /// - Parameter parts: what is read beside the responses.
  func forEachBlock(
    point: UInt64, replicates: Range<Int>, _ parts: Set<PartKind>,
    _ body: (RunColumns) throws -> Void) throws

  /// The first of these replicates of a point that failed, with its reason; nil if none of those that are
  /// there has.
  func firstFailure(
    point: UInt64, replicates: Range<Int>
  ) throws -> (replicate: Int, reason: String)?
}

extension RunSource {
  /// Calls `body` with each run of a point, in replicate order, as `forEachBlock`.
  package func forEachRun(
    point: UInt64, replicates: Range<Int>, _ parts: Set<PartKind>,
    _ body: (RunRecord) throws -> Void
  ) throws {
    try forEachBlock(point: point, replicates: replicates, parts) { block in
      try block.visit { try body(block.run($0, $1)) }
    }
  }

  package func firstFailure(
    point: UInt64, replicates: Range<Int>
  ) throws -> (replicate: Int, reason: String)? {
    var first: (replicate: Int, reason: String)?
    try forEachBlock(point: point, replicates: replicates, []) { block in
      block.visit { replicate, _ in
        if first == nil, let reason = block.failure(of: replicate) { first = (replicate, reason) }
      }
    }
    return first
  }
}
