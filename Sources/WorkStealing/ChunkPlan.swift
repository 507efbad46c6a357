/// Equal pieces of work cut into chunks that are worth a task each, largest expected cost first.
///
/// A chunk is some consecutive pieces of one item (replicates of a point, say). Long enough that
/// handing it out costs nothing, and short at the end so that the workers finish together. The
/// plan is arithmetic: its memory grows with the number of items, not of pieces.
package struct ChunkPlan: Sendable {
  /// Pieces that cost the same.
  package struct Item: Sendable {
    /// Expected nanoseconds of one piece.
    package var cost: Double
    /// The pieces, by number.
    package var pieces: Range<Int>
    /// A chunk has so many pieces or more, as far as there are so many.
    package var fewest: Int

    package init(cost: Double, pieces: Range<Int>, fewest: Int = 1) {
      self.cost = cost
      self.pieces = pieces
      self.fewest = fewest
    }
  }

  package struct Chunk: Sendable, Equatable {
    /// Place of the item in the list the plan was made of.
    package var item: Int
    package var pieces: Range<Int>
  }

  /// What a chunk should cost and hold.
  package struct Size: Sendable {
    /// Expected nanoseconds of a chunk; a longer piece is a chunk of its own.
    package var nanoseconds: Double
    /// Expected nanoseconds of the chunks at the end.
    package var lastNanoseconds: Double
    /// Most pieces of a chunk.
    package var mostPieces: Int

    /// 2 ms, so that handing out is below 0.1 %; 0.2 ms at the end, where it is below 1 %.
    package init(
      nanoseconds: Double = 2e6, lastNanoseconds: Double = 2e5, mostPieces: Int = 2000
    ) {
      self.nanoseconds = nanoseconds
      self.lastNanoseconds = lastNanoseconds
      self.mostPieces = mostPieces
    }

    func pieces(costing cost: Double, isLast: Bool) -> Int {
      let wanted = (isLast ? lastNanoseconds : nanoseconds) / max(1, cost)
      return wanted >= Double(mostPieces) ? mostPieces : max(1, Int(wanted.rounded(.up)))
    }
  }

  private struct Group: Sendable {
    var item: Int
    var pieces: Range<Int>
    var perChunk: Int
    var cost: Double
    var firstTask = 0

    var chunks: Int { (pieces.count + perChunk - 1) / perChunk }
  }

  private let groups: [Group]
  /// Number of chunks.
  package let count: Int

  package init(_ items: [Item], size: Size = Size()) {
    var groups: [Group] = []
    for (index, item) in items.enumerated() where !item.pieces.isEmpty {
      let large = max(item.fewest, size.pieces(costing: item.cost, isLast: false))
      let small = max(item.fewest, size.pieces(costing: item.cost, isLast: true))
      // The last sixteenth of what can be cut finely fills the gaps that longer chunks leave.
      let fine = small < large ? max(item.pieces.count / 16, min(item.pieces.count, small)) : 0
      let cut = item.pieces.upperBound - fine
      for (pieces, perChunk) in [
        (item.pieces.lowerBound..<cut, large), (cut..<item.pieces.upperBound, small),
      ] where !pieces.isEmpty {
        groups.append(
          Group(
            item: index, pieces: pieces, perChunk: perChunk,
            cost: item.cost * Double(min(perChunk, pieces.count))))
      }
    }
    groups.sort { ($1.cost, $0.item) < ($0.cost, $1.item) }
    var count = 0
    for index in groups.indices {
      groups[index].firstTask = count
      count += groups[index].chunks
    }
    self.groups = groups
    self.count = count
  }

  /// The chunk of that number, the largest expected cost first.
  ///
  /// - Complexity: O(log items)
  package subscript(chunk: Int) -> Chunk {
    precondition(0 <= chunk && chunk < count)
    var low = 0
    var high = groups.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if groups[middle].firstTask <= chunk { low = middle } else { high = middle }
    }
    let group = groups[low]
    let first = group.pieces.lowerBound + (chunk - group.firstTask) * group.perChunk
    return Chunk(
      item: group.item, pieces: first..<min(first + group.perChunk, group.pieces.upperBound))
  }

  var taskGroups: [TaskDeal.Group] {
    groups.map { group in
      TaskDeal.Group(tasks: group.firstTask..<group.firstTask + group.chunks, cost: group.cost)
    }
  }
}
