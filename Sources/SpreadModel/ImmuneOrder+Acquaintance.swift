internal import KeyedRandom

extension ImmuneOrder {
  /// Those whom others name: everybody names one of their contacts, in random order; those who are named come in the
  /// order in which they are named first.
  package static let acquaintance = ImmuneOrder("acquaintance", bytes: 20, nanoseconds: 120) {
    contacts, word in
    // The lanes of the words that order those who name, and that start the streams by which they do.
    let (naming, choice): (UInt64, UInt64) = (0xdba8_bdbe_6060_b657, 0xedcc_ca42_f0fa_5c17)
    let people = (0..<contacts.people).map { (key: word($0, naming), person: $0) }
      .sorted { $0.key != $1.key ? $0.key < $1.key : $0.person < $1.person }
    let nobody = UInt32.max
    var ranks = [UInt32](repeating: nobody, count: people.count)
    let degrees = contacts.degrees
    var named: UInt32 = 0
    for (_, person) in people where degrees[person] > 0 {
      var stream = RandomStream(key: word(person, choice))
      let contact = contacts.contact(of: person, at: Int(stream.below(UInt64(degrees[person]))))
      guard ranks[contact] == nobody else { continue }
      ranks[contact] = named
      named += 1
    }
    return ranks.map { min($0, named) }
  }
}
