import PlainText
import SpreadModel
import Tables

/// The model of a study in words; every number is of the study, or of its points where it varies.
struct SimulatedModel {
  let folder: ReportedFolder
  var study: JSONValue? { folder.study }
  private var points: PointList { folder.points }

  var entries: [(String, String)] {
    let rules = levels(.rule).map { ("rule \($0)", rule($0)) }
    var entries: [(String, String)] =
      [("group", group), ("time", time)] + groups + rules + [
        ("infection", infection), ("once infected", course),
      ]
    entries += [("infected from outside", introduced), ("immune", immune)]
    entries += interventions + observed + [("a run ends", end), ("random numbers", randomNumbers)]
    return entries.filter { !$0.1.isEmpty }
  }

  // MARK: - Values

  func has(_ key: ModelKey) -> Bool { points.parameters.contains(key) }

  /// The levels of a key, which has a column unless all points have the default.
  private func levels(_ key: ModelKey) -> [String] {
    has(key) ? points.levels(key) : (study?["model"]?[key.path]?.text).map { [$0] } ?? []
  }

  /// The value at a path of the study, or its range over the points where it varies.
  func number(_ path: String, _ value: JSONValue?, asShare: Bool = false) -> String {
    func text(_ number: Double) -> String {
      asShare ? "\(shortNumber(100 * number))\u{00A0}%" : withGroups(shortNumber(number))
    }
    let column = path.hasPrefix("model.") ? String(path.dropFirst(6)) : path
    if let key = points.parameters.first(where: { $0.path == column }) {
      if points.levels(key).count > 1 {
        return asked(key, text) ?? points.range(key, text) ?? points.levelWords(key)
      }
      let cell = points.levels(key).first ?? ""
      return finite(cell).map(text) ?? key.word(cell)
    }
    let cell = value?.text ?? ""
    return finite(cell).map(text) ?? cell
  }

  /// The interval that a design samples, such as "0.02 to 0.15"; nil of levels that the study gives.
  func asked(_ key: ModelKey, _ text: (Double) -> String = shortNumber) -> String? {
    guard let factor = study?["factors"]?[key.path], factor["step"] == nil, factor["count"] == nil,
      let low = factor["from"]?.number?.double, let high = factor["to"]?.number?.double
    else { return nil }
    return "\(text(low)) to \(text(high))"
  }

  private func value(_ key: ModelKey, asShare: Bool = false) -> String {
    number("model.\(key.path)", study?["model"]?[key.path], asShare: asShare)
  }

  /// Such as "1 step", "2 to 5 steps" or "3 steps or forever".
  private func steps(_ key: ModelKey) -> String {
    let all = points.levels(key)
    if points.parameters.contains(where: { $0 == key && !$0.isNumeric }) {
      return all.map { Self.length($0) }.joined(separator: " or ")
    }
    let finite = all.filter { $0 != ModelKey.endlessCell }
    let unit = finite == ["1"] ? " step" : " steps"
    if finite.count == all.count { return value(key) + unit }
    let forever = key.word(ModelKey.endlessCell)
    return finite.isEmpty
      ? forever : finite.map(key.word).joined(separator: ", ") + unit + " or " + forever
  }

  /// A cell with a length as words: "gamma 5.0 2.0".
  private static func length(_ cell: String) -> String {
    let parts = cell.split(separator: " ").map(String.init)
    return length(parts.first ?? "", parts.dropFirst().compactMap { finite($0) }.map(shortNumber))
  }

  /// A distribution and its numbers, or a number of steps alone.
  private static func length(_ kind: String, _ numbers: [String]) -> String {
    if let known = LengthKind.named(kind), known.takes(numbers.count) {
      return known.words(numbers)
    }
    return switch kind {
    case ModelKey.endlessCell, Length.foreverWord: Length.foreverWord
    case "1": "1 step"
    default: "\(kind) steps"
    }
  }

