/// The values that the data do not exclude, where these need not be an interval.
package enum ConfidenceSet: Hashable, Sendable {
  case between(Double, Double)
  case atLeast(Double)
  case atMost(Double)
  /// All but what lies between two values.
  case outside(Double, Double)
  case everything
  /// It is not defined: there is no scatter to judge by.
  case unknown

  /// The ends that may be printed as those of an interval; nil is an open side.
  package var ends: (lower: Double?, upper: Double?) {
    switch self {
    case .between(let lower, let upper): (lower, upper)
    case .atLeast(let lower): (lower, nil)
    case .atMost(let upper): (nil, upper)
    case .outside, .everything, .unknown: (nil, nil)
    }
  }

  /// The set after x -> offset + factor x, factor above 0.
  func mapped(offset: Double, factor: Double) -> ConfidenceSet {
    func map(_ value: Double) -> Double { offset + factor * value }
    return switch self {
    case .between(let lower, let upper): .between(map(lower), map(upper))
    case .outside(let lower, let upper): .outside(map(lower), map(upper))
    case .atLeast(let lower): .atLeast(map(lower))
    case .atMost(let upper): .atMost(map(upper))
    case .everything, .unknown: self
    }
  }
}
