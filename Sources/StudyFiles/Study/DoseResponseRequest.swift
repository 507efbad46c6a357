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
  package var ends: BoundedDoseFit.Ends

  package static let standardLevels = [0.1, 0.5, 0.9]

  package init(
    response: Response, factor: ModelKey, link: ResponseLink = .logit,
    levels: [Double] = standardLevels, ends: BoundedDoseFit.Ends = .none
  ) {
    self.response = response
    self.factor = factor
    self.link = link
    self.levels = levels
    self.ends = ends
  }

  var json: JSONText {
    .object(
      [
        ("response", .string(response.rawValue)), ("factor", .string(factor.name)),
        ("link", .string(link.rawValue)), ("levels", .array(levels.map(JSONText.real))),
      ] + (ends.floor ? [("floor", .string("fitted"))] : [])
        + (ends.plateau ? [("plateau", .string("fitted"))] : []))
  }
}
