internal import KeyedRandom
import SpreadModel

/// Who infected whom; `TransmissionRecorder` says when that is asked.
extension RunKernel where Self: ~Copyable {
  /// Begins a step: says whether its infectors are noted.
  mutating func openNotes() {
    guard course.isTracked else { return }
    var kept = 0
    for index in 0..<notes.introducedCount {
      let cell = notes.introduced.view[index]
      let bits = health[cell]
      guard bits & PersonBits.introduced != 0 else { continue }
      let mayAct = course.peopleReturn || bits & PersonBits.acting == 0 || openBytes[cell] != 0
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
