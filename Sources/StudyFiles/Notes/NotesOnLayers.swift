import KeyedRandom
import PlainText
import SpreadModel

/// Layers, weights and groups that do not do what they seem to say.
extension NotedStudy {
  /// p m w g above 1 at the start of runs.
  var notesOnCutChances: [Note] {
    func chance(_ scenario: Scenario) -> Double {
      let g = scenario.groups?.multiply.joined().max() ?? 1
      return scenario.contacts.layers.reduce(0) {
        max($0, scenario.largestChance(in: $1) * g)
      }
    }
    let cut = points.filter(\.scenario.hasDifferingContacts).map { chance($0.scenario) }
      .filter { $0 > 1 }
    guard let largest = cut.max() else { return [] }
    return [
      Note(
        .chanceCutOff, path(of: .contacts),
        "the largest product of infection_probability and the factors of a contact (multiply, weight, groups) is "
          + "\(rounded(largest)), and the chance of a contact is at most 1 "
          + "(\(cut.count) of \(points.count) points); give a smaller infection_probability, or smaller factors"
      )
    ]
  }

  /// A layer or groups in which nobody is infected, and contacts that are made twice.
  var notesOnLayers: [Note] { notesOnClosedLayers + notesOnRepeatedLayers + notesOnClosedGroups }

  /// A layer that stands there twice, or another one with the same contacts: they have two chances.
  private var notesOnRepeatedLayers: [Note] {
    let structures = study.contactsByName
    // Structures with numbers that points have by factors.
    let varied = Set(
      study.factors.compactMap { factor -> String? in
        let way = factor.parameter.path.split(separator: ".").map(String.init)
        return way.count > 2 && way[0] == ModelKey.contacts.section ? way[1] : nil
      })
    return study.contacts.flatMap { named in
      let names = named.value.layerNames
      var (byName, byStructure) = ([String: Int](), [ContactStructure: Int]())
      return names.indices.compactMap { index -> Note? in
        let structure = structures[names[index]].flatMap { one in
          one.isDrawnAlike && !varied.contains(names[index]) ? one : nil
        }
        let first = byName[names[index]] ?? structure.flatMap { byStructure[$0] }
        byName[names[index]] = byName[names[index]] ?? index
        if let structure { byStructure[structure] = byStructure[structure] ?? index }
        guard let first else { return nil }
        let (name, other) = (names[index], names[first])
        return Note(
          .countsTwice, JSONPath.root.keys("contacts", named.name, "layers").index(index),
          name == other
            ? "\(name) is layer \(first) already, so its contacts are made once more in each step; leave it out, or "
              + "name other contacts"
            : "\(name) and \(other) (layer \(first)) are drawn with the same numbers, so they are the same contacts, "
              + "made twice in each step; give one of them another number")
      }
    }
  }

  private var notesOnClosedLayers: [Note] {
    let structures = Dictionary(
      study.contacts.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    return points.flatMap { point -> [Note] in
      let name = point.level(of: .contacts).description
      guard case .layers(let layers)? = structures[name] else { return [] }
      return layers.indices.compactMap { index in
        let way = ["contacts", name, "layers", "\(index)"]
        guard layers[index].multiply == 0, seen.insert(way.joined(separator: ".")).inserted,
          !study.factors.contains(where: {
            $0.parameter.path == (way + ["multiply"]).joined(separator: ".")
          })
        else { return nil }
        return Note(
          .changesNothing,
          JSONPath.root.keys("contacts", name, "layers").index(index).key("multiply"),
          "nobody is infected in the layer \(layers[index].contacts), whose chances are multiplied by 0; "
            + "leave it out, or give a factor above 0")
      }
    }
  }

  private var notesOnClosedGroups: [Note] {
    study.groups.compactMap { named in
      let points = points.filter { $0.level(of: .groups).description == named.name }
      guard !points.isEmpty,
        points.allSatisfy({ $0.scenario.groups?.multiply.joined().allSatisfy { $0 == 0 } ?? false })
      else { return nil }
      return Note(
        .changesNothing, JSONPath.root.keys("groups", named.name, "multiply"),
        "nobody infects anybody, since all chances are multiplied by 0; give a factor above 0")
    }
  }

  private func rounded(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}

extension ContactStructure {
  /// Whether two structures with the same numbers are the same pairs of people, where one might expect others.
  fileprivate var isDrawnAlike: Bool {
    switch self {
    case .model(.drawn), .model(.places): true
    case .model, .edges, .places, .layers: false
    }
  }
}

extension Scenario {
  /// The largest p m w of a contact in a layer, not cut off at 1.
  fileprivate func largestChance(in layer: ContactLayer) -> Double {
    guard case .edges(let table) = layer.contacts else {
      return infectionProbability * layer.multiply
    }
    let weight = Double(table.largestWeight)
    guard let exposure = table.exposure else {
      return infectionProbability * layer.multiply * weight
    }
    let survival =
      infectionProbability < 1 ? power(1 - infectionProbability, weight / exposure) : 0
    return (1 - survival) * layer.multiply
  }
}
