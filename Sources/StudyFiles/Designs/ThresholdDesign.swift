import PlainText
package import SpreadModel
package import Statistics

/// A search for the level of a factor at which a mean response crosses a target, within every
/// combination of the study's other factors.
package struct ThresholdDesign: Hashable, Sendable {
  /// The factor searched; the last of the study's factors.
  package var factor: ModelKey
  package var from: Double
  package var to: Double
  package var scale = Scale.linear
  package var response: Response
  package var target: Double
  /// The search ends when the crossing's interval has this half-width, in the factor's unit.
  package var halfWidth: Double
  package var confidence = 0.95
  /// Runs of one search at most.
  package var maxRuns = 1_000_000

  /// Runs at each level until the crossing is bracketed, where `replicates` is not given.
  static let standardReplicates = 20
  /// Fewer are no scatter to judge by.
  static let fewestReplicates = 5
}

extension ThresholdDesign: FileObject {
  static let blank = ThresholdDesign(
    factor: .infectionProbability, from: 0, to: 1, response: .steps, target: 0, halfWidth: 1)
  private static let level = Codec<Double>.real(RealRange(-1e15...1e15))
  static let fileMembers: [Member<Self>] = [
    Member(
      "factor", required: \.factor, .parameter(offered: \.parameters),
      "The numeric parameter that is searched; not one of the factors."),
    Member("from", required: \.from, level, "The smallest level that is tried."),
    Member("to", required: \.to, level, "The largest level that is tried."),
    Member(
      "scale", \.scale, .choice,
      "Whether the range is divided by distances (linear) or by ratios (log)."),
    Member(
      "response", required: \.response, .response(),
      "The response whose mean crosses the target; not a time, because times may be censored."),
    Member(
      "target", required: \.target, level,
      "The mean response to reach."),
    Member(
      "half_width", required: \.halfWidth, .real(.positive(to: 1e9)),
      "The search ends when the crossing's interval has this half-width, in the factor's unit."),
    Member("confidence", \.confidence, .share, "Level of the crossing's interval."),
    Member(
      "max_runs", \.maxRuns, .whole(1...AllowedValues.mostPeople),
      "Maximum number of runs of the search, in each combination of the factors."),
  ]

  static let relations: [Relation<Self>] =
    [
      Relation("factor") { search in
        guard search.factor.allowed.numbers == nil else { return nil }
        return Objection(
          .badRelation, at: "factor",
          say:
            "\(search.factor.path) has words as levels, and a search needs numbers; give a numeric parameter "
            + "such as \"infection_probability\"")
      },
      Relation("factor", "from") { $0.objection(toLevel: $0.from, at: "from") },
      Relation("factor", "to") { $0.objection(toLevel: $0.to, at: "to") },
      Relation("factor", "from", "to") { search in
        guard case .whole? = search.factor.allowed.numbers, search.from < search.to,
          search.to - search.from < 2
        else { return nil }
        return Objection(
          .badRange, at: "to",
          say: "a search needs three levels or more, and from \(Shape.plain(search.from)) to "
            + "\(Shape.plain(search.to)) there are only two; give a wider range")
      },
      Relation("from", "to", "scale") { search in
        search.asFactor.levels.problem(search.factor.allowed).map {
          Objection(.badRange, at: $0.member, say: $0.text)
        }
      },
      Relation("from", "to", "half_width") { search in
        let largest = max(abs(search.from), abs(search.to))
        // Levels are placed at a fifth of it.
        guard search.from < search.to, largest + search.halfWidth / 5 == largest else { return nil }
        return Objection(
          .badRelation, at: "half_width",
          say:
            "\(search.halfWidth) is too small to change \(Shape.plain(largest)): numbers have 16 digits; "
            + "give more, such as a hundredth of the range")
      },
      Relation("from", "to", "half_width") { search in
        let half = (search.to - search.from) / 2
        guard search.from < search.to, search.halfWidth >= half else { return nil }
        return Objection(
          .badRelation, at: "half_width",
          say:
            "this interval would be as wide as the range: half of the range is \(Shape.plain(half)); give "
            + "less, such as a hundredth of the range")
      },
      Relation("response") { search in
        let response = search.response
        guard response.kind == .time else { return nil }
        return Objection(
          .badRelation, at: "response",
          say:
            "runs that end before \(response.rawValue) have no value, so it has no mean to search "
            + "with; give \(response.event.map { "\"\($0.rawValue)\"" } ?? "another response"), the "
            + "share of runs that get there, or \"steps\"")
      },
      Relation("response", "target") { search, read in
        let bounds = search.response.bounds(in: RunLimits(read.study))
        guard search.response.kind != .time,
          search.target <= bounds.lower || search.target >= bounds.upper
        else { return nil }
        let (low, high) = (Shape.plain(bounds.lower), Shape.plain(bounds.upper))
        let (mean, target) = ("a mean of \(search.response.rawValue)", Shape.plain(search.target))
        return Objection(
          .outOfRange, at: "target",
          say: bounds.upper == .infinity
            ? "\(mean) lies above \(low), so it cannot cross \(target); give a larger number"
            : "\(mean) lies between \(low) and \(high), so it cannot cross \(target); give a number between "
              + "the two")
      },
    ]

  private func objection(toLevel level: Double, at key: String) -> Objection? {
    let (code, shape): (ErrorCode, Shape)
    switch factor.allowed.numbers {
    case .whole(let range)? where level != level.rounded():
      return Objection(.notWhole, at: key, say: "\(level) is not \(Shape.whole(range).allowed)")
    case .whole(let range)?
    where level < Double(range.lowerBound) || level > Double(range.upperBound):
      (code, shape) = (.outOfRange, .whole(range))
    case .real(let range)? where !range.contains(level): (code, shape) = (.outOfRange, .real(range))
    default: return nil
    }
    return Objection(
      code, at: key,
      say: "\(Shape.plain(level)) is not a level of \(factor.path); give \(shape.allowed)")
  }
}

