import PlainText
package import SpreadModel
package import Statistics

/// Levels of a factor to compare, within every combination of the other factors or over all of them.
package struct ComparisonRequest: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case response(Response)
    /// The whole curve.
    case curve

    package var name: String {
      switch self {
      case .response(let response): response.rawValue
      case .curve: "curve"
      }
    }
  }

  package var factor: ModelKey
  /// The level all others are compared with; all pairs if nil.
  package var reference: KeyValue?
  package var subject: Subject
  /// Differences below it count as equivalent, in the response's unit.
  package var margin: Double?
  /// Nil: the margin is one of both sides.
  package var better: Better?
  /// Nil: the one that fits the response and the pairing.
  package var test: ComparisonTest?
  package var estimate: ComparisonEffect
  /// Whether differences are averaged over the combinations of the other factors; else each combination
  /// is compared by itself.
  package var isPooled: Bool
  /// Whether its entry names no response: it is one of those for all main responses.
  package var isOfMainResponses = false

  package init(
    factor: ModelKey, reference: KeyValue? = nil, subject: Subject, margin: Double? = nil,
    better: Better? = nil,
    test: ComparisonTest? = nil, estimate: ComparisonEffect = .meanDifference,
    isPooled: Bool = false
  ) {
    self.factor = factor
    self.reference = reference
    self.subject = subject
    self.margin = margin
    self.better = better
    self.test = test
    self.estimate = estimate
    self.isPooled = isPooled
  }

  /// The response; nil where whole curves are compared.
  package var response: Response? {
    if case .response(let response) = subject { response } else { nil }
  }
}

extension ComparisonRequest: FileObject {
  static let blank: Self = {
    var request = ComparisonRequest(factor: .rule, subject: .curve)
    request.isOfMainResponses = true
    return request
  }()
  static let fileMembers: [Member<Self>] = [
    Member(
      "factor", required: \.factor, .parameter(), "The factor whose levels are compared."),
    Member(
      "reference", optional: level,
      "The level all others are compared with; all pairs if missing.",
      set: { $0.reference = $1.level(of: $0.factor.allowed) ?? $1 }, get: \.reference),
    Member(
      "response", optional: Subject.codec,
      """
      The response to compare, or the whole curve; if missing, each of the main responses: of \
      the outbreak where people recover, else times.
      """,
      set: { ($0.subject, $0.isOfMainResponses) = ($1, false) },
      get: { $0.isOfMainResponses ? nil : $0.subject }),
    Member(
      "margin", optional: \.margin, .real(.positive(to: 1e9)),
      "Levels that differ by less are equivalent; in the response's unit, for a ratio a ratio above 1."
    ),
    Member(
      "better", optional: \.better, .choice,
      """
      Which values are better: the margin is then how much worse the first level may be, and not how \
      far both may be apart (non-inferiority).
      """),
    Member(
      "test", optional: \.test, .choice,
      "The test; if missing, the one that fits the response and the pairing."),
    Member("estimate", \.estimate, .choice, "The effect that is estimated."),
    Member(
      "pooled", \.isPooled, .flag, written: .ifNotDefault,
      "Average each difference of means over all combinations of the other factors."),
  ]
}

extension ComparisonRequest {
  /// A level of whatever factor.
  static let level = Codec<KeyValue>.either(
    Codec(
      plain: { _ in .either([.real(RealRange(0...Double(AllowedValues.mostPeople))), .label]) },
      read: { value, _ in
        value.string.map(KeyValue.name) ?? value.number?.integer.map(KeyValue.whole)
          ?? value.number.map { .real($0.double) }
      },
      write: \.json),
    Length.distributions(atLeast: 0).map({ .length($0) }, { _ in nil }))
}

extension KeyValue {
  /// The same as a value of a key; nil where it has no such one.
  func level(of allowed: AllowedValues) -> KeyValue? {
    switch (allowed, self) {
    case (.whole, .whole), (.real, .real), (.name, .name), (.choice, .name), (.either, .name): self
    case (.length(_, let words), .name(let word)): words.contains(word) ? self : nil
    case (.length, .whole), (.length, .length): self
    case (.real, .whole(let number)): .real(Double(number))
    case (.either(let numbers, _), _): level(of: numbers)
    default: nil
    }
  }
}

extension ComparisonRequest {
  /// An entry without a response stands for one for each main response.
  static let lists = Codec<[ComparisonRequest]>(
    reader: { keys in
      let list = Codec<[ComparisonRequest]>.list(of: codec) { $0.ofRows($1) }.reader(keys)
      return ValueReader(list.shape) { node, offered, mistakes in
        list(node, offered: offered, &mistakes)?.flatMap { $0.ofResponses(keys) }
      }
    },
    encode: { requests in
      .array(requests.chunkedByEntry.compactMap(\.first).map(codec.write))
    })

  /// Each but for what the keys of its rows do not tell: which side is better, and who asked.
  private func ofRows(_ keys: StudyFileKeys) -> [ComparisonRequest] {
    ofResponses(keys).map { request in
      var request = request
      (request.better, request.isOfMainResponses) = (nil, false)
      return request
    }
  }

  /// Itself; without a response one for each main response.
  func ofResponses(_ keys: StudyFileKeys) -> [ComparisonRequest] {
    guard isOfMainResponses else { return [self] }
    return keys.mainResponses.map { response in
      var request = self
      request.subject = .response(response)
      return request
    }
  }
}

extension [ComparisonRequest] {
  /// Those of each entry of a file. No two entries are equal but for the response.
  fileprivate var chunkedByEntry: [[ComparisonRequest]] {
    var chunks: [[ComparisonRequest]] = []
    for request in self {
      if var before = chunks.last?.first, before.isOfMainResponses {
        before.subject = request.subject
        if before == request {
          chunks[chunks.count - 1].append(request)
          continue
        }
      }
      chunks.append([request])
    }
    return chunks
  }
}

extension Analysis {
  /// The comparisons, by the entries of the file that ask for them.
  package var comparisonEntries: [[ComparisonRequest]] { comparisons.chunkedByEntry }
}

extension ComparisonRequest.Subject {
  fileprivate static let codec = Codec<Self>(
    names: { responseNames($0, besides: ["curve"]) },
    read: { value, keys in
      value.string == "curve" ? .curve : value.string.flatMap(keys.response).map { .response($0) }
    },
    write: { .string($0.name) }, isBroken: { $1.isBroken($0) }
  ).noting { subject, node, mistakes in
    if case .response(let response) = subject { mistakes.expect(response, at: node) }
  }
}
