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

// MARK: Text

extension Recording {
  /// As stores keep it: a line for each response, with its definition, and for each part.
  var text: String {
    let responses = responses.responses.map { "response \($0.definition)\n" }
    let parts = parts.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, count in
      "part \(kind.rawValue) \(count == .max ? "all" : "\(count)")\n"
    }
    return (responses + parts).joined()
  }

  /// Reads what `text` gives.
  ///
  /// - Throws: `RunStoreError.unknownResponse` of a later program's; `MalformedBytes`.
  init(text: String, of database: StoreDatabase) throws {
    var responses: [Response] = []
    var parts: [PartKind: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw MalformedBytes("it does not say what is recorded") }
      if words[0] == "response" {
        guard let response = Response(definition: words[1]) else {
          throw RunStoreError.unknownResponse(folder: database.results, words[1])
        }
        responses.append(response)
        continue
      }
      let part = words[1].split(separator: " ").map(String.init)
      guard words[0] == "part", part.count == 2,
        let count = part[1] == "all" ? .max : Int(part[1]), count > 0
      else { throw MalformedBytes("it does not say what is recorded") }
      parts[PartKind(rawValue: part[0])] = count
    }
    self.init(responses: ResponseList(responses), parts: parts)
  }
}
