internal import KeyedRandom
import SpreadModel

/// The level from which on somebody is ever infected, of everybody: a minimax path from those introduced. Levels
/// are gone through in ascending order; who is reached at one of them is an infected person whose contacts are looked at once.
///
/// Source: docs/design.md, "All infection probabilities from one pass".
struct CriticalLevels: ~Copyable {
  private(set) var levels: PassLevels
  private let people: Int
  private let memory: Memory
  private var rows: LevelRows
  /// By person: the lowest level at which they are infected as far as is known; 0 of those introduced or immune, the
  /// number of levels of those who are infected at none.
  let levelOf: RawBuffer<UInt32>
  /// Those introduced and all who are infected at the levels so far, in the order in which they are reached.
  let reached: RawBuffer<UInt32>
  private(set) var reachedCount = 0
  private var spreadCount = 0
  /// So many reached people end a search: all that can be, or as many as are asked for.
  private var most = 0
  /// By `levelOf`, but those of `reached`; who has moved to a lower level is still there.
  private var waiting: BucketQueue
  /// By the level at which the next first clock of a source may ring: its slot, where everybody meets everybody.
  private var slots: BucketQueue
  private var firstClocks: FirstClocks
  private var placeNeighbors = PlaceNeighbors()
  private var found = FoundClocks()
  /// Of those who infect together: the words of their infections, and A.
  private var words = RawList<UInt64>()
  private var steps = RawList<Int>()
  /// The rows of the largest chances of their contacts.
  private var sourceRows = RawList<LevelRow?>()
  private static let mostTogether = 128

  /// - Parameter scenario: of any of the levels.
  init(_ scenario: Scenario, _ levels: consuming PassLevels) {
    var memory = Memory()
    let people = scenario.grid.people
    self.people = people
    rows = LevelRows(levels)
    levelOf = memory.buffer(people)
    // Who turns out not to be the next one is written behind them, too.
    reached = memory.buffer(people + 1)
    waiting = BucketQueue(levels: levels.count)
    slots = BucketQueue(levels: levels.count)
    firstClocks = FirstClocks(
      people: people, layers: scenario.contacts.layers.count { $0.contacts == .everybody })
    self.levels = levels
    self.memory = memory
  }

  /// Other levels of the same scenario.
  mutating func use(_ levels: consuming PassLevels) {
    rows = LevelRows(levels)
    waiting = BucketQueue(levels: levels.count)
    slots = BucketQueue(levels: levels.count)
    self.levels = levels
  }

  /// Goes through the levels.
  ///
  /// - Parameters:
  ///   - kernel: at the start of a run.
  ///   - enough: it ends with the level at which so many people are ever infected.
  /// - Returns: that level; nil if there is none.
  /// - Throws: `WorkCancelled` if `isCancelled` said so before the end.
  @discardableResult
  mutating func find(
    _ kernel: borrowing ListKernel, until enough: Int = .max, isCancelled: () -> Bool
  ) throws(WorkCancelled) -> Int? {
    waiting.removeAll()
    slots.removeAll()
    (reachedCount, spreadCount) = (0, 0)
    let none = UInt32(levels.count)
    var left = 0
    for person in 0..<people {
      let isHealthy = kernel.health[person] & PersonBits.healthy != 0
      levelOf[person] = isHealthy ? none : 0
      left &+= isHealthy ? 1 : 0
    }
    for index in 0..<kernel.newlyInfectedCount { reach(kernel.newlyInfected.view[index]) }
    left &+= reachedCount
    most = min(left, enough)
    for level in 0..<levels.count {
      // Of many levels most are nobody's.
      if waiting.isEmpty(at: level), slots.isEmpty(at: level), level > 0 { continue }
      reachWaiting(level)
      try spread(kernel, level, isCancelled)
      if reachedCount >= enough { return level }
      if reachedCount == left { return nil }
    }
    return nil
  }

  /// Without a branch: half of the answers would come as a surprise. So is `infect`.
  @inline(__always) private mutating func reach(_ person: UInt32, if isNow: Bool = true) {
    reached[reachedCount] = person
    reachedCount &+= isNow ? 1 : 0
  }

  private mutating func reachWaiting(_ level: Int) {
    var entry = waiting.first(at: level)
    while entry != BucketQueue.end {
      let (person, next) = (waiting[entry].item, waiting[entry].next)
      reach(person, if: levelOf[person] == UInt32(level))
      entry = next
    }
  }

