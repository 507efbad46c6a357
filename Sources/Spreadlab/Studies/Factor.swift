import PlainText

/// A key of the model that has several values in a study.
public struct Factor: Hashable, Sendable {
  /// As in study files: `"infection_probability"`, `"group_size"`, `"rule"`, ...
  public let key: String
  /// In the order of the tables.
  public let levels: [Level]

  /// A key with its levels.
  ///
  /// - Parameters:
  ///   - key: as in study files.
  ///   - levels: at least one; which values a key takes is checked by the ``Study``.
  public init(_ key: String, _ levels: [Level]) {
    self.key = key
    self.levels = levels
  }

  /// Rules by their names, as the factor `rule`.
  public static func rules(_ rules: Rule...) -> Factor {
    Factor("rule", rules.map { .name($0.name) })
  }

  /// A value that a factor has.
  public enum Level: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral
  {
    /// A whole or a real number.
    case number(Double)
    /// Such as that of a rule.
    case name(String)

    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .name(value) }
  }
}

extension Factor {
  var json: JSONText {
    .object([
      (
        "values",
        .array(levels.map(\.json))
      )
    ])
  }
}

extension Factor.Level {
  var json: JSONText {
    switch self {
    // Whole numbers without a point: some keys take no others.
    case .number(let value): Int(exactly: value).map(JSONText.int) ?? .real(value)
    case .name(let name): .string(name)
    }
  }
}
