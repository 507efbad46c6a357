internal import KeyedRandom
package import SpreadModel

extension RandomScenarios {
  /// A scenario as one of the others, in which contacts differ: layers, weights, places, groups, closed pairs, seasons.
  package static func differing(_ number: Int) -> Scenario {
    var scenario = number.isMultiple(of: 4) ? groups(number + 1) : contacts(number)
    var stream = RandomStream(key: 2030, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    let people = scenario.grid.people
    if stream.below(3) == 0 {
      scenario.rule.draw = pick([
        .number(.poisson), .number(.geometric), .number(.negativeBinomial(dispersion: 0.5)),
        .number(.weights([1, 2, 0, 3])),
      ])
      if scenario.rule.draw.hasMean { scenario.realInfectionFactor = pick([0.5, 1.5, 4]) }
      if scenario.rule.draw.hasMean, stream.below(3) == 0 {
        scenario.course.infectiousnessDispersion = 0.4
      }
    }
    // Two of three: the draw that has clocks.
    if stream.below(2) == 0 { scenario.rule.draw = .each }
    if stream.below(3) == 0 {
      scenario.interventions = changing(number).interventions
      if !scenario.rule.draw.hasMean, scenario.rule.draw.usesFactor {
        scenario.realInfectionFactor = nil
      }
    }
    let size = pick([1, 2, 3, 7])
    let structures: [Contacts] =
      [
        .grid, .everybody, scenario.contacts, .places(Places(.equal(size)), per: .replicate),
        .places(Places(.equal(size), shuffles: true), per: pick([.replicate, .study])),
        .places(
          Places(.weights(pick([[1, 2, 1], [0, 0, 1], [1]])), shuffles: pick([true, false])),
          per: .replicate),
        .places(Places(.listed(placeTable(people, &stream))), per: .replicate),
        .edges(weighted(people, isMerged: true, exposure: nil, &stream)),
        .edges(weighted(people, isMerged: true, exposure: pick([0.5, 2]), &stream)),
      ]
    let layers = (0..<pick([1, 1, 2, 3])).map { _ in
      ContactLayer(pick(structures), multiply: pick([0, 0.3, 1, 1, 1, 2.5]))
    }
    scenario.contacts = .layered(layers)
    if let groups = scenario.groups {
      scenario.groups?.multiply = groups.names.map { _ in
        groups.names.map { _ in pick([0, 0.2, 1, 1, 3]) }
      }
    } else if stream.below(3) == 0 {
      let names = (0..<pick([1, 2, 3])).map { "g\($0)" }
      scenario.groups = Groups(
        names: names,
        membership: pick([
          .shares(names.map { _ in pick([0.2, 1, 3]) }, inOrder: false),
          .shares(names.map { _ in 1 }, inOrder: true),
          .listed(
            (0..<people).map { _ in UInt8(stream.below(UInt64(names.count))) }, source: "file"),
        ]),
        multiply: names.map { _ in names.map { _ in pick([0, 0.2, 1, 1, 3]) } })
    }
    let count = layers.count
    for index in scenario.interventions.indices where stream.below(2) == 0 {
      scenario.interventions[index].layers = .numbered(
        (0..<count).filter { _ in pick([true, false]) })
    }
    if stream.below(3) == 0, scenario.contacts.hasPairs || stream.below(2) == 0 {
      var keep = Intervention(
        when: .step(pick([0, 1, 3])), keepContacts: pick([0, 0.3, 0.7, 1]),
        until: pick([nil, .afterSteps(2), .step(6)]))
      keep.layers = .numbered(
        scenario.contacts.layers.indices.filter { scenario.contacts.layers[$0].contacts.hasPairs })
      keep.repeats = keep.until != nil && pick([true, false])
      scenario.interventions.append(keep)
    }
    if stream.below(4) == 0 {
      scenario.interventions.append(
        Intervention(
          when: .step(pick([0, 2])),
          effects: [
            pick(Intervention.Target.allCases): .multiply(
              SteppedValue(
                steps: [0, 2, 3], values: [pick([0, 1]), 0.3, 1.4], period: pick([nil, 5, 9])))
          ]))
    }
    return scenario
  }

  private static func placeTable(_ people: Int, _ stream: inout RandomStream) -> PlaceTable {
    let places = 1 + Int(stream.below(6))
    var (persons, of): ([UInt32], [UInt32]) = ([], [])
    for person in 0..<people {
      for place in 0..<places where stream.below(3) == 0 {
        persons.append(UInt32(person))
        of.append(UInt32(place))
      }
    }
    return PlaceTable(people: people, count: places, persons: persons, places: of)
  }

  private static func weighted(
    _ people: Int, isMerged: Bool, exposure: Double?, _ stream: inout RandomStream
  ) -> NeighborTable {
    var (from, to, weights): ([UInt32], [UInt32], [Float]) = ([], [], [])
    for _ in 0..<Int(stream.below(UInt64(4 * people))) {
      let ends = stream.choice(of: min(2, people), from: people)
      guard ends.count == 2 else { continue }
      from.append(UInt32(ends[0]))
      to.append(UInt32(ends[1]))
      weights.append([0, 0.1, 0.7, 1, 1.5, 4][Int(stream.below(6))])
    }
    return NeighborTable(
      people: people, from: from, to: to, weights: weights, exposure: exposure,
      isDirected: stream.below(2) == 0, isMerged: isMerged)
  }
}