  /// Whoever is infected by those reached at the level, and by those infected.
  private mutating func spread(
    _ kernel: borrowing ListKernel, _ level: Int, _ isCancelled: () -> Bool
  ) throws(WorkCancelled) {
    var entry = slots.first(at: level)
    var met = 0
    while entry != BucketQueue.end, reachedCount < most {
      // One may meet everybody.
      if met & 63 == 0, isCancelled() { throw WorkCancelled() }
      met &+= 1
      let (slot, next) = (slots[entry].item, slots[entry].next)
      meet(Int(slot), kernel, level)
      entry = next
    }
    // Of a large group not all sources are needed.
    while spreadCount < reachedCount, reachedCount < most {
      if isCancelled() { throw WorkCancelled() }
      let new = spreadCount..<min(reachedCount, spreadCount &+ Self.mostTogether)
      spreadCount = new.upperBound
      words.reserve(new.count)
      steps.reserve(new.count)
      for index in new {
        let word = word(reached[index], kernel)
        words.view[index &- new.lowerBound] = word
        steps.view[index &- new.lowerBound] = steps(word, kernel)
      }
      for number in 0..<levels.layers { spread(new, kernel, number, level) }
    }
  }

  /// Somebody is infected from this level on, unless from a lower one.
  @inline(__always) private mutating func infect(_ person: UInt32, from lowest: Int, _ level: Int) {
    let new = UInt32(truncatingIfNeeded: max(lowest, level))
    guard new < levelOf[person] else { return }
    levelOf[person] = new
    reach(person, if: lowest <= level)
    waiting.add(person, at: Int(new), if: lowest > level)
  }

  // MARK: Contacts

  private func word(_ person: UInt32, _ kernel: borrowing ListKernel) -> UInt64 {
    kernel.runWord &+ UInt64(person) &* RandomKeys.personStride
  }

  /// A.
  private func steps(_ word: UInt64, _ kernel: borrowing ListKernel) -> Int {
    // Runs do not have more.
    min(Int(Int32.max), kernel.course.actingSteps(word) ?? .max)
  }

  private func group(_ person: UInt32, _ kernel: borrowing ListKernel) -> Int {
    levels.groups > 1 ? Int(kernel.groups.groupOf[person]) : 0
  }

  /// Those of `reached` infect in a layer.
  private mutating func spread(
    _ new: Range<Int>, _ kernel: borrowing ListKernel, _ number: Int, _ level: Int
  ) {
    let layer = kernel.layers.layers[number]
    let lane = RandomKeys.clockLane &+ layer.lane
    if layer.kind == .lists, layer.lists?.hasWeights != true {
      return spread(new, kernel, number, layer, lane, level)
    }
    for index in new where reachedCount < most {
      let source = reached[index]
      let place = index &- new.lowerBound
      let key = mix(words.view[place] &+ lane)
      if layer.kind == .everybody {
        let slot = firstClocks.slot(source, layer: layer.rank)
        firstClocks.begin(slot, key)
        meet(source, slot, number, key, steps.view[place], kernel, level)
      } else {
        let list = layer.list(of: source) ?? placeNeighbors.neighbors(of: source, in: layer)
        spread(from: source, list, key, number, steps.view[place], kernel, level)
      }
    }
  }

  /// On lists without weights.
  private mutating func spread(
    _ new: Range<Int>, _ kernel: borrowing ListKernel, _ number: Int, _ layer: RunLayer,
    _ lane: UInt64, _ level: Int
  ) {
    guard let lists = layer.lists else { return }
    found.begin(new.count)
    sourceRows.reserve(new.count)
    var contact = ContactClass(layer: number, pair: 0)
    for place in 0..<new.count {
      // No pair of the source has a larger chance.
      contact.pair = levels.pair(group(reached[new.lowerBound &+ place], kernel), nil)
      let steps = steps.view[place]
      let row = rows.row(levels, contact, steps: steps)
      sourceRows.view[place] = row
      found.leastWords.view[place] =
        row?.leastWord
        ?? RingTimes.leastWord(above: levels.survival(levels.count &- 1, contact, steps))
    }
    let count = found.find(
      reached.shifted(by: -new.lowerBound), new.count, words.view, lane, lists, health: nil,
      passes: kernel.passes)
    let (foundWords, foundPairs, sourceRows) = (
      found.words.view, found.pairs.view, sourceRows.view
    )
    // As of a signed number, which is converted faster.
    func value(_ word: UInt64) -> Double { Double(Int64(bitPattern: word &+ 1)) * 0x1p-53 }
    // Most do not infect their targets at a lower level than is known.
    var kept = 0
    for index in 0..<count {
      let (word, pair) = (foundWords[index], foundPairs[index])
      let known = Int(levelOf[UInt32(truncatingIfNeeded: pair)])
      let rings = sourceRows[pair &>> 32]?.rings(value(word), below: known) ?? true
      foundWords[kept] = word
      foundPairs[kept] = pair
      kept &+= (known > level ? 1 : 0) & (rings ? 1 : 0)
    }
    let isOneGroup = levels.groups == 1
    for index in 0..<kept {
      let target = UInt32(truncatingIfNeeded: foundPairs[index])
      let place = Int(foundPairs[index] &>> 32)
      let value = value(foundWords[index])
      if isOneGroup, let row = sourceRows[place] {
        infect(target, from: row.lowest(value), level)
        continue
      }
      contact.pair = levels.pair(
        group(reached[new.lowerBound &+ place], kernel), group(target, kernel))
      infect(target, from: lowest(value, contact, nil, steps.view[place], level), level)
    }
  }

