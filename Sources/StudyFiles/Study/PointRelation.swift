import SpreadModel

/// What must hold between the parameters of one point.
struct PointRelation {
  let people: Int
  let columns: Int
  let boundary: Boundary
  private let immune: [Int]
  private let introductions: [Introduction]
  private let hasStartPeople: Bool

  init(_ values: ModelValues, people: Int) {
    self.people = people
    columns = values.columns(people: people)
    boundary = values(.boundary)
    immune = values(.immunePeople)
    introductions = values(.introductions)
    hasStartPeople = values[.startPeople] != .absent
  }

  /// What is wrong, and the key to blame; nil if nothing is.
  var problem: (key: ModelKey, text: String)? {
    if let gridProblem { return (.boundary, gridProblem) }
    return centerProblem.map { (.immunePeople, $0) }
  }

  /// Why such a grid cannot be; nil if it can.
  var gridProblem: String? {
    guard boundary == .torus, people % columns != 0 else { return nil }
    return """
      a torus needs full rows, but \(people) people in rows of \(columns) leave a last row of \
      \(people % columns); give columns that divide group_size, or boundary "bounded"
      """
  }

  /// Why the person in the middle cannot be introduced; nil if it can, or is not.
  private var centerProblem: String? {
    guard !immune.isEmpty, !hasStartPeople,
      introductions.contains(where: { $0.step == 0 && $0.place == .center })
    else { return nil }
    let center = Grid(people: people, columns: columns, boundary: boundary).center
    guard immune.contains(center) else { return nil }
    return """
      person \(center) is in the middle of \(people) people in rows of \(columns) and introduced at \
      step 0, so it cannot be immune; leave it out here, or give other introductions
      """
  }

  static func beyondGroup(_ person: Int, people: Int) -> String {
    "person \(person) does not exist in a group of \(people); give numbers in 0...\(people - 1)"
  }
}
