internal import KeyedRandom
import SpreadModel

/// The course of infections, in runs that track people: how they begin, and what the end of a step
/// brings to those who are infected or immune. A step touches only who changes.
///
/// Sources are the acting people with a healthy neighbor. A source without one is dropped, and is
/// opened again when a neighbor loses immunity.
extension SpreadKernel {
  /// The end of a step in which sources acted: `fresh` holds whom they infected.
  mutating func endStep() {
    course.newInfections = 0
    course.infections &+= freshCount
    infected &+= freshCount
    recoverDue()
    if !isRare { keepSources() }
    beginInfections(from: 0)
    returnDue()
    if course.latentSteps > 0 { endLatency() }
    openSources()
  }

  /// Drops the sources who recovered, and those without a healthy neighbor.
  private mutating func keepSources() {
    if course.sourcesEnd { return }
    if course.keepsClosed {
      sources.keep(health, PersonBits.acting)
    } else {
      sources.keepOpen(masks, acting: course.peopleReturn ? health : nil)
    }
  }

  /// By cell: not 0 where an acting person is a source.
  private var openBytes: RawBuffer<UInt8> { course.keepsClosed ? health : masks }

  // MARK: Beginning

  /// Counts the people of `fresh` from `first` on as infected in this step, and makes them wait for
  /// what comes next.
  private mutating func beginInfections(from first: Int) {
    let new = first..<freshCount
    course.newInfections &+= new.count
    if let map { noteFirstInfections(new, map) }
    let numbers = course.makeInfected(fresh.view, new, health, at: step)
    if course.copies.areSeveral {
      course.copies.begin(fresh.view, new, numbers, isLatent: course.latentSteps > 0)
    }
    if course.sourcesEnd {
      sources.prepare(fresh.view, new, template)
      drawBeginnings(new, numbers, keys: sources.newKeys, ends: sources.newEnds)
      sources.admit(new.count)
    } else {
      let ends = course.drawsLengths ? course.beginnings.ends(room: new.count) : nil
      if course.actsAtOnce {
        let old = sources.count
        sources.prepare(fresh.view, new, template)
        drawBeginnings(new, numbers, keys: sources.newKeys, ends: ends)
        sources.admit(new.count)
        sources.keep(masks, .max, from: old)
      } else if ends != nil {
        let keys = course.beginnings.keys(room: new.count)
        drawBeginnings(new, numbers, keys: keys, ends: ends)
      }
      if let ends { course.wait(fresh.view, new, ends) }
      if let length = course.fixedLength {
        let end = step &+ course.latentSteps &+ length
        if course.isWithinRun(end) { course.infectedQueue.add(fresh.view, new, until: end) }
      }
    }
    if course.latentSteps > 0 {
      course.latent &+= new.count
      course.latentPeople.add(fresh.view, new, until: step &+ course.latentSteps)
    } else if isRare || plan.ordersSources {
      for index in new { startActing(fresh.view[index]) }
    }
  }

  @inline(__always) private mutating func drawBeginnings(
    _ new: Range<Int>, _ numbers: RawBuffer<UInt32>?, keys: RawBuffer<UInt64>,
    ends: RawBuffer<UInt32>?
  ) {
    let words = personWords
    course.drawBeginnings(
      fresh.view, new, numbers, at: step, words: words, passes: passes, keys: keys,
      ends: ends)
  }

  private mutating func noteFirstInfections(_ new: Range<Int>, _ map: UnsafeMutablePointer<Int32>) {
    for index in new where health[fresh.view[index]] & PersonBits.untouched != 0 {
      map[grid.person(at: fresh.view[index])] = Int32(truncatingIfNeeded: step)
    }
  }

  @inline(__always) var personWords: PersonWords {
    mutating get { PersonWords(course, health: health, grid: grid) }
  }

  /// The word of somebody's present infection, or of the one that is to begin.
  mutating func infectionWord(of cell: UInt32, next: Bool = false) -> UInt64 {
    let words = personWords
    return words.word(of: cell, infection: words.number(of: cell, next: next))
  }

  /// Those whose latent steps are over act from the next step on.
  private mutating func endLatency() {
    let due = course.latentPeople.take(at: step)
    course.latent &-= due.count
    course.copies.count(course.latentPeople.cells.view, due, [0, 0, 0, .max, 0, 0, 0, 0])
    for index in due {
      let cell = course.latentPeople.cells.view[index]
      health[cell] |= PersonBits.acting
      if course.keepsRest { course.restedUntil[cell] = UInt32(truncatingIfNeeded: step) }
      startActing(cell)
    }
  }

