import SpreadModel

extension StudyShape {
  /// Not kept: it names the rules that the program has by then.
  static var rule: Shape {
    .object(ObjectShape(ruleKeys))
  }

  private static var ruleKeys: [KeyShape] {
    [
      KeyShape(
        "neighborhood",
        .either([.choice(SpreadRule.Neighborhood.allCases.map(\.rawValue)), distance]),
        required: true, SpreadRule.Neighborhood.meaning.capitalizedSentence),
      KeyShape(
        "pool", .choice(SpreadRule.Pool.allCases.map(\.rawValue)), required: true,
        "Whether only healthy neighbors are candidates, or all."),
      KeyShape(
        "draw",
        .either([
          .choice(SpreadRule.Draw.allCases.map(\.rawValue)),
          .forms([
            Shape.Form(key: "number", object: contactNumber),
            Shape.Form(key: "own", object: ownDraw),
          ]),
        ]),
        required: true, "How a source picks among its candidates."),
      KeyShape(
        "update", .choice(SpreadRule.Update.allCases.map(\.rawValue)), required: true,
        "Whether sources act at the same time or one after the other."),
    ]
  }

  /// Swift that the program brings along; which rules it has is checked on decoding.
  private static var ownDraw: ObjectShape {
    let names = SpreadRule.own.map(\.name)
    return ObjectShape([
      KeyShape(
        "own", .label, required: true,
        "Name of a rule written in Swift that is built into the program"
          + (names.isEmpty ? " (this one has none)." : ": \(names.joined(separator: ", ")).")),
      KeyShape(
        "version", .label, "Its version, a whole number in quotes; if missing, the program's."),
    ])
  }

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

  /// A distribution of the number of contacts. Which words go with a dispersion is checked on decoding.
  private static let contactNumber = ObjectShape([
    KeyShape(
      "number",
      .either([
        .choice(["poisson", "geometric", "negative_binomial"]),
        .list(of: .real(RealRange(0...1e9)), atLeast: 1),
      ]), required: true,
      "Distribution of the number of contacts, with mean infection_factor; or weights of 0, 1, ... contacts."
    ),
    KeyShape(
      "dispersion", .real(.positive(to: 1e9)),
      "Dispersion of negative_binomial: the smaller, the more the numbers of contacts differ."),
  ])
}
