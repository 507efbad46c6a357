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

  /// A layer in which nobody is infected, and interventions that change no contact.
  var notesOnLayers: [Note] {
    notesOnClosedLayers + notesOnRepeatedLayers + notesOnIdleInterventions
  }

  /// A layer that stands there twice: its contacts have two chances.
  private var notesOnRepeatedLayers: [Note] {
    study.contacts.flatMap { named in
      named.value.layerNames.repeats.map { index, name, first in
        Note(
          .countsTwice, JSONPath.root.keys("contacts", named.name, "layers").index(index),
          "\(name) is layer \(first) already, so its contacts are made once more in each step; leave it out, or "
            + "name other contacts")
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

  private var notesOnIdleInterventions: [Note] {
    let layers = study.contactsByName.mapValues { Set($0.layerNames) }
    return study.interventions.flatMap { named in
      named.value.enumerated().compactMap { index, intervention -> Note? in
        func note(_ member: String, _ text: String) -> Note {
          Note(
            .changesNothing,
            JSONPath.root.keys("interventions", named.name).index(index).key(member), text)
        }
        if intervention.keepContacts == 1 {
          return note(
            "keep_contacts", "a share of 1 keeps all contacts; give a smaller one, or leave it out")
        }
        guard case .named(let names) = intervention.layers else { return nil }
        let without = (pointsByInterventions[named.name] ?? []).filter {
          layers[$0.level(of: .contacts).description]?.isDisjoint(with: names) ?? true
        }
        guard let first = without.first else { return nil }
        return note(
          "layers",
          "the contacts \(first.level(of: .contacts)) have none of these layers, so that nothing changes "
            + "(\(without.count) of \(pointsByInterventions[named.name]?.count ?? 0) points); name a layer of theirs"
        )
      }
    }
  }

  private func rounded(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
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
