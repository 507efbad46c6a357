internal import KeyedRandom
internal import SpreadModel

/// The draws of the slow reference implementation where people meet by lists, from docs/randomness.md, "Contacts".
extension ReferenceDraws {
  typealias Candidate = (direction: Int, person: Int)

  /// Candidates come with their places in the list.
  func infected(ofList candidates: [Candidate], _ word: UInt64, factor: Double) -> [Int] {
    if infectsNobody { return [] }
    return infected(ofList: candidates, word, factor: factor) { _ in p }
  }

  /// The same with a chance for each.
  func infected(
    ofList candidates: [Candidate], _ word: UInt64, factor: Double, chance: (Candidate) -> Double
  ) -> [Int] {
    func succeeds(_ candidate: Candidate) -> Bool {
      let block = UInt64(candidate.direction / 8)
      let blockWord = block == 0 ? word : mix(word &+ block &* 0xa076_1d64_78bd_642f)
      return Self.coin(blockWord, direction: candidate.direction % 8, p: chance(candidate))
    }
    switch rule.draw {
    case .capped:
      return first(cap, of: candidates.filter(succeeds), word).map(\.person)
    case .scan: return candidates.filter(succeeds).prefix(cap).map(\.person)
    case .exact, .atLeastOne, .uniform, .number:
      let number = number(of: candidates.count, word, factor)
      return first(number, of: candidates, word).filter(succeeds).map(\.person)
    case .each, .own: preconditionFailure("clocks and programs of one's own are asked themselves")
    }
  }

  /// Where everybody meets everybody.
  func infected(ofEverybody candidates: [Candidate], _ word: UInt64, factor: Double) -> [Int] {
    if infectsNobody { return [] }
    return infected(ofEverybody: candidates, word, factor: factor, largest: p) { _ in true }
  }

  /// The same where contacts have chances up to `largest`; `succeeds` says of one that would succeed at that one
  /// whether it does at its own.
  func infected(
    ofEverybody candidates: [Candidate], _ word: UInt64, factor: Double, largest p: Double,
    succeeds: (Candidate) -> Bool
  ) -> [Int] {
    func successes(of trials: Int) -> [Int] {
      if p >= 1 { return Array(0..<trials) }
      var trial = 0
      var drawn: UInt64 = 0
      var successes: [Int] = []
      while true {
        drawn += 1
        let random = mix(word &+ drawn &* 0x8ebc_6af0_9c88_c6e3)
        let uniform = (Double(random >> 11) + 0.5) / 9_007_199_254_740_992
        let passed = naturalLogarithm(uniform) * (1 / logarithm(oneMinus: p))
        trial += 1 + Int(min(passed, 1e15))
        if trial > trials { return successes }
        successes.append(trial - 1)
      }
    }
    switch rule.draw {
    case .scan:
      return successes(of: candidates.count).map { candidates[$0] }.filter(succeeds).prefix(cap)
        .map(\.person)
    case .capped:
      let count = successes(of: candidates.count).count
      return pick(count, of: candidates, word).filter(succeeds).prefix(cap).map(\.person)
    case .exact, .atLeastOne, .uniform, .number:
      let count = successes(of: number(of: candidates.count, word, factor)).count
      return pick(count, of: candidates, word).filter(succeeds).map(\.person)
    case .each, .own: preconditionFailure("clocks and programs of one's own are asked themselves")
    }
  }

  /// By Swift of a program's own, wherever people meet.
  func infected(
    by own: OwnDraw, _ candidates: [(person: Int, isHealthy: Bool)], source: Int, step: Int,
    _ word: UInt64, factor: Double
  ) -> [Int] {
    if infectsNobody { return [] }
    let people = candidates.map { UInt32($0.person) }
    var marks = candidates.map { $0.isHealthy ? SourceTurn.Mark.healthy : 0 }
    people.withUnsafeBufferPointer { people in
      marks.withUnsafeMutableBufferPointer { marks in
        guard let first = people.baseAddress, let mark = marks.baseAddress else { return }
        // What one throws ends a run of the engine; this one goes on.
        try? own.act?(
          SourceTurn(
            grid: grid, source: source, step: step, meanContacts: mean * factor,
            infectionProbability: p,
            word: word, count: candidates.count, people: first, marks: mark))
      }
    }
    return candidates.indices.filter { marks[$0] & SourceTurn.Mark.infected != 0 }
      .map { candidates[$0].person }
  }

  /// Whether no source ever infects anybody.
  var infectsNobody: Bool { p == 0 || contactNobody }

  /// Whether no source ever contacts anybody.
  var contactNobody: Bool {
    switch rule.draw {
    case .each: false
    case .number(.weights(let weights)): weights.dropFirst().allSatisfy { $0 == 0 }
    case .number, .own: mean == 0
    default: cap == 0
    }
  }

  /// All of them, in order, where that is enough.
  private func first(_ count: Int, of candidates: [Candidate], _ word: UInt64) -> [Candidate] {
    candidates.count <= count ? candidates : pick(count, of: candidates, word)
  }

  private func pick(_ count: Int, of candidates: [Candidate], _ word: UInt64) -> [Candidate] {
    var stream = RandomStream(key: word)
    return stream.choice(of: count, from: candidates.count).map { candidates[$0] }
  }

  private func number(of n: Int, _ word: UInt64, _ factor: Double) -> Int {
    let random = mix(word &+ 0xe703_7ed1_a0b4_28db)
    if case .number(let distribution) = rule.draw {
      let uniform = Double(random >> 11) / 9_007_199_254_740_992
      return min(n, Self.number(distribution, mean: mean * factor, uniform))
    }
    let most = min(cap, n)
    let least =
      switch rule.draw {
      case .exact, .capped, .each, .scan: most
      case .atLeastOne: min(1, most)
      case .uniform: 0
      case .number, .own: 0
      }
    return least + Int(random.multipliedFullWidth(by: UInt64(most - least + 1)).high)
  }

  /// The smallest number whose chance of at most itself is above the fraction.
  static func number(
    _ distribution: SpreadRule.ContactNumber, mean: Double, _ fraction: Double
  ) -> Int {
    var chance: Double
    switch distribution {
    case .weights(let weights):
      let total = weights.reduce(0, +)
      var sum = 0.0
      for (number, weight) in weights.enumerated() {
        sum += weight
        if fraction < sum / total { return number }
      }
      return weights.count - 1
    case .poisson: chance = exponential(-mean)
    case .geometric: chance = exponential(-logarithm(onePlus: mean))
    case .negativeBinomial(let r): chance = exponential(-(r * logarithm(onePlus: mean / r)))
    }
    var sum = chance
    var number = 0
    while fraction >= sum && number < 100_000 {
      number += 1
      switch distribution {
      case .poisson: chance *= mean / Double(number)
      case .geometric: chance *= mean / (1 + mean)
      case .negativeBinomial(let r):
        chance *= (Double(number) - 1 + r) / Double(number) * (mean / (r + mean))
      case .weights: break
      }
      sum += chance
    }
    return number
  }

  /// By what the mean number of contacts of an infection is multiplied.
  func factor(_ word: UInt64, person: Int) -> Double {
    guard let shape = course.infectiousnessDispersion else { return 1 }
    return GammaFactor(shape: shape).factor(
      mix(word &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15 &+ 0x5896_36e8_d07b_2f6d))
  }
}
