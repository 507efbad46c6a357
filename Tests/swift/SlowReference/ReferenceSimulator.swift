internal import KeyedRandom
package import SpreadModel

/// The model once more, plain enough to be believed by reading: no tables, no bit tricks, every
/// person looked at in every step.
///
/// It shares only the written definition with the engine (docs/model.md, docs/randomness.md):
/// a run's key, and the finalizer `mix`. Both must give the same curves, maps, stop reasons and
/// shapes, bit for bit.
package struct ReferenceSimulator {
  let scenario: Scenario
  let fault: Fault?
  var draws: ReferenceDraws

  /// Who meets whom; nil where people meet by directions.
  private var lists: [[Int]]?
  /// Where contacts differ.
  private var layers: ReferenceLayers?
  private var run: UInt64 = 0
  private var step = 0
  /// By person.
  private var people: [Person] = []
  private var startPeople: [Int] = []
  /// By person: the index of their group.
  private(set) var groupOf: [Int] = []
  /// Everybody, in the order of vaccination.
  private var vaccinationOrder: [Int] = []
  private var vaccinated: Set<Int> = []
  private var infections = 0
  private var infectionsByIntroduced = 0
  private var transmissions: [(step: Int, person: Int, source: Int?)] = []
  /// By change: the step at whose end it began, the one at whose end it was over.
  private var begun: [Int?] = []
  private var over: [Bool] = []
  /// By change that returns: the first step at whose end it may begin.
  private var judgedFrom: [Int] = []
  /// By series: the steps from which and up to which somebody is counted.
  private var seen: [[(from: Int, to: Int?)]] = []
  private var firstIntervention: Int?
  private var stepsUnderInterventions = 0

  private struct Person {
    /// Step of the present infection; nil: not infected.
    var infectedAt: Int?
    /// The last step in which the person does not act yet.
    var latentUntil = 0
    /// At the end of which step the present infection ends; nil: never.
    var recoversAt: Int?
    var isImmune = false
    /// At the end of which step immunity ends; nil: never.
    var immuneUntil: Int?
    var firstInfectedAt: Int?
    var infections = 0
    var isIntroducedAndInfectedSince = false
    /// Of the mean number of contacts in the present infection.
    var factor = 1.0
    /// Number and step of the next action.
    var nextAction: (number: UInt64, step: Int) = (0, 0)
    /// Of the present infection, with the draw `each`, by layer.
    var clocks: [ReferenceClocks] = []

    var isHealthy: Bool { infectedAt == nil && !isImmune }
  }

  package init(_ scenario: Scenario, fault: Fault? = nil) {
    self.fault = fault
    self.scenario = fault.map { $0.applied(to: scenario) } ?? scenario
    draws = ReferenceDraws(self.scenario, fault: fault)
  }

  /// Who meets whom in a run, by person; nil where people meet by directions.
  package func lists(_ key: RunKey) -> [[Int]]? {
    ReferenceContacts(scenario: scenario, fault: fault).lists(key)
  }

  package mutating func run(
    _ key: RunKey, recordMap: Bool = false, recordTransmissions: Bool = false,
    recordGroups: Bool = false, describesCourse: Bool = false
  ) -> RunResult {
    lists = lists(key)
    layers = ReferenceLayers(scenario, key, fault: fault)
    run = key.word
    step = 0
    people = Array(repeating: Person(), count: scenario.grid.people)
    groupOf = ReferenceGroups.groupOf(scenario, run: run, fault)
    vaccinated = []
    if scenario.vaccinates {
      vaccinationOrder = ReferenceGroups.vaccinationOrder(
        scenario, run: run,
        contacts: people.indices.map { person in
          layers?.contacts(of: person) ?? neighbors(of: person).map(\.person)
        }, fault)
    }
    (infections, infectionsByIntroduced, transmissions) = (0, 0, [])
    begun = scenario.interventions.map { _ in nil }
    over = scenario.interventions.map { _ in false }
    judgedFrom = scenario.interventions.map { _ in 0 }
    seen = scenario.observed.map { _ in [] }
    firstIntervention = nil
    stepsUnderInterventions = 0
    applyChanges()
    for person in scenario.immunePeople { people[person].isImmune = true }
    var before = people
    if let count = scenario.startPeople { introduce(count, of: healthyPeople, 0) }
    introduce()
    startPeople = infectedPeople
    for person in startPeople { people[person].isIntroducedAndInfectedSince = true }
    vaccinate(scenario.immuneShare)
    judgeInterventions()
    var curve = [UInt32(infectedPeople.count)]
    var course = CourseResult(
      curves: CourseCurves(newInfections: [], everInfected: [], immune: [], latent: []),
      infections: 0, introduced: startPeople.count, infectionsByIntroduced: 0)
    note(in: &course.curves, before: before)
    var groupCurves = (scenario.groups?.names ?? []).map { _ in
      RunCurves(
        infected: [],
        course: CourseCurves(newInfections: [], everInfected: [], immune: [], latent: []))
    }
    noteGroups(in: &groupCurves, before: before)
    var shape = shapeIfReached()
    while true {
      if let reason = stopReason {
        course.infections = infections
        course.infectionsByIntroduced = infectionsByIntroduced
        return RunResult(
          stopReason: reason, curve: curve, shape: shape,
          infectionSteps: recordMap ? people.map { Int32($0.firstInfectedAt ?? -1) } : nil,
          course: describesCourse || scenario.hasCourse ? course : nil,
          observed: seen.map { people in
            (0...step).map { step in
              UInt32(people.count { $0.from <= step && $0.to.map { step < $0 } ?? true })
            }
          },
          latent: describesCourse || scenario.hasCourse || !scenario.course.hasLatency
            ? nil : course.curves.latent,
          interventions: scenario.interventions.isEmpty
            ? nil
            : InterventionResult(
              firstStep: firstIntervention, steps: stepsUnderInterventions),
          groups: !recordMap
            ? nil
            : scenario.groups.map {
              GroupMembers(names: $0.names, groupOf: groupOf.map { UInt8($0) })
            },
          groupCurves: !recordGroups || scenario.groups == nil
            ? nil
            : groupCurves.map {
              RunCurves(
                infected: $0.infected,
                course: describesCourse || scenario.hasCourse ? $0.course : nil)
            },
          transmissions: recordTransmissions ? listed(steps: curve.count) : nil)
      }
      step += 1
      if isUnderIntervention { stepsUnderInterventions += 1 }
      before = people
      layers?.step = step
      actAll()
      endStep()
      introduce()
      judgeInterventions()
      curve.append(UInt32(infectedPeople.count))
      note(in: &course.curves, before: before)
      noteGroups(in: &groupCurves, before: before)
      shape = shape ?? shapeIfReached()
    }
  }

  /// Sorted by step and person.
  private func listed(steps: Int) -> Transmissions {
    var list = Transmissions()
    for step in 0..<steps {
      list.addStep(
        transmissions.filter { $0.step == step }.map {
          Transmission(person: $0.person, source: $0.source)
        })
    }
    return list
  }

  private func note(in course: inout CourseCurves, before: [Person], group: Int? = nil) {
    func count(_ holds: (Int) -> Bool) -> UInt32 {
      UInt32(people.indices.count { (group == nil || groupOf[$0] == group) && holds($0) })
    }
    course.newInfections.append(count { people[$0].infections > before[$0].infections })
    course.everInfected.append(count { people[$0].firstInfectedAt != nil })
    course.immune.append(count { people[$0].isImmune })
    course.latent.append(count { isLatent(people[$0]) })
  }

  private func noteGroups(in curves: inout [RunCurves], before: [Person]) {
    for group in curves.indices {
      curves[group].infected.append(UInt32(infectedPeople.count { groupOf[$0] == group }))
      if var course = curves[group].course {
        note(in: &course, before: before, group: group)
        curves[group].course = course
      }
    }
  }

  private var infectedPeople: [Int] { people.indices.filter { people[$0].infectedAt != nil } }
  private var healthyPeople: [Int] { people.indices.filter { people[$0].isHealthy } }
  private var everInfected: [Int] { people.indices.filter { people[$0].firstInfectedAt != nil } }
  private func isLatent(_ person: Person) -> Bool {
    person.infectedAt != nil && step < person.latentUntil
  }

  // MARK: Neighbors

  /// Directions 0...7 are NW, N, NE, W, E, SW, S, SE, for all neighborhoods of these.
  static func directions(
    _ neighborhood: SpreadRule.Neighborhood, row: Int, _ fault: Fault?
  ) -> [Int] {
    let row = fault == .hexagonalRowsExchanged ? row + 1 : row
    let all =
      switch neighborhood {
      case .moore: [0, 1, 2, 3, 4, 5, 6, 7]
      case .vonNeumann: [1, 3, 4, 6]
      // The upper two: northwest, or straight above and drawn to the east, and so on.
      case .hexagonal: row % 2 == 0 ? [0, 1, 3, 4, 5, 6] : [1, 2, 3, 4, 6, 7]
      case .within: preconditionFailure("lists say who is met")
      }
    return fault == .orderReversed ? all.reversed() : all
  }

  /// Where people meet on the grid, the neighbors of somebody, in their order.
  package func neighborsOnGrid(of person: Int) -> [Int] {
    let key = RunKey(seed: 0, point: nil, replicate: 0)
    return lists(key)?[person] ?? neighbors(of: person).map(\.person)
  }

  /// A person's neighbors, each with the first direction in which they are met, or with their place in
  /// the list.
  func neighbors(of person: Int) -> [(direction: Int, person: Int)] {
    if let lists { return lists[person].enumerated().map { ($0.offset, $0.element) } }
    let grid = scenario.grid
    var met: [(direction: Int, person: Int)] = []
    let directions = Self.directions(
      scenario.rule.neighborhood, row: person / grid.columns, fault)
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
    let before = people
    var sources = infectedPeople
    var hitBy: [Int: [Int]] = [:]
    while !sources.isEmpty {
      for source in sources where isDue(source) { act(source, before: before, &hitBy) }
      // The fault lets those infected in this step act in it, too.
      sources =
        fault == .chainReaction
        ? infectedPeople.filter { people[$0].infectedAt == step && isDue($0) } : []
    }
    infections += hitBy.count
    for (target, sources) in hitBy {
      let infector =
        scenario.rule.update == .sequential || fault == .firstSourceCounts
        ? sources[0] : draws.infector(of: target, word(of: target), among: sources)
      if people[infector].isIntroducedAndInfectedSince { infectionsByIntroduced += 1 }
      transmissions.append((step, target, infector))
    }
  }

  private func isDue(_ source: Int) -> Bool {
    guard people[source].nextAction.step == step else { return false }
    guard let end = people[source].recoversAt else { return true }
    return fault == .recoversBeforeActing ? step < end : step <= end
  }

  private mutating func act(_ source: Int, before: [Person], _ hitBy: inout [Int: [Int]]) {
    if let layers { return act(source, in: layers, before: before, &hitBy) }
    let around = neighbors(of: source)
    let candidates = around.filter {
      let person = seen($0.person, by: source, before: before)
      return scenario.rule.pool == .all || person.isHealthy
        || (fault == .immuneAsCandidates && person.isImmune)
    }
    let number = people[source].nextAction.number
    var contacts = ReferenceDraws.Contacts(
      word: ReferenceDraws.word(run: word(of: source), person: source, action: number), step: step,
      run: run)
    plan(source, number: number + 1)
    let infected =
      if scenario.rule.draw == .each {
        people[source].clocks[0].counts { _ in draws.p }
      } else if case .own(let own) = scenario.rule.draw {
        draws.infected(
          by: own,
          candidates.map {
            ($0.person, seen($0.person, by: source, before: before).isHealthy)
          }, source: source, step: step, contacts.word, factor: people[source].factor)
      } else if scenario.contacts == .everybody {
        draws.infected(ofEverybody: candidates, contacts.word, factor: people[source].factor)
      } else if lists != nil {
        draws.infected(ofList: candidates, contacts.word, factor: people[source].factor)
      } else {
        draws.infected(of: candidates, &contacts)
      }
    infect(infected, by: source, before: before, &hitBy)
  }

  /// A source acts in all layers, one after the other.
  private mutating func act(
    _ source: Int, in layers: ReferenceLayers, before: [Person], _ hitBy: inout [Int: [Int]]
  ) {
    let number = people[source].nextAction.number
    let word = word(of: source)
    plan(source, number: number + 1)
    for layer in layers.layers.indices {
      if scenario.rule.draw == .each {
        var rung = people[source].clocks[layer].counts {
          layers.chance(layer, from: source, to: $0)
        }
        if fault == .closedClocksRun {
          let closed = rung.filter { !layers.isOpen(layer, source, $0) }
          people[source].clocks[layer].end(of: closed)
          rung.removeAll(where: closed.contains)
        }
        infect(rung, by: source, before: before, &hitBy)
        continue
      }
      let candidates = layers.layers[layer].lists[source].enumerated().filter {
        layers.isOpen(layer, source, $0.element)
          && (scenario.rule.pool == .all
            || seen($0.element, by: source, before: before).isHealthy)
      }
      let action = ReferenceDraws.word(
        run: word &+ ReferenceDraws.lane(ofLayer: layer), person: source, action: number)
      let infected = draws.infected(
        in: layers, layer, by: source, among: candidates.map { ($0.offset, $0.element) }, action,
        factor: people[source].factor)
      infect(infected, by: source, before: before, &hitBy)
    }
  }

  private mutating func infect(
    _ infected: [Int], by source: Int, before: [Person], _ hitBy: inout [Int: [Int]]
  ) {
    let isSequential = scenario.rule.update == .sequential
    for chosen in infected {
      guard seen(chosen, by: source, before: before).isHealthy else { continue }
      if people[chosen].isHealthy {
        infect(chosen)
        hitBy[chosen] = [source]
      } else if !isSequential, people[chosen].infectedAt == step, let others = hitBy[chosen] {
        if !others.contains(source) { hitBy[chosen]?.append(source) }
      }
    }
  }

  /// A person as a source sees them: as they were before the step, or where sources act one after
  /// the other as they are. (One person, not the group: a copy of a million for every source took
  /// most of the time of the tests.)
  private func seen(_ person: Int, by source: Int, before: [Person]) -> Person {
    var seen = scenario.rule.update == .sequential ? people[person] : before[person]
    if fault == .recoveriesSeenWithinStep, person < source, seen.recoversAt == step {
      recover(&seen, number: person)
    }
    return seen
  }

  /// The word of a person's present infection.
  private func word(of person: Int) -> UInt64 {
    let number = fault == .againAsFirst ? 1 : people[person].infections
    return ReferenceDraws.word(run: run, infection: number)
  }

  private mutating func infect(_ person: Int) {
    people[person].infectedAt = step
    people[person].firstInfectedAt = people[person].firstInfectedAt ?? step
    people[person].infections += 1
    people[person].factor = draws.factor(word(of: person), person: person)
    let acting = draws.actingSteps(word(of: person), person: person)
    let latent =
      draws.length(
        scenario.course.latentSteps, word(of: person), person: person, lane: 0x1e51_a921_e8e6_a305)
      ?? 0
    if scenario.rule.draw == .each, fault != .clocksGoOn || people[person].clocks.isEmpty {
      people[person].clocks = clocks(of: person)
      if fault == .latentClocksRun { run(latent, clocksOf: person) }
    }
    for (place, series) in scenario.observed.enumerated() {
      if let stay = draws.stay(series, word(of: person), person: person, infectedAt: step) {
        seen[place].append(stay)
      }
    }
    people[person].recoversAt = acting.map { step + latent + $0 }
    people[person].latentUntil = step + latent + (fault == .latentPlusOne ? 1 : 0)
    if fault == .chainReaction {
      people[person].nextAction = (1, step)
    } else {
      plan(person, number: 1, from: people[person].latentUntil)
    }
  }

  /// Those of a new infection, by layer.
  private func clocks(of person: Int) -> [ReferenceClocks] {
    let own = [
      (scenario.contacts == .everybody, layers == nil ? neighbors(of: person).map(\.person) : [])
    ]
    let word =
      fault == .infectionsAlike
      ? ReferenceDraws.word(run: run, infection: 1) : word(of: person)
    return (layers?.layers.map { ($0.isOfEverybody, $0.lists[person]) } ?? own).enumerated().map {
      layer, part in
      part.0
        ? ReferenceClocks(
          word, source: person, people: scenario.grid.people, layer: layer, fault: fault)
        : ReferenceClocks(word, source: person, neighbors: part.1, layer: layer, fault: fault)
    }
  }

  /// The fault lets clocks run in latent steps, too.
  private mutating func run(_ steps: Int, clocksOf person: Int) {
    for _ in 0..<steps {
      for layer in people[person].clocks.indices {
        let rung = people[person].clocks[layer].counts {
          layers?.chance(layer, from: person, to: $0) ?? draws.p
        }
        people[person].clocks[layer].end(of: rung)
      }
    }
  }

  private mutating func plan(_ person: Int, number: UInt64, from start: Int? = nil) {
    people[person].nextAction = (number, (start ?? step) + 1)
  }

  /// Recoveries and losses of immunity.
  private mutating func endStep() {
    for person in people.indices {
      if people[person].recoversAt == step {
        recover(person)
      } else if people[person].isImmune, people[person].immuneUntil == step {
        people[person].isImmune = false
      }
    }
  }

  private mutating func recover(_ person: Int) { recover(&people[person], number: person) }

  private func recover(_ person: inout Person, number: Int) {
    person.infectedAt = nil
    person.recoversAt = nil
    person.isIntroducedAndInfectedSince = false
    let late = fault == .waningPlusOne ? 1 : 0
    let length = draws.length(
      scenario.course.immuneSteps, word(of: number), person: number, lane: 0x7337_4ae0_759d_7579)
    person.immuneUntil = length.map { step + $0 + late }
    person.isImmune = person.immuneUntil.map { $0 > step } ?? true
  }

  // MARK: From outside

  private mutating func introduce() {
    let grid = scenario.grid
    for (index, introduction) in scenario.introductions.enumerated()
    where introduction.step == step || comes(introduction) {
      switch introduction.place {
      case .center: introduce(grid.center)
      case .people(let people): for person in people { introduce(person) }
      case .random(let count): introduce(count, of: healthyPeople, index)
      case .randomShare(let share):
        introduce(rounded(share, of: grid.people), of: healthyPeople, index)
      case .rate(let mean, _):
        guard comes(introduction) else { break }
        var stream = ReferenceDraws.introductionStream(run: run, step: step, index: index)
        let uniform = stream.unit()
        introduce(
          ReferenceDraws.number(.poisson, mean: mean, uniform), of: healthyPeople, &stream)
      }
    }
  }

  /// Whether people may come at the end of this step, or with `later` of a later one.
  private func comes(_ introduction: Introduction, later: Bool = false) -> Bool {
    guard case .rate(let mean, let to) = introduction.place, mean > 0 else { return false }
    let last = to ?? scenario.maxSteps
    return later
      ? introduction.step <= last && step < last : introduction.step <= step && step <= last
  }

  private mutating func introduce(_ person: Int) {
    guard people[person].isHealthy else { return }
    infect(person)
    transmissions.append((step, person, nil))
  }

  private mutating func introduce(_ count: Int, of healthy: [Int], _ index: Int) {
    var stream = ReferenceDraws.introductionStream(run: run, step: step, index: index)
    introduce(count, of: healthy, &stream)
  }

  private mutating func introduce(
    _ count: Int, of healthy: [Int], _ stream: inout RandomStream
  ) {
    if count >= healthy.count {
      for person in healthy { introduce(person) }
      return
    }
    var left = count
    while left > 0 {
      let person = Int(stream.below(UInt64(scenario.grid.people)))
      if people[person].isHealthy {
        introduce(person)
        left -= 1
      }
    }
  }

  private mutating func vaccinate(_ share: Double, ofGroup name: String? = nil) {
    let group = name.flatMap { scenario.groups?.names.firstIndex(of: $0) }
    let members = vaccinationOrder.filter {
      name == nil || fault == .groupIgnored || groupOf[$0] == group
    }
    let left = members.filter {
      (people[$0].isHealthy || fault == .dosesForInfected)
        && (!vaccinated.contains($0) || fault == .vaccinatedAgain)
    }
    let doses = rounded(
      share, of: fault == .shareOfEverybody ? people.count : members.count)
    var dosesLeft = doses
    for person in left where dosesLeft > 0 {
      vaccinated.insert(person)
      let works =
        fault == .efficacyOfShare
        ? Double(doses - dosesLeft) < scenario.vaccineEfficacy * Double(doses)
        : ReferenceGroups.works(scenario, run: run, person: person, fault)
      if works, people[person].isHealthy { people[person].isImmune = true }
      if works || fault != .immuneCount { dosesLeft -= 1 }
    }
  }

  /// With as many decimals as a double holds: a half that rounding has missed is one.
  private func nearest(_ number: Double) -> Int {
    let part = number - number.rounded(.down)
    return Int(number.rounded(.down)) + (part >= 0.5 - number * 0x1p-50 ? 1 : 0)
  }

  private func rounded(_ share: Double, of people: Int) -> Int {
    nearest(share * Double(people))
  }

  // MARK: Changes

  private func holds(
    _ condition: Intervention.Condition, ending since: Int?, infectious: Int? = nil
  ) -> Bool {
    let infected = infectedPeople.count
    let infectious = infectious ?? infected - people.count(where: isLatent)
    return switch condition {
    case .step(let first): step >= first
    case .everInfectedShare(let share): share == 0 || everInfected.count >= people(ofShare: share)
    case .infectedShare(let share):
      (share == 0 || infected >= people(ofShare: share)) == (since == nil)
    case .infectiousShare(let share):
      (share == 0 || infectious >= people(ofShare: share)) == (since == nil)
    case .afterSteps(let steps): since.map { step >= $0 + steps } ?? false
    }
  }

  private mutating func judgeInterventions() {
    for (place, change) in scenario.interventions.enumerated() {
      if let since = begun[place] {
        if let until = change.until, !over[place], holds(until, ending: since) {
          if change.repeats {
            (begun[place], judgedFrom[place]) = (nil, step + 1)
          } else {
            over[place] = true
          }
        }
      } else if step >= judgedFrom[place], holds(change.when, ending: nil) {
        begun[place] = step
        firstIntervention = firstIntervention ?? step
        if let share = change.immunizeShare { vaccinate(share, ofGroup: change.ofGroup) }
      }
    }
    applyChanges()
  }

  /// Whether the next step is made under an entry that sets or multiplies something.
  private var isUnderIntervention: Bool {
    scenario.interventions.indices.contains {
      begun[$0] != nil && !over[$0] && scenario.interventions[$0].changesSteps
    }
  }

  /// The values of the next step.
  private mutating func applyChanges() {
    var values: [Intervention.Target: Double] = [
      .infectionFactor: scenario.meanContacts,
      .infectionProbability: scenario.infectionProbability,
      .recoveryProbability: scenario.course.recoveryProbability,
    ]
    var chances = scenario.contacts.layers.map { _ in scenario.infectionProbability }
    var kept = chances.map { _ in 1.0 }
    for (place, change) in scenario.interventions.enumerated()
    where begun[place] != nil && !over[place] {
      for (target, effect) in change.effects {
        func changed(_ value: Double) -> Double {
          switch effect {
          case .set(let new): self.value(of: new)
          case .multiply(let factor): value * self.value(of: factor)
          }
        }
        values[target] = changed(values[target, default: 0])
        guard target == .infectionProbability else { continue }
        for layer in chances.indices where change.acts(in: layer) {
          chances[layer] = changed(chances[layer])
        }
      }
      guard let share = change.keepContacts else { continue }
      for layer in kept.indices where change.acts(in: layer) {
        kept[layer] = min(kept[layer], share)
      }
    }
    draws.mean = values[.infectionFactor, default: 0]
    draws.cap = nearest(values[.infectionFactor, default: 0])
    draws.p = min(1, chances.count == 1 ? chances[0] : values[.infectionProbability, default: 0])
    draws.course.recoveryProbability = min(1, values[.recoveryProbability, default: 0])
    layers?.probabilities = chances
    layers?.keptShares = kept
  }

  /// The value in the next step.
  private func value(of series: SteppedValue) -> Double {
    var next = step + 1
    if let period = series.period { next %= period }
    return series.values[series.steps.lastIndex { $0 <= next } ?? 0]
  }

  /// Whether an intervention may begin, end or change though nobody else is infected.
  private var waits: Bool {
    scenario.interventions.indices.contains { place in
      let change = scenario.interventions[place]
      guard let since = begun[place] else {
        if case .step = change.when { return true }
        // All who are latent will be infectious.
        return holds(change.when, ending: nil, infectious: infectedPeople.count)
      }
      guard !over[place] else { return false }
      let isSeason = change.effects.values.contains { effect in
        let last = effect.value.steps.last ?? 0
        return effect.value.values.count > 1 && (effect.value.period != nil || last > step + 1)
      }
      switch change.until {
      case .step?, .afterSteps?: return true
      case let end?: return holds(end, ending: since) || isSeason
      case nil: return isSeason
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
    let introductionIsLeft = scenario.introductions.contains {
      $0.isRate ? comes($0, later: true) : $0.step > step
    }
    if scenario.hasCourse {
      if infected.isEmpty && !introductionIsLeft { return .extinct }
      if scenario.stopShare < 1, everInfected.count >= people(ofShare: scenario.stopShare) {
        return .shareReached
      }
      return step >= scenario.maxSteps ? .maxSteps : nil
    }
    if infected.count == scenario.grid.people { return .allInfected }
    if infected.count >= people(ofShare: scenario.stopShare) { return .shareReached }
    let isInert = layers == nil ? draws.infectsNobody : draws.contactNobody
    let canSpread = infected.contains { source in
      if let layers {
        return layers.layers.indices.contains { layer in
          layers.layers[layer].lists[source].contains {
            people[$0].isHealthy && layers.chance(layer, from: source, to: $0) > 0
          }
        }
      }
      return neighbors(of: source).contains { people[$0.person].isHealthy }
    }
    if (isInert || !canSpread) && !introductionIsLeft && !waits { return .noSpread }
    return step >= scenario.maxSteps ? .maxSteps : nil
  }

  private func shapeIfReached() -> Shape? {
    let infected = everInfected
    let grid = scenario.grid
    guard scenario.contacts == .grid, scenario.rule.neighborhood != .hexagonal,
      grid.boundary == .bounded, !startPeople.isEmpty,
      infected.count >= people(ofShare: scenario.shapeShare)
    else { return nil }
    return ReferenceShape.shape(of: infected, from: startPeople, columns: grid.columns)
  }
}
