internal import KeyedRandom
import SpreadModel

/// The course of infections, in runs that track people: how they begin, and what the end of a step
/// brings to those who are infected or immune. A step touches only who changes.
extension SpreadKernel {
  /// The end of a step in which sources acted: `fresh` holds whom they infected.
  mutating func endStep() {
    course.newInfections = 0
    course.infections &+= freshCount
    infected &+= freshCount
    beginInfections(from: 0)
    if notes.isOpen { chooseInfectors() }
    let recovered = recoverDue()
    if !isRare { sources.keepOpen(masks) }
    returnDue(recovered)
    startActing(from: 0)
    openSources()
  }

  /// Counts the people of `fresh` from `first` on as infected in this step, and says when they
  /// recover.
  private mutating func beginInfections(from first: Int) {
    course.newInfections &+= freshCount &- first
    for index in first..<freshCount {
      let cell = fresh.view[index]
      if health[cell] & PersonBits.untouched != 0 {
        health[cell] &= ~PersonBits.untouched
        course.everInfected &+= 1
        if let map { map[grid.person(at: cell)] = Int32(truncatingIfNeeded: step) }
      }
      if course.peopleReturn { course.infectionsOf[cell] &+= 1 }
      if let acting = actingSteps(of: cell) {
        let end = step &+ course.latentSteps &+ acting
        if course.isWithinRun(end) { course.infectedPeople.add(cell, at: end) }
      }
    }
    if course.latentSteps > 0 {
      course.latent &+= freshCount &- first
      let end = step &+ course.latentSteps
      for index in first..<freshCount { course.latentPeople.add(fresh.view[index], at: end) }
    }
  }

  /// In how many steps the person infected last in a cell acts; nil for no end.
  @inline(__always) private func actingSteps(of cell: UInt32) -> Int? {
    course.actingSteps(mix(infectionWord(of: cell) &+ RandomKeys.lengthLane))
  }

  /// The word of somebody's infection from which its length and its draws are made.
  @inline(__always) func infectionWord(of cell: UInt32) -> UInt64 {
    let person = UInt64(truncatingIfNeeded: grid.person(at: cell)) &* RandomKeys.personStride
    guard course.peopleReturn else { return runWord &+ person }
    return RandomKeys.word(ofRun: runWord, infection: course.infectionsOf[cell]) &+ person
  }

  /// Those whose infection ends with this step: not infected any more, and no sources. Returns their
  /// number; `infectedPeople.due` holds them.
  private mutating func recoverDue() -> Int {
    let count = course.infectedPeople.take(at: step)
    infected &-= count
    let due = course.infectedPeople.due.view
    for index in 0..<count {
      let cell = due[index]
      health[cell] &= ~(PersonBits.acting | PersonBits.introduced)
      masks[cell] = 0
    }
    switch course.immuneSteps {
    case nil: course.immune &+= count
    case 0?: break
    case let steps?:
      course.immune &+= count
      let end = step &+ steps
      guard course.isWithinRun(end) else { break }
      for index in 0..<count { course.immunePeople.add(due[index], at: end) }
    }
    return count
  }

  /// Those who are healthy again from this step on.
  private mutating func returnDue(_ recovered: Int) {
    guard course.peopleReturn else { return }
    if course.immuneSteps == 0 {
      for index in 0..<recovered { becomeHealthy(course.infectedPeople.due.view[index]) }
    } else {
      let count = course.immunePeople.take(at: step)
      course.immune &-= count
      for index in 0..<count { becomeHealthy(course.immunePeople.due.view[index]) }
    }
  }

  /// Tells the acting people around a cell that its person is healthy; those who had no healthy
  /// neighbor become sources again.
  private mutating func becomeHealthy(_ cell: UInt32) {
    health[cell] |= PersonBits.healthy
    var directions = template.neighbors(at: cell)
    while directions != 0 {
      let direction = directions.trailingZeroBitCount
      directions &= directions &- 1
      let neighbor = grid.neighbor(of: cell, direction)
      guard health[neighbor] & PersonBits.acting != 0 else { continue }
      let before = masks[neighbor]
      masks[neighbor] = before | grid.way(from: neighbor, to: cell, opposite: direction, template)
      if before == 0 && !isRare { course.open(neighbor) }
    }
  }

