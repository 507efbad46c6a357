internal import KeyedRandom
internal import SpreadModel

/// Lengths that are drawn, written down once more from docs/randomness.md, "The course".
extension ReferenceDraws {
  /// - Parameters:
  ///   - word: of the infection.
  ///   - least: steps that it lasts at least.
  /// - Returns: nil for no end.
  func length(
    _ length: Length, _ word: UInt64, person: Int, lane: UInt64, atLeast least: Int = 0
  ) -> Int? {
    let random = mix(word &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15 &+ lane)
    let uniform = Double(random >> 11) / 9_007_199_254_740_992
    guard case .drawn(let kind, let numbers) = length else { return length.steps }
    switch kind.name {
    case "geometric":
      let mean = numbers[0]
      let passing = least == 1 ? 1 - 1 / mean : mean / (1 + mean)
      return Self.passed(uniform, passing) + least
    case "weights":
      // The chances of so many steps and more, summed up from the end.
      var sums = numbers
      for steps in sums.indices.dropLast().reversed() { sums[steps] += sums[steps + 1] }
      var steps = 0
      while steps + 1 < sums.count, sums[steps + 1] / sums[0] > uniform { steps += 1 }
      return steps
    case "gamma":
      let (mean, sd) = (numbers[0], numbers[1])
      let shape = (mean / sd) * (mean / sd)
      let gamma = GammaFactor(shape: shape)
      var steps = least
      while true {
        let chance = gamma.upper((Double(steps + 1) - 0.5) / (mean / shape))
        guard chance >= 0x1p-53, chance > uniform else { return steps }
        steps += 1
      }
    default: preconditionFailure("the reference does not know lengths of kind \(kind.name)")
    }
  }

  /// From which step on, and before which one, an infection is counted; nil if it is not seen.
  func stay(
    _ series: ObservedSeries, _ word: UInt64, person: Int, infectedAt step: Int
  ) -> (from: Int, to: Int?)? {
    var name: UInt64 = 0
    for byte in series.name.utf8 { name = fold(name, UInt64(byte)) }
    let start = word &+ name
    let random = mix(
      start &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15 &+ 0x5279_7fda_22e8_6787)
    guard Double(random >> 11) / 9_007_199_254_740_992 < series.probability else { return nil }
    let delay = length(series.delay, start, person: person, lane: 0x1b5f_16af_febc_4cbd) ?? 0
    guard let stay = series.stay else { return (step + delay, step + delay + 1) }
    let steps = length(stay, start, person: person, lane: 0xd1df_9155_2796_bfbd)
    return (step + delay, steps.map { step + delay + $0 })
  }

  /// How many steps pass of which each passes with a chance.
  static func passed(_ fraction: Double, _ chance: Double) -> Int {
    var powers = [chance]  // to the 1, 2, 4, ...
    while powers.count < 32 { powers.append(powers.last! * powers.last!) }
    var chanceToWait = 1.0
    var waited = 0
    for exponent in stride(from: 31, through: 0, by: -1)
    where chanceToWait * powers[exponent] > fraction {
      chanceToWait *= powers[exponent]
      waited += 1 << exponent
    }
    return waited
  }
}
