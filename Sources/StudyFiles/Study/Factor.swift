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
