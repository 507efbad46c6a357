extension Response {
  /// What stores say of it: the name of a built-in response; of a study's own what it is as well,
  /// such as `own early infected_at 5`. Read back by `init(definition:)`.
  package var definition: String {
    guard let own else { return name }
    let measure =
      switch own.measure {
      case .stepToShare(let share): "step_to_share \(share)"
      case .infectedAt(let step): "infected_at \(step)"
      case .newInfectionsBetween(let steps):
        "new_infections_between \(steps.lowerBound) \(steps.upperBound)"
      case .meanInfectedBetween(let steps):
        "mean_infected_between \(steps.lowerBound) \(steps.upperBound)"
      case .shareIn(let area, let step):
        "share_in \(area.rows.lowerBound) \(area.rows.upperBound) \(area.columns.lowerBound) "
          + "\(area.columns.upperBound) \(step)"
      case .shareInGroup(let group, let step): "share_in_group \(group) \(step)"
      case .finalShareOf(let group): "final_share_of \(group)"
      }
    return "\(kind == .flag ? "event" : "own") \(own.name) \(measure)"
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

extension OwnResponse.Measure {
  fileprivate init?(words: ArraySlice<String>) {
    guard let form = words.first else { return nil }
    let texts = words.dropFirst()
    if form == "step_to_share" {
      guard texts.count == 1, let share = texts.first.flatMap(Double.init), share > 0, share <= 1
      else { return nil }
      self = .stepToShare(share)
      return
    }
    if form == "final_share_of", texts.count == 1 {
      self = .finalShareOf(texts[texts.startIndex])
      return
    }
    if form == "share_in_group", texts.count == 2,
      let step = Int(texts[texts.startIndex + 1]), step >= 0
    {
      self = .shareInGroup(texts[texts.startIndex], atStep: step)
      return
    }
    let numbers = texts.compactMap { Int($0) }
    guard numbers.count == texts.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    func span(_ place: Int) -> ClosedRange<Int>? {
      numbers[place] <= numbers[place + 1] ? numbers[place]...numbers[place + 1] : nil
    }
    switch (form, numbers.count) {
    case ("infected_at", 1): self = .infectedAt(numbers[0])
    case ("new_infections_between", 2):
      guard let steps = span(0) else { return nil }
      self = .newInfectionsBetween(steps)
    case ("mean_infected_between", 2):
      guard let steps = span(0) else { return nil }
      self = .meanInfectedBetween(steps)
    case ("share_in", 5):
      guard let rows = span(0), let columns = span(2) else { return nil }
      self = .shareIn(GridArea(rows: rows, columns: columns), atStep: numbers[4])
    default: return nil
    }
  }
}
