import SpreadModel

/// What must hold between the parameters of one point.
struct PointRelation {
  let people: Int
  let columns: Int
  let boundary: Boundary

  init(_ values: ModelValues, people: Int) {
    self.people = people
    columns = values.columns(people: people)
    boundary = values(.boundary)
  }

  /// Why such a grid cannot be; nil if it can.
  var gridProblem: String? {
    guard boundary == .torus, people % columns != 0 else { return nil }
    return """
      a torus needs full rows, but \(people) people in rows of \(columns) leave a last row of \
      \(people % columns); give columns that divide group_size, or boundary "bounded"
      """
  }

  static func beyondGroup(_ person: Int, people: Int) -> String {
    "person \(person) does not exist in a group of \(people); give numbers in 0...\(people - 1)"
  }
}
