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

  /// A series of what is seen is a column of curves of its own, and there is such a distribution of its lengths.
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
      for key in ["delay", "stay"] {
        guard let value = child(member, key),
          let length = value.level(.length(atLeast: 0, or: [Length.foreverWord]))
            .flatMap({ Length($0) }),
          let problem = length.problem(least: 0)
        else { continue }
        mistakes.add(.badRelation, at: problem.path.reduce(value) { $0[$1] ?? $0 }, problem.text)
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
  mutating func checkDerivedResponses(_ study: Study) {
    let members = root["responses"].members
    let named = Dictionary(members.map { ($0.name, $0) }) { first, _ in first }
    for member in members {
      if let (place, words) = OwnResponseReading.problem(of: member, in: named) {
        mistakes.add(.conflict, at: place, words)
      }
      if let place = child(member, "peak_of"),
        let series = keys.series.first(where: { $0.rawValue == place.string }),
        series.needsRecovery, !study.hasCourse
      {
        mistakes.add(
          .badRelation, at: place,
          "\(series.rawValue) exists only where people recover, and in this study nobody does; give "
            + "\(ModelKey.infectiousSteps) or \(ModelKey.recoveryProbability), or another series")
      }
      if let place = child(member, "level_of"),
        let parameter = place.string.flatMap(parameter(named:))
      {
        checkLevels(of: parameter, place, study)
      }
    }
  }

  private mutating func checkLevels(of parameter: ModelKey, _ place: Node, _ study: Study) {
    if parameter == study.threshold?.factor { return }
    guard let factor = factor(parameter, askedBy: place, in: study),
      let word = factor.ends.first(where: { $0.number == nil })
    else { return }
    mistakes.add(
      .badRelation, at: place,
      "the level \(word) of \(parameter.name) is no number; give a factor whose levels are numbers")
  }
}
