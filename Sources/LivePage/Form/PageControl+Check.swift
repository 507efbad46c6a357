package import SpreadModel

extension PageControl {
  /// What is wrong with a value, in words for the person who gave it; nil if nothing is.
  ///
  /// Names are not looked up: what there is to choose from is not the control's to know.
  package func problem(_ value: KeyValue?) -> String? {
    if value == .absent, emptyChoice != nil { return nil }
    guard let value, Self.contains(allowed, value) else {
      return "\(label): enter \(words)."
    }
    return nil
  }

  /// What may be typed: "a whole number from 1 to 4,000,000".
  package var words: String { Self.words(typed) }

  /// What may be typed, in the unit it is typed in.
  package var typed: AllowedValues {
    guard inPercent, case .real(let range) = allowed else { return allowed }
    return .real(
      RealRange(
        (range.lowest * 100)...(range.highest * 100), lowestIsIn: range.lowestIsIn,
        highestIsIn: range.highestIsIn))
  }

  private static func contains(_ allowed: AllowedValues, _ value: KeyValue) -> Bool {
    switch (allowed, value) {
    case (.whole(let range), .whole(let number)): range.contains(number)
    case (.real(let range), .real(let number)): range.contains(number)
    case (.name, .name), (.introductions, .introductions): true
    case (.choice(let words), .name(let word)): words.contains(word)
    case (.either(_, let words), .name(let word)): words.contains(word)
    case (.either(let numbers, _), _): contains(numbers, value)
    case (.length(let least, let words), _): contains(plain(least, words), value)
    default: false
    }
  }

  /// Lengths that may be typed.
  static func plain(_ least: Int, _ words: [String]) -> AllowedValues {
    let steps = AllowedValues.whole(least...AllowedValues.mostPeople)
    return words.isEmpty ? steps : .either(steps, or: words)
  }

  private static func words(_ allowed: AllowedValues) -> String {
    switch allowed {
    case .whole(let range):
      "a whole number from \(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
    case .real(let range):
      "a number \(range.lowestIsIn ? "from" : "above") \(plain(range.lowest)) "
        + "\(range.highestIsIn ? "to" : "and below") \(plain(range.highest))"
    case .choice(let words): words.joined(separator: " or ")
    case .either(let numbers, let others):
      "\(words(numbers)), or \(others.joined(separator: " or "))"
    case .length(let least, let others): words(plain(least, others))
    case .name: "a name"
    case .introductions: "introductions"
    case .people: "people"
    }
  }

  /// Whole numbers without the point.
  static func plain(_ number: Double) -> String {
    number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
  }

  /// With a comma before every third digit from the right; no control takes numbers below 0.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
