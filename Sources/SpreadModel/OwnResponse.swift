/// A response that a study defines itself.
///
/// Steps count from 0, the start state; a run keeps its last values after its last step. Shares
/// count people infected at least once.
/// Source: docs/model.md, "Responses of your own".
package struct OwnResponse: Hashable, Sendable {
  /// What its column is called, and its rows in tables of responses.
  package var name: String
  package var measure: Measure

  package enum Measure: Hashable, Sendable {
    /// The first step with at least this share of the group infected so far; above 0, at most 1.
    case stepToShare(Double)
    /// The people who are infected at the end of a step.
    case infectedAt(Int)
    /// The people newly infected in these steps, introductions included.
    case newInfectionsBetween(ClosedRange<Int>)
    /// The mean over these steps of the people who are infected at their end.
    case meanInfectedBetween(ClosedRange<Int>)
    /// The share of the people in a part of the grid who were infected by the end of a step.
    case shareIn(GridArea, atStep: Int)
    /// The share of the people of a group who were infected by the end of a step.
    case shareInGroup(String, atStep: Int)
    /// The share of the people of a group who were infected at all.
    case finalShareOf(String)
  }

  package init(name: String, measure: Measure) {
    self.name = name
    self.measure = measure
  }
}

/// A rectangle of the grid, both ends of its rows and columns included, from 0.
package struct GridArea: Hashable, Sendable {
  package var rows: ClosedRange<Int>
  package var columns: ClosedRange<Int>

  package init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    self.rows = rows
    self.columns = columns
  }

  /// The people who stand there, row by row; in a partial last row there may be none.
  func people(on grid: Grid) -> some Sequence<Int> {
    rows.lazy.flatMap { row in
      columns.lazy.map { row * grid.columns + $0 }.filter { $0 < grid.people }
    }
  }

  /// Whether somebody stands there.
  package func hasPeople(on grid: Grid) -> Bool {
    rows.lowerBound * grid.columns + columns.lowerBound < grid.people
  }
}

extension OwnResponse {
  /// What a time's second response is called: whether there is one.
  package static func eventName(of time: String) -> String { "reached_\(time)" }

  /// Its columns: itself, and of a time whether it was reached.
  package var responses: [Response] {
    let (kind, unit, meaning): (Response.Kind, String, String) =
      switch measure {
      case .stepToShare(let share):
        (
          .time, "steps",
          "first step with at least a share of \(share) of the group ever infected; empty if not reached"
        )
      case .infectedAt(let step): (.count, "people", "people infected at the end of step \(step)")
      case .newInfectionsBetween(let steps):
        (.count, "people", "people newly infected in \(Self.words(steps)), introductions included")
      case .meanInfectedBetween(let steps):
        (.real, "people", "mean number of people infected at the end of \(Self.words(steps))")
      case .shareIn(let area, let step):
        (
          .real, "1",
          "share of the people in rows \(area.rows.lowerBound) to \(area.rows.upperBound), columns "
            + "\(area.columns.lowerBound) to \(area.columns.upperBound) ever infected by the end of step "
            + "\(step)"
        )
      case .shareInGroup(let group, let step):
        (
          .real, "1",
          "share of the people of group \(group) ever infected by the end of step \(step)"
        )
      case .finalShareOf(let group):
        (.real, "1", "share of the people of group \(group) ever infected")
      }
    let response = Response(own: self, name, kind, unit: unit, meaning)
    guard case .stepToShare(let share) = measure else { return [response] }
    return [
      response,
      Response(
        own: self, Self.eventName(of: name), .flag, unit: "0/1",
        "whether a share of \(share) of the group was ever infected (1) or not (0)"),
    ]
  }

  private static func words(_ steps: ClosedRange<Int>) -> String {
    steps.count == 1
      ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
  }
}