  /// A length as the study gives it.
  private func length(_ path: String, _ value: JSONValue) -> String {
    guard let kind = value.members?.first else { return Self.length(number(path, value), []) }
    let path = "\(path).\(kind.key)"
    let list = kind.value.elements?.enumerated().map { number("\(path).\($0)", $1) }
    let named = kind.value.members?.map { number("\(path).\($0.key)", $0.value) }
    return Self.length(kind.key, list ?? named ?? [number(path, kind.value)])
  }

  /// Such as "for 5 steps".
  private func lasting(_ length: String) -> String {
    length == Length.foreverWord ? length : "for \(length)"
  }

  private var time: String {
    let units: [Double: String] =
      [1: "", 3600: " of one hour", 86_400: " of one day", 604_800: " of one week"]
    let seconds = study?["model"]?["period"]?.number?.double ?? 1
    return "steps" + (units[seconds] ?? " of \(shortNumber(seconds)) s")
  }

  // MARK: - Who meets whom

  /// The names of those in use.
  var structures: [String] {
    levels(.contacts).isEmpty ? [ModelKey.grid] : levels(.contacts)
  }

  /// Whether some meet on the grid, all or in a layer.
  func isOnGrid(_ name: String) -> Bool {
    let entry = study?["contacts"]?[name]
    return name == ModelKey.grid || entry?["kind"]?.text == ModelKey.grid
      || entry?["layers"]?.elements?.contains { $0["contacts"]?.text.map(isOnGrid) ?? false }
        == true
  }

  private var group: String {
    let places = structures.map { name in
      let parts = self.parts(of: name)
      return isBuiltIn(name)
        ? parts.joined(separator: ", ") : "contacts \(name): \(parts.joined(separator: ", "))"
    }
    return "\(value(.groupSize)) people; " + places.joined(separator: "; or ")
  }

  private func isBuiltIn(_ name: String) -> Bool {
    [ModelKey.grid, ModelKey.everybody].contains(name)
  }

  /// What a structure is, and its numbers.
  private func parts(of name: String) -> [String] {
    switch name {
    case ModelKey.grid:
      let edges = levels(.boundary).map { $0 == "torus" ? "without edges" : "with edges" }
        .withoutRepetitions.joined(separator: " or ")
      return ["on a grid \(edges)", "\(value(.columns)) columns wide"]
    case ModelKey.everybody: return ["everybody meets everybody"]
    default:
      let entry = study?["contacts"]?[name]
      if let layers = entry?["layers"]?.elements {
        return ["in layers, \(self.layers(layers, of: name))"]
      }
      let numbers = (entry?.members ?? [])
        .filter { !["kind", "repeated", "sha256"].contains($0.key) && $0.value.bool != false }
        .filter { $0.value.elements?.isEmpty != true }
        .map { member -> String in
          let path = "contacts.\(name).\(member.key)"
          if member.key == "weight" { return weight(member.value, path) }
          if member.key == "sizes" { return sizes(member.value.elements ?? [], path) }
          // Such as the names of columns.
          let list = member.value.elements?.compactMap(\.text).joined(separator: " and ")
          let words = list ?? number(path, member.value)
          let key = member.key.replacing("_", with: " ")
          return member.value.bool == true ? key : "\(key) \(words)"
        }
      return [number("contacts.\(name).kind", entry?["kind"])] + numbers
    }
  }

  /// The weights of places of 1, 2, ... people.
  private func sizes(_ weights: [JSONValue], _ path: String) -> String {
    let ratio = weights.enumerated().map { number("\(path).\($0)", $1) }.joined(separator: " : ")
    return weights.count == 1
      ? "of 1 person" : "of 1 to \(weights.count) people in the ratio \(ratio)"
  }

  /// What the column of weights says: factors of the infection probability, or how long contacts last.
  private func weight(_ value: JSONValue, _ path: String) -> String {
    guard let exposure = value["exposure"] else {
      return "weight \(number(path, value)) (w), by which the infection probability is multiplied"
    }
    return
      "weight \(value["column"]?.text ?? "") (w), the duration of a contact, which infects with "
      + "probability 1 \u{2212} (1 \u{2212} p)^(w/\(number("\(path).exposure", exposure)))"
  }

