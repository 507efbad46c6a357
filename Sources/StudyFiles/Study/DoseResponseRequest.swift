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

extension DoseResponseRequest: FileObject {
  static let blank = DoseResponseRequest(response: .steps, factor: .infectionProbability)
  static let fileMembers: [Member<Self>] = [
    Member(
      "response", required: \.response, .response(where: \.isShare),
      "The response: 0 or 1 in each run, or a share."),
    Member(
      "factor", required: \.factor,
      .parameter(
        where: { $0.allowed.numbers != nil },
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
}
