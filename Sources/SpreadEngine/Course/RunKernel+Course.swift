internal import KeyedRandom
import SpreadModel

/// The course of infections, in runs that track people: how they begin, and what the end of a step
/// brings to those who are infected or immune. A step touches only who changes.
///
/// Sources are the acting people who may infect somebody. A source without a healthy neighbor is dropped,
/// and is opened again when a neighbor loses immunity.
extension RunKernel where Self: ~Copyable {
  mutating func endStep(_ introductions: [PlannedIntroduction]) { endTrackedStep(introductions) }

  /// Infections and immunity end, people come from outside, infections begin, and latency ends, in this order.
  mutating func endTrackedStep(_ introductions: [PlannedIntroduction]) {
    course.newInfections = 0
    let bySources = newlyInfectedCount
    course.infections &+= bySources
    infected &+= bySources
    recoverDue()
    dropSources()
    returnDue()
    infect(introductions)
    if newlyInfectedCount > bySources { dropSources() }
    beginInfections(from: 0)
    if course.hasLatency { endLatency() }
    openSources()
  }

  /// Makes the people of `newlyInfected` from `first` on, who were introduced, infected.
  mutating func admitTracked(from first: Int) {
    dropSources()
    beginInfections(from: first)
    if course.hasLatency { endLatency() }
    openSources()
  }

  /// Drops the sources who recovered, and those without a healthy neighbor.
  mutating func dropSources() {
    if course.sourcesEnd || plan.strategy == .rings { return }
    if course.keepsBlockedSources {
      sources.keep(health, PersonBits.acting)
    } else {
      closeSources()
      sources.keepOpen(openBytes, acting: course.peopleReturn ? health : nil)
    }
  }

  /// Kernels whose `openBytes` show who has a healthy neighbor have nobody to close.
  mutating func closeSources() {}

  // MARK: Beginning

  /// Counts the people of `newlyInfected` from `first` on as infected in this step, and makes them wait for
  /// what comes next.
  private mutating func beginInfections(from first: Int) {
    let new = first..<newlyInfectedCount
    guard !new.isEmpty else { return }
    course.newInfections &+= new.count
    if let map { noteFirstInfections(new, map) }
    let numbers = course.makeInfected(newlyInfected.view, new, health, at: step)
    if course.tally.isKept {
      course.tally.begin(newlyInfected.view, new, numbers, isLatent: course.hasLatency)
    }
    describeInfections(new)
    if course.actsAtOnce {
      let old = sources.count
      sources.prepare(newlyInfected.view, new, layout)
      let ends = course.sourcesEnd ? sources.newEnds : course.endsToDraw(new.count)
      let keys = sources.newKeys
      drawOnsets(new, numbers, keys: keys, begins: nil, ends: ends)
      sources.admit(new.count)
      if course.sourcesEnd { return startClocks(from: old) }
      sources.keep(openBytes, .max, from: old)
      startClocks(from: old)
      course.waitForRecovery(newlyInfected.view, new, ends, at: step)
      return
    }
    let isByRings = plan.strategy == .rings
    let spans = course.onsetScratch.spans(room: new.count)
    if course.drawsLengths || isByRings || !course.observed.isEmpty {
      let keys = course.onsetScratch.keys(room: new.count)
      drawOnsets(new, numbers, keys: keys, begins: spans.begins, ends: spans.ends)
      if isByRings { startRings(new, keys: keys, spans) }
    }
    let ends = course.drawsLengths ? spans.ends : nil
    course.waitForRecovery(newlyInfected.view, new, ends, at: step)
    if course.hasLatency {
      let begins = course.drawsLatency ? spans.begins : nil
      course.waitForOnset(newlyInfected.view, new, begins, at: step)
    } else if plan.strategy != .rings {
      for index in new { startActing(newlyInfected.view[index]) }
    }
  }

  mutating func describeInfections(_ new: Range<Int>) {}

  mutating func startClocks(from first: Int) {}

  mutating func startRings(_ new: Range<Int>, keys: RawBuffer<UInt64>, _ spans: ActingSpans) {}

  @inline(__always) private mutating func drawOnsets(
    _ new: Range<Int>, _ numbers: RawBuffer<UInt32>?, keys: RawBuffer<UInt64>,
    begins: RawBuffer<UInt32>?, ends: RawBuffer<UInt32>?
  ) {
    let words = personWords
    course.drawOnsets(
      newlyInfected.view, new, numbers, at: step, words: words, passes: passes, keys: keys,
      begins: begins, ends: ends)
    if !course.observed.isEmpty {
      course.observed.add(keys, new.count, infectedAt: step, by: passes)
    }
  }