  /// Such as "homes (places, size 4, chances × 3) and everybody meets everybody".
  private func layers(_ layers: [JSONValue], of name: String) -> String {
    layers.enumerated().map { index, layer -> String in
      let path = "contacts.\(name).layers.\(index).multiply"
      let factor = layer["multiply"].map { number(path, $0) } ?? "1"
      let inner = layer["contacts"]?.text ?? ""
      let parts =
        (isBuiltIn(inner) ? [] : [inner]) + parts(of: inner)
        + (factor == "1" || factor == "1.0" ? [] : ["chances \u{00D7} \(factor)"])
      let rest = parts.dropFirst().joined(separator: ", ")
      return (parts.first ?? "") + (rest.isEmpty ? "" : " (\(rest))")
    }.listed
  }

  // MARK: - An infection

  /// Such as "infection probability 0.1 to 0.5; infection factor 4".
  private var infection: String {
    let names = levels(.rule)
    let keys: [ModelKey] =
      [.infectionProbability] + (names.contains(where: usesFactor) ? [.infectionFactor] : [])
      + [.infectiousnessDispersion]
    return keys.filter(has).map { "\($0.words) \(value($0))" }.joined(separator: "; ")
  }

  private var course: String {
    var parts: [String] = []
    if has(.latentSteps) { parts.append("latent for \(steps(.latentSteps))") }
    guard folder.hasCourse else {
      return (parts + ["infectious until the run ends"]).joined(separator: ", then ")
    }
    let isGradual = has(.recoveryProbability)
    var acting = "infectious"
    if has(.infectiousSteps) {
      acting = acting + (isGradual ? " for at most " : " for ") + steps(.infectiousSteps)
    }
    if isGradual {
      acting =
        acting + ", recovering after each step with probability \(value(.recoveryProbability))"
    } else if !has(.infectiousSteps) {
      acting = acting + " until an intervention lets people recover"
    }
    let immune: String =
      switch has(.immuneSteps) ? points.levels(.immuneSteps) : [] {
      case []: "immune until the run ends"
      case ["0"]: "healthy again at once"
      default: "immune \(lasting(steps(.immuneSteps)))"
      }
    return (parts + [acting, immune]).joined(separator: ", then ")
  }

  private func people(_ number: String) -> String {
    number == "1" ? "1 person" : "\(number) people"
  }

  private var introduced: String {
    let list = study?["model"]?["introductions"]?.elements ?? []
    let all = list.prefix(Self.mostListed).enumerated().map { index, entry -> String in
      let path = "model.introductions.\(index)"
      let who: String =
        if let people = entry["people"]?.elements {
          listed(people, "\(path).people")
        } else if let count = entry["random"] {
          "\(people(number("\(path).random", count))) chosen at random"
        } else if let share = entry["random_share"] {
          "\(number("\(path).random_share", share, asShare: true)) of the group, chosen at random"
        } else if let mean = entry["mean"] {
          "a Poisson number with mean \(number("\(path).mean", mean)) of people chosen at random after "
            + "each step from \(number("\(path).from", entry["from"])) to "
            + (entry["to"].map { number("\(path).to", $0) } ?? "the end")
        } else {
          "the person in the middle"
        }
      if entry["mean"] != nil { return who }
      return entry["step"]?.number?.double == 0
        ? who : "\(who) in step \(number("\(path).step", entry["step"]))"
    }
    let start: [String] =
      has(.startPeople) ? ["\(people(value(.startPeople))) chosen at random"] : []
    let rest = list.count > all.count ? ["and others"] : []
    return (start + all + rest).joined(separator: "; ")
  }

  /// Entries of a list that are written out; study.resolved.json has all.
  static let mostListed = 6

  private func listed(_ people: [JSONValue], _ path: String) -> String {
    let words = people.prefix(Self.mostListed).enumerated().map { number("\(path).\($0)", $1) }
    let rest = people.count > words.count ? " and others" : ""
    return "people \(words.joined(separator: ", "))\(rest)"
  }

