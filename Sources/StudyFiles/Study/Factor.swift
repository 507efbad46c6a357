import SpreadModel

/// One value of a parameter.
package enum Level: Hashable, Sendable {
  case whole(Int)
  case real(Double)
  /// A rule or a boundary.
  case name(String)
  /// Columns: the square root of the group size, rounded up.
  case square
}

extension Level: CustomStringConvertible {
  /// As it stands in tables; `square` where the number depends on the group size.
  package var description: String {
    switch self {
    case .whole(let value): String(value)
    case .real(let value): "\(value)"
    case .name(let name): name
    case .square: "square"
    }
  }

  var json: JSONText {
    switch self {
    case .whole(let value): .int(value)
    case .real(let value): .real(value)
    case .name(let name): .string(name)
    case .square: .string("square")
    }
  }
}

/// How the levels of a range are spaced.
package enum Scale: String, CaseIterable, Sendable {
  case linear, log
}

/// A parameter that varies, with its levels.
package struct Factor: Hashable, Sendable {
  package enum Levels: Hashable, Sendable {
    case values([Level])
    /// from + i step, up to `to`.
    case steps(from: Double, to: Double, step: Double)
    /// `count` levels from `from` to `to`, both included.
    case counted(from: Double, to: Double, count: Int, scale: Scale)
    /// Everything between; for sampled designs.
    case interval(from: Double, to: Double, scale: Scale)
  }

  package var parameter: Parameter
  package var levels: Levels

  package init(parameter: Parameter, levels: Levels) {
    self.parameter = parameter
    self.levels = levels
  }
}
