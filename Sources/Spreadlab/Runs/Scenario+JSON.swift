import PlainText
import SpreadModel
import StudyFiles

extension Scenario {
  /// The `model` of a study file; keys with their default value are left out, and those that vary.
  func json(without varying: Set<String>) -> JSONText {
    var members: [JSONText.Member] = []
    for key in ModelKey.all {
      guard others[key.name] == nil, !varying.contains(key.name), let value = values[key],
        value != key.defaultValue
      else { continue }
      StudyFiles.Study.put(value.json, of: key.name, into: &members)
    }
    for (name, level) in others.sorted(by: { $0.key < $1.key }) where !varying.contains(name) {
      StudyFiles.Study.put(level.json, of: name, into: &members)
    }
    return .members(members)
  }
}
