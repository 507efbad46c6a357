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
  /// Where the hits of each source end, by its place among those who act; in steps that are noted.
  var hitEnds = RawList<UInt32>()
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
    contacts = RawList()
    introduced = RawList()
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
