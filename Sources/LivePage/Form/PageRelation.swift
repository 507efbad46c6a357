import SpreadModel

/// What must hold between the values of several controls.
///
/// The script checks the same before it sends (Web/relations.js), with these sentences.
package struct PageRelation: Encodable, Sendable {
  /// What the script calls it.
  package let name: String
  /// The control beside which the sentence stands.
  package let field: String
  /// What to say; `{group_size}` and `{columns}` stand for the numbers.
  package let sentence: String

  /// There are no more columns than people.
  static let columnsWithinGroup = PageRelation(
    name: "columns_within_group", field: ModelKey.columns.name,
    sentence: "Columns: enter at most {group_size}, the number of people in the group.")
  /// A torus consists of full rows.
  static let fullRows = PageRelation(
    name: "full_rows", field: ModelKey.boundary.name,
    sentence: "A torus needs full rows: {group_size} people do not fill rows of {columns}. "
      + "Change the group size or the columns.")

  package static let all = [columnsWithinGroup, fullRows]

  /// Whether it does not hold for `people` in rows of `columns`.
  private func isBroken(people: Int, columns: Int, boundary: Boundary) -> Bool {
    name == Self.fullRows.name
      ? boundary == .torus && people % columns != 0 : columns > people
  }

  /// The mistakes of values each of which is right by itself.
  static func mistakes(_ values: ModelValues) -> [Parameters.Mistake] {
    let people: Int = values(.groupSize)
    let columns = values.columns(people: people)
    return all.filter { $0.isBroken(people: people, columns: columns, boundary: values(.boundary)) }
      .map { relation in
        Parameters.Mistake(
          field: relation.field,
          message: relation.sentence.replacing("{group_size}", with: String(people))
            .replacing("{columns}", with: String(columns)))
      }
  }
}
