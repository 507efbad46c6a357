import PlainText
import SpreadModel

/// Levels of factors as they stand in study files.
extension Factor {
  static let codec = parameters { Levels.codec($0) }.map(
    { $0.map { Factor(parameter: $0.key, levels: $0.value) } },
    { (all: [Factor]) in all.map { Parameter(key: $0.parameter, value: $0.levels) } })
}

extension Factor.Levels {
  fileprivate static func codec(_ allowed: AllowedValues) -> Codec<Self> {
    let values = Member<Ends>(
      "values", required: .list(of: .values(allowed), atLeast: 1), "The levels, one by one.",
      set: { $0.values = $1 }, get: \.values)
    guard let number = allowed.numbers, let step = allowed.steps else {
      return Codec.object(Ends(), [values]).map(\.levels, Ends.init)
    }
    let ends: [Member<Ends>] = [
      Member("from", required: .number(number), "First level.", set: { $0.from = $1 }, get: \.from),
      Member(
        "to", required: .number(number), "Last level, included.", set: { $0.to = $1 }, get: \.to),
    ]
    let scale = Member<Ends>(
      "scale", optional: .choice, default: .string("linear"),
      "Whether levels keep the same distance (linear) or the same ratio (log).",
      set: { $0.scale = $1 }, get: \.scale)
    return Codec.object(
      Ends(),
      [
        .oneOf([
          "values": [values],
          "step": ends + [
            Member(
              "step", required: .number(step), "Distance of the levels: from + i step.",
              set: { $0.step = $1 }, get: \.step)
          ],
          "count": ends + [
            Member(
              "count", required: .whole(1...AllowedValues.mostPeople),
              "Number of levels; whole-numbered parameters are rounded.", set: { $0.count = $1 },
              get: \.count), scale,
          ],
          "from": ends + [scale],
        ])
      ]
    ).map(\.levels, Ends.init)
  }

  /// All that may be given for levels.
  private struct Ends: Sendable {
    var values: [KeyValue]?
    var from: Double?
    var to: Double?
    var step: Double?
    var count: Int?
    var scale = Scale.linear

    init() {}

    init?(_ levels: Factor.Levels) {
      switch levels {
      case .values(let values): self.values = values
      case .steps(let from, let to, let step): (self.from, self.to, self.step) = (from, to, step)
      case .counted(let from, let to, let count, let scale):
        (self.from, self.to, self.count, self.scale) = (from, to, count, scale)
      case .interval(let from, let to, let scale):
        (self.from, self.to, self.scale) = (from, to, scale)
      }
    }

    var levels: Factor.Levels? {
      if let values { return .values(values) }
      guard let from, let to else { return nil }
      if let step { return .steps(from: from, to: to, step: step) }
      if let count { return .counted(from: from, to: to, count: count, scale: scale) }
      return .interval(from: from, to: to, scale: scale)
    }
  }
}

extension Codec<Double> {
  /// The numbers among the values of a key.
  fileprivate static func number(_ allowed: AllowedValues) -> Codec {
    Codec(
      plain: { _ in Shape(allowed) }, read: { value, _ in value.number.map { $0.double + 0 } },
      write: JSONText.real)
  }
}
