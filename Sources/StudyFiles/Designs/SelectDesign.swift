import PlainText
package import SpreadModel
package import Statistics

/// Rounds of replicates of the alternatives that may still be the best, until one is left.
///
/// Source: docs/selection.md.
package struct SelectDesign: Hashable, Sendable {
  /// A bound on the mean of a response.
  package struct Constraint: Hashable, Sendable {
    package var response: Response
    package var bound: Double
    /// Whether the mean may be at most the bound; otherwise it must be at least the bound.
    package var isUpper: Bool
    package var tolerance: Double
  }

  /// The response whose mean is compared.
  package var response: Response
  /// Of a time: min(time, `upTo`) is compared; nil of other responses.
  package var upTo: Int?
  package var isLargestBest: Bool
  package var indifference: Double
  package var confidence = 0.95
  package var batch = 10
  /// Nil where the file leaves it out, until the number of alternatives is known.
  package var firstStage: Int?
  package var maxRuns: Int
  package var constraints: [Constraint] = []
  /// The alternatives as the file lists them; nil: all combinations of the factors' levels.
  var points: ListedPoints?

  /// Every pair of alternatives is compared after the first stage.
  static let mostAlternatives = 2_000
  static let fewestReplicates = 5

  /// The response, then those of the constraints.
  package var responses: [Response] { [response] + constraints.map(\.response) }

  /// What is compared of a run; nil where that is not known.
  ///
  /// - Parameters:
  ///   - value: of the response.
  ///   - reason: why the run ended.
  ///   - steps: made.
  package func compared(_ value: Double?, endedBy reason: StopReason, steps: Double) -> Double? {
    guard let upTo = upTo.map(Double.init) else { return value }
    if let value { return min(value, upTo) }
    return reason == .shareReached && steps < upTo ? nil : upTo
  }
}

extension SelectDesign: Design {
  static let name = "select"
  static let about =
    "Rounds of runs of the alternatives that may still be the best, until one is left."

  func json(_ keys: [ModelKey]) -> [(String, JSONText)] {
    writtenMembers + (listed?.json(keys) ?? [])
  }

  private var listed: PointsAsListed? { points.map { PointsAsListed(points: $0) } }
  /// What the alternatives are.
  private var alternatives: any Design { listed ?? Factorial() }

  func factors(_ given: [Factor], _ keys: StudyFileKeys) -> [Factor] {
    alternatives.factors(given, keys)
  }

  func pointCount(_ study: Study) -> Double { alternatives.pointCount(study) }
  func levels(_ study: Study) throws -> PointLevels { try alternatives.levels(study) }
  var listedPoints: ListedPoints? { points }

  var decidesReplicates: Bool { true }
  func mostRuns(_ study: Study) -> Double? { Double(maxRuns) }
  var goal: String? { "the best is known" }

  /// The replicates of the first round.
  func complete(_ study: inout Study) {
    var design = self
    design.firstStage = firstStage ?? study.selectionRule?.firstStage
    study.design = design
    study.replicates = .fixed(design.firstStage ?? Self.fewestReplicates)
  }

  func objections(_ read: ReadStudy) -> [Objection] {
    let ofAlternatives = alternatives.objections(read)
    let toReplicates = Objection(
      .conflict, .givenKey(["replicates"]),
      "the design \"select\" decides itself how many runs there are; remove \"replicates\", and "
        + "give \"first_stage\" for the replicates of the first round")
    let canCount =
      read.isFaultless && ofAlternatives.isEmpty && read.file.replicates == nil
      && Self.objectionsToFactors(read).isEmpty
    let ofCount = canCount ? objectionToCount(read.study) : nil
    return ofAlternatives + [toReplicates] + [ofCount].compactMap(\.self)
  }

  /// That there are too few alternatives, too many, or too few runs for them.
  private func objectionToCount(_ study: Study) -> Objection? {
    let count = study.pointCount
    let place: Objection.Place = points == nil ? .key(["design"]) : .value(["design", "points"])
    if count < 2 {
      return Objection(
        .badRelation, place,
        "there is one alternative, so there is nothing to select; give a factor with two or more "
          + "levels, or two or more \"points\"")
    }
    if count > Double(Self.mostAlternatives) {
      return Objection(
        .tooMany, place,
        "\(Shape.plain(count)) alternatives are more than the \(Self.mostAlternatives) of which "
          + "every pair is compared; give fewer levels")
    }
    guard let rule = study.selectionRule, maxRuns < rule.alternatives * rule.firstStage else {
      return nil
    }
    return Objection(
      .badRelation, at: "design", "max_runs",
      say: "\(maxRuns) runs are fewer than those of the first round: \(rule.alternatives) "
        + "alternatives x \(rule.firstStage) replicates; give "
        + "\(rule.alternatives * rule.firstStage) or more")
  }
}

