package import CSpreadSIMD
package import SpreadModel

/// How the engine makes the runs of a scenario: every choice of a strategy is made here, and only here.
///
/// None of them can be seen in a result; they only decide how soon it is there.
package struct Plan: Sendable {
  /// By what people meet, which is what a kernel is made for.
  package enum Meeting: Hashable, Sendable {
    /// Of the eight places around a person, on a grid: a byte says who of them is healthy (`Grid/`).
    case masks
    /// Lists of neighbors (`Lists/`).
    case lists
    /// All others, without lists of them (`Lists/`).
    case everybody
    /// Contacts that differ: layers of lists, places and everybody, each pair with a chance of its own
    /// (`Lists/RunLayers.swift`).
    case layers
  }

  /// How a step is made.
  package enum Strategy: Hashable, Sendable {
    /// No source ever infects anybody: k = 0 or p = 0.
    case inert
    /// All sources draw, then all infections are applied. So do sequential updates with pool `all`:
    /// a choice that does not look at the state cannot depend on who acts before. A draw of one's own
    /// may look at it.
    case synchronous
    /// Sources act in person order on the state as it stands.
    case sequential
    /// On masks: sources look at the clocks of their contacts in every step (`GridClocks`). Who acts before does not matter: a ring does not look at the state.
    case clocks
    /// Off the masks clocks wait until they ring (`ContactClocks`).
    case rings
  }

  package let meeting: Meeting
  package private(set) var strategy = Strategy.inert
  /// How the draw of one source is computed.
  package private(set) var form = DrawForm.everybody
  package let orders: DrawOrders
  /// Whether many runs are made side by side (`LockstepKernel`).
  package private(set) var isSideBySide = false
  /// Whether more is kept of people than who is healthy: some recover, are latent or immune, or the
  /// run is to be described as if some might.
  let tracksPeople: Bool
  /// Whether sources are kept in person order.
  let ordersSources: Bool
  /// Whether it is counted whom the people introduced at step 0 infect.
  let countsByIntroduced: Bool
  /// Whether all who act are sources, also without a healthy neighbor: where infections are short and
  /// people return, dropping them and opening them again costs more than their draws; off the masks it
  /// costs a look at all their neighbors.
  let keepsBlockedSources: Bool
  /// Whether those infected in a step are sources from the next one on, in the order in which they come.
  let actsAtOnce: Bool
  /// Whether the infections of a step are applied together: a person hit by several sources was
  /// infected by a random one of them, not by the first.
  let infectsAtOnce: Bool
  /// Whether passes in vectors are taken, and which.
  package let vectors: SIMDLevel

  /// Cap k of the scenario.
  private(set) var cap = 0
  /// The infection factor as the mean of draws that have one.
  private(set) var meanContacts = 0.0
  private(set) var infectionProbability = 0.0
  /// Whether p may change in a run, and no p is larger.
  let mayChangeProbability: Bool
  let largestProbability: Double
  /// Of the layers of the contacts, which differ, and such that no chances are larger in a run.
  private(set) var layers: [ChangingValues.Layer] = []
  let largestLayers: [ChangingValues.Layer]
  /// p in units of 2^-40.
  private(set) var coinThreshold: UInt64 = 0

  /// More people than this fill the kernel's lists well enough on their own (docs/performance.md).
  private static let mostPeopleSideBySide = 1_000
  /// The same with people who return (exact, k 3, p 0.3: SIS with D 3 takes 0.93 times as long side by side
  /// with 256 people, 0.96 with 400, 1.06 with 529, 1.17 with 900; SIR 0.76 with 900).
  private static let mostPeopleWhoReturn = 400
  /// Where people return, infections that end within so many steps on average are short (`keepsBlockedSources`). SIS on
  /// W3 takes, by D, 0.57 (16), 0.85 (24) and 1.21 (32) times as long as where sources are dropped and
  /// opened again.
  fileprivate static let shortInfection = 27.0
  /// The same off the masks where nobody returns: D 3 takes 0.88 times as long on a random graph with 8
  /// neighbors; longer ones are not measured.
  private static let shortInfectionOnce = 16.0
  /// The counts of all steps are kept until all the runs have ended.
  private static let mostStepsOfCourses = 10_000

  /// - Parameters:
  ///   - vectors: those that the heavy passes use; the processor has them.
  ///   - describesCourse: whether runs have a `CourseResult` though nobody recovers.
  ///   - mayBeChanged: whether interventions may come that the scenario does not have.
  ///   - inLayers: whether contacts are layers, whatever they are.
  package init(
    _ scenario: Scenario, vectors: SIMDLevel = .chosen, describesCourse: Bool = false,
    mayBeChanged: Bool = false, inLayers: Bool = false
  ) {
    let rule = scenario.rule
    let meeting = inLayers ? .layers : Meeting(scenario, mayBeChanged: mayBeChanged)
    self.meeting = meeting
    let isOnMasks = meeting == .masks
    mayChangeProbability =
      mayBeChanged || scenario.changesInfectionProbability
      || scenario.interventions.contains { $0.keepContacts != nil }
    largestProbability = mayBeChanged ? 1 : scenario.largestInfectionProbability
    largestLayers = meeting == .layers ? scenario.largestLayers(mayBeChanged: mayBeChanged) : []
    orders = rule.neighborhood.orders
    let looksAtState = rule.pool == .healthy || rule.draw.own != nil
    infectsAtOnce = rule.update == .synchronous
    // Lists may fall apart: only the list of all infected says whether anything can change.
    countsByIntroduced = describesCourse
    tracksPeople = describesCourse || scenario.tracksPeople || !isOnMasks
    let hasClocks = rule.draw == .each
    ordersSources = rule.update == .sequential && looksAtState && !hasClocks
    let meanSteps = scenario.course.meanInfectiousSteps
    keepsBlockedSources =
      !(hasClocks && !isOnMasks)
      && (scenario.letsPeopleReturn
        ? meanSteps <= Self.shortInfection : !isOnMasks && meanSteps <= Self.shortInfectionOnce)
    actsAtOnce =
      !scenario.course.hasLatency && !ordersSources && !(hasClocks && !isOnMasks)
    // Their indices are signed; of people there are fewer.
    let fits =
      !isOnMasks || PaddedGrid(scenario.grid, rule.neighborhood).byteCount <= Int(Int32.max)
    self.vectors = fits ? vectors : .none
    use(ChangingValues(scenario), scenario)
    // Runs of a small group that start from the same people and go on until all are infected, or nobody
    // is any more.
    isSideBySide =
      isOnMasks && (strategy == .synchronous || strategy == .clocks)
      && scenario.grid.people
        <= (scenario.letsPeopleReturn ? Self.mostPeopleWhoReturn : Self.mostPeopleSideBySide)
      && scenario.grid.boundary == .bounded
      && (tracksPeople
        ? scenario.hasCourse && scenario.stopShare >= 1
          && scenario.maxSteps <= Self.mostStepsOfCourses
        : scenario.grid.leastPeople(ofShare: scenario.stopShare) == scenario.grid.people)
      && scenario.observed.isEmpty && scenario.interventions.isEmpty && scenario.immuneShare == 0
      && scenario.startPeople == nil
      && scenario.introductions.allSatisfy { $0.step == 0 && $0.isFixed }
      && !scenario.introductions.isEmpty
  }

  /// From now on the numbers that may change are these; all else stays as it is.
  mutating func use(_ values: ChangingValues, _ scenario: Scenario) {
    let rule = scenario.rule
    cap = rule.draw.cap(values.infectionFactor)
    meanContacts = values.meanContacts
    infectionProbability = values.infectionProbability
    layers = meeting == .layers ? values.layers : []
    coinThreshold = ContactCoins.threshold(infectionProbability)
    // Off the masks the draws of `Lists/` ask nobody.
    form =
      meeting == .masks
      ? DrawForm(rule.draw.plan, cap: cap, neighbors: rule.neighborhood.directions.count)
      : .everybody
    let hasClocks = rule.draw == .each
    strategy =
      if hasClocks && meeting != .masks {
        .rings
      } else if hasClocks && (infectionProbability > 0 || scenario.changesInfectionProbability) {
        .clocks
      } else if values.infectNobody(by: rule.draw) {
        .inert
      } else {
        ordersSources ? .sequential : .synchronous
      }
  }
}

