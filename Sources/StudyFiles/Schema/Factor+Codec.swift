import PlainText
import SpreadModel

/// Levels of factors as they stand in study files.
extension Factor {
  static let codec = parameters { Levels.codec($0) }.map(
    { $0.map { Factor(parameter: $0.key, levels: $0.value.levels) } },
    { (all: [Factor]) in all.map { Parameter(key: $0.parameter, value: $0.named) } })

  /// A parameter is either a factor or a constant, and there are people.
  static let relationsToModel: [Relation<StudyFile>] = [
    .ofFile { _, read in
      let model = Set(read.keys.names(in: "model"))
      return read.keys.names(in: "factors").filter(model.contains).filter {
        read.keys.parameter($0)?.path == $0
      }.map { name in
        Objection(
          .conflict, key: "model", name,
          say: "\(name) is also a factor; keep it in one of the two places")
      }
    },
    .ofFile { file, read in
      guard file.uses(of: .groupSize).isEmpty, !read.keys.varying.contains(.groupSize)
      else { return nil }
      return Objection(
        .missing, .missing(["model"], ModelKey.groupSize.name),
        "the number of people is missing; give \"group_size\" here or under \"factors\", for example "
          + "\"group_size\": 100")
    },
  ]

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
      return Codec.object(Ends(), values + [name], Ends.relations(allowed))
        .map(\.named, Ends.init)
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
      ],
      Ends.relations(allowed)
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

    static func relations(_ allowed: AllowedValues) -> [Relation<Ends>] {
      [
        Relation("from", "to", "step", "count", "scale") { ends in
          ends.levels.flatMap { $0.problem(allowed) }
            .map { Objection(.badRange, at: $0.member, say: $0.text) }
        },
        Relation("values") { ends, read in
          guard let design = read.design, !design.pairsLevels else { return [] }
          return Objection.repeats(of: ends.values ?? [], at: "values") {
            "\($0) stands at \($1) already; remove one, since equal levels give the same points twice"
          }
        },
        Relation("labels", "values") { ends in
          guard let labels = ends.labels, let values = ends.values, labels.count != values.count
          else { return nil }
          return Objection(
            .unequalLengths, at: "labels",
            say: "there are \(labels.count) labels of \(values.count) values; give one for each")
        },
        Relation("labels") { ends, _ in
          let labels = ends.labels ?? []
          return labels.indices.filter { labels[$0].allSatisfy(\.isWhitespace) }.map { index in
            Objection(
              .empty, at: "labels", "\(index)",
              say: "a label without characters says nothing; give a word")
          }
            + Objection.repeats(of: labels, at: "labels") {
              "\(JSONText.quoted($0)) stands at \($1) already, and levels would look the same; give another"
            }
        },
      ]
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

extension Factor.Levels {
  /// Why there are no such levels, and the member to blame; nil where there are.
  func problem(_ allowed: AllowedValues) -> (member: String, text: String)? {
    guard let (from, to, scale) = range else { return nil }
    if from > to {
      return ("to", "\(Shape.plain(to)) is below \"from\", \(Shape.plain(from)); swap the two")
    }
    if let text = scale.objection(from: from, to: to) { return ("from", text) }
    switch self {
    case .interval where from == to:
      return ("to", "\(Shape.plain(from)) to \(Shape.plain(to)) is one value; give a larger \"to\"")
    case .steps(_, _, let step) where from + step == from && from < to:
      return ("step", "\(step) is too small to change \(Shape.plain(from))")
    case .counted(_, _, let count, _) where count == 1 && from != to:
      return ("count", "one level cannot be both ends; give 2 or more")
    case .counted(_, _, let count, _) where count > 1 && from == to:
      return ("count", "equal ends give only one level; give 1")
    case .counted(_, _, let count, _) where allowed.isWhole:
      let factor = Factor(parameter: .groupSize, levels: self)
      let distinct =
        count <= 1_000_000
        ? Double(Set(factor.allLevels()).count) : min(to - from + 1, Double(count))
      if distinct == Double(count) { return nil }
      return (
        "count",
        "\(count) levels rounded to whole numbers give only \(Shape.plain(distinct)) different "
          + "ones; give at most as many"
      )
    case .values, .interval, .steps, .counted: return nil
    }
  }

  private var range: (from: Double, to: Double, scale: Scale)? {
    switch self {
    case .values: nil
    case .steps(let from, let to, _): (from, to, .linear)
    case .counted(let from, let to, _, let scale), .interval(let from, let to, let scale):
      (from, to, scale)
    }
  }
}

extension Codec<Double> {
  /// The numbers among the values of a key.
  fileprivate static func number(_ allowed: AllowedValues) -> Codec {
    Codec<KeyValue>.values(allowed).map(\.number, { .real($0) })
  }
}