extension SelectDesign: FileObject {
  static let blank = SelectDesign(
    response: .steps, isLargestBest: false, indifference: 1, maxRuns: 1)
  static let fileMembers: [Member<Self>] = [
    Member(
      "response", required: \.response, .response(),
      "The response whose mean is compared; every run must have it, or it is a time with up_to."),
    Member(
      "up_to", optional: \.upTo, .whole(1...AllowedValues.mostPeople), unit: "steps",
      "Of a time: min(time, up_to) is compared, and a run that never gets there counts as up_to."),
    Member(
      "best", required: \.isLargestBest, .words("smallest", "largest"),
      "Which mean is the best one."),
    Member(
      "indifference", required: \.indifference, .real(.positive(to: 1e15)),
      "The smallest difference of means worth knowing, in the unit of the response."),
    Member(
      "confidence", \.confidence,
      .real(RealRange(0.5...1, lowestIsIn: false, highestIsIn: false)),
      "The probability of naming the best, if it is better than all others by indifference."),
    Member(
      "batch", \.batch, .whole(1...AllowedValues.mostPeople),
      "Replicates of each alternative that is left in a round after the first."),
    Member(
      "first_stage", optional: \.firstStage, .whole(fewestReplicates...AllowedValues.mostPeople),
      "Replicates of every alternative in the first round; by default at least 20, in whole batches."
    ),
    Member(
      "max_runs", required: \.maxRuns, .whole(1...AllowedValues.mostPeople),
      "Maximum number of runs of all alternatives."),
    Member(
      "subject_to", \.constraints, .list(of: Constraint.codec, atLeast: 1), written: .ifGiven,
      "Bounds that the means of other responses must keep."),
    // Written by `json`, which knows the order of the keys.
    Member(
      "points", optional: ListedPoints.codec,
      "The alternatives, one by one, in place of factors.", set: { $0.points = $1 }),
  ]

  static let relations: [Relation<Self>] = [
    Relation("response", "up_to") { design, read in
      let (response, most) = (design.response, read.mostSteps)
      guard let upTo = design.upTo else {
        return response.gap(most).map { gap in
          let isTime = response.kind == .time
          return [
            Objection(
              isTime ? .missing : .badRelation,
              isTime
                ? .missingBeside(["response"], .value, missing: ["up_to"]) : .value(["response"]),
              "\(gap), so their mean says nothing of the others; "
                + (isTime
                  ? "give \"up_to\", a step: min(time, up_to) is compared then" : otherResponse))
          ]
        } ?? []
      }
      guard response.kind == .time else {
        return [
          Objection(
            .conflict, at: "up_to",
            say: "\(response.rawValue) is no time, so it needs no \"up_to\"; remove it")
        ]
      }
      guard upTo > most else { return [] }
      return [
        Objection(
          .outOfRange, at: "up_to",
          say:
            "\(upTo) is beyond the last step of a run, \(most) (stop.max_steps); give at most that")
      ]
    }
  ]

  fileprivate static let otherResponse =
    "give a response that every run has, such as \"final_infected\""
}

extension ReadStudy {
  /// The last step that a run may make.
  fileprivate var mostSteps: Int { study.constants(.maxSteps) }
}

extension SelectDesign.Constraint: FileObject {
  static let blank = Self(response: .steps, bound: 0, isUpper: true, tolerance: 1)
  private static let bound = Codec<Double>.real(RealRange(-1e15...1e15))

  static let fileMembers: [Member<Self>] = [
    Member(
      "response", required: \.response, .response(),
      "The response whose mean has the bound; every run must have it."),
    .oneOf([
      "at_least": [
        Member(
          "at_least", required: bound, "The smallest mean allowed.",
          set: { ($0.bound, $0.isUpper) = ($1, false) }, get: { $0.isUpper ? nil : $0.bound })
      ],
      "at_most": [
        Member(
          "at_most", required: bound, "The largest mean allowed.",
          set: { ($0.bound, $0.isUpper) = ($1, true) }, get: { $0.isUpper ? $0.bound : nil })
      ],
    ]),
    Member(
      "tolerance", required: \.tolerance, .real(.positive(to: 1e15)),
      "The smallest distance to the bound worth knowing, in the unit of the response."),
  ]

  static let relations: [Relation<Self>] = [
    Relation("response") { constraint, read in
      guard let gap = constraint.response.gap(read.mostSteps) else { return nil }
      return Objection(
        .badRelation, at: "response",
        say: "\(gap), so the mean has no bound to keep; \(SelectDesign.otherResponse)")
    }
  ]
}

extension Study {
  /// The design, where it is a selection.
  package var selection: SelectDesign? { design as? SelectDesign }

  /// How it goes; nil for other designs, and without two alternatives.
  package var selectionRule: SelectionRule? {
    guard let selection, (2...Double(SelectDesign.mostAlternatives)).contains(pointCount) else {
      return nil
    }
    return SelectionRule(
      alternatives: Int(pointCount), isLargestBest: selection.isLargestBest,
      indifference: selection.indifference, confidence: selection.confidence,
      batch: selection.batch, firstStage: selection.firstStage, maxRuns: selection.maxRuns,
      range: selection.upTo.map(Double.init) ?? selection.response.range(in: self),
      constraints: selection.constraints.map {
        SelectionRule.Constraint(
          bound: $0.bound, isUpper: $0.isUpper, tolerance: $0.tolerance,
          isEvent: $0.response.kind == .flag)
      })
  }
}

extension Response {
  /// Why a run may lack it, so that its mean would be one of some runs only; nil where none does.
  ///
  /// - Parameter maxSteps: of all runs.
  fileprivate func gap(_ maxSteps: Int) -> String? {
    if case .within(let bound, let inner) = own?.measure, inner.kind == .time {
      return bound.number <= Double(maxSteps)
        ? nil
        : "\(Shape.plain(bound.number)) is beyond the last step of a run, \(maxSteps) (stop.max_steps)"
    }
    if let inner = own?.measure.inner { return inner.gap(maxSteps) }
    if kind == .time {
      return "runs that end before \(rawValue) have no value"
    }
    if own != nil || kind != .real || isShare { return nil }
    return rawValue == "reproduction_number"
      ? "runs to which nobody is introduced at step 0 have no \(rawValue)"
      : "runs that do not reach the share at which shapes are taken have no \(rawValue)"
  }
}
