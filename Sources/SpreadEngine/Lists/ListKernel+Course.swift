internal import KeyedRandom
import SpreadModel

/// The course of infections: how they begin, and what the end of a step brings to those who are
/// infected or immune.
extension ListKernel {
  /// The end of a step in which sources acted: `fresh` holds whom they infected.
  mutating func endStep() {
    course.newInfections = 0
    course.infections &+= freshCount
    infected &+= freshCount
    recoverDue()
    keepSources()
    beginInfections(from: 0)
    returnDue()
    if course.latentSteps > 0 { endLatency() }
    openSources()
  }

  /// Drops the sources who recovered, and now and then those without a healthy neighbor.
  private mutating func keepSources() {
    if course.sourcesEnd { return }
    if closes && step % Self.closings == 0 { closeSources() }
    sources.keepOpen(open, acting: course.peopleReturn ? health : nil)
  }

  // MARK: Beginning

  /// Counts the people of `fresh` from `first` on as infected in this step, and makes them wait for
  /// what comes next.
  private mutating func beginInfections(from first: Int) {
    let new = first..<freshCount
    guard !new.isEmpty else { return }
    course.newInfections &+= new.count
    if witness.isUsed { witness.add(fresh.view, new) }
    if let map { noteFirstInfections(new, map) }
    let numbers = course.makeInfected(fresh.view, new, health, at: step)
    if let gamma {
      for index in new {
        let word = infectionWord(of: fresh.view[index]) &+ RandomKeys.factorLane
        factors[fresh.view[index]] = gamma.factor(mix(word))
      }
    }
    if course.sourcesEnd {
      sources.prepare(fresh.view, new, nil)
      draw(new, numbers, keys: sources.newKeys, ends: sources.newEnds)
      sources.admit(new.count)
      return
    }
    if course.drawsLengths {
      let ends = course.beginnings.ends(room: new.count)
      draw(new, numbers, keys: course.beginnings.keys(room: new.count), ends: ends)
      course.wait(fresh.view, new, ends)
    } else if let length = course.fixedLength {
      let end = step &+ course.latentSteps &+ length
      if course.isWithinRun(end) { course.infectedQueue.add(fresh.view, new, until: end) }
    }
    if course.latentSteps > 0 {
      course.latent &+= new.count
      course.latentPeople.add(fresh.view, new, until: step &+ course.latentSteps)
    } else {
      becomeSources(fresh.view, new)
    }
  }

  private mutating func draw(
    _ new: Range<Int>, _ numbers: RawBuffer<UInt32>?, keys: RawBuffer<UInt64>,
    ends: RawBuffer<UInt32>
  ) {
    course.drawBeginnings(
      fresh.view, new, numbers, at: step, words: words, passes: passes, keys: keys,
      ends: ends)
  }

  private func noteFirstInfections(_ new: Range<Int>, _ map: UnsafeMutablePointer<Int32>) {
    for index in new where health[fresh.view[index]] & PersonBits.untouched != 0 {
      map[Int(fresh.view[index])] = Int32(truncatingIfNeeded: step)
    }
  }

  private var words: PersonWords { PersonWords(course, health: health, grid: nil) }

  /// The word of somebody's present infection, or of the one that is to begin.
  func infectionWord(of person: UInt32, next: Bool = false) -> UInt64 {
    let words = words
    return words.word(of: person, infection: words.number(of: person, next: next))
  }

  /// Those whose latent steps are over act from the next step on.
  private mutating func endLatency() {
    let due = course.latentPeople.take(at: step)
    course.latent &-= due.count
    for index in due {
      let person = course.latentPeople.cells.view[index]
      health[person] |= PersonBits.acting
      if course.peopleReturn { course.restedUntil[person] = UInt32(truncatingIfNeeded: step) }
      course.open(person)
    }
  }

