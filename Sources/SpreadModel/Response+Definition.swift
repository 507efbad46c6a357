extension Response {
  /// What stores say of it: the name of a built-in response; of a study's own what it is as well,
  /// such as `own early infected_at 5`. Read back by `init(definition:)`.
  package var definition: String {
    guard let own else { return name }
    guard let words = own.measure.words else {
      preconditionFailure("\(name) follows from other values and is stored nowhere")
    }
    return "\(kind == .flag ? "event" : "own") \(own.name) \(words)"
  }

  /// The response of that definition; nil if there is none, as in a store of a later program.
  package init?(definition: String) {
    let words = definition.split(separator: " ").map(String.init)
    if words.count == 1 {
      self.init(rawValue: definition)
      return
    }
    guard words.count > 3, let measure = OwnResponse.Measure(words: words.dropFirst(2)) else {
      return nil
    }
    let responses = OwnResponse(name: words[1], measure: measure).responses
    guard let response = words[0] == "event" ? responses.dropFirst().first : responses.first,
      ["own", "event"].contains(words[0])
    else { return nil }
    self = response
  }
}