  /// Those who act from the next step on: with latent steps the ones whose wait is over, otherwise the
  /// people of `fresh` from `first` on.
  private mutating func startActing(from first: Int) {
    if course.latentSteps == 0 {
      for index in first..<freshCount { startActing(fresh.view[index]) }
    } else if first == 0 {
      let count = course.latentPeople.take(at: step)
      course.latent &-= count
      for index in 0..<count { startActing(course.latentPeople.due.view[index]) }
    }
  }

  @inline(__always) private mutating func startActing(_ cell: UInt32) {
    health[cell] |= PersonBits.acting
    if course.peopleReturn {
      masks[cell] = grid.healthyAround(cell, health) & template.neighbors(at: cell)
      course.restedUntil[cell] = UInt32(truncatingIfNeeded: step)
    }
    if isRare {
      scheduleFirst(cell, last: actingSteps(of: cell).map { step &+ $0 })
    } else if masks[cell] != 0 {
      course.open(cell)
    }
  }

  /// Makes the opened cells sources.
  private mutating func openSources() {
    guard course.openedCount > 0 else { return }
    let people = PeopleOfCourse(
      infections: course.infectionsOf, restedUntil: course.restedUntil,
      peopleReturn: course.peopleReturn, runWord: runWord,
      past: UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride, grid: grid,
      template: template)
    let count = course.openedCount
    if plan.ordersSources {
      hits.reserve(count &+ 1, keeping: 0)
      sources.merge(course.opened.view, 0..<count, masks, hits.view, sorter, people)
    } else {
      sources.append(course.opened.view, 0..<count, masks, people)
    }
    course.closeList()
  }

  var isRare: Bool { plan.strategy == .rare || plan.strategy == .rareSequential }

  // MARK: From outside

  /// Makes the people of `fresh` from `first` on, who were introduced, infected.
  mutating func admitTracked(from first: Int) {
    beginInfections(from: first)
    if !isRare { sources.keepOpen(masks) }
    if course.latentSteps == 0 { startActing(from: first) }
    openSources()
  }

  /// Makes healthy people immune for the rest of the run.
  mutating func immunize(_ people: some Sequence<Int>) {
    for person in people {
      let cell = UInt32(truncatingIfNeeded: grid.cell(of: person))
      guard isHealthy(cell) else { continue }
      health[cell] &= ~PersonBits.healthy
      removeFromNeighbors(cell)
      course.immune &+= 1
    }
  }

  /// Makes `count` people immune, those with the lowest keys among the healthy; all of them if fewer
  /// are left.
  mutating func immunizeRandomly(_ count: Int) {
    guard count > 0 else { return }
    let keys = ImmunityKeys(runWord)
    immunize(
      keys.lowest(count, of: grid.people) { [grid, health] in
        health[UInt32(truncatingIfNeeded: grid.cell(of: $0))] & PersonBits.healthy != 0
      })
    if !isRare { sources.keepOpen(masks) }
  }

  /// Whether some infected person has a healthy neighbor, or may have after its latent steps.
  var canSpread: Bool {
    if isRare { return infected > 0 && infected < grid.people }
    return sources.count > 0 || course.latentPeople.contains { [masks] in masks[$0] != 0 }
  }
}

/// The people who become sources in a run that tracks them.
private struct PeopleOfCourse: NewPeople {
  let infections: RawBuffer<UInt32>
  let restedUntil: RawBuffer<UInt32>
  let peopleReturn: Bool
  let runWord: UInt64
  let past: UInt64
  let grid: PaddedGrid
  let template: NeighborTemplate

  @inline(__always) func key(of cell: UInt32) -> UInt64 {
    let person = UInt64(truncatingIfNeeded: grid.person(at: cell)) &* RandomKeys.personStride
    guard peopleReturn else { return runWord &+ person &- past }
    let rested = UInt64(restedUntil[cell]) &* RandomKeys.actionStride
    return RandomKeys.word(ofRun: runWord, infection: infections[cell]) &+ person &- rested
  }

  @inline(__always) func neighbors(of cell: UInt32) -> UInt8 { template.neighbors(at: cell) }
}
