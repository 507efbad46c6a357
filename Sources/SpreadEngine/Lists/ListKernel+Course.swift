internal import KeyedRandom
import SpreadModel

/// What the course of infections means for lists; `RunKernel` says when.
extension ListKernel {
  func cell(of person: Int) -> UInt32 { UInt32(truncatingIfNeeded: person) }
  func person(at cell: UInt32) -> Int { Int(truncatingIfNeeded: cell) }

  var openBytes: RawBuffer<UInt8> { open }

  func group(of person: Int) -> Int? { groups.count == 0 ? nil : Int(groups.groupOf[person]) }

  var contactLists: ContactLists {
    if plan.meeting == .layers { return layers.contactLists }
    return ContactLists(layers: [table.map { .lists($0) } ?? .everybody], people: people)
  }

  /// Who is infected may have to be found again, and some contact more people than others.
  mutating func describeInfections(_ new: Range<Int>) {
    if witness.isUsed { witness.add(newlyInfected.view, new) }
    guard let gamma else { return }
    for index in new {
      let word = infectionWord(of: newlyInfected.view[index]) &+ RandomKeys.factorLane
      factors[newlyInfected.view[index]] = gamma.factor(mix(word))
    }
  }

  /// Steps between two looks for sources without a healthy neighbor.
  private static let closings = 8

  /// Now and then, where nobody becomes healthy again and sources might act for long.
  mutating func closeSources() {
    if plan.meeting == .layers { return closeSourcesInLayers() }
    guard let starts, let neighbors, !course.peopleReturn, step % Self.closings == 0 else { return }
    for index in 0..<sources.count {
      let source = Int(truncatingIfNeeded: sources.cells.view[index])
      var place = Int(truncatingIfNeeded: starts[source])
      let end = Int(truncatingIfNeeded: starts[source &+ 1])
      while place < end && health[neighbors[place]] & PersonBits.healthy == 0 { place &+= 1 }
      if place == end { open[source] = 0 }
    }
  }

  private mutating func closeSourcesInLayers() {
    guard !layers.hasEverybody, !course.peopleReturn, step % Self.closings == 0 else { return }
    for index in 0..<sources.count {
      let source = sources.cells.view[index]
      if isAlone(source) { open[source] = 0 }
    }
  }

  mutating func becomeHealthy(_ people: RawBuffer<UInt32>, _ range: Range<Int>) {
    for index in range { health[people[index]] |= PersonBits.healthy }
    if healthyPeople != nil {
      for index in range { healthyPeople?.insert(people[index]) }
    }
  }

  mutating func stopBeingHealthy(_ person: UInt32) {
    health[person] &= ~PersonBits.healthy
    healthyPeople?.remove(person)
  }

  mutating func takeShapeIfReached() {
    let health = health
    shape.take(ofInfected: course.everInfected, people: people) {
      health[$0] & PersonBits.neverInfected == 0
    }
  }

  var canSpread: Bool {
    if plan.meeting == .layers { return witness.exists { mayInfect($0) } }
    guard let table else { return infected > 0 && infected &+ course.immune < people }
    return witness.exists(table, health)
  }
}