extension Scenario {
  /// Whether some people recover, are latent or immune, there are interventions, or infections are seen.
  package var tracksPeople: Bool {
    hasCourse || course.hasLatency || hasImmunePeople || !interventions.isEmpty || !observed.isEmpty
  }
}

extension Scenario {
  /// Whether interventions may change the infection probability.
  var changesInfectionProbability: Bool {
    interventions.contains { $0.effects[.infectionProbability] != nil }
  }

  /// No interventions make it larger.
  var largestInfectionProbability: Double { min(1, largestInfectionProbability(in: nil)) }

  /// The layers of the contacts with probabilities that no interventions make larger, nor changes from outside.
  fileprivate func largestLayers(mayBeChanged: Bool) -> [ChangingValues.Layer] {
    var layers = ChangingValues(self).layers
    for layer in layers.indices {
      let largest = largestInfectionProbability(in: layer)
      layers[layer].probability = mayBeChanged ? max(1, largest) : largest
    }
    return layers
  }

  /// - Parameter layer: nil: of all interventions, whatever layers they name.
  private func largestInfectionProbability(in layer: Int?) -> Double {
    var largest = infectionProbability
    var factor = 1.0
    for intervention in interventions where layer.map({ intervention.acts(in: $0) }) ?? true {
      switch intervention.effects[.infectionProbability] {
      case .set(let probability)?: largest = max(largest, probability.values.max() ?? 0)
      case .multiply(let number)?:
        factor = min(1e300, factor * max(1, number.values.max() ?? 0))
      case nil: break
      }
    }
    return min(1e300, largest * factor)
  }
}

