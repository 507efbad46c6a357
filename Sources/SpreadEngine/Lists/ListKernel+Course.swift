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

  /// Drops the sources who recovered, and those without a healthy neighbor.
  private mutating func keepSources() {
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
    var people = ListPeople(
      course, health: health, runWord: runWord, step: step,
      begins: course.latentSteps == 0 ? PersonBits.acting : PersonBits.latent)
    if course.latentSteps > 0 {
      for index in new { _ = people.key(of: fresh.view[index]) }
      course.latent &+= new.count
      course.latentPeople.add(fresh.view, new, until: step &+ course.latentSteps)
    } else {
      becomeSources(fresh.view, new, &people)
    }
    course.everInfected &+= people.untouched
    if let gamma {
      for index in new {
        let word = infectionWord(of: fresh.view[index]) &+ RandomKeys.factorLane
        factors[fresh.view[index]] = gamma.factor(mix(word))
      }
    }
    waitForRecovery(new)
  }

  private mutating func waitForRecovery(_ new: Range<Int>) {
    if let length = course.fixedLength {
      let end = step &+ course.latentSteps &+ length
      if course.isWithinRun(end) { course.infectedQueue.add(fresh.view, new, until: end) }
    } else if course.drawsLengths {
      for index in new {
        let person = fresh.view[index]
        guard let length = course.actingSteps(infectionWord(of: person)) else { continue }
        let end = step &+ course.latentSteps &+ length
        if course.isWithinRun(end) { course.infectedWheel.add(person, until: end) }
      }
    }
  }

  private func noteFirstInfections(_ new: Range<Int>, _ map: UnsafeMutablePointer<Int32>) {
    for index in new where health[fresh.view[index]] & PersonBits.untouched != 0 {
      map[Int(fresh.view[index])] = Int32(truncatingIfNeeded: step)
    }
  }

  /// The word of somebody's present infection, from which its length and its draws are made.
  func infectionWord(of person: UInt32, next: Bool = false) -> UInt64 {
    let word = UInt64(person) &* RandomKeys.personStride
    guard course.peopleReturn else { return runWord &+ word }
    // What stands there before the first infection is of another run.
    let before = health[person] & PersonBits.untouched != 0 ? 0 : course.infectionsOf[person]
    let number = before &+ (next ? 1 : 0)
    return RandomKeys.word(ofRun: runWord, infection: number) &+ word
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
    var people = ListPeople(
      course, health: health, runWord: runWord, step: step, begins: nil)
    becomeSources(course.opened.view, 0..<count, &people)
    course.closeList()
  }

  // MARK: End

  /// Those whose infection ends with this step: not infected any more, and no sources.
  private mutating func recoverDue() {
    if course.drawsLengths {
      let count = course.infectedWheel.take(at: step)
      recover(course.infectedWheel.due.view, 0..<count)
    } else {
      let due = course.infectedQueue.take(at: step)
      recover(course.infectedQueue.cells.view, due)
    }
  }

  private mutating func recover(_ cells: RawBuffer<UInt32>, _ due: Range<Int>) {
    infected &-= due.count
    if course.immuneSteps != 0 { course.immune &+= due.count }
    for index in due { health[cells[index]] &= ~PersonBits.infected }
    if course.peopleReturn {
      let end = step &+ (course.immuneSteps ?? 0)
      if course.isWithinRun(end) { course.immunePeople.add(cells, due, until: end) }
    } else {
      for index in due { open[cells[index]] = 0 }
    }
  }

  /// Those who are healthy again from this step on.
  private mutating func returnDue() {
    guard course.peopleReturn else { return }
    let due = course.immunePeople.take(at: step)
    if course.immuneSteps != 0 { course.immune &-= due.count }
    for index in due {
      let person = course.immunePeople.cells.view[index]
      health[person] |= PersonBits.healthy
      healthyPeople?.insert(person)
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

/// People who begin an infection, or to act in it: asking for their key makes them so.
private struct ListPeople: NewPeople {
  private let infections: RawBuffer<UInt32>
  private let restedUntil: RawBuffer<UInt32>
  private let peopleReturn: Bool
  private let health: RawBuffer<UInt8>
  private let runWord: UInt64
  private let step: Int
  private let past: UInt64
  /// Set in the health bytes of those whose infection begins; nil where it began before.
  private let begins: UInt8?
  /// People infected for the first time.
  private(set) var untouched = 0

  init(
    _ course: CourseState, health: RawBuffer<UInt8>, runWord: UInt64, step: Int, begins: UInt8?
  ) {
    infections = course.infectionsOf
    restedUntil = course.restedUntil
    peopleReturn = course.peopleReturn
    self.health = health
    self.runWord = runWord
    self.step = step
    self.begins = begins
    past = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
  }

  @inline(__always) mutating func key(of cell: UInt32) -> UInt64 {
    let person = UInt64(cell) &* RandomKeys.personStride
    if let begins {
      let bits = health[cell]
      health[cell] = bits & ~PersonBits.untouched | begins
      let isFirst = bits & PersonBits.untouched != 0
      untouched &+= isFirst ? 1 : 0
      if peopleReturn {
        infections[cell] = isFirst ? 1 : infections[cell] &+ 1
        restedUntil[cell] = UInt32(truncatingIfNeeded: step)
      }
    }
    guard peopleReturn else { return runWord &+ person &- past }
    let rested = UInt64(restedUntil[cell]) &* RandomKeys.actionStride
    return RandomKeys.word(ofRun: runWord, infection: infections[cell]) &+ person &- rested
  }

  func neighbors(of cell: UInt32) -> UInt8 { 0 }
}
