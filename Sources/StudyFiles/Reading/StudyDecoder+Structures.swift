import PlainText
import SpreadModel

/// What a study defines by name, and where it is used.
extension StudyDecoder {
  /// Every intervention that sets or multiplies names what, and one that repeats has an end.
  mutating func checkInterventions() {
    for member in root["interventions"].members {
      for intervention in member.elements {
        if child(intervention, "repeat")?.bool == true, child(intervention, "until") == nil,
          let repeats = intervention["repeat"]
        {
          mistakes.add(
            .missing,
            at: Node.Place(span: repeats.keySpan, path: intervention.path.key("until")),
            "an intervention that repeats needs an end; give \"until\", for example "
              + "{ \"after_steps\": 10 }")
        }
        if let group = child(intervention, "of_group"), intervention["immunize_share"] == nil {
          mistakes.add(
            .conflict, at: group.key,
            "\"of_group\" says of whom \"immunize_share\" is a share, and there is none; leave it out"
          )
        }
        for verb in ["set", "multiply"] {
          guard let targets = child(intervention, verb), targets.isObject else { continue }
          for target in targets.members where target.isObject { checkSeries(target) }
          checkLayers(intervention, targets)
          guard targets.members.isEmpty else { continue }
          mistakes.add(
            .missing, at: targets,
            "there is nothing to \(verb); give one of "
              + Shape.listed(Intervention.Target.allCases.map(\.rawValue)))
        }
      }
    }
  }

  private mutating func checkSeries(_ series: Node) {
    guard let steps = child(series, "steps"), let values = child(series, "values"), steps.isList,
      values.isList
    else { return }
    let numbers = Array(steps.elements.compactMap { $0.number?.integer })
    guard numbers.count == steps.elements.count, !numbers.isEmpty else { return }
    let problem = SteppedValue.problem(
      steps: numbers, values: values.elements.count,
      period: child(series, "period")?.number?.integer)
    guard let problem, let member = child(series, problem.member) else { return }
    mistakes.add(.badRelation, at: member, problem.text)
  }

  /// Only the infection probability is one of each layer.
  private mutating func checkLayers(_ intervention: Node, _ targets: Node) {
    guard child(intervention, "layers") != nil else { return }
    let probability = Intervention.Target.infectionProbability.rawValue
    for target in targets.members where target.name != probability {
      mistakes.add(
        .conflict, at: target.key,
        "\(target.name) is the same in all layers; leave it out here, or give it an entry of its own "
          + "without \"layers\"")
    }
  }

  // MARK: Places

  /// Places have one kind of size, and those of a file nothing random.
  mutating func checkPlaces() {
    for structure in root[ModelKey.contacts.section ?? ""].members
    where child(structure, "kind")?.string == "places" {
      let forms = ["size", "sizes", "file"].filter { structure[$0] != nil }
      guard let form = forms.first else {
        mistakes.add(
          .missing, at: structure,
          "the places have no size; give \"size\", a number of people, \"sizes\", weights of 1, 2, ... people, "
            + "or \"file\"")
        continue
      }
      let others = form == "file" ? ["shuffle", "per"] : ["sha256"]
      for key in forms.dropFirst() + others {
        guard let member = structure[key], child(structure, key) != nil else { continue }
        mistakes.add(
          .conflict, at: member.key,
          "\"\(key)\" does not go with \"\(form)\"; leave one of the two out")
      }
    }
  }

  // MARK: Layers

  /// Layers name structures without layers, and interventions name layers.
  mutating func checkLayerNames() {
    let section = root[ModelKey.contacts.section ?? ""]
    let defined = Array(section.members)
    var layered: [Node] = []
    for structure in defined where child(structure, "kind")?.string == "layers" {
      layered.append(structure)
    }
    let layeredNames = Set(layered.map(\.name))
    let others = [ModelKey.grid, ModelKey.everybody] + defined.map(\.name)
    var named: [String] = []
    for structure in layered {
      for layer in child(structure, "layers").elements {
        guard let value = mistakes.sound(child(layer, "contacts")), let name = value.string else {
          continue
        }
        named.append(name)
        if layeredNames.contains(name) {
          mistakes.add(
            .badRelation, at: value,
            "\(JSONText.quoted(name)) has layers itself; name its layers here, each by itself")
        } else if !others.contains(name) {
          let offered = others.filter { !layeredNames.contains($0) }
          mistakes.add(
            .unknownValue, at: value,
            "\(JSONText.quoted(name)) is no contact structure; give one of \(Shape.listed(offered)), or "
              + "define it under \"contacts\"", suggestion: NearestName.find(name, in: offered))
        }
      }
    }
    for member in root["interventions"].members {
      for intervention in member.elements {
        for value in child(intervention, "layers").elements {
          guard let name = mistakes.sound(value)?.string, !named.contains(name) else { continue }
          mistakes.add(
            .unknownValue, at: value,
            "\(JSONText.quoted(name)) is a layer of no contacts"
              + (named.isEmpty
                ? ": none of the study have layers; leave \"layers\" out, or define contacts of the kind \"layers\""
                : "; give one of \(Shape.listed(named))"),
            suggestion: NearestName.find(name, in: named))
        }
      }
    }
  }

  // MARK: Names

  /// Every name that is used is built in or defined, and no definition hides a built-in one.
  mutating func checkNames() {
    for kind in StructureKind.all {
      let defined = root[kind.section].members
      for member in defined where kind.builtIn.contains(member.name) {
        mistakes.add(
          .conflict, at: member.key,
          "\(JSONText.quoted(member.name)) is a built-in \(kind.key.name); give yours another name")
      }
      let own = kind.own().filter { name in !defined.contains { $0.name == name } }
      let known = kind.builtIn + own + defined.map(\.name)
      let names = Set(known)
      for value in places(of: kind.key) {
        guard let name = mistakes.sound(value)?.string, !names.contains(name) else { continue }
        mistakes.add(
          .unknownValue, at: value,
          "\(JSONText.quoted(name)) is not \(kind.noun); give one of \(Shape.listed(known)), or "
            + "define it under \(JSONText.quoted(kind.section))",
          suggestion: NearestName.find(name, in: known))
      }
    }
  }

  /// Where a parameter is given a value: as a constant, as a level, in a base point, in listed
  /// points. A range stands at its factor.
  func places(of key: ModelKey) -> [Node] {
    let (factor, design) = (root["factors"]?[key.path], root["design"])
    let values = factor?["values"]
    let points = keys.varying.contains(key) ? design?["points"] : nil
    return [root["model"]?[key.path], values?.isList == true ? nil : factor].compactMap(\.self)
      + values.elements
      + [searchedName == key.path ? design : nil, design?["base"]?[key.path]].compactMap(\.self)
      + points.elements.compactMap { $0[key.path] }
  }
}
