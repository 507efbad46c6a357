import PlainText
package import SpreadModel
package import Statistics

/// How results are summarized; changing it changes no run.
package struct Analysis: Hashable, Sendable {
  /// Level of all intervals, above 0 and below 1.
  package var confidence = 0.95
  package var meanInterval = MeanInterval.t
  package var curveBands = CurveBands.pointwise
  package var fits: [FitRequest] = []
  package var comparisons: [ComparisonRequest] = []
  package var correction = Correction.holm
  package var family = CorrectionFamily.request
  package var sensitivity: SensitivityRequest?
  package var doseResponses: [DoseResponseRequest] = []
  /// Responses of 0 or 1: the summaries are repeated over the runs in which each is 1.
  package var given: [Response] = []
  package var averted: [AvertedRequest] = []

  package init() {}
}

extension Analysis: FileObject {
  static let blank = Analysis()
  static let fileMembers: [Member<Self>] = [
    Member("confidence", \.confidence, .share, "Level of all intervals."),
    Member(
      "mean_interval", \.meanInterval, .choice,
      """
      Intervals of means: Student's t, or the bias-corrected bootstrap for skewed responses of few \
      runs (at most 10,000 per point; beyond, t).
      """),
    Member(
      "curve_bands", \.curveBands, .choice,
      """
      Bands of the mean curve: for each step by itself (pointwise), or in addition one that holds for \
      all steps together (simultaneous).
      """),
    Member("fits", \.fits, .list(of: FitRequest.codec), "Growth models to fit."),
    Member(
      "comparisons", \.comparisons, ComparisonRequest.lists,
      "Levels of a factor to compare, within every combination of the other factors."),
    Member(
      "correction", \.correction, .choice,
      "How p-values are adjusted for the number of tests in their family."),
    Member(
      "family", \.family, .choice,
      """
      Which tests are adjusted together: those of one entry of comparisons, or of all; tests of a \
      difference and of equivalence apart.
      """),
    Member(
      "sensitivity", optional: \.sensitivity, SensitivityRequest.asked,
      "Which factor a response depends on most; a method alone is asked of the main responses."),
    Member(
      "dose_responses", \.doseResponses, .list(of: DoseResponseRequest.codec), written: .ifGiven,
      "Curves of a share over a numeric factor, within every combination of the other factors."),
    Member(
      "given", \.given, .list(of: .response { $0.kind == .flag }), written: .ifGiven,
      """
      Responses of 0 or 1, such as reached_10pct: summaries of responses and curves are repeated over the runs \
      in which each is 1; pictures are of those of the first.
      """),
    Member(
      "averted", \.averted, .list(of: AvertedRequest.codec), written: .ifGiven,
      """
      Infections that the levels of a factor avert beside a reference, by pairs of replicates; by person \
      where record.maps keeps them.
      """),
  ]
}

/// How the intervals of means are made; raw values are those of the column `ci_method`.
package enum MeanInterval: String, CaseIterable, Sendable {
  case t
  case bootstrapBCa = "bootstrap_bca"
}

/// Whether bands of the mean curve hold for each step alone or for all steps together.
package enum CurveBands: String, CaseIterable, Sendable {
  case pointwise, simultaneous
}

/// A growth model to fit.
package struct FitRequest: Hashable, Sendable {
  package enum Target: String, CaseIterable, Sendable {
    case meanCurve = "mean_curve"
    case eachRun = "each_run"
  }
  package var model: GrowthModel
  package var to: Target

  package init(model: GrowthModel, to: Target = .meanCurve) {
    self.model = model
    self.to = to
  }
}

extension FitRequest: FileObject {
  static let blank = FitRequest(model: .logistic)
  static let fileMembers: [Member<Self>] = [
    Member("model", required: \.model, .choice, "The growth model."),
    Member("to", \.to, .choice, "Fit the mean curve of each point, or each run."),
  ]
}

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
  static let blank = ComparisonRequest(factor: .rule, subject: .curve)
  static let fileMembers: [Member<Self>] = [
    Member(
      "factor", required: \.factor, .parameter(), "The factor whose levels are compared."),
    Member(
      "reference", optional: level,
      "The level all others are compared with; all pairs if missing.",
      set: { $0.reference = $1.level(of: $0.factor.allowed) }, get: \.reference),
    Member(
      "response", optional: Subject.codec,
      """
      The response to compare, or the whole curve; if missing, each of the main responses: of \
      the outbreak where people recover, else times.
      """,
      set: { $0.subject = $1 }, get: { $0.isOfMainResponses ? nil : $0.subject }),
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
  static let level = Codec<KeyValue>(
    plain: { _ in .either([.real(RealRange(0...Double(AllowedValues.mostPeople))), .label]) },
    read: { value, _ in
      value.string.map(KeyValue.name) ?? value.number?.integer.map(KeyValue.whole)
        ?? value.number.map { .real($0.double) }
    },
    write: \.json)
}

