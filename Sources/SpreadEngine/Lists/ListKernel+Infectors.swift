internal import KeyedRandom
import SpreadModel

/// Who infected whom; `InfectorNotes` says when that is asked.
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

  mutating func noteIntroduced(from first: Int) {
    let count = notes.introducedCount
    notes.introduced.reserve(count + freshCount - first, keeping: count)
    for index in first..<freshCount {
      let person = fresh.view[index]
      health[person] |= PersonBits.introduced
      notes.introduced.view[count + index - first] = person
    }
    notes.introducedCount = count + freshCount - first
    course.introduced += freshCount - first
  }

  /// Before the step's infections begin: each has one source, of several with equal chances; of
  /// sources that act one after the other the first.
  mutating func chooseInfectors() {
    var contacts = UnsafeMutableBufferPointer(
      start: notes.contacts.view.pointer(room: notes.count), count: notes.count)
    for index in contacts.indices { contacts[index].rank = rank(of: contacts[index]) }
    contacts.sort { $0.target != $1.target ? $0.target < $1.target : $0.rank < $1.rank }
    var last: UInt32?
    for contact in contacts where contact.target != last {
      last = contact.target
      if health[contact.source] & PersonBits.introduced != 0 { notes.infectionsByIntroduced += 1 }
      if notes.isRecording { notes.record(Int(contact.target), by: Int(contact.source)) }
    }
    notes.removeContacts()
  }

  private func rank(of contact: InfectorNotes.Contact) -> UInt64 {
    guard plan.infectsAtOnce else { return UInt64(contact.source) }
    let start = mix(infectionWord(of: contact.target, next: true) &+ RandomKeys.sourceLane)
    return mix(start &+ UInt64(contact.source) &* RandomKeys.personStride)
  }
}
