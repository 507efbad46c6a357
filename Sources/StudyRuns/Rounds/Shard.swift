/// One of N parts of a round's runs, for machines that work side by side.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// 1...count.
  package let index: Int
  package let count: Int

  package static let most = 1_000_000

  /// The whole round.
  package static let whole = Shard(index: 1, count: 1)

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Reads "2/7"; nil unless 1 <= index <= count <= `most`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
      1 <= index, index <= count, count <= Self.most
    else { return nil }
    self.init(index: index, count: count)
  }

  package var description: String { "\(index)/\(count)" }
}

/// A part of a round.
package struct RoundPart: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package let round: Int
  package let shard: Shard

  package init(round: Int = 1, _ shard: Shard) {
    self.round = round
    self.shard = shard
  }

  /// Reads what `description` gives; nil of other texts, and of a whole study ("1/1").
  package init?(_ text: String) {
    let words = text.split(separator: " of round ", omittingEmptySubsequences: false)
    guard let shard = words.first.flatMap({ Shard($0) }), words.count <= 2,
      shard != .whole || words.count == 2
    else { return nil }
    guard words.count == 2 else {
      self.init(shard)
      return
    }
    guard let round = Int(words[1]), round > 1 else { return nil }
    self.init(round: round, shard)
  }

  /// "2/7" of the first round, "2/7 of round 3" of a later one.
  package var description: String { round == 1 ? "\(shard)" : "\(shard) of round \(round)" }
}

extension RoundPart? {
  /// As the store and the manifest name what a folder is for; "1/1" of a whole study.
  package var name: String { self?.description ?? "\(Shard.whole)" }
}
