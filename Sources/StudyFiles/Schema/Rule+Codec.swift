import PlainText
import SpreadModel

/// Rules as they stand in study files.
extension SpreadRule: FileObject {
  static let blank = SpreadRule(
    neighborhood: .moore, pool: .all, draw: .exact, update: .synchronous)

  /// Not kept: they name the rules that the program has by then.
  static var fileMembers: [Member<Self>] {
    [
      Member(
        "neighborhood", required: \.neighborhood, Neighborhood.codec,
        Neighborhood.meaning.capitalizedSentence),
      Member(
        "pool", required: \.pool, .choice, "Whether only healthy neighbors are candidates, or all."),
      Member("draw", required: \.draw, Draw.codec, "How a source picks among its candidates."),
      Member(
        "update", required: \.update, .choice,
        "Whether sources act at the same time or one after the other."),
    ]
  }
}

extension SpreadRule.Neighborhood {
  fileprivate static let codec = Codec<Self>.either(
    Codec.choice.map(\.self, { allCases.contains($0) ? $0 : nil }),
    Distance.codec.map(
      { .within(radius: $0.radius, metric: $0.metric) },
      {
        guard case .within(let radius, let metric) = $0 else { return nil }
        return Distance(radius: radius, metric: metric)
      }))
}

/// Everybody within a distance.
private struct Distance: FileObject {
  var radius: Int
  var metric: SpreadRule.Neighborhood.Metric

  static let blank = Distance(radius: 1, metric: .chebyshev)
  static let fileMembers: [Member<Self>] = [
    Member(
      "radius", required: \.radius, .whole(1...AllowedValues.mostPeople), unit: "cells",
      "Distance within which people are neighbors."),
    Member("metric", required: \.metric, .choice, "How the distance is measured."),
  ]
}

extension SpreadRule.Draw {
  fileprivate static var codec: Codec<Self> {
    .either(
      Codec.choice.map(\.self, { allCases.contains($0) ? $0 : nil }),
      DrawObject.codec.map(\.draw, DrawObject.init))
  }
}

/// A distribution of the number of contacts, or Swift that the program brings along.
private struct DrawObject: FileObject {
  enum Number: Hashable {
    case word(String)
    case weights([Double])
  }
  var number: Number?
  var dispersion: Double?
  var own: String?
  var version: String?

  static let blank = DrawObject()
  static var fileMembers: [Member<Self>] {
    let names = SpreadRule.own.map(\.name)
    return [
      .oneOf([
        "number": [
          Member(
            "number",
            required: .either(
              Codec<String>.choice(["poisson", "geometric", "negative_binomial"])
                .map({ .word($0) }, \.word),
              Codec<[Double]>.list(of: .real(RealRange(0...1e9)), atLeast: 1)
                .map({ .weights($0) }, \.weights)),
            "Distribution of the number of contacts, with mean infection_factor; or weights of 0, 1, ... contacts.",
            set: { $0.number = $1 }, get: \.number),
          Member(
            "dispersion", optional: \.dispersion, .real(.positive(to: 1e9)),
            "Dispersion of negative_binomial: the smaller, the more the numbers of contacts differ."
          ),
        ],
        "own": [
          Member(
            "own", required: .label,
            "Name of a rule written in Swift that is built into the program"
              + (names.isEmpty ? " (this one has none)." : ": \(names.joined(separator: ", "))."),
            set: { $0.own = $1 }, get: \.own),
          Member(
            "version", optional: \.version, .label,
            "Its version, a whole number in quotes; if missing, the program's."),
        ],
      ])
    ]
  }

  static let relations: [Relation<Self>] = [
    Relation("number", "dispersion") { draw in
      guard draw.number == .word("negative_binomial"), draw.dispersion == nil else { return nil }
      return Objection(
        .missing, .missing([], "dispersion"),
        "the key \"dispersion\" is missing; give a number above 0, for example 0.5")
    },
    Relation("number", "dispersion") { draw in
      guard draw.number != .word("negative_binomial"), draw.dispersion != nil else { return nil }
      return Objection(
        .conflict, key: "dispersion",
        say: "only negative_binomial has a dispersion; leave it out")
    },
    Relation("number") { draw in
      guard let weights = draw.number?.weights, weights.allSatisfy({ $0 == 0 }) else { return nil }
      return Objection(
        .badRelation, at: "number", say: "all weights are 0; give one of them a weight above 0")
    },
    // Unless runs are there already, which are not made again.
    Relation("own", "version") { draw, read in
      guard !read.isStored, let name = draw.own else { return nil }
      guard let known = SpreadRule.ownDraw(named: name) else {
        let names = SpreadRule.own.map(\.name)
        return Objection(
          .unknownValue, at: "own",
          say: "this program has no rule \(JSONText.quoted(name)) in Swift"
            + (names.isEmpty
              ? "; use the program that has it"
              : "; it has \(Shape.listed(names)). Give one of them, or use the program that has it"),
          suggestion: NearestName.find(name, in: names))
      }
      guard let version = draw.version, version != String(known.version) else { return nil }
      return Objection(
        .unknownValue, at: "version",
        say:
          "this program has version \(known.version) of \(name); leave the version out, or use the "
          + "program that has it")
    },
  ]

  init() {}

  init?(_ draw: SpreadRule.Draw) {
    switch draw {
    case .number(.weights(let weights)): number = .weights(weights)
    case .number(let distribution):
      (number, dispersion) = (.word(distribution.name ?? ""), distribution.dispersion)
    case .own(let draw): (own, version) = (draw.name, String(draw.version))
    case .exact, .atLeastOne, .uniform, .capped, .each, .scan: return nil
    }
  }

  var draw: SpreadRule.Draw? {
    if let own { return .own(OwnDraw(named: own, version: version)) }
    return switch number {
    case .weights(let weights): .number(.weights(weights))
    case .word("poisson"): .number(.poisson)
    case .word("geometric"): .number(.geometric)
    case .word: .number(.negativeBinomial(dispersion: dispersion ?? 1))
    case nil: nil
    }
  }
}

extension DrawObject.Number {
  var word: String? { if case .word(let word) = self { word } else { nil } }
  var weights: [Double]? { if case .weights(let weights) = self { weights } else { nil } }
}

extension OwnDraw {
  /// The program's draw of that name and version; without what it does where the program has no such one.
  ///
  /// - Parameter version: nil stands for the one that the program has.
  fileprivate init(named name: String, version: String?) {
    if let known = SpreadRule.ownDraw(named: name),
      version == nil || version == String(known.version)
    {
      self = known
    } else {
      self.init(name: name, version: version.flatMap { Int($0) } ?? 0, act: nil)
    }
  }
}

extension SpreadRule {
  /// Where all rules have weights, no infection factor is given; where some have, it does not vary.
  static let relationsToModel: [Relation<StudyFile>] = [
    .ofFile { file, read in
      let rules = read.study.rulesByName
      // Where none is named it is the default one, which has no weights.
      let names = Set(file.uses(of: .rule).compactMap { $0.value?.description })
      let weighted = names.filter {
        if case .number(.weights)? = rules[$0]?.draw { true } else { false }
      }
      guard let name = weighted.min(),
        weighted.count == names.count || file.model[.infectionFactor] == nil,
        let place = file.uses(of: .infectionFactor).first
      else { return nil }
      return Objection(
        .conflict, .value(place.way),
        "the rule \(JSONText.quoted(name)) draws its number of contacts by weights and has no use for "
          + "an infection factor; leave it out")
    }
  ]
}
