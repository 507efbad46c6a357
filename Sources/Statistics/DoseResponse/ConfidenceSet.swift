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

  /// The set after x -> offset + factor x, factor not 0.
  func mapped(offset: Double, factor: Double) -> ConfidenceSet {
    func map(_ value: Double) -> Double { offset + factor * value }
    func inOrder(_ a: Double, _ b: Double) -> (Double, Double) {
      factor > 0 ? (map(a), map(b)) : (map(b), map(a))
    }
    switch self {
    case .between(let lower, let upper):
      let (low, high) = inOrder(lower, upper)
      return .between(low, high)
    case .outside(let lower, let upper):
      let (low, high) = inOrder(lower, upper)
      return .outside(low, high)
    case .atLeast(let lower): return factor > 0 ? .atLeast(map(lower)) : .atMost(map(lower))
    case .atMost(let upper): return factor > 0 ? .atMost(map(upper)) : .atLeast(map(upper))
    case .everything, .unknown: return self
    }
  }

  package func contains(_ value: Double) -> Bool {
    switch self {
    case .between(let lower, let upper): lower <= value && value <= upper
    case .atLeast(let lower): lower <= value
    case .atMost(let upper): value <= upper
    case .outside(let lower, let upper): value <= lower || upper <= value
    case .everything: true
    case .unknown: false
    }
  }
}
