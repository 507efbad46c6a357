internal import KeyedRandom
import SpreadModel

/// The draw of a source with a list of neighbors: whom of them it infects.
///
/// Source: docs/randomness.md, "Contacts".
struct ListDraw: ~Copyable {
  private let pool: SpreadRule.Pool
  private let kept: DrawPlan.Kept?
  /// Always as many as the cap allows.
  let isFixed: Bool
  let cap: Int
  private let numbers: ContactNumbers
  private var picks = Picks()
  /// Places of candidates in the list.
  private var candidates = RawList<UInt32>()

  init(_ rule: SpreadRule, _ plan: Plan) {
    pool = rule.pool
    cap = plan.cap
    numbers = ContactNumbers(rule, plan)
    kept = if case .trials(let kept) = rule.draw.plan { kept } else { nil }
    isFixed = kept != nil || rule.draw == .exact
  }

  /// Writes the healthy people whom a source infects to `hits` from `place` on; returns their number.
  ///
  /// - Parameters:
  ///   - factor: by which the source's mean number of contacts is multiplied.
  ///   - hits: with room for `degree` people.
  @inline(__always) mutating func infect(
    _ list: UnsafeMutablePointer<UInt32>, _ degree: Int, _ word: UInt64, factor: Double,
    by coins: some ListCoins, _ health: RawBuffer<UInt8>, _ hits: RawBuffer<UInt32>, at place: Int
  ) -> Int {
    if isFixed && cap >= degree {
      return infectAll(list, degree, word, by: coins, health, hits, at: place)
    }
    candidates.reserve(degree)
    return kept == nil
      ? infectContacts(list, degree, word, factor: factor, by: coins, health, hits, at: place)
      : infectKept(list, degree, word, by: coins, health, hits, at: place)
  }

  /// All candidates are contacted: those whose coin succeeds are infected.
  @inline(__always) private func infectAll(
    _ list: UnsafeMutablePointer<UInt32>, _ degree: Int, _ word: UInt64, by coins: some ListCoins,
    _ health: RawBuffer<UInt8>, _ hits: RawBuffer<UInt32>, at place: Int
  ) -> Int {
    var end = place
    forEachSuccess(degree, word, coins) { index in
      let person = list[index]
      hits[end] = person
      end &+= Int(truncatingIfNeeded: health[person] &>> 4 & 1)
    }
    return end &- place
  }

  /// A number of the candidates is contacted.
  private mutating func infectContacts(
    _ list: UnsafeMutablePointer<UInt32>, _ degree: Int, _ word: UInt64, factor: Double,
    by coins: some ListCoins, _ health: RawBuffer<UInt8>, _ hits: RawBuffer<UInt32>, at place: Int
  ) -> Int {
    let candidates = candidates.view
    var count = degree
    let isChoosy = pool == .healthy || coins.closesPairs
    if isChoosy {
      let takesAll: UInt8 = pool == .all ? 1 : 0
      count = 0
      for index in 0..<degree {
        candidates[count] = UInt32(truncatingIfNeeded: index)
        let isTaken = Int(truncatingIfNeeded: health[list[index]] &>> 4 & 1 | takesAll)
        count &+= coins.closesPairs && !coins.isOpen(index) ? 0 : isTaken
      }
    }
    let number = numbers.number(of: count, word, factor: factor)
    if number == count {
      return infectAll(list, degree, word, by: coins, health, hits, at: place)
    }
    var end = place
    var stream = RandomStream(key: word)
    picks.forEach(number, of: count, &stream) { pick in
      let index = isChoosy ? Int(candidates[pick]) : pick
      let person = list[index]
      let success = coins.success(ContactCoins.word(word, block: index &>> 3), index)
      hits[end] = person
      end &+= Int(truncatingIfNeeded: UInt64(health[person] &>> 4) & success & 1)
    }
    return end &- place
  }

  /// All candidates are tried, and no more than the cap of those who succeed stay.
  private mutating func infectKept(
    _ list: UnsafeMutablePointer<UInt32>, _ degree: Int, _ word: UInt64, by coins: some ListCoins,
    _ health: RawBuffer<UInt8>, _ hits: RawBuffer<UInt32>, at place: Int
  ) -> Int {
    let candidates = candidates.view
    let takesAll: UInt8 = pool == .all ? 1 : 0
    var count = 0
    forEachSuccess(degree, word, coins) { index in
      candidates[count] = UInt32(truncatingIfNeeded: index)
      count &+= Int(truncatingIfNeeded: health[list[index]] &>> 4 & 1 | takesAll)
    }
    var end = place
    func hit(_ candidate: Int) {
      let person = list[Int(candidates[candidate])]
      hits[end] = person
      end &+= Int(truncatingIfNeeded: health[person] &>> 4 & 1)
    }
    if count <= cap || kept == .first {
      for candidate in 0..<min(count, cap) { hit(candidate) }
    } else {
      var stream = RandomStream(key: word)
      picks.forEach(cap, of: count, &stream, hit)
    }
    return end &- place
  }

  /// The places of a list at which a contact succeeds, in order.
  @inline(__always) private func forEachSuccess(
    _ degree: Int, _ word: UInt64, _ coins: some ListCoins, _ body: (_ index: Int) -> Void
  ) {
    var first = 0
    while first < degree {
      let left = degree &- first
      var successes = coins.successes(
        ContactCoins.word(word, block: first &>> 3), from: first, count: min(8, left))
      if left < 8 { successes &= 1 &<< UInt64(truncatingIfNeeded: left) &- 1 }
      while successes != 0 {
        body(first &+ successes.trailingZeroBitCount)
        successes &= successes &- 1
      }
      first &+= 8
    }
  }
}

/// Which contacts of a list infect.
protocol ListCoins {
  /// Whether some pairs are no candidates.
  var closesPairs: Bool { get }
  func isOpen(_ index: Int) -> Bool
  /// The contacts, as bits, that succeed of those from an index on, which is a multiple of eight; of closed pairs none.
  ///
  /// - Parameters:
  ///   - word: of their coins.
  ///   - count: of those there are, at most eight.
  func successes(_ word: UInt64, from first: Int, count: Int) -> UInt64
  /// The same of one contact, as the lowest bit, whose pair is open.
  func success(_ word: UInt64, _ index: Int) -> UInt64
}

/// The same chance of all contacts.
extension ContactCoins: ListCoins {
  @inline(__always) var closesPairs: Bool { false }
  @inline(__always) func isOpen(_ index: Int) -> Bool { true }

  @inline(__always) func successes(_ word: UInt64, from first: Int, count: Int) -> UInt64 {
    successes(word)
  }

  @inline(__always) func success(_ word: UInt64, _ index: Int) -> UInt64 {
    successes(word) &>> UInt64(index & 7)
  }
}
