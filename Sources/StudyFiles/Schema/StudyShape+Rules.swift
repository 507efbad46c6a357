import SpreadModel

extension StudyShape {
  static let rule = Shape.object(
    ObjectShape([
      KeyShape(
        "neighborhood",
        .either([.choice(SpreadRule.Neighborhood.allCases.map(\.rawValue)), distance]),
        required: true, SpreadRule.Neighborhood.meaning.capitalizedSentence),
      KeyShape(
        "pool", .choice(SpreadRule.Pool.allCases.map(\.rawValue)), required: true,
        "Whether only healthy neighbors are candidates, or all."),
      KeyShape(
        "draw", .either([.choice(SpreadRule.Draw.allCases.map(\.rawValue)), contactNumber]),
        required: true, "How a source picks among its candidates."),
      KeyShape(
        "update", .choice(SpreadRule.Update.allCases.map(\.rawValue)), required: true,
        "Whether sources act at the same time or one after the other."),
    ]))

  /// Everybody within a distance.
  private static let distance = Shape.object(
    ObjectShape([
      KeyShape(
        "radius", .whole(1...mostPeople), required: true, unit: "cells",
        "Distance within which people are neighbors."),
      KeyShape(
        "metric", .choice(SpreadRule.Neighborhood.Metric.allCases.map(\.rawValue)), required: true,
        "How the distance is measured."),
    ]))

  /// A law of the number of contacts. Which words go with a dispersion is checked on decoding.
  private static let contactNumber = Shape.object(
    ObjectShape([
      KeyShape(
        "number",
        .either([
          .choice(["poisson", "geometric", "negative_binomial"]),
          .list(of: .real(RealRange(0...1e9)), atLeast: 1),
        ]), required: true,
        "Law of the number of contacts, of mean infection_factor, or weights of 0, 1, ... contacts."
      ),
      KeyShape(
        "dispersion", .real(.positive(to: 1e9)),
        "Dispersion of negative_binomial: the smaller, the more the numbers of contacts differ."),
    ]))
}