  private mutating func noteFirstInfections(_ new: Range<Int>, _ map: UnsafeMutablePointer<Int32>) {
    for index in new where health[newlyInfected.view[index]] & PersonBits.neverInfected != 0 {
      map[person(at: newlyInfected.view[index])] = Int32(truncatingIfNeeded: step)
    }
  }

  @inline(__always) var personWords: PersonWords {
    mutating get { PersonWords(course, health: health, grid: layout?.grid) }
  }

  /// The word of somebody's present infection, or of the one that is to begin.
  mutating func infectionWord(of cell: UInt32, next: Bool = false) -> UInt64 {
    let words = personWords
    return words.word(of: cell, infection: words.number(of: cell, next: next))
  }

  /// Those whose latent steps are over act from the next step on; of drawn ones there may be none.
  private mutating func endLatency() {
    if course.onlyCounts {
      course.latent &-= course.takeOnsets(at: step)
      return
    }
    let count = course.latentPeople.take(at: step, after: 0)
    let cells = course.latentPeople.due.view
    course.latent &-= count
    course.tally.count(cells, 0..<count, [0, 0, 0, .max, 0, 0, 0, 0])
    for index in 0..<count {
      let cell = cells[index]
      health[cell] |= PersonBits.acting
      if course.keepsStepBeforeOnset {
        course.stepBeforeOnset[cell] = UInt32(truncatingIfNeeded: step)
      }
      startActing(cell)
    }
  }

  @inline(__always) mutating func startActing(_ cell: UInt32) {
    if openBytes[cell] != 0 && plan.strategy != .rings { course.open(cell) }
  }

  /// Makes the opened cells sources.
  private mutating func openSources() {
    let count = course.openedCount
    guard count > 0 else { return }
    let words = personWords
    var people = ActingPeople(course, words: words, layout: layout, step: step)
    if plan.ordersSources {
      hits.reserve(count &+ 1)
      sources.merge(course.opened.view, 0..<count, openBytes, hits.view, sorter, &people)
    } else {
      let old = sources.count
      sources.append(course.opened.view, 0..<count, openBytes, &people)
      startClocks(from: old)
    }
    course.closeList()
  }

  // MARK: End

  /// Those whose infection ends with this step: not infected any more, and no sources.
  private mutating func recoverDue() {
    if course.onlyCounts {
      let count = course.takeEndings(at: step)
      infected &-= count
      course.immune &+= count
    } else if course.sourcesEnd {
      let ended = course.ended(room: sources.count &+ SourceList.roomBehind)
      course.endedCount = sources.takeEnded(at: UInt32(truncatingIfNeeded: step), ended)
      recover(ended, 0..<course.endedCount)
    } else {
      let count = course.infectedPeople.take(at: step)
      recover(course.infectedPeople.due.view, 0..<count)
    }
  }

  private mutating func recover(_ cells: RawBuffer<UInt32>, _ due: Range<Int>) {
    infected &-= due.count
    if course.immuneSteps != 0 { course.immune &+= due.count }
    course.tally.count(cells, due, [0, 0, course.immuneSteps == 0 ? 0 : 1, 0, .max, 0, 0, 0])
    let health = health
    if course.peopleReturn || course.sourcesEnd {
      for index in due { health[cells[index]] &= ~PersonBits.infected }
    } else {
      let openBytes = openBytes
      for index in due {
        // Nobody sees this byte again: the person is dropped as one without a healthy neighbor.
        openBytes[cells[index]] = 0
        health[cells[index]] &= ~PersonBits.infected
      }
    }
    if course.recoversToSusceptible || !course.peopleReturn { return }
    if let lengths = course.immuneLengths {
      for index in due {
        let word = infectionWord(of: cells[index]) &+ RandomKeys.immuneLane
        let end = step &+ lengths.length(mix(word))
        if course.isWithinRun(end) { course.immunePeople.add(cells[index], until: end) }
      }
      return
    }
    let end = step &+ (course.immuneSteps ?? 0)
    if course.isWithinRun(end) { course.immunePeople.add(cells, due, until: end) }
  }

  /// Those who are healthy again from this step on.
  private mutating func returnDue() {
    guard course.peopleReturn else { return }
    if course.recoversToSusceptible {
      becomeHealthy(course.ended.view, 0..<course.endedCount)
      return
    }
    let count = course.immunePeople.take(at: step)
    let cells = course.immunePeople.due.view
    if course.immuneSteps != 0 {
      course.immune &-= count
      course.tally.count(cells, 0..<count, [0, 0, .max, 0, 0, 0, 0, 0])
    }
    becomeHealthy(cells, 0..<count)
  }
}
