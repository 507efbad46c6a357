/// Studies with lengths by a distribution, people who come at a rate, and what is seen.
extension KeyedStudy {
  /// The forms of a distribution, as a value of its key.
  private static let forms = [
    #"{ "geometric": 2 }"#, #"{ "weights": [0, 1, 2] }"#, #"{ "gamma": { "mean": 3, "sd": 1 } }"#,
  ]

  private static let lengths = ["latent_steps", "infectious_steps", "immune_steps"]

  /// The three lengths, each with this value, as members of an object.
  private static func members(_ value: String) -> String {
    lengths.map { "\"\($0)\": \(value)" }.joined(separator: ", ")
  }

  private func model(_ length: String) -> String {
    """
    "model": {
      "group_size": 36, \(Self.members(length)),
      "introductions": [{ "from": 1, "to": 6, "mean": 0.5 }], "interventions": "lock", "stop": { "max_steps": 9 }
    },
    "interventions": {
      "lock": [{ "when": { "infectious_share": 0.1 }, "set": { "infection_factor": 1 }, "until": { "infectious_share": 0.05 } }]
    },
    "observed": {
      "cases": { "of": "new_infections", "probability": 0.5, "delay": \(length), "stay": \(length) },
      "seen": { "of": "new_infections", "delay": 1, "stay": 2 }
    }
    """
  }

  private func base(_ length: String) -> String {
    """
    "model": { "group_size": 36, "stop": { "max_steps": 9 } },
    "factors": { \(Self.members(#"{ "values": [5, 7] }"#)) },
    "design": { "type": "one_at_a_time", "base": { \(Self.members(length)) } }
    """
  }

  var periodsBody: String {
    switch self {
    case .geometricLengths: return model(Self.forms[0])
    case .weightedLengths: return model(Self.forms[1])
    case .gammaLengths: return model(Self.forms[2])
    case .geometricBase: return base(Self.forms[0])
    case .weightedBase: return base(Self.forms[1])
    case .gammaBase: return base(Self.forms[2])
    case .lengthLevels:
      let levels = Self.forms.joined(separator: ", ")
      return """
        "model": { "group_size": 36, "stop": { "max_steps": 9 } },
        "factors": { \(Self.members("{ \"values\": [\(levels), 4] }")) },
        "design": { "type": "zip" }
        """
    case .lengthPoints:
      let points = Self.forms.map { "{ \(Self.members($0)) }" }.joined(separator: ", ")
      return """
        "model": { "group_size": 36, "stop": { "max_steps": 9 } },
        "design": { "type": "list", "points": [\(points)] }
        """
    case .lengthReferences:
      let others =
        #"{ "geometric": 5 }, { "weights": [0, 3, 1] }, "#
        + #"{ "gamma": { "mean": 5, "sd": 1 } }, { "gamma": { "mean": 3, "sd": 2 } }"#
      let requests = Self.forms.map { #"{ "factor": "infectious_steps", "reference": \#($0) }"# }
        .joined(separator: ", ")
      return """
        "model": { "group_size": 36, "stop": { "max_steps": 9 } },
        "factors": {
          "infectious_steps": { "values": [\(Self.forms.joined(separator: ", ")), \(others)] }
        },
        "analysis": { "comparisons": [\(requests)], "averted": [\(requests)] }
        """
    default: preconditionFailure("\(self) has a body of its own")
    }
  }
}
