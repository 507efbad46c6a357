import KeyedRandom
package import SpreadModel

/// How the levels of a range are spaced.
package enum Scale: String, CaseIterable, Sendable {
  case linear, log

  /// Why a range has no such scale; nil if it has.
  func objection(from: Double, to: Double) -> String? {
    guard self == .log else { return nil }
    guard from > 0 else {
      return "\(Shape.plain(from)) has no logarithm; begin above 0, or use scale \"linear\""
    }
    guard from.isNormal, ((to + 1) / from).isFinite else {
      return
        "\(from) is too small: up to \(Shape.plain(to)) are more powers of ten than numbers have; "
        + "begin at 1e-200 or above, or use scale \"linear\""
    }
    return nil
  }
}

/// A parameter that varies, with its levels.
package struct Factor: Hashable, Sendable {
  package enum Levels: Hashable, Sendable {
    case values([KeyValue])
    /// from + i step, up to `to`.
    case steps(from: Double, to: Double, step: Double)
    /// `count` levels from `from` to `to`, both included.
    case counted(from: Double, to: Double, count: Int, scale: Scale)
    /// Everything between; for sampled designs.
    case interval(from: Double, to: Double, scale: Scale)
  }

  package var parameter: ModelKey
  package var levels: Levels

  package init(parameter: ModelKey, levels: Levels) {
    self.parameter = parameter
    self.levels = levels
  }

  /// Keys of one path are equal whatever the study calls them; factors are not.
  package static func == (a: Factor, b: Factor) -> Bool {
    a.parameter == b.parameter && a.levels == b.levels && a.parameter.name == b.parameter.name
      && a.parameter.labels == b.parameter.labels
  }
}

extension Factor {
  /// Number of levels, by arithmetic alone; may be far more than memory holds.
  package var levelCount: Double {
    switch levels {
    case .values(let values): Double(values.count)
    case .steps(let from, let to, let step): Self.stepCount(from: from, to: to, step: step) + 1
    case .counted(_, _, let count, _): Double(count)
    case .interval: .infinity
    }
  }

  /// The levels in order; empty for an interval, which has none of its own.
  ///
  /// Level i is the decimal number from + i step, correctly rounded, so that 0.1 in steps of 0.1
  /// passes 0.3 and not 0.30000000000000004. Levels of a count are equally far apart (linear) or
  /// in equal ratios (log, to 12 digits); whole-numbered parameters are rounded, halves up.
  ///
  /// - Precondition: `levelCount` is a number that memory holds.
  package func allLevels() -> [KeyValue] {
    let list = levelList
    return (0..<list.count).map(list.at)
  }

  /// The same levels, each made when it is asked for.
  ///
  /// - Precondition: as `allLevels`.
  var levelList: (count: Int, at: (Int) -> KeyValue) {
    switch levels {
    case .values(let values): return (values.count, { values[$0] })
    case .steps(let from, let to, let step):
      let value = Self.stepper(by: step, from: from)
      return (
        Int(Self.stepCount(from: from, to: to, step: step)) + 1, { level(min(to, value($0))) }
      )
    case .counted(let from, let to, let count, let scale):
      let value = Self.divider(count, from: from, to: to, scale: scale)
      return (count, { level(value($0)) })
    case .interval: return (0, { _ in .name("") })
    }
  }

  /// The level at `share` (0..<1) of an interval: of equal probability for equal lengths (of the
  /// logarithm, on a log scale); whole numbers from..to get equal parts each.
  func level(atShare share: Double) -> KeyValue? {
    guard case .interval(let from, let to, let scale) = levels else { return nil }
    if parameter.allowed.isWhole {
      let value =
        scale == .log
        ? Self.rounded(from * power((to + 1) / from, share), digits: 12)
        : from + share * (to + 1 - from)
      return .whole(Int(min(to, max(from, value.rounded(.down)))))
    }
    let value =
      scale == .log
      ? Self.rounded(from * power(to / from, share), digits: 12) : from + share * (to - from)
    return .real(min(to, max(from, value)))
  }

  /// Where a level of an interval lies: 0 at `from`, 1 at `to`, on the factor's scale. Nil for
  /// factors that are no interval, and for words.
  package func share(of level: KeyValue) -> Double? {
    guard case .interval(let from, let to, let scale) = levels, let value = level.number else {
      return nil
    }
    return scale == .log
      ? preciseLogarithm(value / from) / preciseLogarithm(to / from) : (value - from) / (to - from)
  }

  func level(_ value: Double) -> KeyValue {
    parameter.allowed.isWhole ? .whole(Int((value + 0.5).rounded(.down))) : .real(value)
  }

  /// The levels among which the smallest, the smallest above zero and the largest are.
  var ends: [KeyValue] {
    switch levels {
    case .values(let values): return values
    case .steps(let from, let to, let step):
      let count = Self.stepCount(from: from, to: to, step: step)
      return [from, min(to, from + min(1, count) * step), min(to, from + count * step)].map(level)
    case .counted(let from, let to, let count, _):
      let second = count > 1 ? from + (to - from) / Double(count - 1) : from
      return [from, min(to, second), count > 1 ? to : from].map(level)
    case .interval(let from, let to, _):
      return (from > 0 ? [from, to] : [from, to / 1_000, to]).map(level)
    }
  }

  /// Whole steps between the ends; a last one that is short by rounding alone counts.
  private static func stepCount(from: Double, to: Double, step: Double) -> Double {
    let exact = (to - from) / step
    let nearest = exact.rounded()
    let slack = 1e-9 * min(nearest, 1e5)
    return max(0, abs(exact - nearest) <= slack ? nearest : exact.rounded(.down))
  }

  /// from + i step: decimal numbers, rounded once where their digits allow.
  private static func stepper(by step: Double, from: Double) -> (Int) -> Double {
    let (first, distance) = (DecimalNumber(from), DecimalNumber(step))
    return { index in
      guard let first, let distance,
        let sum = DecimalNumber.sum(first, distance, times: index)
      else { return from + Double(index) * step }
      return sum.double
    }
  }

  /// The i-th of `count` values from one end to the other.
  private static func divider(
    _ count: Int, from: Double, to: Double, scale: Scale
  ) -> (Int) -> Double {
    let (first, last) = (DecimalNumber(from), DecimalNumber(to))
    return { index in
      if index == 0 { return from }
      if index == count - 1 { return to }
      let share = Double(index) / Double(count - 1)
      if scale == .log { return rounded(from * power(to / from, share), digits: 12) }
      guard let first, let last,
        let rest = DecimalNumber.sum(.zero, first, times: count - 1 - index),
        let sum = DecimalNumber.sum(rest, last, times: index)
      else { return from + (to - from) * share }
      return sum.divided(by: count - 1)
    }
  }

  /// The value with so many significant digits: hides the last digits of `power`.
  static func rounded(_ value: Double, digits: Int) -> Double {
    guard value > 0, value.isNormal else { return value }
    // Where this is a digit too few or too many, the number is a power of ten within its last digits.
    let exponent = (naturalLogarithm(value) * 0.43429448190325182765).rounded(.down)
    let places = digits - 1 - Int(exponent)
    guard places >= 0 else { return value }
    var (scaled, rest) = (value, places)
    while rest > 22 {
      scaled *= 1e22
      rest -= 22
    }
    scaled *= DecimalNumber.powersOfTen[rest]
    return DecimalNumber(digits: Int128(scaled.rounded()), exponent: -places).double
  }
}
