/// When to interrupt a program: at random moments of the time it takes, which is learned from the
/// interruptions that came too late, because other work may have slowed down what it was guessed by.
struct RandomMoments {
  /// Seconds that a program certainly takes, as far as known.
  private(set) var longest: Double
  /// Interruptions that found the program under way.
  private(set) var hits = 0
  private var misses = 0
  private let wanted: Int

  /// - Parameters:
  ///   - seconds: that the program took once; on a machine that does more beside it takes as long as
  ///     twice that, or half.
  ///   - wanted: how many interruptions have to find the program under way.
  init(within seconds: Double, wanted: Int) {
    longest = 0.7 * seconds
    self.wanted = wanted
  }

  /// Whether more interruptions have to find the program under way. It ends without them where so many came
  /// too late that waiting less has not helped.
  var needsMore: Bool { hits < wanted && misses < 10 + wanted }
  /// Whether as many as wanted found it under way: else the test showed nothing.
  var sufficed: Bool { hits >= wanted }

  /// Seconds to wait.
  func next() -> Double { .random(in: 0...longest) }

  mutating func note(wasUnderWay: Bool) {
    if wasUnderWay {
      hits += 1
    } else {
      misses += 1
      longest *= 0.7
    }
  }
}
