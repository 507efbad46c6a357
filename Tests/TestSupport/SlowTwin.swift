internal import KeyedRandom
package import SpreadModel

/// The model once more, plain enough to be believed by reading: no tables, no bit tricks, every
/// person looked at in every step.
///
/// It shares only the written definition with the engine (docs/model.md, docs/randomness.md):
/// a run's key, and the finalizer `mix`. Both must give the same curves, maps, stop reasons and
/// shapes, bit for bit.
package struct SlowTwin {
  let scenario: Scenario
  let fault: Fault?
  let draws: TwinDraws

  private var run: UInt64 = 0
  private var step = 0
  /// Step of infection by person; nil: healthy.
  private var infectedAt: [Int?] = []
  /// By infected person: number and step of the next action.
  private var nextAction: [(number: UInt64, step: Int)] = []
  private var startPeople: [Int] = []

  package init(_ scenario: Scenario, fault: Fault? = nil) {
    self.fault = fault
    self.scenario = fault.map { $0.applied(to: scenario) } ?? scenario
    draws = TwinDraws(self.scenario, fault: fault)
  }

  package mutating func run(_ key: RunKey, recordMap: Bool = false) -> RunResult {
    let people = scenario.grid.people
    run = key.word
    step = 0
    infectedAt = Array(repeating: nil, count: people)
    nextAction = Array(repeating: (0, 0), count: people)
    introduce()
    startPeople = infectedPeople
    var curve = [UInt32(infectedPeople.count)]
    var shape = shapeIfReached()
    while true {
      if let reason = stopReason {
        return RunResult(
          stopReason: reason, curve: curve, shape: shape,
          infectionSteps: recordMap ? infectedAt.map { Int32($0 ?? -1) } : nil)
      }
      step += 1
      actAll()
      introduce()
      curve.append(UInt32(infectedPeople.count))
      shape = shape ?? shapeIfReached()
    }
  }

  private var infectedPeople: [Int] { infectedAt.indices.filter { infectedAt[$0] != nil } }

  // MARK: Neighbors

  /// Directions 0...7 are NW, N, NE, W, E, SW, S, SE, for both neighborhoods.
  private var directions: [Int] {
    let all =
      switch scenario.rule.neighborhood {
      case .moore: [0, 1, 2, 3, 4, 5, 6, 7]
      case .vonNeumann: [1, 3, 4, 6]
      }
    return fault == .orderReversed ? all.reversed() : all
  }

  /// A person's neighbors, each with the first direction in which they are met.
  func neighbors(of person: Int) -> [(direction: Int, person: Int)] {
    let grid = scenario.grid
    var met: [(direction: Int, person: Int)] = []
    for direction in directions {
      var row = person / grid.columns + [-1, -1, -1, 0, 0, 1, 1, 1][direction]
      var column = person % grid.columns + [-1, 0, 1, -1, 1, -1, 0, 1][direction]
      if grid.boundary == .torus {
        row = (row + grid.rows) % grid.rows
        column = (column + grid.columns) % grid.columns
      }
      let lastRow = fault == .lastRowMissing ? grid.rows - 1 : grid.rows
      if fault != .rowsWrap && !(0..<grid.columns).contains(column) { continue }
      if !(0..<lastRow).contains(row) { continue }
      let other = row * grid.columns + column
      if !(0..<grid.people).contains(other) || other == person { continue }
      if !met.contains(where: { $0.person == other }) { met.append((direction, other)) }
    }
    return met
  }

  // MARK: One step

  private mutating func actAll() {
    let before = infectedAt
    var sources = infectedPeople
    while !sources.isEmpty {
      for source in sources where nextAction[source].step == step {
        act(source, before: before)
      }
      // The fault lets those infected in this step act in it, too.
      let all = infectedPeople
      sources =
        fault == .chainReaction
        ? all.filter { infectedAt[$0] == step && nextAction[$0].step == step } : []
    }
  }

  private mutating func act(_ source: Int, before: [Int?]) {
    let around = neighbors(of: source)
    let isSequential = scenario.rule.update == .sequential
    let state = isSequential ? infectedAt : before
    let candidates = around.filter {
      scenario.rule.pool == .all || state[$0.person] == nil
    }
    let number = nextAction[source].number
    var contacts = TwinDraws.Contacts(
      word: TwinDraws.word(run: run, person: source, action: number), step: step, run: run)
    plan(source, number: number + 1)
    for chosen in draws.infected(of: candidates, &contacts) where infectedAt[chosen] == nil {
      infect(chosen)
    }
  }

  private mutating func infect(_ person: Int) {
    infectedAt[person] = step
    if fault == .chainReaction {
      nextAction[person] = (1, step)
    } else {
      plan(person, number: 1)
    }
  }

  private mutating func plan(_ person: Int, number: UInt64) {
    let gap = draws.gap(run: run, person: person, action: number)
    nextAction[person] = (number, step + gap)
  }

  // MARK: Introductions

  private mutating func introduce() {
    let grid = scenario.grid
    for (index, introduction) in scenario.introductions.enumerated()
    where introduction.step == step {
      let healthy = infectedAt.indices.filter { infectedAt[$0] == nil }
      switch introduction.place {
      case .center:
        if infectedAt[grid.center] == nil { infect(grid.center) }
      case .people(let people):
        for person in people where infectedAt[person] == nil { infect(person) }
      case .random(let count):
        introduce(count, of: healthy, index)
      case .randomShare(let share):
        introduce(Int((share * Double(grid.people) + 0.5).rounded(.down)), of: healthy, index)
      }
    }
  }

  private mutating func introduce(_ count: Int, of healthy: [Int], _ index: Int) {
    if count >= healthy.count {
      for person in healthy { infect(person) }
      return
    }
    var stream = TwinDraws.introductionStream(run: run, step: step, index: index)
    var left = count
    while left > 0 {
      let person = Int(stream.below(UInt64(scenario.grid.people)))
      if infectedAt[person] == nil {
        infect(person)
        left -= 1
      }
    }
  }

  // MARK: The end

  private func people(ofShare share: Double) -> Int {
    // Shares are decimal: 0.07 of 100 is 7, though 0.07 * 100 is a little more.
    let product = share * Double(scenario.grid.people)
    if abs(product - product.rounded()) <= 1e-9 * max(1, product) {
      return max(1, Int(product.rounded()))
    }
    return max(1, Int(product.rounded(.up)))
  }

  private var stopReason: StopReason? {
    let infected = infectedPeople
    if infected.count == scenario.grid.people { return .allInfected }
    if infected.count >= people(ofShare: scenario.stopShare) { return .shareReached }
    let isInert = scenario.infectionFactor == 0 || scenario.infectionProbability == 0
    let canSpread = infected.contains { source in
      neighbors(of: source).contains { infectedAt[$0.person] == nil }
    }
    let introductionIsLeft = scenario.introductions.contains { $0.step > step }
    if (isInert || !canSpread) && !introductionIsLeft { return .noSpread }
    return step >= scenario.maxSteps ? .maxSteps : nil
  }

  private func shapeIfReached() -> Shape? {
    let infected = infectedPeople
    let grid = scenario.grid
    guard grid.boundary == .bounded, !startPeople.isEmpty,
      infected.count >= people(ofShare: scenario.shapeShare)
    else { return nil }
    return TwinShape.shape(of: infected, from: startPeople, columns: grid.columns)
  }
}
