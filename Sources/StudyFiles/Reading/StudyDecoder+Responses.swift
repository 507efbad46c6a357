import PlainText
import SpreadModel

/// The responses that a study defines.
extension StudyDecoder {
  /// What columns and requests are called already.
  private var takenNames: [(name: String, what: String)] {
    Response.allCases.map { ($0.name, "a built-in response") }
      + ["curve", "drift"].map { ($0, "a word that comparisons use") }
      + OwnResponse.otherColumns.map { ($0, "another column of runs.csv") }
      + (ModelKey.factors + keys.numbers).map { ($0.name, "a parameter") }
  }

  /// A series of what is seen is a column of curves of its own.
  mutating func checkObserved() {
    let columns = ["point", "replicate", "step", "group"] + CurveSeries.allCases.map(\.rawValue)
    var taken = Set(columns)
    for member in root[ModelKey.observed].members {
      if !taken.insert(member.name.lowercased()).inserted {
        mistakes.add(
          .conflict, at: member.key,
          "\(JSONText.quoted(member.name)) is another column of curves.csv; give yours another name"
        )
      }
    }
  }

  /// No name is taken already, by what is built in or by a response before it. Case is ignored, as
  /// databases do in names of columns.
  mutating func checkOwnResponses() {
    var taken: [String: String] = [:]
    for (name, what) in takenNames { taken[name.lowercased()] = what }
    for member in root["responses"].members {
      let isTime = ["step_to_share", "critical_probability"].contains { member[$0] != nil }
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
  /// What responses follow from is there.
  mutating func checkDerivedResponses() {
    let members = root["responses"].members
    let named = Dictionary(members.map { ($0.name, $0) }) { first, _ in first }
    for member in members {
      if let (place, words) = OwnResponseReading.problem(of: member, in: named) {
        mistakes.add(.conflict, at: place, words)
      }
    }
  }
}