  @inline(__always) private mutating func startActing(_ cell: UInt32) {
    if isRare {
      let word = infectionWord(of: cell)
      scheduleFirst(cell, last: course.actingSteps(word).map { step &+ $0 })
    } else if openBytes[cell] != 0 {
      course.open(cell)
    }
  }

  // MARK: End

  /// Those whose infection ends with this step: not infected any more, and no sources.
  private mutating func recoverDue() {
    let (cells, due) = course.takeRecovering(from: &sources, at: step)
    recover(cells, due)
  }

  private mutating func recover(_ cells: RawBuffer<UInt32>, _ due: Range<Int>) {
    infected &-= due.count
    if course.immuneSteps != 0 { course.immune &+= due.count }
    course.copies.count(cells, due, [0, 0, course.immuneSteps == 0 ? 0 : 1, 0, .max, 0, 0, 0])
    let masks = masks
    let health = health
    if course.peopleReturn {
      for index in due {
        health[cells[index]] &= ~PersonBits.infected
      }
      if course.endedReturn { return }
      let end = step &+ (course.immuneSteps ?? 0)
      if course.isWithinRun(end) { course.immunePeople.add(cells, due, until: end) }
    } else {
      for index in due {
        // Nobody sees this mask again: the person is dropped as one without a healthy neighbor.
        masks[cells[index]] = 0
        health[cells[index]] &= ~PersonBits.infected
      }
    }
  }

  /// Those who are healthy again from this step on.
  private mutating func returnDue() {
    guard course.peopleReturn else { return }
    if course.endedReturn {
      let ended = course.ended.view
      for index in 0..<course.endedCount { becomeHealthy(ended[index]) }
      return
    }
    let due = course.immunePeople.take(at: step)
    if course.immuneSteps != 0 {
      course.immune &-= due.count
      course.copies.count(course.immunePeople.cells.view, due, [0, 0, .max, 0, 0, 0, 0, 0])
    }
    for index in due { becomeHealthy(course.immunePeople.cells.view[index]) }
  }

  /// Tells the people around a cell that its person is healthy; those acting who had no healthy
  /// neighbor become sources again.
  @inline(__always) private mutating func becomeHealthy(_ cell: UInt32) {
    health[cell] |= PersonBits.healthy
    if grid.isTorus || !course.keepsClosed && grid.hasClosedNeighbor(cell, masks) {
      reopenNeighbors(cell)
    } else {
      grid.addToInnerNeighbors(cell, place: course.copies.place(of: cell), masks)
    }
  }

  @inline(never) private mutating func reopenNeighbors(_ cell: UInt32) {
    var directions = template.neighbors(at: cell)
    while directions != 0 {
      let direction = directions.trailingZeroBitCount
      directions &= directions &- 1
      let neighbor = grid.neighbor(of: cell, direction)
      let before = masks[neighbor]
      masks[neighbor] = before | grid.way(from: neighbor, to: cell, opposite: direction, template)
      if before == 0 && !isRare && !course.keepsClosed && health[neighbor] & PersonBits.acting != 0
      {
        course.open(neighbor)
      }
    }
  }

  /// Makes the opened cells sources.
  private mutating func openSources() {
    let count = course.openedCount
    guard count > 0 else { return }
    let words = personWords
    var people = ActingPeople(course, words: words, template: template, step: step)
    if plan.ordersSources {
      hits.reserve(count &+ 1, keeping: 0)
      sources.merge(course.opened.view, 0..<count, openBytes, hits.view, sorter, &people)
    } else {
      sources.append(course.opened.view, 0..<count, openBytes, &people)
    }
    course.closeList()
  }

  var isRare: Bool { plan.strategy == .rare || plan.strategy == .rareSequential }

  // MARK: From outside

  /// Makes the people of `fresh` from `first` on, who were introduced, infected.
  mutating func admitTracked(from first: Int) {
    if !isRare { keepSources() }
    beginInfections(from: first)
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
    if !isRare { keepSources() }
  }

  /// Whether some infected person has a healthy neighbor, or may have after its latent steps.
  var canSpread: Bool {
    if isRare { return infected > 0 && infected < grid.people }
    return sources.count > 0 || course.latentPeople.contains { [masks] in masks[$0] != 0 }
  }
}
