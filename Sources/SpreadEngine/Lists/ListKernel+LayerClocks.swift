internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Sources whose contacts differ and have clocks: `LayerClocks` says what these are.
extension ListKernel {
  /// The clocks of the people of `newlyInfected` begin; see `startRings`.
  mutating func startLayerRings(
    _ new: Range<Int>, _ keys: RawBuffer<UInt64>, _ past: UInt64, _ spans: ActingSpans
  ) {
    longestSteps = 0
    for place in 0..<new.count { longestSteps = max(longestSteps, spans.length(place)) }
    for number in 0..<layers.layers.count {
      let layer = layers.layers[number]
      let addend = past &+ layer.lane
      switch layer.kind {
      case .lists: startRings(new, keys, addend, spans, number, layer)
      case .places: startRingsInPlaces(new, keys, addend, spans, number, layer)
      case .everybody:
        for place in 0..<new.count where spans.length(place) > 0 {
          let source = newlyInfected.view[new.lowerBound &+ place]
          firstClocks.begin(
            firstClocks.slot(source, layer: layer.rank), mix(keys[place] &+ addend))
          waitForNext(
            source, number, layer, after: Int(spans.begins[place]), end: Int(spans.ends[place]))
        }
      }
    }
  }

  private func leastWord(_ source: UInt32, within steps: Int, _ layer: Int) -> UInt64 {
    layerClocks.leastWord(within: steps, layer, group: layers.pairs.group(of: source))
  }

  /// On lists.
  private mutating func startRings(
    _ new: Range<Int>, _ keys: RawBuffer<UInt64>, _ addend: UInt64, _ spans: ActingSpans,
    _ number: Int, _ layer: RunLayer
  ) {
    guard let lists = layer.lists else { return }
    let sources = newlyInfected.view.shifted(by: -new.lowerBound)
    let leastWords = found.leastWords.view
    for place in 0..<new.count {
      leastWords[place] = leastWord(sources[place], within: spans.length(place), number)
    }
    waitForFound(new, findClocks(new, keys, addend, lists), spans, number, layer)
  }

  /// In places: some sources together, because a place may have any number of people.
  private mutating func startRingsInPlaces(
    _ new: Range<Int>, _ keys: RawBuffer<UInt64>, _ addend: UInt64, _ spans: ActingSpans,
    _ number: Int, _ layer: RunLayer
  ) {
    guard let lists = layer.lists, let places = layer.places else { return }
    let sources = newlyInfected.view.shifted(by: -new.lowerBound)
    let health = course.peopleReturn ? nil : health
    var entries = 0
    for place in 0..<new.count {
      prefetch(layer, places, sources, place, new.count)
      let least = leastWord(sources[place], within: spans.length(place), number)
      let own = layer.list(of: sources[place], in: places)
      for index in 0..<own.count {
        let row = own.people[index]
        found.add(row, of: place, key: keys[place], least: least)
        entries &+= lists.count(row)
      }
      guard entries >= FoundClocks.mostTogether || place &+ 1 == new.count else { continue }
      let count = found.findInPlaces(
        sources, places, addend, lists, health: health, passes: passes)
      waitForFound(new, count, spans, number, layer)
      entries = 0
    }
  }

  /// What is read of the sources that follow, one thing after the other.
  @inline(__always) private func prefetch(
    _ layer: RunLayer, _ places: PlaceLists, _ sources: RawBuffer<UInt32>, _ place: Int,
    _ count: Int
  ) {
    guard place &+ 48 < count else { return }
    if !layer.isOnePlaceEach { spread_prefetch(places.starts + Int(sources[place &+ 48])) }
    spread_prefetch(layer.list(of: sources[place &+ 32], in: places).people)
    // Of somebody without a place this is that of the next one, or the room behind all places.
    let row = layer.list(of: sources[place &+ 16], in: places).people[0]
    spread_prefetch(places.memberStarts + Int(row))
  }

  /// The first `count` clocks that were found wait.
  private mutating func waitForFound(
    _ new: Range<Int>, _ count: Int, _ spans: ActingSpans, _ number: Int, _ layer: RunLayer
  ) {
    let sources = newlyInfected.view.shifted(by: -new.lowerBound)
    let hasWeights = layer.lists?.hasWeights == true
    var ringing: Int?
    if let times = layerClocks.timesOfAll(number) {
      found.ring(count, spans, times)
      ringing = count
    } else if let passes, !layerClocks.mayChange {
      var chances = layer.chance.forVectors
      layers.pairs.describe(to: &chances)
      chances.sources = UnsafePointer(sources.pointer(room: new.count))
      chances.begins = UnsafePointer(spans.begins.pointer(room: new.count))
      chances.ends = UnsafePointer(spans.ends.pointer(room: new.count))
      chances.bits = UInt32(Int.bitWidth &- longestSteps.leadingZeroBitCount)
      ringing = found.keepRinging(count, chances, hasWeights: hasWeights, by: passes)
    }
    if let ringing, ringsOnce { return waitForRings(ringing, sources) }
    let (words, pairs, weights) = (found.words.view, found.pairs.view, found.weights.view)
    let due = found.due.view
    for index in 0..<(ringing ?? count) {
      let place = Int(pairs[index] &>> 32)
      let clock = PairClock(
        source: sources[place], target: UInt32(truncatingIfNeeded: pairs[index]),
        begin: spans.begins[place], number: 1, layer: UInt32(truncatingIfNeeded: number),
        weight: hasWeights ? weights[index] : 1, value: Double(words[index] &+ 1) * 0x1p-53)
      if ringing != nil {
        layerClocks.wait(clock, until: Int(due[index]))
      } else {
        layerClocks.wait(clock, terms(of: clock), end: Int(spans.ends[place]))
      }
    }
  }

