internal import KeyedRandom
import SpreadModel

/// Sources whose contacts have clocks; `ContactClocks` says what these are.
extension ListKernel {
  /// Those of so many people begin together.
  private static let clocksAtATime = 512

  /// The clocks of the people of `newlyInfected` begin, who act after their latent steps: some people at a time, for the
  /// sake of memory and its caches.
  ///
  /// - Parameters:
  ///   - keys: of the sources, from place 0 on.
  ///   - spans: when they act, from place 0 on.
  mutating func startRings(_ new: Range<Int>, keys: RawBuffer<UInt64>, _ spans: ActingSpans) {
    // Those in places are read ahead, and go by parts of their own.
    let together = layers.hasPlaces ? new.count : Self.clocksAtATime
    for first in stride(from: 0, to: new.count, by: together) {
      let start = new.lowerBound &+ first
      startRingsTogether(
        start..<min(start &+ together, new.upperBound), keys.shifted(by: -first),
        spans.shifted(by: -first))
    }
  }

  private mutating func startRingsTogether(
    _ new: Range<Int>, _ keys: RawBuffer<UInt64>, _ spans: ActingSpans
  ) {
    found.begin(new.count)
    let sources = newlyInfected.view.shifted(by: -new.lowerBound)
    if keepsEnds { for place in 0..<new.count { endsOf[sources[place]] = spans.ends[place] } }
    if let beginsOf {
      for place in 0..<new.count { beginsOf[sources[place]] = spans.begins[place] }
    }
    let addend = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride &+ RandomKeys.clockLane
    if plan.meeting == .layers { return startLayerRings(new, keys, addend, spans) }
    guard let starts, let neighbors else {
      for place in 0..<new.count where spans.length(place) > 0 {
        firstClocks.begin(Int(sources[place]), mix(keys[place] &+ addend))
        waitForNext(
          sources[place], after: Int(spans.begins[place]), end: Int(spans.ends[place]))
      }
      return
    }
    let leastWords = found.leastWords.view
    for place in 0..<new.count {
      leastWords[place] = clocks.leastWord(within: spans.length(place))
    }
    let lists = PeopleLists(starts: starts, people: neighbors)
    let count = findClocks(new, keys, addend, lists)
    if ringsOnce {
      found.ring(count, spans, clocks.times)
      return waitForRings(count, sources)
    }
    let (words, pairs) = (found.words.view, found.pairs.view)
    for index in 0..<count {
      let place = Int(pairs[index] &>> 32)
      clocks.wait(
        WaitingClock(
          source: sources[place], target: UInt32(truncatingIfNeeded: pairs[index]),
          begin: spans.begins[place], number: 1),
        Double(words[index] &+ 1) * 0x1p-53, end: Int(spans.ends[place]))
    }
  }

  /// The first `count` clocks that were found wait for their steps.
  mutating func waitForRings(_ count: Int, _ sources: RawBuffer<UInt32>) {
    let (pairs, due) = (found.pairs.view, found.due.view)
    for index in 0..<count {
      rings.add(
        SureRing(
          source: sources[pairs[index] &>> 32], target: UInt32(truncatingIfNeeded: pairs[index])),
        until: Int(due[index]))
    }
  }

  /// Finds those first clocks that may ring (`found`). Returns their number.
  ///
  /// Who is not healthy now will not be healthy again, unless people return.
  mutating func findClocks(
    _ new: Range<Int>, _ keys: RawBuffer<UInt64>, _ addend: UInt64, _ lists: PeopleLists
  ) -> Int {
    found.find(
      newlyInfected.view.shifted(by: -new.lowerBound), new.count, keys, addend, lists,
      health: course.peopleReturn ? nil : health, passes: passes)
  }

  /// The source waits for the next of its first clocks.
  private mutating func waitForNext(_ source: UInt32, after begin: Int, end: Int) {
    guard let hazard = firstClocks.hazard(of: Int(source)) else { return }
    clocks.wait(
      WaitingClock(
        source: source, target: WaitingClock.anybody, begin: UInt32(truncatingIfNeeded: begin),
        number: 1),
      hazard: hazard, end: end)
  }

  /// Clocks ring: the healthy people whose clocks these are get infected.
  mutating func actByClocks() {
    takeRings()
    let dueCount = clocks.take(at: step)
    let words = personWords
    for index in 0..<dueCount {
      let clock = clocks.due[index]
      if clocks.mayChange && isOver(clock.source, begin: clock.begin) { continue }
      if clock.target == WaitingClock.anybody {
        ringFirst(clock, clockKey(of: clock.source, words))
      } else {
        ring(clock, clockKey(of: clock.source, words))
      }
    }
    infectRung()
  }

