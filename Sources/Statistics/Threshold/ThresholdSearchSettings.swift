import KeyedRandom

/// What a threshold search looks for, and what it may spend.
///
/// Source: docs/threshold.md.
package struct ThresholdSearchSettings: Hashable, Sendable {
  /// Levels of the factor, both ends included; `from` < `to`.
  package var from: Double
  package var to: Double
  /// Whether levels are halved and curves drawn over the logarithm of the level.
  package var isLog: Bool
  /// Whether the factor has whole numbers alone.
  package var isWhole: Bool
  /// The mean response looked for.
  package var target: Double
  /// Half of the interval's width that is narrow enough, in the factor's unit.
  package var halfWidth: Double
  /// Level of the interval, above 0 and below 1.
  package var confidence: Double
  /// Runs at each level until the crossing is bracketed; 2 or more.
  package var first: Int
  /// Runs of the whole search at most.
  package var most: Int
  /// Whether the response is 0 or 1.
  package var isEvent: Bool

  package init(
    from: Double, to: Double, isLog: Bool = false, isWhole: Bool = false, target: Double,
    halfWidth: Double, confidence: Double = 0.95, first: Int = 20, most: Int, isEvent: Bool
  ) {
    self.from = from
    self.to = to
    self.isLog = isLog
    self.isWhole = isWhole
    self.target = target
    self.halfWidth = halfWidth
    self.confidence = confidence
    self.first = first
    self.most = most
    self.isEvent = isEvent
  }

  /// Five levels at equal distances on the scale, both ends among them; fewer of few whole numbers.
  package var firstLevels: [Double] {
    let (low, high) = (place(from), place(to))
    var levels: [Double] = []
    for index in 0..<5 {
      let next =
        index == 0
        ? from : index == 4 ? to : rounded(level(low + (high - low) * Double(index) / 4))
      if next > levels.last ?? -.infinity { levels.append(next) }
    }
    return levels
  }
}

// MARK: Levels and their positions on the scale

extension ThresholdSearchSettings {
  func place(_ level: Double) -> Double { isLog ? preciseLogarithm(level) : level }

  func level(_ place: Double) -> Double {
    min(to, max(from, isLog ? preciseExponential(place) : place))
  }

  /// How far apart two levels of a length are on the scale, near a level.
  func length(_ distance: Double, at level: Double) -> Double {
    isLog ? distance / level : distance
  }

  /// The distance of the levels that may be placed: a power of ten, at most a fifth of the half
  /// width and, on a log scale, a fiftieth of the level; 1 or more of whole numbers.
  func step(at level: Double) -> (tens: Int, isWhole: Bool) {
    let finest = min(halfWidth / 5, isLog ? level / 50 : .infinity) * (1 + 1e-9)
    var tens = 0
    if finest >= 1 {
      while tens < Self.mostTens, power(tens + 1) <= finest { tens += 1 }
      return (tens, true)
    }
    guard !isWhole else { return (0, true) }
    while tens < Self.mostTens, 1 / power(tens) > finest { tens += 1 }
    return (tens, false)
  }

  func stepLength(at level: Double) -> Double {
    let (tens, isWhole) = step(at: level)
    return isWhole ? power(tens) : 1 / power(tens)
  }

  /// The nearest level that may be placed, as the decimal number a person would write.
  package func rounded(_ level: Double) -> Double {
    guard level > from else { return from }
    guard level < to else { return to }
    let (tens, isWhole) = step(at: level)
    let near =
      isWhole
      ? (level / power(tens)).rounded() * power(tens)
      : (level * power(tens)).rounded() / power(tens)
    return min(to, max(from, near))
  }

  private static let mostTens = 300

  private func power(_ tens: Int) -> Double {
    (0..<tens).reduce(1.0) { power, _ in power * 10 }
  }

  /// Three rising levels around one, `reach` to both sides on the scale, as far as there are any.
  package func levels(around center: Double, reach: Double) -> [Double] {
    let middle = place(center)
    var low = rounded(level(middle - reach))
    var high = rounded(level(middle + reach))
    var inner = rounded(center)
    if inner <= low { inner = rounded(low + max(stepLength(at: low), (high - low) / 4)) }
    if inner >= high { inner = rounded(high - max(stepLength(at: high), (high - low) / 4)) }
    if inner <= low { low = rounded(inner - stepLength(at: inner)) }
    if inner >= high { high = rounded(inner + stepLength(at: inner)) }
    // At the lower end of the range there is room on one side only.
    if inner == from { inner = rounded(from + stepLength(at: from)) }
    if inner >= high { high = rounded(inner + stepLength(at: inner)) }
    return [low, inner, high]
  }
}
