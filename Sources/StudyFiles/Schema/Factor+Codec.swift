import PlainText
import SpreadModel

/// Levels of factors as they stand in study files.
extension Factor {
  static let codec = parameters { Levels.codec($0) }.map(
    { $0.map { Factor(parameter: $0.key, levels: $0.value.levels) } },
    { (all: [Factor]) in all.map { Parameter(key: $0.parameter, value: $0.named) } })

  /// The same without what the study calls it, which decides no run.
  var plain: Factor {
    Factor(
      parameter: parameter.called(nil, title: parameter.path, labels: [:]), levels: levels)
  }

  private var named: NamedLevels {
    let (name, path) = (parameter.name, parameter.path)
    var labels: [String]?
    if case .values(let values) = levels, !parameter.labels.isEmpty {
      labels = values.compactMap { parameter.labels[parameter.cell($0)] }
    }
    return NamedLevels(levels: levels, name: name == path ? nil : name, labels: labels)
  }
}

/// Levels with what the study calls them and their factor.
private struct NamedLevels: Sendable {
  var levels: Factor.Levels
  var name: String?
  var labels: [String]?
}

extension Factor.Levels {
  fileprivate static func codec(_ allowed: AllowedValues) -> Codec<NamedLevels> {
    let values: [Member<Ends>] = [
      Member(
        "values", required: .list(of: .values(allowed), atLeast: 1), "The levels, one by one.",
        set: { $0.values = $1 }, get: \.values),
      Member(
        "labels", optional: \.labels, .list(of: .text),
        "What pictures and sentences call the levels, in their order; tables keep the values."),
    ]
    let name = Member<Ends>(
      "as", optional: \.name, .columnLabel,
      "What tables, pictures and messages call the factor; if missing, its path.")
    guard let number = allowed.numbers, let step = allowed.steps else {
      return Codec.object(Ends(), values + [name]).map(\.named, Ends.init)
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
          "values": values,
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
        ]), name,
      ]
    ).map(\.named, Ends.init)
  }

  /// All that may be given for levels.
  private struct Ends: Sendable {
    var values: [KeyValue]?
    var from: Double?
    var to: Double?
    var step: Double?
    var count: Int?
    var scale = Scale.linear
    var name: String?
    var labels: [String]?

    init() {}

    init?(_ named: NamedLevels) {
      (name, labels) = (named.name, named.labels)
      switch named.levels {
      case .values(let values): self.values = values
      case .steps(let from, let to, let step): (self.from, self.to, self.step) = (from, to, step)
      case .counted(let from, let to, let count, let scale):
        (self.from, self.to, self.count, self.scale) = (from, to, count, scale)
      case .interval(let from, let to, let scale):
        (self.from, self.to, self.scale) = (from, to, scale)
      }
    }

    var named: NamedLevels? {
      levels.map { NamedLevels(levels: $0, name: name, labels: labels) }
    }

    private var levels: Factor.Levels? {
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
