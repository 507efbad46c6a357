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
      "min", \.min, .whole(30...StudyShape.mostPeople),
      "Minimum number of runs per point before precision is judged, at least 30."),
    Member(
      "max", required: \.max, .whole(30...StudyShape.mostPeople),
      "Maximum number of runs per point."),
    Member("batch", \.batch, .whole(1...StudyShape.mostPeople), "Runs added between judgements."),
    Member(
      "until", required: \.until, list(of: PrecisionRequest.form, atLeast: 1),
      "Precision targets; a point is done when all are met."),
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

extension PrecisionRequest {
  fileprivate static let form = Form<PrecisionRequest>(
    shape: { keys in
      func form(_ key: String, _ range: RealRange, _ about: String) -> Shape.Form {
        Shape.Form(
          key: key,
          object: ObjectShape([
            KeyShape(
              "response", StudyShape.response(keys), required: true,
              "The response whose mean is to be precise."),
            KeyShape(key, .real(range), required: true, about),
          ]))
      }
      return .forms([
        form(
          "relative_half_width", .positive(to: 10),
          "Half the width of the mean's confidence interval, as a share of the mean."),
        form(
          "half_width", .positive(to: 1e9),
          "Half the width of the mean's confidence interval, in the response's unit."),
      ])
    },
    read: { value, decoder in
      guard let response = decoder.response(decoder.child(value, "response")) else { return nil }
      let width =
        decoder.real(value, "half_width").map(PrecisionTarget.Width.absolute)
        ?? decoder.real(value, "relative_half_width").map(PrecisionTarget.Width.relative)
      return width.map { PrecisionRequest(response: response, width: $0) }
    },
    write: { request in
      let width: (String, JSONText) =
        switch request.target.width {
        case .absolute(let width): ("half_width", .real(width))
        case .relative(let width): ("relative_half_width", .real(width))
        }
      return .object([("response", .string(request.response.rawValue)), width])
    })
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
