/// One column of a table: what stands in the header line, and what the data package says of it.
package struct TableColumn: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case integer, number, string
    /// Written 0 or 1.
    case flag
  }

  package var name: String
  package var kind: Kind
  /// "1" for plain numbers, empty for labels.
  package var unit: String
  /// One sentence for people.
  package var meaning: String
  /// Whether every row has a value.
  package var required: Bool
  /// Smallest and largest value, where the model bounds them.
  package var minimum: Double?
  package var maximum: Double?
  /// The only values there are, for labels from a fixed list.
  package var allowed: [String]
  /// Of a response; nil of other columns.
  package var response: Response?
  /// Of a parameter that the study calls otherwise: where it stands in the study file.
  package var path: String?
  /// What the study calls values in pictures and sentences, by cell.
  package var labels: [String: String] = [:]

  /// What a response is: a whole number, a step that a run may not have reached, 0 or 1, a real number.
  package enum Response: String, Sendable {
    case count, time, flag, real
  }

  package init(
    _ name: String, _ kind: Kind, unit: String = "", _ meaning: String, required: Bool = true,
    minimum: Double? = nil, maximum: Double? = nil, allowed: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.meaning = meaning
    self.required = required
    self.minimum = minimum
    self.maximum = maximum
    self.allowed = allowed
  }
}
