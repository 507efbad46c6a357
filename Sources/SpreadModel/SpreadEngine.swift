internal import KeyedRandom

/// Runs one scenario, again and again under different keys.
///
/// One engine belongs to one worker; it is not `Sendable`. A plain first version.
/// Source: docs/model.md and docs/randomness.md.
package final class SpreadEngine {
  private let scenario: Scenario
  private let offsets: [(row: Int, column: Int)]
  private let sizes: PlainSizes
  private let orders: PlainOrders

  private var word: UInt64 = 0
  private var infectedAt: [Int32] = []
  private var actions: [(number: UInt64, step: Int)] = []
  private var sources: [Int] = []
  private var step0: [Int] = []
  package private(set) var currentStep = 0
  package private(set) var infected = 0
  package private(set) var newlyInfected: [Int] = []
  private var shape: Shape?

  package init(_ scenario: Scenario) {
    self.scenario = scenario
    offsets =
      scenario.rule.neighborhood == .moore
      ? [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
      : [(-1, 0), (0, -1), (0, 1), (1, 0)]
    sizes = PlainSizes(scenario)
    orders = PlainOrders(directions: offsets.count)
  }

  package func run(_ key: RunKey, recordMap: Bool) -> RunResult {
    begin(key)
    var curve = [UInt32(infected)]
    while stopReason == nil {
      step()
      curve.append(UInt32(infected))
    }
    return RunResult(
      stopReason: stopReason ?? .maxSteps, curve: curve, shape: shape,
      infectionSteps: recordMap ? infectedAt : nil)
  }

  package func begin(_ key: RunKey) {
    word = key.word
    let people = scenario.grid.people
    infectedAt = Array(repeating: -1, count: people)
    actions = Array(repeating: (0, 0), count: people)
    sources = []
    currentStep = 0
    infected = 0
    newlyInfected = []
    shape = nil
    introduce()
    step0 = newlyInfected
    takeShape()
  }

  package func step() {
    currentStep += 1
    newlyInfected = []
    sources.sort()
    sources.removeAll { person in
      !neighbors(of: person).contains { $0 >= 0 && infectedAt[$0] < 0 }
    }
    let old = sources
    for source in old where actions[source].step == currentStep {
      act(source)
    }
    introduce()
    takeShape()
  }

  package func infect(_ people: some Sequence<Int>) -> [Int] {
    var taken: [Int] = []
    for person in people where infectedAt[person] < 0 {
      infectOne(person)
      taken.append(person)
    }
    if !taken.isEmpty { takeShape() }
    return taken
  }

  package var stopReason: StopReason? {
    if infected == scenario.grid.people { return .allInfected }
    if infected >= leastCount(of: scenario.stopShare) { return .shareReached }
    let introductionLeft = scenario.introductions.contains { $0.step > currentStep }
    if !introductionLeft {
      let harmless = scenario.infectionFactor == 0 || scenario.infectionProbability == 0
      let blocked = !sources.contains { source in
        neighbors(of: source).contains { $0 >= 0 && infectedAt[$0] < 0 }
      }
      if harmless || blocked { return .noSpread }
    }
    return currentStep >= scenario.maxSteps ? .maxSteps : nil
  }

  package func isInfected(_ person: Int) -> Bool { infectedAt[person] >= 0 }

  private func leastCount(of share: Double) -> Int {
    let exact = share * Double(scenario.grid.people)
    let nearest = exact.rounded()
    let count = abs(exact - nearest) <= 1e-9 * max(1, exact) ? nearest : exact.rounded(.up)
    return max(1, Int(count))
  }

  /// The neighbors in the directions' order; -1 where nobody stands or somebody met before.
  private func neighbors(of person: Int) -> [Int] {
    let grid = scenario.grid
    var met: [Int] = []
    for offset in offsets {
      var row = person / grid.columns + offset.row
      var column = person % grid.columns + offset.column
      if grid.boundary == .torus {
        row = (row + grid.rows) % grid.rows
        column = (column + grid.columns) % grid.columns
      }
      let exists =
        row >= 0 && column >= 0 && column < grid.columns && row < grid.rows
        && row * grid.columns + column < grid.people
      let other = exists ? row * grid.columns + column : -1
      met.append(other == person || met.contains(other) ? -1 : other)
    }
    return met
  }

  private func act(_ source: Int) {
    let around = neighbors(of: source)
    let number = actions[source].number
    actions[source] = (number + 1, currentStep + gap(source, number + 1))
    let open = around.map { person in
      person >= 0
        && (infectedAt[person] < 0
          || (infectedAt[person] == currentStep && scenario.rule.update == .synchronous))
    }
    let candidates =
      scenario.rule.pool == .healthy ? open : around.map { $0 >= 0 }
    var value = mix(
      word &+ UInt64(source) &* personStride &+ number &* actionStride)
    let order = orders.order(&value)
    let size = sizes.size(candidates.count { $0 }, UInt64(value >> 32))
    var chosen = order.filter { candidates[$0] }.prefix(size).sorted()
    if scenario.rule.draw == .scan { chosen = Array(chosen.prefix(scenario.infectionFactor)) }
    for direction in chosen where infectedAt[around[direction]] < 0 {
      infectOne(around[direction])
    }
  }

  private func gap(_ person: Int, _ number: UInt64) -> Int {
    sizes.gap(
      mix(word &+ UInt64(person) &* personStride &+ number &* actionStride &+ gapLane))
  }

  private func infectOne(_ person: Int) {
    infectedAt[person] = Int32(currentStep)
    infected += 1
    sources.append(person)
    newlyInfected.append(person)
    actions[person] = (1, currentStep + gap(person, 1))
  }

  private func introduce() {
    let grid = scenario.grid
    for (index, introduction) in scenario.introductions.enumerated()
    where introduction.step == currentStep {
      var wanted: Int
      switch introduction.place {
      case .center:
        _ = infect([grid.center])
        continue
      case .people(let people):
        _ = infect(people)
        continue
      case .random(let count): wanted = count
      case .randomShare(let share):
        wanted = Int((share * Double(grid.people) + 0.5).rounded(.down))
      }
      if wanted >= grid.people - infected {
        _ = infect(0..<grid.people)
        continue
      }
      var stream = RandomStream(
        key: word, introductionPurpose, UInt64(currentStep), UInt64(index))
      while wanted > 0 {
        let person = Int(stream.below(UInt64(grid.people)))
        if infectedAt[person] < 0 {
          infectOne(person)
          wanted -= 1
        }
      }
    }
  }

  private func takeShape() {
    let grid = scenario.grid
    guard shape == nil, grid.boundary == .bounded, !step0.isEmpty || currentStep == 0,
      infected >= leastCount(of: scenario.shapeShare)
    else { return }
    let origin = step0.isEmpty ? newlyInfected : step0
    guard !origin.isEmpty else { return }
    let count = Double(origin.count)
    let originX = Double(origin.reduce(0) { $0 + $1 % grid.columns }) / count
    let originY = Double(origin.reduce(0) { $0 + $1 / grid.columns }) / count
    let all = (0..<grid.people).filter { infectedAt[$0] >= 0 }
    var x = 0.0
    var y = 0.0
    var xx = 0.0
    var yy = 0.0
    var xy = 0.0
    var fourfold = 0.0
    for person in all {
      let dx = Double(person % grid.columns) - originX
      let dy = Double(person / grid.columns) - originY
      x += dx
      y += dy
      xx += dx * dx
      yy += dy * dy
      xy += dx * dy
      let square = dx * dx + dy * dy
      if square > 0 { fourfold += square - 8 * dx * dx * dy * dy / square }
    }
    let n = Double(all.count)
    let (mx, my) = (x / n, y / n)
    let (a, b, c) = (xx / n - mx * mx, xy / n - mx * my, yy / n - my * my)
    let large = (a + c) / 2 + ((a - c) * (a - c) / 4 + b * b).squareRoot()
    let small = large > 0 ? (a * c - b * b) / large : 0
    shape = Shape(
      driftX: mx, driftY: my, anisotropy4: xx + yy > 0 ? fourfold / (xx + yy) : nil,
      elongation: small > 1e-12 * large && small > 0 ? (large / small).squareRoot() : nil,
      roundness: 2 * Double.pi * (a + c) / n)
  }
}

let personStride: UInt64 = 0x9e37_79b9_7f4a_7c15
let actionStride: UInt64 = 0xd134_2543_de82_ef95
let gapLane: UInt64 = 0xda94_2042_e4dd_58b5
let introductionPurpose: UInt64 = 1
