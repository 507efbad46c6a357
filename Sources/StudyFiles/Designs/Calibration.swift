import KeyedRandom
package import PlainText
package import SpreadModel
package import Statistics

/// Which values of the factors explain what was observed: the design `calibration`.
///
/// Source: docs/calibration.md.
package struct Calibration: Hashable, Sendable {
  /// Something observed that runs have, too.
  package enum Quantity: Hashable, Sendable {
    case response(Response)
    case curve(CurveSeries, step: Int)

    /// Of the response or the curve's column.
    package var name: String {
      switch self {
      case .response(let response): response.name
      case .curve(let series, _): series.rawValue
      }
    }

    /// Nil of a curve.
    package var response: Response? {
      if case .response(let response) = self { response } else { nil }
    }

    /// Nil of a response.
    package var step: Int? {
      if case .curve(_, let step) = self { step } else { nil }
    }

    /// "final_infected", "infected at step 3".
    package var words: String { name + (step.map { " at step \($0)" } ?? "") }
  }

  /// A quantity with its observed values.
  package struct Item: Hashable, Sendable {
    package var quantity: Quantity
    /// One for each replicate that was observed.
    package var values: [Double]

    package init(quantity: Quantity, values: [Double]) {
      self.quantity = quantity
      self.values = values
    }
  }

  /// Each quantity once; all have as many values.
  package var data: [Item]
  /// Draws that are accepted at least, and draws of a generation.
  package var draws = 1_000
  /// The distance to be reached; nil for 0, or as near as `acceptance` allows.
  package var tolerance: Double?
  /// The search ends when a smaller share of a generation is accepted.
  package var acceptance = 0.05
  /// Maximum number of runs: no generation starts that would exceed it.
  package var maxRuns = 1_000_000

  package init(data: [Item]) { self.data = data }

  /// Runs per draw: as many as there are observed replicates; 1 without data.
  package var replicates: Int { data.first?.values.count ?? 1 }

  /// Whether runs have to keep their curves.
  package var needsCurves: Bool { data.contains { $0.quantity.step != nil } }
}

extension Calibration {
  /// A value that no run can have, of whatever study.
  package struct Fault: Sendable {
    /// Of `data`, and of its values.
    package let item: Int
    package let replicate: Int
    /// After "infected at step 3".
    package let words: String
  }

  /// The first one: half a person, or a number of people ever infected that falls.
  package var fault: Fault? {
    for (place, item) in data.enumerated() where item.quantity.isWhole {
      guard let replicate = item.values.firstIndex(where: { $0 != $0.rounded() }) else { continue }
      return Fault(
        item: place, replicate: replicate,
        words:
          "is \(Shape.plain(item.values[replicate])), and a run has whole numbers; give what each observed run "
          + "had, with a column replicate where there are several, or a response that is a mean "
          + "(mean_infected_between)")
    }
    let steps = data.indices.compactMap { place -> (step: Int, place: Int)? in
      guard case .curve(.everInfected, let step) = data[place].quantity else { return nil }
      return (step, place)
    }.sorted { $0.step < $1.step }
    for (earlier, later) in zip(steps, steps.dropFirst()) {
      let pairs = zip(data[earlier.place].values, data[later.place].values)
      guard let (replicate, pair) = pairs.enumerated().first(where: { $1.1 < $1.0 }) else {
        continue
      }
      return Fault(
        item: later.place, replicate: replicate,
        words:
          "is \(Shape.plain(pair.1)) after \(Shape.plain(pair.0)) at step \(earlier.step), and the number of people ever "
          + "infected never falls; give the people infected at the time as infected")
    }
    return nil
  }
}

extension Calibration.Quantity {
  /// Whether runs have whole numbers of it.
  fileprivate var isWhole: Bool {
    guard let response else { return true }
    return response.kind == .count || response.kind == .time
  }
}

extension Study {
  /// Of the draws of a calibration.
  var drawKey: UInt64 { fold(seed, 0x6472_6177) }  // "draw"

  /// What its runs are compared with; nil for other designs.
  package var calibration: Calibration? {
    design as? Calibration
  }

  /// The search through the prior at its beginning; nil for other designs.
  package var calibrationSearch: SequentialABC? {
    calibration.map { calibration in
      SequentialABC(
        observed: calibration.data.map(\.values), dimension: factors.count,
        settings: SequentialABC.Settings(
          draws: calibration.draws, tolerance: calibration.tolerance,
          leastAcceptance: calibration.acceptance,
          mostDraws: calibration.maxRuns / calibration.replicates, key: drawKey))
    }
  }

  /// The levels of the factors at a draw's position in the unit cube.
  package func levels(atShares shares: [Double]) -> [ModelKey: KeyValue] {
    var levels: [ModelKey: KeyValue] = [:]
    for (factor, share) in zip(factors, shares) {
      levels[factor.parameter] = factor.priorLevel(atShare: share)
    }
    return levels
  }
}

extension Factor {
  /// The level at `share` (0..<1) of the prior: of an interval as `level(atShare:)`, of several levels
  /// each with the same chance. Nil of words and lists, which are no prior.
  func priorLevel(atShare share: Double) -> KeyValue? {
    switch levels {
    case .interval: return level(atShare: share)
    case .steps, .counted:
      let levels = levelList
      return levels.at(min(levels.count - 1, Int(share * Double(levels.count))))
    case .values: return nil
    }
  }
}

extension Calibration {
  /// The design of a study file.
  package var designJSON: JSONText { object([]) }
}

extension Calibration: FileObject {
  static let blank = Calibration(data: [])
  static let fileMembers: [Member<Self>] = [
    Member(
      "data", required: \.data, .list(of: Item.codec, atLeast: 1),
      "What was observed: a list of quantities."),
    Member(
      "draws", \.draws, .whole(50...100_000),
      "Number of draws to accept, and of draws in a generation; the first generation has twice as many."
    ),
    Member(
      "tolerance", optional: \.tolerance, .real(RealRange(0...1e9)),
      "The distance to reach; if missing, 0, or as near as acceptance allows."),
    Member(
      "acceptance", \.acceptance, .real(.positive(to: 1)),
      "The search ends when a smaller share of a generation is accepted."),
    Member(
      "max_runs", \.maxRuns, .whole(1...AllowedValues.mostPeople),
      "Maximum number of runs: no generation starts that would exceed it."),
  ]
}

extension Calibration.Item: FileObject {
  static let blank = Calibration.Item(quantity: .response(.steps), values: [])
  private static let observed = Member<Self>(
    "values", required: \.values, .list(of: .real(RealRange(-1e9...1e9)), atLeast: 1),
    "The observed values, one for each replicate; all quantities have the same number.")

  static let fileMembers: [Member<Self>] = [
    .oneOf([
      "response": [
        Member(
          "response", required: .response(), "A response.",
          set: { $0.quantity = .response($1) }, get: \.quantity.response), observed,
      ],
      "curve": [
        Member(
          "curve", required: .series, "A column of curves.csv.",
          set: { $0.quantity = .curve($1, step: 0) }, get: \.quantity.series),
        Member(
          "step", required: .whole(0...AllowedValues.mostPeople), "The step it was observed at.",
          set: { item, step in
            if let series = item.quantity.series { item.quantity = .curve(series, step: step) }
          }, get: \.quantity.step), observed,
      ],
    ])
  ]
}

extension Calibration.Quantity {
  /// Nil of a response.
  fileprivate var series: CurveSeries? {
    if case .curve(let series, _) = self { series } else { nil }
  }
}
