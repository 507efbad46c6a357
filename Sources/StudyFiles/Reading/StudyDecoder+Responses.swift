import PlainText
import SpreadModel

/// The responses that a study defines.
extension StudyDecoder {
  /// The response of a name, built in or the study's own; nil if there is none.
  func response(named name: String) -> Response? { keys.response(name) }

  func response(_ value: Node?) -> Response? {
    mistakes.sound(value)?.string.flatMap(response(named:))
  }

  func response(_ value: Node) -> Response? { response(Optional(value)) }

  /// What columns and requests are called already.
  private var takenNames: [(name: String, what: String)] {
    Response.allCases.map { ($0.name, "a built-in response") }
      + ["curve", "drift"].map { ($0, "a word that comparisons use") }
      + OwnResponse.otherColumns.map { ($0, "another column of runs.csv") }
      + (ModelKey.factors + keys.numbers).map { ($0.name, "a parameter") }
  }

  /// No name is taken already, by what is built in or by a response before it. Case is ignored, as
  /// databases do in names of columns.
  mutating func checkOwnResponses() {
    var taken: [String: String] = [:]
    for (name, what) in takenNames { taken[name.lowercased()] = what }
    for member in root["responses"].members {
      let isTime = member["step_to_share"] != nil
      for name in [member.name] + (isTime ? [OwnResponse.eventName(of: member.name)] : []) {
        if let what = taken.updateValue(
          "a column of the response \(JSONText.quoted(member.name))", forKey: name.lowercased())
        {
          mistakes.add(
            .conflict, at: member.key,
            "\(JSONText.quoted(name)) is \(what)"
              + (name == member.name
                ? "" : ", and a time comes with a column that says whether it was reached")
              + "; give yours another name")
        }
      }
    }
  }
}

extension OwnResponse {
  /// The columns of `runs.csv` that are neither parameters nor responses.
  package static let otherColumns = ["point", "replicate", "status", "stop_reason"]

  /// Nil of a value that is not of the right shape.
  init?(name: String, _ value: JSONValue) {
    func span(_ value: JSONValue?) -> ClosedRange<Int>? {
      guard let ends = value?.elements, ends.count == 2, let first = ends[0].number?.integer,
        let last = ends[1].number?.integer, first <= last
      else { return nil }
      return first...last
    }
    let measure: Measure? =
      if let area = value[key: "share_in"] {
        if let rows = span(area[key: "rows"]), let columns = span(area[key: "columns"]),
          let step = value[key: "at_step"]?.number?.integer
        {
          .shareIn(GridArea(rows: rows, columns: columns), atStep: step)
        } else {
          nil
        }
      } else if let step = value[key: "infected_at"] {
        step.number?.integer.map { .infectedAt($0) }
      } else if let steps = value[key: "new_infections_between"] {
        span(steps).map { .newInfectionsBetween($0) }
      } else if let steps = value[key: "mean_infected_between"] {
        span(steps).map { .meanInfectedBetween($0) }
      } else {
        value[key: "step_to_share"]?.number.map { .stepToShare($0.double) }
      }
    guard let measure else { return nil }
    self.init(name: name, measure: measure)
  }

  var json: JSONText {
    func span(_ ends: ClosedRange<Int>) -> JSONText {
      .array([.int(ends.lowerBound), .int(ends.upperBound)])
    }
    return switch measure {
    case .stepToShare(let share): .object([("step_to_share", .real(share))])
    case .infectedAt(let step): .object([("infected_at", .int(step))])
    case .newInfectionsBetween(let steps): .object([("new_infections_between", span(steps))])
    case .meanInfectedBetween(let steps): .object([("mean_infected_between", span(steps))])
    case .shareIn(let area, let step):
      .object([
        (
          "share_in",
          .object([("rows", span(area.rows)), ("columns", span(area.columns))])
        ),
        ("at_step", .int(step)),
      ])
    }
  }
}