  /// On lists with weights, and in places.
  private mutating func spread(
    from source: UInt32, _ list: LayerList, _ key: UInt64, _ number: Int, _ steps: Int,
    _ kernel: borrowing ListKernel, _ level: Int
  ) {
    let group = group(source, kernel)
    var contact = ContactClass(layer: number, pair: 0)
    for index in 0..<list.count {
      let target = list.people[index]
      // Who is reached by now, or is immune.
      if levelOf[target] <= UInt32(truncatingIfNeeded: level) { continue }
      let value = ContactClocks.value(ContactClocks.word(key, target))
      contact.pair = levels.pair(group, self.group(target, kernel))
      infect(target, from: lowest(value, contact, list.weights?[index], steps, level), level)
    }
  }

  /// The lowest level at which a clock rings, or this one if it does at it.
  @inline(__always) private mutating func lowest(
    _ value: Double, _ contact: ContactClass, _ weight: Float?, _ steps: Int, _ level: Int
  ) -> Int {
    if weight == nil, let row = rows.row(levels, contact, steps: steps) { return row.lowest(value) }
    return levels.lowest(value, contact, weight: weight ?? 1, steps, from: level)
  }

  // MARK: Everybody

  private mutating func meet(_ slot: Int, _ kernel: borrowing ListKernel, _ level: Int) {
    let (rank, source) = (slot / people, UInt32(slot % people))
    guard
      let number = (0..<levels.layers).first(where: {
        kernel.layers.layers[$0].kind == .everybody && kernel.layers.layers[$0].rank == rank
      })
    else { return }
    let word = word(source, kernel)
    let key = mix(word &+ RandomKeys.clockLane &+ kernel.layers.layers[number].lane)
    meet(source, slot, number, key, steps(word, kernel), kernel, level)
  }

  /// The first clocks of a source that ring at a level are taken; the source waits for the level of the next one.
  private mutating func meet(
    _ source: UInt32, _ slot: Int, _ number: Int, _ key: UInt64, _ steps: Int,
    _ kernel: borrowing ListKernel, _ level: Int
  ) {
    let group = group(source, kernel)
    // No pair of the source has a larger chance.
    let largest = ContactClass(layer: number, pair: levels.pair(group, nil))
    let bounds = rows.row(levels, largest, steps: steps)
    func bound(_ value: Double, _ levels: borrowing PassLevels) -> Int {
      bounds?.lowest(value) ?? levels.lowest(value, largest, weight: 1, steps, from: 0)
    }
    // As many again as before, because those before are found once more.
    let most = max(4, 2 * firstClocks.rank(of: slot))
    let count = Self.take(source, slot, key, &firstClocks, levels, level, most: most, bound)
    for index in 0..<count {
      let target = firstClocks.rung.view[index]
      if levelOf[target] <= UInt32(level) { continue }
      let value = exponential(-firstClocks.rungHazards.view[index])
      let contact = ContactClass(
        layer: number, pair: levels.pair(group, self.group(target, kernel)))
      infect(target, from: lowest(value, contact, nil, steps, 0), level)
    }
    guard let next = firstClocks.hazard(of: slot) else { return }
    let lowest = bound(exponential(-next), levels)
    if lowest < levels.count { slots.add(UInt32(slot), at: lowest) }
  }

  private static func take(
    _ source: UInt32, _ slot: Int, _ key: UInt64, _ clocks: inout FirstClocks,
    _ levels: borrowing PassLevels, _ level: Int, most: Int,
    _ bound: (Double, borrowing PassLevels) -> Int
  ) -> Int {
    var count = 0
    return clocks.takeRung(source, slot, key) { hazard in
      let lowest = bound(exponential(-hazard), levels)
      guard lowest <= level || count < most && lowest < levels.count else { return false }
      count += 1
      return true
    }
  }
}
