/// How fast a session plays.
package enum Pace: Equatable, Sendable {
  /// One step per period.
  case every(Duration)
  /// The next step as soon as the page has shown the last one.
  case asShown

  /// - Parameter period: seconds; 0 for as fast as possible.
  package init(period: Double) {
    self = period == 0 ? .asShown : .every(.seconds(period))
  }
}

/// What a session's clock has to beat.
package struct SessionBeat: Equatable, Sendable {
  /// Grows with every change of play, pause and pace; a timer of an earlier one is void.
  package let number: Int
  /// Nil while the session does not play.
  package let pace: Pace?
}

/// When the next step is due: on a fixed time base, so that delays do not add up. Missed
/// beats are left out instead of being caught up with in a burst.
package struct Beat: Sendable {
  private let start: ContinuousClock.Instant
  private let period: Duration
  private var number = 0

  package init(start: ContinuousClock.Instant, period: Duration) {
    self.start = start
    self.period = period
  }

  /// The first beat after `now` that was not given out before.
  package mutating func next(after now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let passed = Int(((now - start) / period).rounded(.down))
    number = max(number + 1, passed + 1)
    return start + period * number
  }
}
