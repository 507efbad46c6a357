import SpreadModel

/// As in the messages of the page: one member per control, by its name.
extension Parameters: Codable {
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(_ key: ModelKey) { stringValue = key.name }

    static let neighborhood = Name(stringValue: "neighborhood")
    static let seed = Name(stringValue: "seed")
    static let point = Name(stringValue: "point")
    static let gallery = Name(stringValue: "gallery")
  }

  /// - Throws: if a member is missing that has no standard value, or has another type than its key.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Name.self)
    var values = ModelValues()
    for key in Self.keys where key.defaultValue == nil || members.contains(Name(key)) {
      values[key] = try Self.value(of: key.allowed, at: Name(key), in: members)
    }
    self.init(
      values: values,
      neighborhood: try members.decodeIfPresent(String.self, forKey: .neighborhood),
      seed: try members.decode(Int.self, forKey: .seed),
      period: try members.decode(Double.self, forKey: Name(.period)),
      point: try members.decodeIfPresent(Int.self, forKey: .point),
      gallery: try members.decodeIfPresent(String.self, forKey: .gallery))
  }

  private static func value(
    of allowed: AllowedValues, at name: Name, in members: KeyedDecodingContainer<Name>
  ) throws -> KeyValue {
    switch allowed {
    case .whole: .whole(try members.decode(Int.self, forKey: name))
    case .real: .real(try members.decode(Double.self, forKey: name))
    case .name, .choice: .name(try members.decode(String.self, forKey: name))
    case .either(let numbers, _):
      // No word: then it has to be a number, and what that throws is said.
      if let word = try? members.decode(String.self, forKey: name) {
        .name(word)
      } else {
        try value(of: numbers, at: name, in: members)
      }
    case .length(let least, let words):
      try value(
        of: .either(.whole(least...AllowedValues.mostPeople), or: words), at: name, in: members)
    case .introductions, .people:
      throw DecodingError.dataCorruptedError(
        forKey: name, in: members, debugDescription: "people are tapped")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Name.self)
    for key in Self.keys {
      switch values[key] {
      case .whole(let number)?: try members.encode(number, forKey: Name(key))
      case .real(let number)?: try members.encode(number, forKey: Name(key))
      case .name(let word)?: try members.encode(word, forKey: Name(key))
      case .introductions?, .people?, .length?, .absent?, nil: break
      }
    }
    try members.encodeIfPresent(neighborhood, forKey: .neighborhood)
    try members.encode(seed, forKey: .seed)
    try members.encode(period, forKey: Name(.period))
    try members.encodeIfPresent(point, forKey: .point)
    try members.encodeIfPresent(gallery, forKey: .gallery)
  }
}