  /// Makes those who begin to act sources.
  private mutating func openSources() {
    let count = course.openedCount
    guard count > 0 else { return }
    becomeSources(course.opened.view, 0..<count)
    course.closeList()
  }

  /// Puts the sources among people `range` of `new` into their list.
  private mutating func becomeSources(_ new: RawBuffer<UInt32>, _ range: Range<Int>) {
    var people = ListPeople(
      words: words, restedUntil: course.peopleReturn ? course.restedUntil : nil,
      past: UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride)
    if plan.ordersSources {
      hits.reserve(range.count &+ 1, keeping: 0)
      sources.merge(new, range, open, hits.view, sorter, &people)
    } else {
      sources.append(new, range, open, &people)
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
    for index in due { health[cells[index]] &= ~PersonBits.infected }
    if course.endedReturn { return }
    if course.peopleReturn {
      let end = step &+ (course.immuneSteps ?? 0)
      if course.isWithinRun(end) { course.immunePeople.add(cells, due, until: end) }
    } else if !course.sourcesEnd {
      for index in due { open[cells[index]] = 0 }
    }
  }

  /// Those who are healthy again from this step on.
  private mutating func returnDue() {
    guard course.peopleReturn else { return }
    if course.endedReturn {
      becomeHealthy(course.ended.view, 0..<course.endedCount)
      return
    }
    let due = course.immunePeople.take(at: step)
    if course.immuneSteps != 0 { course.immune &-= due.count }
    becomeHealthy(course.immunePeople.cells.view, due)
  }

  private mutating func becomeHealthy(_ people: RawBuffer<UInt32>, _ range: Range<Int>) {
    for index in range { health[people[index]] |= PersonBits.healthy }
    if healthyPeople != nil {
      for index in range { healthyPeople?.insert(people[index]) }
    }
  }

  // MARK: From outside

  mutating func infect(_ person: Int) -> Bool {
    guard isHealthy(person: person) else { return false }
    fresh.reserve(freshCount + 1, keeping: freshCount)
    fresh.view[freshCount] = UInt32(person)
    freshCount += 1
    infected += 1
    health[person] &= ~PersonBits.healthy
    healthyPeople?.remove(UInt32(person))
    if notes.isRecording { notes.record(person, by: nil) }
    return true
  }

  mutating func admit(from first: Int) {
    keepSources()
    beginInfections(from: first)
    openSources()
  }

  mutating func immunize(_ people: some Sequence<Int>) {
    for person in people where isHealthy(person: person) {
      health[person] &= ~PersonBits.healthy
      healthyPeople?.remove(UInt32(person))
      course.immune &+= 1
    }
  }

  mutating func immunizeRandomly(_ count: Int) {
    guard count > 0 else { return }
    let health = health
    immunize(
      ImmunityKeys(runWord).lowest(count, of: people) { health[$0] & PersonBits.healthy != 0 })
  }

  /// The map is written as infections begin.
  func noteOnMap() {}

  mutating func beginShape() { shape.begin(people(from: 0)) }

  mutating func takeShapeIfReached() {
    let health = health
    shape.take(ofInfected: course.everInfected, people: people) {
      health[$0] & PersonBits.untouched == 0
    }
  }

  var canSpread: Bool {
    guard let table else { return infected > 0 && infected &+ course.immune < people }
    return witness.exists(table, health)
  }
}

/// Acting people who become sources: at once, or after their latent steps.
struct ListPeople: NewPeople {
  let words: PersonWords
  /// `CourseState.restedUntil` where people return.
  let restedUntil: RawBuffer<UInt32>?
  let past: UInt64

  @inline(__always) func key(of person: UInt32) -> UInt64 {
    let word = words.word(of: person, infection: words.number(of: person))
    guard let restedUntil else { return word &- past }
    return word &- UInt64(restedUntil[person]) &* RandomKeys.actionStride
  }

  func neighbors(of person: UInt32) -> UInt8 { 0 }
}
