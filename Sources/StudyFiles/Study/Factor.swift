package import SpreadModel

/// How the levels of a range are spaced.
package enum Scale: String, CaseIterable, Sendable {
  case linear, log
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
}