  @inline(__always) private func terms(
    _ source: UInt32, _ target: UInt32, _ layer: Int, _ weight: Float
  ) -> PairTerms {
    PairTerms(
      layer: layer, weight: weight, factor: layers.pairs.factor(of: source, to: target),
      key: layers.mayClosePairs ? layers.pairs.key(source, target) : 0)
  }

  // MARK: Everybody

  /// The next of the first clocks of a source, as if its pair had the largest chance of all.
  private func firstTerms(_ source: UInt32, _ layer: Int) -> PairTerms {
    let factor = layers.pairs.largestFactor(of: source)
    // Roundings of other chances let no clock ring before.
    return PairTerms(
      layer: layer, weight: 1, factor: layers.pairs.differ ? factor * (1 + 1e-9) : factor, key: 0)
  }

  private mutating func waitForNext(
    _ source: UInt32, _ number: Int, _ layer: RunLayer, after begin: Int, end: Int
  ) {
    let slot = firstClocks.slot(source, layer: layer.rank)
    guard let hazard = firstClocks.hazard(of: slot) else { return }
    layerClocks.wait(
      PairClock(
        source: source, target: WaitingClock.anybody, begin: UInt32(truncatingIfNeeded: begin),
        number: 1, layer: UInt32(truncatingIfNeeded: number), weight: 1,
        value: exponential(-hazard)),
      firstTerms(source, number), end: end)
  }

  /// The first clocks of a source ring, as far as they do, or wait each for itself.
  private mutating func ringFirst(_ clock: PairClock, _ key: UInt64) {
    let number = Int(clock.layer)
    let layer = layers.layers[number]
    let slot = firstClocks.slot(clock.source, layer: layer.rank)
    let count = Self.takeRung(
      clock, slot, key, firstTerms(clock.source, number), &firstClocks, by: layerClocks)
    for index in 0..<count {
      var rung = clock
      rung.target = firstClocks.rung.view[index]
      rung.value = exponential(-firstClocks.rungHazards.view[index])
      if layers.pairs.differ { ring(rung, key) } else { ringNow(rung, key) }
    }
    waitForNext(
      clock.source, number, layer, after: Int(clock.begin), end: Int(endsOf[clock.source]))
  }

  private static func takeRung(
    _ clock: PairClock, _ slot: Int, _ key: UInt64, _ pair: PairTerms, _ first: inout FirstClocks,
    by clocks: borrowing LayerClocks
  ) -> Int {
    first.takeRung(clock.source, slot, key) {
      clocks.hasRung(exponential(-$0), after: Int(clock.begin), pair)
    }
  }

  // MARK: Steps

  /// Clocks ring: the healthy people whose clocks these are get infected.
  mutating func actByLayerClocks() {
    layerClocks.begin(step: step)
    takeRings()
    for queue in 0..<layerClocks.queues { ringDue(queue) }
    infectRung()
  }

  private mutating func ringDue(_ queue: Int) {
    let count = layerClocks.take(queue)
    let due = layerClocks.due(queue)
    let words = personWords
    for index in 0..<count {
      let clock = due[index]
      if clock.target != WaitingClock.anybody && ringsOnce {
        hit(clock.target, by: clock.source)
        continue
      }
      if layerClocks.mayChange && isOver(clock.source, begin: clock.begin) { continue }
      let word = words.word(of: clock.source, infection: words.number(of: clock.source))
      let key = mix(word &+ RandomKeys.clockLane &+ layers.layers[Int(clock.layer)].lane)
      if clock.target == WaitingClock.anybody {
        ringFirst(clock, key)
      } else if layerClocks.mayChange {
        ring(clock, key)
      } else {
        ringNow(clock, key)
      }
    }
  }

  /// A clock rings, if it does, or goes on waiting.
  private mutating func ring(_ clock: PairClock, _ key: UInt64) {
    let pair = terms(of: clock)
    guard layerClocks.hasRung(clock, pair) else {
      return layerClocks.wait(clock, pair, end: Int(endsOf[clock.source]))
    }
    ringNow(clock, key)
  }

  private func terms(of clock: PairClock) -> PairTerms {
    terms(clock.source, clock.target, Int(clock.layer), clock.weight)
  }

  /// A clock rings, and the next one of its pair begins with the next step.
  private mutating func ringNow(_ clock: PairClock, _ key: UInt64) {
    hit(clock.target, by: clock.source)
    guard course.peopleReturn else { return }
    var next = clock
    next.number &+= 1
    next.begin = UInt32(truncatingIfNeeded: step)
    next.value = ContactClocks.value(
      ContactClocks.word(key, next.target, number: next.number))
    layerClocks.wait(next, terms(of: next), end: Int(endsOf[next.source]))
  }
}