extension Study {
  /// The design, where it is a search.
  package var threshold: ThresholdDesign? {
    design as? ThresholdDesign
  }

  /// The factors whose combinations have a search each; all factors of other designs.
  package var combinedFactors: [Factor] {
    factors.filter { $0.parameter != threshold?.factor }
  }

  /// Whether the runs decide how many there will be.
  package var isAdaptive: Bool {
    if case .adaptive = replicates { true } else { designDecidesRuns }
  }

  /// Whether it is the design that decides by the runs how many there will be.
  package var designDecidesRuns: Bool { design.mostRuns(self) != nil }

  /// What ends the rounds of its design, after "until"; nil where `replicates` decide.
  package var designGoal: String? { design.goal }

  /// Whether the designs of both place their points alike.
  package func placesPoints(as other: Study) -> Bool { design.placesPoints(as: other.design) }

  /// The number of searches, by arithmetic alone; nil for other designs.
  package var searchCount: Double? {
    threshold.map { _ in combinedFactors.reduce(1) { $0 * $1.levelCount } }
  }

  /// The most runs there may be in the end.
  package var mostRuns: Double {
    design.mostRuns(self) ?? pointCount * Double(replicates.most)
  }

  /// How each of its searches goes; nil for other designs.
  package var thresholdRule: ThresholdSearchSettings? {
    guard let threshold, case .fixed(let first) = replicates else { return nil }
    return ThresholdSearchSettings(
      from: threshold.from, to: threshold.to, isLog: threshold.scale == .log,
      isWhole: threshold.factor.allowed.isWhole, target: threshold.target,
      halfWidth: threshold.halfWidth, confidence: threshold.confidence, first: first,
      most: threshold.maxRuns, isEvent: threshold.response.kind == .flag)
  }

  /// The levels of the other factors, search by search.
  package var searchedCombinations: [[ModelKey: KeyValue]] {
    let levels = Factorial.levels(of: combinedFactors)
    return (0..<levels.count).map(levels.at)
  }

  /// The values of a point that a search places.
  package func levels(
    at level: Double, of combination: [ModelKey: KeyValue]
  ) -> [ModelKey: KeyValue] {
    var values = combination
    if let factor = threshold?.factor {
      values[factor] = Factor(parameter: factor, levels: .values([])).level(level)
    }
    return values
  }
}
