internal import KeyedRandom
import SpreadModel

/// Who infected whom; `TransmissionRecorder` says when that is asked.
extension ListKernel {
  /// Begins a step: says whether its infectors are noted.
  mutating func openNotes() {
    var kept = 0
    for index in 0..<notes.introducedCount {
      let person = notes.introduced.view[index]
      guard health[person] & PersonBits.introduced != 0 && open[person] != 0 else { continue }
      notes.introduced.view[kept] = person
      kept += 1
    }
    notes.introducedCount = kept
    notes.isOpen = kept > 0 || notes.isRecording
  }

  /// Whether those infected by a source are noted; of several sources of a person all are then.
  func isNoted(_ source: UInt32) -> Bool {
    notes.isRecording || health[source] & PersonBits.introduced != 0
  }

  /// Notes whom sources hit in this step, before infections are applied: whom those hit who were
  /// introduced at step 0, and the others who hit the same people.
  mutating func noteHits() {
    let health = health
    forEachHit { kernel, target, source in
      if kernel.isNoted(source) { health[target] |= PersonBits.contested }
    }
    forEachHit { kernel, target, source in
      if health[target] & PersonBits.contested != 0 { kernel.notes.add(target, by: source) }
    }
    for index in 0..<notes.count {
      health[notes.contacts.view[index].target] &= ~PersonBits.contested
    }
  }

  /// The healthy people among `hits`, each with the source.
  @inline(__always) private mutating func forEachHit(
    _ body: (_ kernel: inout Self, _ target: UInt32, _ source: UInt32) -> Void
  ) {
    var place = 0
    for index in 0..<sources.count {
      let source = sources.cells.view[index]
      let end = Int(truncatingIfNeeded: hitEnds.view[index])
      while place < end {
        let target = hits.view[place]
        if isHealthy(person: Int(target)) { body(&self, target, source) }
        place &+= 1
      }
    }
  }

  mutating func noteIntroduced(from first: Int) {
    notes.addIntroduced(fresh.view, first..<freshCount)
    for index in first..<freshCount { health[fresh.view[index]] |= PersonBits.introduced }
    course.introduced += freshCount - first
  }

  /// Before the step's infections begin: each has one source, of several with equal chances; of
  /// sources that act one after the other the first.
  mutating func chooseInfectors() {
    let contacts = notes.contacts.view
    for index in 0..<notes.count { contacts[index].rank = rank(of: contacts[index]) }
    notes.choose()
    for index in 0..<notes.count {
      let contact = contacts[index]
      if health[contact.source] & PersonBits.introduced != 0 { notes.infectionsByIntroduced += 1 }
      if notes.isRecording { notes.record(Int(contact.target), by: Int(contact.source)) }
    }
    notes.removeContacts()
  }

  private func rank(of contact: TransmissionRecorder.Contact) -> UInt64 {
    guard plan.infectsAtOnce else { return UInt64(contact.source) }
    let start = mix(infectionWord(of: contact.target, next: true) &+ RandomKeys.sourceLane)
    return mix(start &+ UInt64(contact.source) &* RandomKeys.personStride)
  }
}