extension Plan.Meeting {
  fileprivate init(_ scenario: Scenario, mayBeChanged: Bool) {
    if scenario.hasDifferingContacts {
      self = .layers
      return
    }
    switch (scenario.contacts, scenario.rule.neighborhood, scenario.rule.draw) {
    case (.everybody, _, _): self = .everybody
    case (.edges, _, _), (.drawn, _, _), (.grid, .within, _), (.grid, _, .number),
      (.grid, _, .own):
      self = .lists
    // Masks do not know of groups.
    case (.grid, _, _) where scenario.groups != nil: self = .lists
    // On masks clocks that ring again and again are followed from their beginning.
    case (.grid, _, .each)
    where scenario.letsPeopleReturn
      && (mayBeChanged || scenario.changesInfectionProbability
        || scenario.course.meanInfectiousSteps > Plan.shortInfection):
      self = .lists
    case (.grid, .moore, _), (.grid, .vonNeumann, _), (.grid, .hexagonal, _): self = .masks
    case (.places, _, _), (.layers, _, _): self = .layers
    }
  }
}

extension DrawForm {
  fileprivate init(_ plan: DrawPlan, cap: Int, neighbors: Int) {
    let chooses = cap < neighbors
    self =
      switch plan {
      case .contacts:
        if (0...min(cap, neighbors)).allSatisfy({ plan.numbers(most: $0) == $0...$0 }) {
          chooses ? .fixedNumber : .everybody
        } else {
          .randomNumber
        }
      case .trials(keeping: .random): chooses ? .randomSuccesses : .everybody
      case .trials(keeping: .first): chooses ? .firstSuccesses : .everybody
      case .number, .own: .randomNumber
      }
  }
}

extension SpreadRule.Neighborhood {
  /// Which orders its sources draw; part of the definition of a run (docs/randomness.md, "Orders").
  /// Those of eight serve all neighborhoods, those of four only such of four directions.
  var orders: DrawOrders {
    switch self {
    case .moore, .hexagonal, .within: .ofEight
    case .vonNeumann: .ofFour
    }
  }
}

extension Introduction {
  /// The same people in every run.
  fileprivate var isFixed: Bool {
    switch place {
    case .center: true
    case .people(let people): !people.isEmpty
    case .random, .randomShare, .rate: false
    }
  }
}
