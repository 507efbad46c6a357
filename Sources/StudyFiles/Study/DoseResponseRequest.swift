import PlainText
package import SpreadModel
package import Statistics

/// A curve of a share, or of the chance of an event, over a numeric factor: one within every
/// combination of the other factors.
package struct DoseResponseRequest: Hashable, Sendable {
  /// 0 or 1 in each run, or a share.
  package var response: Response
  package var factor: ModelKey
  package var link: ResponseLink
  /// Mean responses whose doses are asked for, above 0 and below 1.
  package var levels: [Double]

  /// Which ends of the curve are fitted, and not 0 and 1.
  package var ends: FittedEnds

  package static let standardLevels = [0.1, 0.5, 0.9]

  package init(
    response: Response, factor: ModelKey, link: ResponseLink = .logit,
    levels: [Double] = standardLevels, ends: FittedEnds = .none
  ) {
    self.response = response
    self.factor = factor
    self.link = link
    self.levels = levels
    self.ends = ends
  }
}

extension DoseResponseRequest {
  /// The same but for its ends and levels, which the keys of its rows do not tell.
  var ofRows: DoseResponseRequest {
    var request = self
    (request.ends, request.levels) = (.none, [])
    return request
  }
}

extension DoseResponseRequest: FileObject {
  static let blank = DoseResponseRequest(response: .steps, factor: .infectionProbability)
  static let fileMembers: [Member<Self>] = [
    Member(
      "response", required: \.response,
      .response(
        where: \.isShare,
        others: "is neither 0 or 1 nor a share; give a response such as \"reached_50pct\""),
      "The response: 0 or 1 in each run, or a share."),
    Member(
      "factor", required: \.factor,
      .parameter(
        where: { $0.allowed.numbers != nil },
        others: "has words as levels, which cannot be doses; give a factor with numbers",
        offered: { $0.varying.filter { $0.allowed.numbers != nil } }),
      "The numeric factor whose levels are the doses."),
    Member(
      "link", \.link, .choice,
      "The link: how the mean response follows from intercept + slope x dose."),
    Member(
      "levels", \.levels, .list(of: .share, atLeast: 1),
      "Mean responses at which the dose is estimated."),
    Member(
      "floor", \.ends.floor, .word("fitted"), written: .ifGiven,
      "Fit the mean response far below the curve, which is 0 otherwise."),
    Member(
      "plateau", \.ends.plateau, .word("fitted"), written: .ifGiven,
      "Fit the mean response far above the curve, which is 1 otherwise."),
  ]

  static let relations: [Relation<Self>] = [
    Relation("levels") { request, _ in
      Objection.repeats(of: request.levels, at: "levels") {
        "\($0) is \($1) again, and its rows would have the same keys; remove one of the two"
      }
    },
    Relation("response", "factor") { $0.response.objectionToLevels(of: $0.factor) },
    // A curve needs as many doses as numbers are fitted, and points that differ in nothing else.
    Relation("factor", "floor", "plateau") { request, read in
      let (factor, objections) = read.factor(request.factor, askedBy: "factor")
      guard let factor else { return objections }
      func blame(_ words: String) -> Objection {
        Objection(.badRelation, at: "factor", say: "\(request.factor.name) has \(words)")
      }
      let fewest = 2 + request.ends.count
      var found: [Objection] = []
      if factor.levelCount < Double(fewest) {
        let count = Int(factor.levelCount)
        found.append(
          blame(
            (count == 1 ? "one level" : "\(count) levels") + "; a curve over it needs "
              + "\(fewest == 2 ? "two" : "\(fewest)") or more"))
      }
      if let word = factor.ends.first(where: { $0.number == nil }) {
        found.append(
          blame("the level \(word), which cannot be a dose; give only numbers"))
      }
      return found + read.objectionsToFactorsBeside(request.factor)
    },
  ]
}
