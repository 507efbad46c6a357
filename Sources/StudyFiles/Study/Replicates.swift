import PlainText
package import SpreadModel
package import Statistics

/// How many runs each point gets.
package enum Replicates: Hashable, Sendable {
  case fixed(Int)
  case adaptive(AdaptiveRule)
}

extension Study {
  /// How many curves of a point are kept at least.
  package var recordedCurves: Int {
    let replicates =
      switch replicates {
      case .fixed(let count): count
      case .adaptive(let rule): rule.firstJudgement
      }
    return switch record.curves {
    case .all: replicates
    case .none: 0
    case .first(let count): min(count, replicates)
    }
  }
}

/// Runs are added in whole batches until every target holds.
package struct AdaptiveRule: Hashable, Sendable {
  /// 30 or more.
  package var min: Int
  package var max: Int
  package var batch: Int
  /// At least one.
  package var until: [PrecisionRequest]

  package init(min: Int, max: Int, batch: Int, until: [PrecisionRequest]) {
    self.min = min
    self.max = max
    self.batch = batch
    self.until = until
  }

  /// Replicates at the first judgement: the fewest whole batches that hold `min`, at most `max`.
  package var firstJudgement: Int {
    Swift.min(max, (min + batch - 1) / batch * batch)
  }
}

extension AdaptiveRule: FileObject {
  static let blank = AdaptiveRule(min: 30, max: 30, batch: 50, until: [])
  static let fileMembers: [Member<Self>] = [
    Member(
      "min", \.min, .whole(30...AllowedValues.mostPeople),
      "Minimum number of runs per point before precision is judged, at least 30."),
    Member(
      "max", required: \.max, .whole(30...AllowedValues.mostPeople),
      "Maximum number of runs per point."),
    Member(
      "batch", \.batch, .whole(1...AllowedValues.mostPeople), "Runs added between judgements."),
    Member(
      "until", required: \.until, .list(of: PrecisionRequest.codec, atLeast: 1),
      "Precision targets; a point is done when all are met."),
  ]

  static let relations: [Relation<Self>] = [
    Relation("min", "max") { rule in
      guard rule.max < rule.min else { return nil }
      return Objection(
        .badRelation, at: "max",
        say: "\(rule.max) is below \"min\", \(rule.min); give at least as many")
    }
  ]
}

/// A response, and how precise it must be.
package struct PrecisionRequest: Hashable, Sendable {
  package var response: Response
  package var target: PrecisionTarget

  /// - Parameter width: of the mean's interval; of flags, which have shares, that of the share.
  package init(response: Response, width: PrecisionTarget.Width) {
    self.response = response
    target = PrecisionTarget(kind: response.kind == .flag ? .share : .mean, width: width)
  }
}

extension PrecisionRequest: FileObject {
  static let blank = PrecisionRequest(response: .steps, width: .absolute(1))
  static let fileMembers: [Member<Self>] = [
    Member(
      "response", required: .response(), "The response whose mean is to be precise.",
      set: { $0 = Self(response: $1, width: $0.target.width) }, get: \.response),
    .oneOf([
      "relative_half_width": [
        Member(
          "relative_half_width", required: .real(.positive(to: 10)),
          "Half the width of the mean's confidence interval, as a share of the mean.",
          set: { $0 = Self(response: $0.response, width: .relative($1)) },
          get: { if case .relative(let width) = $0.target.width { width } else { nil } })
      ],
      "half_width": [
        Member(
          "half_width", required: .real(.positive(to: 1e9)),
          "Half the width of the mean's confidence interval, in the response's unit.",
          set: { $0 = Self(response: $0.response, width: .absolute($1)) },
          get: { if case .absolute(let width) = $0.target.width { width } else { nil } })
      ],
    ]),
  ]
}

extension Replicates {
  static let codec = Codec<Self>.either(
    Codec<Int>.whole(1...AllowedValues.mostPeople).map(
      { .fixed($0) }, { if case .fixed(let count) = $0 { count } else { nil } }),
    AdaptiveRule.codec.map(
      { .adaptive($0) }, { if case .adaptive(let rule) = $0 { rule } else { nil } }))
}

extension Replicates {
  /// Replicates of a point before precision is judged for the first time.
  package var first: Int {
    switch self {
    case .fixed(let count): count
    case .adaptive(let rule): rule.firstJudgement
    }
  }

  /// The most replicates a point can get, but for a search, which counts them otherwise.
  package var most: Int {
    switch self {
    case .fixed(let count): count
    case .adaptive(let rule): rule.max
    }
  }
}