  private var immune: String {
    var all: [String] = []
    if has(.immuneShare) {
      all.append(
        "\(value(.immuneShare, asShare: true)) of the group, chosen \(order ?? "at random"), "
          + (works ?? "for the whole run"))
    }
    if let people = study?["model"]?["immune_people"]?.elements, !people.isEmpty {
      all.append("\(listed(people, "model.immune_people")), for the whole run")
    }
    return all.joined(separator: "; ")
  }

  private var order: String? {
    guard has(.immuneOrder) else { return nil }
    return "in the order " + levels(.immuneOrder).joined(separator: " or ")
  }

  /// Of vaccinations that may be in vain.
  private var works: String? {
    guard has(.vaccineEfficacy) else { return nil }
    return "are vaccinated, each of them immune for the whole run with probability "
      + value(.vaccineEfficacy)
  }

  // MARK: - Groups

  /// Such as "young 70 %, old 30 %, at random; chances from young × 1, 0.4; from old × 0.4, 0.8".
  private var groups: [(String, String)] {
    levels(.groups).filter { $0 != ModelKey.noGroups }.map { name in
      let entry = study?["groups"]?[name]
      let names = entry?["names"]?.elements?.compactMap(\.text) ?? []
      let sizes = names.enumerated().map { index, group in
        let share = entry?["shares"]?.elements?.dropFirst(index).first
        return share.map {
          "\(group) \(number("groups.\(name).shares.\(index)", $0, asShare: true))"
        } ?? group
      }
      let who =
        entry?["file"].map { "as in \($0.text ?? "")" }
        ?? (entry?["in_order"]?.bool == true ? "by number" : "at random")
      let factors = zip(names, entry?["multiply"]?.elements ?? []).enumerated().map { from, row in
        let numbers = (row.1.elements ?? []).enumerated().map {
          number("groups.\(name).multiply.\(from).\($0)", $1)
        }
        return "from \(row.0) \u{00D7} \(numbers.joined(separator: ", "))"
      }
      return (
        "groups \(name)",
        sizes.joined(separator: ", ") + ", " + who
          + (factors.isEmpty ? "" : "; chances \(factors.joined(separator: "; "))")
      )
    }
  }

  // MARK: - What intervenes, and the end

  /// What the names in a picture by interventions stand for; empty where none are drawn. Nobody reads more than a few.
  var namedInterventions: String {
    guard points.varied.contains(.interventions) else { return "" }
    return interventions.count > Self.mostListed
      ? "The interventions are defined under Methods."
      : interventions.map { "\($0.0.trimmingPrefix("interventions ")): \($0.1)." }.together
  }

  private var interventions: [(String, String)] {
    levels(.interventions).filter { $0 != ModelKey.noInterventions }.map { name in
      let list = study?["interventions"]?[name]?.elements ?? []
      let words = list.enumerated().map { intervention($1, "interventions.\(name).\($0)") }
      return ("interventions \(name)", words.joined(separator: "; "))
    }
  }

  /// Such as "each new infection with probability 0.25, after 3 steps".
  private var observed: [(String, String)] {
    (study?["observed"]?.members ?? []).map { member in
      let path = "observed.\(member.key)"
      func length(_ key: String) -> String? {
        member.value[key].map { self.length("\(path).\(key)", $0) }
      }
      let probability = member.value["probability"].map { number("\(path).probability", $0) } ?? "1"
      return (
        "observed \(member.key)",
        "each new infection with probability \(probability)"
          + (length("delay").map { ", after \($0)" } ?? "")
          + (length("stay").map { ", \(lasting($0))" } ?? "")
      )
    }
  }

