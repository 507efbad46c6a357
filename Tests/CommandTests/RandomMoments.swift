/// When to interrupt a program: at random moments of the time it takes, which is learned from the
/// interruptions that came too late, because other work may have slowed down what it was guessed by.
struct RandomMoments {
  /// Seconds that a program certainly takes, as far as known.
  private(set) var longest: Double
  private(set) var hits = 0
  private(set) var misses = 0

  /// - Parameter seconds: that the program took once; on a machine that does more beside it takes as long as
  ///   twice that, or half.
  init(within seconds: Double) { longest = 0.7 * seconds }

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

  /// Whether most interruptions found the program under way: else the test showed nothing.
  var mostHit: Bool { hits > misses }
}
