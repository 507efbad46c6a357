internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Who infected whom, in the steps in which somebody asks: while a person introduced at step 0 may
/// still infect others, and throughout where transmissions are recorded.
struct TransmissionRecorder: ~Copyable {
  struct Contact {
    var target: UInt32
    var source: UInt32
    /// Of several contacts with a target the one with the lowest rank counts.
    var rank: UInt64
  }

  /// Infections of the step, before one of several sources is chosen.
  private(set) var contacts: RawList<Contact>
  private(set) var count = 0
  /// Cells of those introduced at step 0 who may still infect somebody in that infection.
  var introduced: RawList<UInt32>
  var introducedCount = 0
  /// Whether the infectors of this step are noted.
  var isOpen = false
  var infectionsByIntroduced = 0
  /// Whether every infection of the run is kept, from the next `reset` on.
  var isRecording = false
  private var transmissions = Transmissions()
  /// Those of the present step, as they come.
  private var ofStep: [Transmission] = []

  init() {
    contacts = RawList(capacity: 64)
    introduced = RawList(capacity: 8)
  }

  mutating func reset() {
    (count, introducedCount, infectionsByIntroduced) = (0, 0, 0)
    isOpen = isRecording
    guard isRecording else { return }
    transmissions = Transmissions()
    ofStep.removeAll(keepingCapacity: true)
  }

  /// Keeps an infection of the present step.
  mutating func record(_ person: Int, by source: Int?) {
    ofStep.append(Transmission(person: person, source: source))
  }

  /// Ends a step, introductions included.
  @inline(__always) mutating func endStep() {
    if isRecording { keepStep() }
  }

  @inline(never) private mutating func keepStep() {
    transmissions.addStep(ofStep)
    ofStep.removeAll(keepingCapacity: true)
  }

  /// Those of the run so far, which are not kept any longer.
  mutating func takeTransmissions() -> Transmissions {
    defer { transmissions = Transmissions() }
    return transmissions
  }

  mutating func add(_ target: UInt32, by source: UInt32) {
    contacts.reserve(count &+ 1, keeping: count)
    contacts.view[count] = Contact(target: target, source: source, rank: 0)
    count &+= 1
  }

  /// Leaves, of the contacts with a target, the one of the lowest rank.
  mutating func choose() {
    var all = UnsafeMutableBufferPointer(start: contacts.view.pointer(room: count), count: count)
    all.sort { $0.target != $1.target ? $0.target < $1.target : $0.rank < $1.rank }
    var kept = 0
    for contact in all where kept == 0 || contact.target != all[kept &- 1].target {
      all[kept] = contact
      kept &+= 1
    }
    count = kept
  }

  mutating func removeContacts() { count = 0 }

  /// Adds people introduced at step 0.
  mutating func addIntroduced(_ people: RawBuffer<UInt32>, _ range: Range<Int>) {
    introduced.reserve(introducedCount + range.count, keeping: introducedCount)
    for index in range {
      introduced.view[introducedCount] = people[index]
      introducedCount += 1
    }
  }
}

extension SpreadKernel {
  /// Begins a step: says whether its infectors are noted.
  mutating func openNotes() {
    guard course.isTracked else { return }
    var kept = 0
    for index in 0..<notes.introducedCount {
      let cell = notes.introduced.view[index]
      let bits = health[cell]
      guard bits & PersonBits.introduced != 0 else { continue }
      let mayAct = course.peopleReturn || bits & PersonBits.acting == 0 || masks[cell] != 0
      guard mayAct else { continue }
      notes.introduced.view[kept] = cell
      kept += 1
    }
    notes.introducedCount = kept
    notes.isOpen = kept > 0 || notes.isRecording
  }

  /// Notes the people introduced at step 0, who are the people of `fresh` from `first` on.
  mutating func noteIntroduced(from first: Int) {
    guard course.isTracked else { return }
    notes.addIntroduced(fresh.view, first..<freshCount)
    for index in first..<freshCount { health[fresh.view[index]] |= PersonBits.introduced }
    course.introduced += freshCount - first
  }

  /// Notes whom sources hit in this step, before infections are applied: those introduced at step 0,
  /// and of the others who hits the same people; all of them where every infection is recorded.
  mutating func noteHits() {
    if notes.isRecording {
      for index in 0..<sources.count {
        noteHits(outcome(ofSource: index), of: sources.cells.view[index])
      }
      return
    }
    for index in 0..<sources.count {
      let cell = sources.cells.view[index]
      if health[cell] & PersonBits.introduced != 0 { noteHits(outcome(ofSource: index), of: cell) }
    }
    let contested = notes.count
    guard contested > 0 else { return }
    for index in 0..<contested { health[notes.contacts.view[index].target] |= PersonBits.contested }
    for index in 0..<sources.count {
      let cell = sources.cells.view[index]
      if health[cell] & PersonBits.introduced != 0 { continue }
      guard grid.isTorus || grid.hasInnerNeighbor(cell, health, PersonBits.contested) else {
        continue
      }
      var outcome = outcome(ofSource: index)
      while outcome != 0 {
        let target = grid.neighbor(of: cell, outcome.trailingZeroBitCount)
        if health[target] & PersonBits.contested != 0 { notes.add(target, by: cell) }
        outcome &= outcome &- 1
      }
    }
    for index in 0..<contested {
      health[notes.contacts.view[index].target] &= ~PersonBits.contested
    }
  }

  /// Whom a source of the list infects in this step, if nobody is before it.
  private mutating func outcome(ofSource index: Int) -> UInt64 {
    let cell = sources.cells.view[index]
    let healthy = UInt64(masks[cell])
    let candidates = pool == .all ? UInt64(template.neighbors(at: cell)) : healthy
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    let word = mix(sources.keys.view[index] &+ stride)
    return draw.outcome(
      plan.form, candidates: candidates, coins: draw.coins(word),
      order: { draw.order(word, plan.orders) }) & healthy
  }

  mutating func noteHits(_ outcome: UInt64, of source: UInt32) {
    var outcome = outcome
    while outcome != 0 {
      notes.add(grid.neighbor(of: source, outcome.trailingZeroBitCount), by: source)
      outcome &= outcome &- 1
    }
  }

  /// Before the step's infections begin: each has one source, of several with equal chances; of
  /// sources that act one after the other the first.
  mutating func chooseInfectors() {
    let contacts = notes.contacts.view
    for index in 0..<notes.count { contacts[index].rank = rank(of: contacts[index]) }
    notes.choose()
    for index in 0..<notes.count {
      let contact = contacts[index]
      if course.isTracked && health[contact.source] & PersonBits.introduced != 0 {
        notes.infectionsByIntroduced += 1
        course.copies.countByIntroduced(contact.target)
      }
      if notes.isRecording {
        notes.record(grid.person(at: contact.target), by: grid.person(at: contact.source))
      }
    }
    notes.removeContacts()
  }

  private mutating func rank(of contact: TransmissionRecorder.Contact) -> UInt64 {
    // Cells stand in person order.
    guard plan.infectsAtOnce else { return UInt64(contact.source) }
    let start = mix(infectionWord(of: contact.target, next: true) &+ RandomKeys.sourceLane)
    let source = UInt64(
      truncatingIfNeeded: grid.person(at: course.copies.place(of: contact.source)))
    return mix(start &+ source &* RandomKeys.personStride)
  }
}