  /// Such as "when at least 2 % are infected, infection_factor × 0.5, until fewer than 0.5 % are".
  private func intervention(_ entry: JSONValue, _ path: String) -> String {
    var effects: [String] = []
    for (verb, sign) in [("set", " = "), ("multiply", " \u{00D7} ")] {
      for target in entry[verb]?.members ?? [] {
        let value = changed("\(path).\(verb).\(target.key)", target.value)
        effects.append(target.key + sign + value)
      }
    }
    if let share = entry["keep_contacts"] {
      effects.append(
        "\(number("\(path).keep_contacts", share, asShare: true)) of the pairs still meet")
    }
    if let layers = entry["layers"]?.elements?.compactMap(\.text), !effects.isEmpty {
      effects[effects.count - 1] +=
        " in the layer\(layers.count == 1 ? "" : "s") \(layers.joined(separator: ", "))"
    }
    if let share = entry["immunize_share"] {
      let group = entry["of_group"]?.text.map { "group \($0)" } ?? "the group"
      let chosen = order.map { ", chosen \($0)," } ?? ""
      effects.append(
        "\(number("\(path).immunize_share", share, asShare: true)) of \(group)\(chosen) "
          + (works ?? "become immune"))
    }
    let doing = effects.joined(separator: " and ")
    let until = entry["until"]?.members?.first.map {
      ", " + condition($0, "\(path).until", ends: true)
    }
    let when =
      entry["when"]?.members?.first.map { condition($0, "\(path).when", ends: false) } ?? ""
    let again = entry["repeat"]?.bool == true ? ", again each time" : ""
    return when + ", " + doing + (until ?? "") + again
  }

  /// A number, or a series such as "1, from step 90 on 0.6, again every 365 steps".
  private func changed(_ path: String, _ value: JSONValue) -> String {
    guard let steps = value["steps"]?.elements, let values = value["values"]?.elements else {
      return number(path, value)
    }
    let parts = zip(steps, values).enumerated().map { index, part in
      let value = number("\(path).values.\(index)", part.1)
      return index == 0
        ? value : "from step \(number("\(path).steps.\(index)", part.0)) on \(value)"
    }
    let period = value["period"].map { ", again every \(number("\(path).period", $0)) steps" }
    return parts.joined(separator: ", ") + (period ?? "")
  }

  private func condition(_ member: JSONValue.Member, _ path: String, ends: Bool) -> String {
    let isShare = member.key.hasSuffix("share")
    let value = number("\(path).\(member.key)", member.value, asShare: isShare)
    let share = "the \(member.key.replacing("_", with: " "))"
    return switch (member.key, ends) {
    case ("after_steps", _): "for \(value) steps"
    case ("step", false): "after step \(value)"
    case ("step", true): "until step \(value) is over"
    case (_, false): "when \(share) reaches \(value)"
    case ("ever_infected_share", true): "until \(share) reaches \(value)"
    case (_, true): "until \(share) is below \(value)"
    }
  }

  /// What can end a run of this study, and nothing that cannot.
  private var end: String {
    guard let stop = study?["model"]?["stop"] else { return "" }
    let share: String? =
      stop["share"]?.number?.double ?? 1 < 1
      ? number("model.stop.share", stop["share"], asShare: true) : nil
    let kinds = Set(points.points.map(folder.recovers))
    let (first, second): (String, String) =
      kinds.count > 1 ? ("where people recover, ", "where nobody recovers, ") : ("", "")
    var ends: [String] = []
    if kinds.contains(true) {
      ends.append(first + "when nobody is infected and nobody will be introduced")
    }
    if kinds.contains(false) {
      ends.append(
        second + (share == nil && folder.mayInfectAll ? "when everybody is infected, or " : "")
          + "when nobody can be infected any more")
    }
    if let share { ends.append("when \(share) of the people have been infected") }
    // Final values have no such end.
    if let most = stop["max_steps"] {
      ends.append("after \(number("model.stop.max_steps", most)) steps")
    }
    return ends.joined(separator: "; or ")
  }

  /// Which runs share them, and the seed.
  var randomNumbers: String {
    let isCommon = study?["random_numbers"]?.text == "common"
    let isSearch = study?["design"]?["type"]?.text == "threshold"
    let shared: String =
      switch (isCommon, isSearch) {
      // A single point shares them with none.
      case _ where points.points.count == 1: ""
      case (true, true):
        "no two runs of a search shared random numbers, but replicate r of each search used the same "
          + "(common random numbers); "
      case (true, false):
        "replicate r used the same random numbers at every point (common random numbers); "
      case (false, _): "every point had random numbers of its own; "
      }
    return "\(shared)the seed was \(folder.manifest?["seed"]?.text ?? "not recorded")"
  }
}
