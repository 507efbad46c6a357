internal import KeyedRandom
internal import SpreadModel

/// The draws of the slow reference implementation, written down once more from docs/randomness.md.
package struct ReferenceDraws {
  let rule: SpreadRule
  let grid: Grid
  var cap: Int
  /// Of distributions of numbers that have one.
  var mean: Double
  var p: Double
  let fault: Fault?
  var course: Course

  /// What one action of a source draws from.
  struct Contacts {
    var word: UInt64
    var step: Int
    var run: UInt64
  }

  init(_ scenario: Scenario, fault: Fault?) {
    rule = scenario.rule
    grid = scenario.grid
    cap = scenario.infectionFactor
    mean = scenario.meanContacts
    p = scenario.infectionProbability
    self.fault = fault
    course = scenario.course
  }

  // MARK: Words

  static func word(run: UInt64, person: Int, action: UInt64) -> UInt64 {
    mix(run &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15 &+ action &* 0xda94_2042_e4dd_58b5)
  }

  /// The word of a person's infection number `infection`, from 1.
  static func word(run: UInt64, infection: Int) -> UInt64 {
    infection == 1 ? run : mix(run &+ UInt64(infection - 1) &* 0xbf58_476d_1ce4_e5b9)
  }

  /// Those with the lowest are made immune.
  package static func immunityKey(run: UInt64, person: Int) -> UInt64 {
    mix(run &+ 0x8538_ecb5_bd45_6ea3 &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15)
  }

  /// Which of several sources infected somebody.
  func infector(of person: Int, _ word: UInt64, among sources: [Int]) -> Int {
    let start = mix(
      word &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15 &+ 0xd6e8_feb8_6659_fd93)
    func rank(_ source: Int) -> UInt64 {
      mix(start &+ UInt64(source) &* 0x9e37_79b9_7f4a_7c15)
    }
    return sources.min { rank($0) < rank($1) } ?? sources[0]
  }

  /// A of an infection; nil: no end.
  func actingSteps(_ word: UInt64, person: Int) -> Int? {
    var most = length(
      course.infectiousSteps, word, person: person, lane: 0xb3fb_08f3_4b48_c38b, atLeast: 1)
    if fault == .actsOnceMore { most = most.map { $0 + 1 } }
    if fault == .actsOnceLess { most = most.map { max(1, $0 - 1) } }
    let c = course.recoveryProbability
    guard c > 0 else { return most }
    if c >= 1 { return 1 }
    let uniform =
      mix(word &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15 &+ 0x94d0_49bb_1331_11eb) >> 11
    var drawn = Self.passed(Double(uniform) / 9_007_199_254_740_992, 1 - c) + 1
    if fault == .geometricFromZero { drawn = max(1, drawn - 1) }
    return min(most ?? drawn, drawn)
  }

  static func introductionStream(run: UInt64, step: Int, index: Int) -> RandomStream {
    RandomStream(key: run, 1, UInt64(step), UInt64(index))
  }

  // MARK: Orders and coins

  /// The even permutations of four things.
  private static let even = [
    [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 0, 3, 2], [1, 2, 0, 3], [1, 3, 2, 0],
    [2, 0, 1, 3], [2, 1, 3, 0], [2, 3, 0, 1], [3, 0, 2, 1], [3, 1, 0, 2], [3, 2, 1, 0],
  ]
  /// The 70 ways to pick four of eight directions, by increasing mask.
  private static let halves = (0..<256).map { mask in (0..<8).filter { mask & (1 << $0) != 0 } }
    .filter { $0.count == 4 }

  /// All directions in the order in which they are contacted, and what is left of the word.
  static func order(
    _ word: UInt64, _ neighborhood: SpreadRule.Neighborhood
  ) -> (directions: [Int], left: UInt64) {
    var left = word
    func digit(_ base: UInt64) -> Int {
      let product = left.multipliedFullWidth(by: base)
      left = product.low
      return Int(product.high)
    }
    switch neighborhood {
    case .moore, .hexagonal:
      let half = halves[digit(70)]
      let rest = (0..<8).filter { !half.contains($0) }
      let first = even[digit(12)].map { half[$0] }
      let second = even[digit(12)].map { rest[$0] }
      return (first + second, left)
    case .vonNeumann:
      return (even[digit(12)].map { [1, 3, 4, 6][$0] }, left)
    case .within: preconditionFailure("people who meet by lists have no directions")
    }
  }

  /// Whether a contact in this direction infects.
  static func coin(_ word: UInt64, direction: Int, p: Double) -> Bool {
    let scaled = p * 1_099_511_627_776
    if p <= 0 { return false }
    if p >= 1 { return true }
    let threshold = min(max(UInt64(scaled + 0.5), 1), 1_099_511_627_775)
    var bytes = word &* 0xd134_2543_de82_ef95
    bytes ^= bytes >> 32
    let upper = bytes >> UInt64(8 * direction) & 255
    let lower = mix(bytes &+ UInt64(direction + 1) &* 0x9e37_79b9_7f4a_7c15) >> 32
    return upper << 32 | lower < threshold
  }

  // MARK: Outcomes

  /// The people among the candidates whom the source would infect.
  func infected(
    of candidates: [(direction: Int, person: Int)], _ action: inout Contacts
  ) -> [Int] {
    if infectsNobody { return [] }
    let order = Self.order(action.word, rule.neighborhood)
    let value = order.left >> 32
    let inOrder = order.directions.compactMap { direction in
      candidates.first { $0.direction == direction }
    }
    func succeeds(_ contact: (direction: Int, person: Int)) -> Bool {
      switch fault {
      case .oneTrialPerSource: Self.coin(action.word, direction: 0, p: p)
      case .oneTrialPerTarget:
        Self.coin(
          Self.word(run: action.run, person: contact.person, action: UInt64(action.step)),
          direction: 0, p: p)
      default: Self.coin(action.word, direction: contact.direction, p: p)
      }
    }
    switch rule.draw {
    case .exact, .atLeastOne, .uniform:
      let count = numberContacted(of: candidates.count, value)
      let contacted =
        fault?.contacts(count, of: candidates, action.word) ?? Array(inOrder.prefix(count))
      return contacted.filter(succeeds).map(\.person)
    case .capped:
      return inOrder.filter(succeeds).prefix(cap).map(\.person)
    case .scan:
      let scanned =
        fault == .orderByColumns
        ? [0, 3, 5, 1, 6, 2, 4, 7].compactMap { d in candidates.first { $0.direction == d } }
        : candidates
      return scanned.filter(succeeds).prefix(cap).map(\.person)
    case .each, .number, .own: preconditionFailure("clocks or lists draw them")
    }
  }

  /// m of `exact`, `at_least_one` and `uniform`.
  private func numberContacted(of n: Int, _ value: UInt64) -> Int {
    var most = min(cap, n)
    if fault == .contactsPlusOne { most = min(cap + 1, n) }
    if fault == .contactsMinusOne { most = max(most - 1, 0) }
    if fault == .notClipped { most = cap }
    let least =
      switch rule.draw {
      case .exact: most
      case .atLeastOne: min(1, most)
      case .uniform: 0
      case .capped, .each, .scan, .number, .own: preconditionFailure("all candidates are tried")
      }
    return min(least + Int((value * UInt64(most - least + 1)) >> 32), n)
  }
}