  /// A step begins: whose clocks ring for sure are hit.
  mutating func takeRings() {
    ringCount = 0
    guard ringsOnce else { return }
    let count = rings.take(at: step)
    let due = rings.due.view
    if notes.isOpen {
      for index in 0..<count { hit(due[index].target, by: due[index].source) }
      return
    }
    hits.reserve(count)
    for index in 0..<count { hits.view[index] = due[index].target }
    ringCount = count
  }

  /// Infects those whom clocks hit that rang in the step.
  mutating func infectRung() {
    if notes.isOpen {
      let sources = ringSources.view
      noteHits(ringCount) { sources[$0] }
    }
    infectHits(ringCount)
    // Lists of many people are in no cache, and are read faster in their order, unless few of them are read.
    if sortsInfected && newlyInfectedCount &* 128 > people {
      sorter.sort(newlyInfected.view, newlyInfectedCount)
    }
  }

  /// Whether the infection is over whose clock was due.
  @inline(__always) func isOver(_ source: UInt32, begin: UInt32) -> Bool {
    if step > Int(endsOf[source]) { return true }
    guard let beginsOf else { return false }
    return begin < beginsOf[source]
  }

  @inline(__always) private func clockKey(of source: UInt32, _ words: PersonWords) -> UInt64 {
    mix(words.word(of: source, infection: words.number(of: source)) &+ RandomKeys.clockLane)
  }

  @inline(__always) mutating func hit(_ target: UInt32, by source: UInt32) {
    guard isHealthy(target) else { return }
    hits.reserve(ringCount &+ 1, keeping: ringCount)
    hits.view[ringCount] = target
    ringCount &+= 1
    guard notes.isOpen else { return }
    ringSources.reserve(ringCount, keeping: ringCount &- 1)
    ringSources.view[ringCount &- 1] = source
    notes.hitEnds.reserve(ringCount, keeping: ringCount &- 1)
    notes.hitEnds.view[ringCount &- 1] = UInt32(truncatingIfNeeded: ringCount)
  }

  /// A clock rings, if it does, and the next one of its pair begins.
  private mutating func ring(_ clock: WaitingClock, _ key: UInt64) {
    let value = ContactClocks.value(
      ContactClocks.word(key, clock.target, number: clock.number))
    if clocks.mayChange && !clocks.hasRung(clock, value, at: step) {
      return clocks.wait(clock, value, end: Int(endsOf[clock.source]))
    }
    hit(clock.target, by: clock.source)
    beginNext(of: clock, number: clock.number &+ 1, key)
  }

  /// The next clock of a pair begins with the next step.
  @inline(__always) private mutating func beginNext(
    of clock: WaitingClock, number: UInt32, _ key: UInt64
  ) {
    guard course.peopleReturn else { return }
    var next = clock
    next.number = number
    next.begin = UInt32(truncatingIfNeeded: step)
    let value = ContactClocks.value(ContactClocks.word(key, next.target, number: number))
    clocks.wait(next, value, end: Int(endsOf[next.source]))
  }

  private static func takeRung(
    _ clock: WaitingClock, _ key: UInt64, _ first: inout FirstClocks,
    by clocks: inout ContactClocks, at step: Int
  ) -> Int {
    first.takeRung(clock.source, Int(clock.source), key) {
      clocks.hasRung(clock, hazard: $0, at: step)
    }
  }

  /// Those of a source that ring later are looked at so many at a time: each look begins with the first one again.
  private static let mostAhead = 16

  /// Those that ring by a step; with them, some of those that ring by a later one.
  private static func takeRinging(
    _ clock: WaitingClock, _ key: UInt64, _ first: inout FirstClocks,
    by times: RingTimes, at step: Int, end: Int
  ) -> Int {
    var count = 0
    return first.takeRung(clock.source, Int(clock.source), key) { hazard in
      let steps = times.step(hazard: hazard)
      count &+= 1
      return steps <= (count <= Self.mostAhead ? end : step) &- Int(clock.begin)
    }
  }

  /// The first clocks of a source ring, as far as they do.
  private mutating func ringFirst(_ clock: WaitingClock, _ key: UInt64) {
    let (step, end) = (step, Int(endsOf[clock.source]))
    let count =
      ringsOnce
      ? Self.takeRinging(clock, key, &firstClocks, by: clocks.times, at: step, end: end)
      : Self.takeRung(clock, key, &firstClocks, by: &clocks, at: step)
    for index in 0..<count {
      var rung = clock
      rung.target = firstClocks.rung.view[index]
      if ringsOnce {
        let due =
          Int(clock.begin) &+ clocks.times.step(hazard: firstClocks.rungHazards.view[index])
        if due > step {
          rings.add(SureRing(source: rung.source, target: rung.target), until: due)
          continue
        }
      }
      hit(rung.target, by: rung.source)
      beginNext(of: rung, number: 2, key)
    }
    waitForNext(clock.source, after: Int(clock.begin), end: end)
  }
}