extension KeyValue {
  /// The same as a value of a key; nil where it has no such one.
  func level(of allowed: AllowedValues) -> KeyValue? {
    switch (allowed, self) {
    case (.whole, .whole), (.real, .real), (.name, .name), (.choice, .name), (.either, .name): self
    case (.length(_, let words), .name(let word)): words.contains(word) ? self : nil
    case (.length, .whole): self
    case (.real, .whole(let number)): .real(Double(number))
    case (.either(let numbers, _), _): level(of: numbers)
    default: nil
    }
  }
}

extension ComparisonRequest {
  /// An entry without a response stands for one for each main response.
  fileprivate static let lists = Codec<[ComparisonRequest]>(
    reader: { keys in
      let entry = codec.reader(keys)
      return ValueReader(.list(of: entry.shape, atLeast: 0)) { node, offered, mistakes in
        guard node.isList else {
          mistakes.wrongType(node, offered)
          return nil
        }
        return node.elements.flatMap { element -> [ComparisonRequest] in
          guard let request = entry(element, &mistakes) else { return [] }
          guard element["response"] == nil else { return [request] }
          return request.ofMainResponses(keys)
        }
      }
    },
    encode: { requests in
      .array(requests.chunkedByEntry.compactMap(\.first).map(codec.write))
    })

  /// One for each main response.
  func ofMainResponses(_ keys: StudyFileKeys) -> [ComparisonRequest] {
    keys.mainResponses.map { response in
      var request = self
      (request.subject, request.isOfMainResponses) = (.response(response), true)
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
    plain: { responseNames($0, besides: ["curve"]) },
    read: { value, keys in
      value.string == "curve" ? .curve : value.string.flatMap(keys.response).map { .response($0) }
    },
    write: { .string($0.name) })
}

/// Which factors a response depends on most.
package struct SensitivityRequest: Hashable, Sendable {
  package var responses: [Response]
  package var method: SensitivityMethod

  package init(responses: [Response], method: SensitivityMethod) {
    self.responses = responses
    self.method = method
  }
}

extension SensitivityRequest: FileObject {
  static let blank = SensitivityRequest(responses: [], method: .anova)
  static let fileMembers: [Member<Self>] = [
    Member(
      "responses", required: \.responses, .list(of: .response(), atLeast: 1),
      "The responses to explain."),
    Member(
      "method", optional: .choice,
      """
      Sobol indices (design saltelli), variance shares (anova, design factorial), elementary effects \
      (design morris) or partial rank correlations (prcc, designs latin_hypercube, sobol and halton); if \
      missing, the one that fits the design.
      """,
      set: { $0.method = $1 }, get: \.method),
  ]
}

extension SensitivityRequest {
  /// The request, or the name of its method alone.
  fileprivate static let asked = Codec.either(
    codec,
    Codec(
      plain: { _ in .choice(SensitivityMethod.allCases.map(\.rawValue)) },
      read: { value, keys in
        value.string.flatMap(SensitivityMethod.init).map {
          SensitivityRequest(responses: keys.mainResponses, method: $0)
        }
      },
      write: { .string($0.method.rawValue) }))
}

package enum SensitivityMethod: String, CaseIterable, Sendable {
  /// First-order, total and pair indices by the design `saltelli`.
  case sobol
  /// Variance shares of a factorial design.
  case anova
  /// Elementary effects by the design `morris`.
  case morris
  /// Partial rank correlations of a sampled design.
  case prcc

  /// The designs whose points it needs, as an author writes them.
  var designs: String {
    DesignKinds.all.filter { $0.sensitivity == self }.map { "\"\($0.name)\"" }
      .joined(separator: " or ")
  }
}
