internal import KeyedRandom
import SpreadModel

/// Who infected whom; `TransmissionRecorder` says when that is asked.
extension RunKernel where Self: ~Copyable {
  /// Begins a step: says whether its infectors are noted.
  mutating func openNotes() {
    if course.isTracked { forgetIntroduced() }
    if notes.isOpen { notes.hitEnds.reserve(sources.count) }
  }

  /// Leaves those introduced who may still infect somebody in that infection.
  private mutating func forgetIntroduced() {
    var kept = 0
    for index in 0..<notes.introducedCount {
      let cell = notes.introduced.view[index]
      let bits = health[cell]
      guard bits & PersonBits.introduced != 0 else { continue }
      // Who is only counted keeps these bits.
      if course.onlyCounts && step > course.lastStepOfIntroduced { continue }
      let mayAct = course.peopleReturn || bits & PersonBits.acting == 0 || openBytes[cell] != 0
      guard mayAct else { continue }
      notes.introduced.view[kept] = cell
      kept += 1
    }
    notes.introducedCount = kept
    notes.isOpen = kept > 0 || notes.isRecording
  }

  /// Notes whom sources hit who act at the same time, before infections are applied: whom those hit who were
  /// introduced at step 0, and the others who hit the same people; all where every infection is recorded.
  ///
  /// - Parameters:
  ///   - count: of those who act.
  ///   - cell: where each of them stands.
  mutating func noteHits(_ count: Int, by cell: (_ index: Int) -> UInt32) {
    let health = health
    if notes.isRecording {
      forEach(hits.view, count, cell, onlyNoted: false) { kernel, target, source in
        if health[target] & PersonBits.healthy != 0 { kernel.notes.add(target, by: source) }
      }
      return
    }
    forEach(hits.view, count, cell, onlyNoted: true) { _, target, _ in
      if health[target] & PersonBits.healthy != 0 { health[target] |= PersonBits.contested }
    }
    forEach(hits.view, count, cell, onlyNoted: false) { kernel, target, source in
      if health[target] & PersonBits.contested != 0 { kernel.notes.add(target, by: source) }
    }
    for index in 0..<notes.count {
      health[notes.contacts.view[index].target] &= ~PersonBits.contested
    }
  }

  /// Notes whom sources infected who acted one after the other: the people of `newlyInfected`.
  mutating func noteInfections(_ count: Int, by cell: (_ index: Int) -> UInt32) {
    forEach(newlyInfected.view, count, cell, onlyNoted: true) { kernel, target, source in
      kernel.notes.add(target, by: source)
    }
  }

  /// The same of all sources of the list.
  mutating func noteHits() {
    let cells = sources.cells.view
    noteHits(sources.count) { cells[$0] }
  }

  mutating func noteInfections() {
    let cells = sources.cells.view
    noteInfections(sources.count) { cells[$0] }
  }

  /// The targets of those who act, as `hitEnds` divides them, each with its source.
  ///
  /// - Parameter onlyNoted: whether those are left out whose infections are not noted for their own sake.
  @inline(__always) private mutating func forEach(
    _ targets: RawBuffer<UInt32>, _ count: Int, _ cell: (_ index: Int) -> UInt32, onlyNoted: Bool,
    _ body: (_ kernel: inout Self, _ target: UInt32, _ source: UInt32) -> Void
  ) {
    let ends = notes.hitEnds.view
    let takesAll = notes.isRecording || !onlyNoted
    var place = 0
    for index in 0..<count {
      let source = cell(index)
      let end = Int(truncatingIfNeeded: ends[index])
      if takesAll || health[source] & PersonBits.introduced != 0 {
        while place < end {
          body(&self, targets[place], source)
          place &+= 1
        }
      }
      place = end
    }
  }

  /// Notes the people introduced at step 0, who are the people of `newlyInfected` from `first` on.
  mutating func noteIntroduced(from first: Int) {
    guard course.isTracked && plan.countsByIntroduced else { return }
    notes.addIntroduced(newlyInfected.view, first..<newlyInfectedCount)
    for index in first..<newlyInfectedCount {
      health[newlyInfected.view[index]] |= PersonBits.introduced
    }
    course.introduced += newlyInfectedCount - first
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
        course.tally.countByIntroduced(contact.target)
      }
      if notes.isRecording {
        notes.record(person(at: contact.target), by: person(at: contact.source))
      }
    }
    notes.removeContacts()
  }

  private mutating func rank(of contact: TransmissionRecorder.Contact) -> UInt64 {
    // Cells stand in person order.
    guard plan.infectsAtOnce else { return UInt64(contact.source) }
    let start = mix(infectionWord(of: contact.target, next: true) &+ RandomKeys.sourceLane)
    let source = UInt64(truncatingIfNeeded: person(at: contact.source))
    return mix(start &+ source &* RandomKeys.personStride)
  }
}
