import Checksums
package import PlainText
package import SpreadModel
import Statistics

extension Study {
  /// The study with every default filled in; loading it gives the same study.
  package var resolvedJSON: [UInt8] {
    Array(json(withAnalysis: true).text.utf8)
  }

  /// SHA-256, in hexadecimal, of everything that decides the runs: all but description, analysis,
  /// and the responses that stored curves tell. Source: docs/study-files.md, "Identity".
  package var digest: String {
    SHA256.hexDigest(of: Array(identityJSON.compactText.utf8))
  }

  /// Everything that decides the runs.
  package var identityJSON: JSONText { json(withAnalysis: false) }

  /// The study without its description and analysis: what decides the tables that hold runs alone, down to the
  /// names of their columns.
  package var runsJSON: JSONText {
    guard case .members(let members) = json(withAnalysis: true) else { return .null }
    return .members(members.filter { !["description", "analysis"].contains($0.key) })
  }

  /// The JSON paths, of what makes the identity, whose values differ from an older study's.
  package func changedKeys(since older: Study) -> [String] {
    differences(from: older, withAnalysis: false).map(\.path)
  }

  /// A path with its values here and in another study; nil where there is none.
  package typealias Difference = (path: String, value: JSONText?, other: JSONText?)

  /// All settings that differ, in the order of this study's keys.
  package func differences(from other: Study, withAnalysis: Bool = true) -> [Difference] {
    var found: [Difference] = []
    Self.compare(
      json(withAnalysis: withAnalysis), other.json(withAnalysis: withAnalysis), .root, into: &found)
    return found
  }

  private static func compare(
    _ new: JSONText, _ old: JSONText, _ path: JSONPath, into found: inout [Difference]
  ) {
    guard new != old else { return }
    switch (new, old) {
    case (.members(let new), .members(let old)):
      let newKeys = new.map(\.key)
      let keys = newKeys + old.map(\.key).filter { !newKeys.contains($0) }
      let before = found.count
      for key in keys {
        let a = new.first { $0.key == key }?.value
        let b = old.first { $0.key == key }?.value
        if let a, let b {
          compare(a, b, path.key(key), into: &found)
        } else {
          found.append((path.key(key).text, a, b))
        }
      }
      guard found.count == before else { return }
      // Only their order differs.
      found.append((path.text, .members(new), .members(old)))
    case (.array(let new), .array(let old)) where new.count == old.count:
      for (index, pair) in zip(new, old).enumerated() {
        compare(pair.0, pair.1, path.index(index), into: &found)
      }
    default: found.append((path.text, new, old))
    }
  }

  private func json(withAnalysis: Bool) -> JSONText {
    var members: [(String, JSONText)] = [("spreadlab", .int(1)), ("study", .string(name))]
    if withAnalysis, let description { members.append(("description", .string(description))) }
    members.append(("seed", .int(Int(seed))))
    members.append(("model", modelJSON))
    func add(_ part: String, _ value: JSONText) {
      if value != .object([]) { members.append((part, value)) }
    }
    add("rules", .object(rules.map { ($0.name, $0.value.json) }))
    add(
      "contacts",
      .object(contacts.map { ($0.name, $0.value.json(withFile: withAnalysis)) }))
    add(
      "interventions",
      .object(interventions.map { ($0.name, Intervention.lists.write($0.value)) }))
    add("groups", .object(groups.map { ($0.name, $0.value.json(withFile: withAnalysis)) }))
    add("orders", .object(orders.map { ($0.name, $0.value.json(withFile: withAnalysis)) }))
    add(ModelKey.observed, ObservedSeries.all.write(observed))
    add("responses", OwnResponse.codec.write(withAnalysis ? ownResponses : identityResponses))
    if !design.givesPoints {
      add(
        "factors", Factor.codec.write(withAnalysis ? combinedFactors : combinedFactors.map(\.plain))
      )
    }
    members.append(("design", design.object(parameterKeys)))
    if !design.decidesReplicates {
      members.append(("replicates", Replicates.codec.write(replicates)))
    }
    members.append(("random_numbers", .string(randomNumbers.rawValue)))
    var record = record
    // That runs have no last step, and which responses, decides itself.
    if !withAnalysis { record.responses = .all }
    members.append(("record", record.json))
    if withAnalysis { members.append(("analysis", analysis.json)) }
    return .object(members)
  }

  /// The keys of the model, as this study has them.
  private var modelKeys: [ModelKey] {
    ModelKey.withInfectionFactor(ModelKey.all, isReal: hasRealInfectionFactor)
  }

  /// The constants; a key that varies is left out, and one that came after the first version where
  /// it has its default value.
  private var modelJSON: JSONText {
    let varying = Set(factors.map(\.parameter))
    var members: [JSONText.Member] = []
    for key in modelKeys where !varying.contains(key) {
      guard let value = constants[key], key.isAlwaysWritten || value != key.defaultValue else {
        continue
      }
      if key == .infectionFactor, drawsByWeightsAlone { continue }
      if key == .maxSteps, record.responses == .final { continue }
      Self.put(value.json(labels), of: key.path, into: &members)
    }
    return .members(members)
  }

  /// Adds the value of a key behind what is there, in objects within objects as its name says.
  package static func put(
    _ value: JSONText, of name: String, into members: inout [JSONText.Member]
  ) {
    put(value, at: name.split(separator: ".").map(String.init)[...], into: &members)
  }

  fileprivate static func put(
    _ value: JSONText, at names: ArraySlice<String>, into members: inout [JSONText.Member]
  ) {
    guard let name = names.first else { return }
    guard names.count > 1 else { return members.append(.init(key: name, value: value)) }
    let place = members.firstIndex { $0.key == name } ?? members.endIndex
    if place == members.endIndex { members.append(.init(key: name, value: .members([]))) }
    guard case .members(var inner) = members[place].value else { return }
    put(value, at: names.dropFirst(), into: &inner)
    members[place].value = .members(inner)
  }
}

extension KeyValue {
  /// As it stands in study files.
  package var json: JSONText { json(nil) }

  /// - Parameter labels: by which people are named, those who have one.
  func json(_ labels: PeopleLabels?) -> JSONText {
    switch self {
    case .whole(let value): .int(value)
    case .real(let value): .real(value)
    case .name(let name): .string(name)
    case .introductions(let list): .array(list.map { $0.json(labels) })
    case .people(let people): Self.json(of: people, labels)
    case .length(let length): Length.distributions(atLeast: 0).write(length)
    case .absent: .null
    }
  }

  fileprivate static func json(of people: [Int], _ labels: PeopleLabels?) -> JSONText {
    .array(
      people.map { person in
        guard let labels, person < labels.count else { return .int(person) }
        return .string(labels[person])
      })
  }
}

extension Introduction {
  fileprivate func json(_ labels: PeopleLabels?) -> JSONText {
    guard case .people(let people) = place else { return json }
    return .object([("step", .int(step)), ("people", KeyValue.json(of: people, labels))])
  }
}
