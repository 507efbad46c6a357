package import SpreadModel

/// What is recorded of the runs of a study, or was of those of a block.
package struct Recording: Hashable, Sendable {
  /// In the order of the values of a run.
  package var responses: ResponseList
  /// By kind of part: of replicates below this number it is recorded.
  package var parts: [PartKind: Int]

  package init(responses: ResponseList, parts: [PartKind: Int]) {
    self.responses = responses
    self.parts = parts.filter { $0.value > 0 }
  }

  /// By response: its index in `other`; nil where that one does not have it. A response of a study's own is the
  /// same where its definition is.
  func indices(in other: Recording) -> [Int?] {
    let others = other.definitions
    return definitions.map { others.firstIndex(of: $0) }
  }

  private var definitions: [String] { responses.responses.map(\.definition) }

  package static func == (one: Recording, other: Recording) -> Bool {
    one.parts == other.parts && one.definitions == other.definitions
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(definitions) }

  /// The replicates of which something is recorded here that `other` lacks: sorted ranges.
  func gaps(in other: Recording) -> [Range<Int>] {
    guard !indices(in: other).contains(nil) else { return [0..<Int.max] }
    return parts.compactMap { kind, count in
      let there = other.parts[kind, default: 0]
      return there < count ? there..<count : nil
    }.union
  }

  /// Whether everything that is recorded here `other` has, too.
  package func isSubset(of other: Recording) -> Bool { gaps(in: other).isEmpty }

  /// What both of them have.
  func intersection(_ other: Recording) -> Recording {
    Recording(
      responses: ResponseList(
        zip(responses.responses, indices(in: other)).filter { $1 != nil }.map(\.0)),
      parts: parts.merging(other.parts) { min($0, $1) }.filter {
        parts[$0.key] != nil && other.parts[$0.key] != nil
      })
  }

  /// What either of them has; of two responses of one name that of `other`.
  func union(_ other: Recording) -> Recording {
    Recording(
      responses: ResponseList(
        responses.responses.filter { other.responses.place(of: $0) == nil }
          + other.responses.responses),
      parts: parts.merging(other.parts) { max($0, $1) })
  }
}

/// What one recording has of what is asked.
struct RecordingFit: Sendable {
  let isSame: Bool
  /// The replicates that lack something.
  let gaps: [Range<Int>]
  /// Of the responses asked for.
  let indices: [Int?]

  init(_ asked: Recording, in recording: Recording) {
    isSame = asked == recording
    gaps = asked.gaps(in: recording)
    indices = asked.indices(in: recording)
  }
}
