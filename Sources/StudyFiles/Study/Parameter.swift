import SpreadModel

/// A parameter of a point; the raw values are the keys of study files and the columns of tables.
package enum Parameter: String, CaseIterable, Sendable {
  case groupSize = "group_size"
  case infectionFactor = "infection_factor"
  case infectionProbability = "infection_probability"
  case rule, columns, boundary

  package var meaning: String {
    switch self {
    case .groupSize: "Number of people."
    case .infectionFactor: "The most people a source may infect (or contact) in one step."
    case .infectionProbability: "Probability that a contact infects."
    case .rule: "A built-in rule, or one of the study."
    case .columns: "People per row."
    case .boundary: "Whether the grid ends at its edge or wraps around."
    }
  }

  /// Whether its levels are whole numbers.
  package var isWhole: Bool {
    self == .groupSize || self == .infectionFactor || self == .columns
  }

  /// What one value looks like.
  var shape: Shape {
    switch self {
    case .groupSize: StudyShape.groupSize
    case .infectionFactor: StudyShape.infectionFactor
    case .infectionProbability: StudyShape.probability
    case .rule: .label
    case .columns: StudyShape.columns
    case .boundary: StudyShape.boundary
    }
  }

  /// What the ends of a range look like; nil where there are no ranges.
  var rangeShape: Shape? {
    switch self {
    case .groupSize, .infectionFactor, .infectionProbability: shape
    case .columns: .whole(1...StudyShape.mostPeople)
    case .rule, .boundary: nil
    }
  }

  /// What the step of a range looks like; nil where there are no ranges.
  var stepShape: Shape? {
    switch self {
    case .infectionProbability: .real(.positive(to: 1))
    case .groupSize, .infectionFactor, .columns: .whole(1...StudyShape.mostPeople)
    case .rule, .boundary: nil
    }
  }
}
