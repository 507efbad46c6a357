extension ImmuneOrder {
  /// Those with the most contacts.
  package static let degree = ImmuneOrder("degree", bytes: 4, nanoseconds: 16) { contacts, _ in
    let degrees = contacts.degrees
    let most = degrees.max() ?? 0
    return degrees.map { UInt32(most - $0) }
  }
}
