import PlainText
import SpreadModel
import StudyFiles
import Testing

/// The schema against the reader, at the edges that random changes of a study hardly meet.
@Suite struct StudySchemaTests {
  /// All nodes of the schema with their paths in a study file; `*` is any name.
  private func nodes() throws -> [(path: String, node: JSONValue)] {
    var found: [(path: String, node: JSONValue)] = []
    func visit(_ node: JSONValue, _ path: String) {
      found.append((path, node))
      for member in node.members ?? [] {
        switch member.key {
        case "properties":
          for inner in member.value.members ?? [] {
            visit(inner.value, path.isEmpty ? inner.key : "\(path).\(inner.key)")
          }
        case "items": visit(member.value, path + "[]")
        case "additionalProperties": visit(member.value, path + ".*")
        case "patternProperties":
          for inner in member.value.members ?? [] { visit(inner.value, path + ".*") }
        case "oneOf", "anyOf", "allOf":
          for inner in member.value.elements ?? [] { visit(inner, path) }
        default: break
        }
      }
    }
    visit(try JSONReader.read(Array(StudySchema.text.utf8)), "")
    return found
  }

  /// Of every number that a study file may hold, i for whole ones; round ends are open.
  /// Keys of the model have the same limits in factors, points and bases of designs.
  private static let limits: [String: String] = [
    "i[0 1e9]": """
    model.latent_steps model.immune_steps model.stop.max_steps model.introductions[].step
    model.introductions[].from model.introductions[].to observed.*.delay observed.*.stay
    record.curves record.maps record.transmissions record.groups design.data[].step responses.*.at_step
    responses.*.infected_at responses.*.mean_infected_between[] responses.*.new_infections_between[]
    interventions.*[].when.step interventions.*[].until.step
    """,
    "i[0 999999999]": """
    model.immune_people[] model.introductions[].people[] responses.*.share_in.rows[]
    responses.*.share_in.columns[]
    """,
    "i[1 1e9]": """
    model.group_size model.columns model.infectious_steps model.start_people
    model.introductions[].random replicates replicates.batch design.points design.max_runs
    contacts.*.degree contacts.*.links rules.*.neighborhood.radius interventions.*[].until.after_steps
    design.batch design.up_to contacts.*.size
    """,
    "i[5 1e9]": "design.first_stage",
    "i[2 1e9]": "contacts.*.neighbors",
    "i[1 10000]": """
    contacts.*.columns[] contacts.*.ignore[] contacts.*.weight contacts.*.weight.column
    """,
    "i[30 1e9]": "replicates.min replicates.max",
    "i[50 100000]": "design.draws",
    "i[0 9007199254740991]": "seed",
    "[0 1]": """
    model.infection_probability model.recovery_probability model.immune_share model.vaccine_efficacy groups.*.shares[]
    model.introductions[].random_share contacts.*.rewire interventions.*[].immunize_share
    interventions.*[].set.infection_probability interventions.*[].set.recovery_probability
    interventions.*[].when.infected_share interventions.*[].when.ever_infected_share
    interventions.*[].until.infected_share interventions.*[].until.ever_infected_share
    interventions.*[].when.infectious_share interventions.*[].until.infectious_share
    observed.*.probability interventions.*[].keep_contacts record.final_size_curves.from
    record.final_size_curves.to
    """,
    "(0 1]": """
    model.shape_share model.stop.share design.acceptance responses.*.step_to_share
    responses.*.critical_probability.share
    """,
    "i[2 10000]": "record.final_size_curves.levels",
    "(0 1)": "analysis.confidence analysis.dose_responses[].levels[] design.confidence",
    "[0 1e9]": """
    groups.*.multiply[][] model.infection_factor analysis.comparisons[].reference contacts.*.mean_degree design.tolerance
    analysis.averted[].reference
    interventions.*[].set.infection_factor interventions.*[].multiply.infection_factor
    interventions.*[].multiply.infection_probability interventions.*[].multiply.recovery_probability
    rules.*.draw.number[] model.introductions[].mean contacts.*.sizes[] contacts.*.layers[].multiply
    """,
    "(0 1e9]": """
    model.infectiousness_dispersion model.period analysis.comparisons[].margin design.half_width
    replicates.until[].half_width rules.*.draw.dispersion contacts.*.weight.exposure
    """,
    "(0 10]": "replicates.until[].relative_half_width",
    "[-1e9 1e9]": "design.data[].values[]",
    "(0 1e15]": "design.indifference design.subject_to[].tolerance",
    "[-1e15 1e15]": """
    design.from design.to design.target design.subject_to[].at_least design.subject_to[].at_most
    responses.*.at_least responses.*.at_most responses.*.multiply
    """,
  ]

  /// The limits of a number's schema in the words of `limits`; nil of anything else.
  private func ends(_ node: JSONValue) -> String? {
    guard let type = node[key: "type"]?.string, type == "integer" || type == "number" else {
      return nil
    }
    func end(_ closed: String, _ open: String, _ marks: [String]) -> (String, Double)? {
      node[key: closed]?.number.map { (marks[0], $0.double) }
        ?? node[key: open]?.number.map { (marks[1], $0.double) }
    }
    guard let low = end("minimum", "exclusiveMinimum", ["[", "("]),
      let high = end("maximum", "exclusiveMaximum", ["]", ")"])
    else { return nil }
    func text(_ value: Double) -> String {
      [1e9: "1e9", -1e9: "-1e9", 1e15: "1e15", -1e15: "-1e15"][value] ?? "\(Int(value))"
    }
    return "\(type == "integer" ? "i" : "")\(low.0)\(text(low.1)) \(text(high.1))\(high.0)"
  }

  @Test("every number has the limits that are promised, and no other number is there")
  func numbers() throws {
    var found: [String: Set<String>] = [:]
    for (path, node) in try nodes() {
      if let ends = ends(node) { found[path, default: []].insert(ends) }
    }
    found["spreadlab"] = nil
    var expected: [String: Set<String>] = [:]
    for (ends, paths) in Self.limits {
      for path in paths.split(whereSeparator: \.isWhitespace) { expected[String(path)] = [ends] }
    }
    let inContacts: Set = [
      "i[1 1e9]", "i[2 1e9]", "[0 1e9]", "[0 1]", "i[0 1e9]", "(0 1e9]", "(0 1]", "[1 1e9]",
    ]
    for key in ModelKey.factors.map(\.name) {
      guard let ends = expected["model.\(key)"], let one = ends.first else { continue }
      for place in ["values[]", "from", "to"] { expected["factors.\(key).\(place)"] = ends }
      for place in ["base", "points[]"] { expected["design.\(place).\(key)"] = ends }
      expected["factors.\(key).count"] = ["i[1 1e9]"]
      // A step is above 0, and no wider than what it divides.
      expected["factors.\(key).step"] = [
        one.hasPrefix("i") ? "i[1 1e9]" : one.contains("1e9") ? "(0 1e9]" : "(0 1]"
      ]
    }
    for place in Self.distributions(factors: \.self) {
      let isInfectious = place.contains("infectious_steps")
      expected["\(place).geometric"] = [isInfectious ? "[1 1e9]" : "[0 1e9]"]
      expected["\(place).weights[]"] = ["[0 1e9]"]
      for number in ["mean", "sd"] { expected["\(place).gamma.\(number)"] = ["(0 1e9]"] }
    }
    for place in Self.series {
      expected["\(place).steps[]"] = ["i[0 1e9]"]
      expected["\(place).values[]"] = expected[place]
      expected["\(place).period"] = ["i[1 1e9]"]
    }
    // Members of structures by their paths: which of them is the path's to say.
    for path in found.keys where path.hasPrefix("factors.*") || path.hasSuffix(".*") {
      #expect(found[path]?.isSubset(of: inContacts) == true, "\(path)")
      found[path] = nil
    }
    for path in Set(found.keys).union(expected.keys).sorted() {
      #expect(found[path] == expected[path], "\(path)")
    }
  }

  @Test("every object of the schema refuses other keys, as the reader does")
  func otherKeys() throws {
    let objects = try nodes().filter { $0.node[key: "type"]?.string == "object" }
    for (path, node) in objects {
      let others = node[key: "additionalProperties"]
      #expect(others?.bool == false || others?.members != nil, "\(path)")
    }
    #expect(objects.count > 20)
  }

  @Test("every key says what it is for")
  func described() throws {
    var seen = 0
    for (path, node) in try nodes() {
      // A kind or type is said by the object that has it.
      for member in node[key: "properties"]?.members ?? []
      where member.value[key: "const"] == nil {
        seen += 1
        #expect(member.value[key: "description"]?.string?.isEmpty == false, "\(path).\(member.key)")
      }
    }
    #expect(seen > 100)
  }

  @Test("the schema names the defaults of docs/study-files.md")
  func defaults() throws {
    var found: [String: String] = [:]
    for (path, node) in try nodes() {
      if let value = node[key: "default"] { found[path] = JSONText(value).compactText }
    }
    var wanted = [
      "model.infection_factor": "3", "model.infection_probability": "1", "model.rule": "\"subset\"",
      "model.columns": "\"square\"", "model.boundary": "\"bounded\"", "model.period": "1",
      "observed.*.probability": "1", "observed.*.delay": "0",
      "model.introductions": #"[{"step":0,"at":"center"}]"#, "model.stop.share": "1",
      "model.stop.max_steps": "10000", "model.shape_share": "0.25", "replicates": "100",
      "replicates.min": "30", "replicates.batch": "50", "random_numbers": "\"common\"",
      "record.curves": "\"all\"", "record.maps": "0", "record.transmissions": "0",
      "record.groups": "0", "record.responses": "\"all\"",
      "record.compress": "false",
      "analysis.confidence": "0.95", "analysis.mean_interval": "\"t\"",
      "analysis.curve_bands": "\"pointwise\"", "analysis.fits": "[]",
      "analysis.fits[].to": "\"mean_curve\"", "analysis.comparisons": "[]",
      "analysis.comparisons[].estimate": "\"mean_difference\"",
      "analysis.comparisons[].pooled": "false", "analysis.correction": "\"holm\"",
      "analysis.family": "\"request\"",
      "analysis.dose_responses[].link": "\"logit\"",
      "analysis.dose_responses[].levels": "[0.1,0.5,0.9]",
      "model.latent_steps": "0", "model.infectious_steps": "\"forever\"",
      "model.recovery_probability": "0", "model.immune_steps": "\"forever\"",
      "model.immune_share": "0", "model.immune_people": "[]", "model.immune_order": "\"random\"",
      "model.vaccine_efficacy": "1", "model.groups": "\"none\"", "groups.*.in_order": "false",
      "model.interventions": "\"none\"",
      "model.contacts": "\"grid\"", "model.infectiousness_dispersion": "\"none\"",
      "contacts.*.directed": "false", "contacts.*.repeated": "\"error\"",
      "interventions.*[].repeat": "false",
      "contacts.*.per": "\"replicate\"", "contacts.*.shuffle": "false",
      "contacts.*.layers[].multiply": "1",
      "design.scale": "\"linear\"", "design.confidence": "0.95", "design.max_runs": "1000000",
      "design.draws": "1000", "design.batch": "10", "design.acceptance": "0.05",
    ]
    for name in [
      "*", "group_size", "infection_factor", "infection_probability", "columns", "latent_steps",
      "infectious_steps", "recovery_probability", "immune_steps", "immune_share",
      "vaccine_efficacy",
      "infectiousness_dispersion", "start_people",
    ] {
      wanted["factors.\(name).scale"] = "\"linear\""
    }
    #expect(found == wanted)
  }

  /// Where a distribution of lengths may stand.
  private static func distributions(factors: (String) -> String) -> [String] {
    ["latent_steps", "infectious_steps", "immune_steps"].flatMap { name in
      [
        "model.\(name)", "design.base.\(name)", "design.points[].\(name)",
        "factors.\(factors(name)).values[]",
      ]
    } + [
      "observed.*.delay", "observed.*.stay", "analysis.comparisons[].reference",
      "analysis.averted[].reference",
    ]
  }

  /// Where a series may stand.
  private static let series = ["set", "multiply"].flatMap { verb in
    ["infection_factor", "infection_probability", "recovery_probability"].map {
      "interventions.*[].\(verb).\($0)"
    }
  }

  /// The keys that an object must have, and how many values a list must.
  private static let needed = """
    : seed spreadlab study
    analysis.averted[]: factor reference
    analysis.comparisons[]: factor
    analysis.dose_responses[].levels: 1 or more
    analysis.dose_responses[]: factor response
    analysis.fits[]: model
    analysis.sensitivity.responses: 1 or more
    analysis.sensitivity: responses
    contacts.*.columns: 2 or more
    contacts.*.layers: 1 or more
    contacts.*.layers[]: contacts
    contacts.*.sizes: 1 or more
    contacts.*.weight: column exposure
    contacts.*: kind layers
    contacts.*: degree kind
    contacts.*: file kind
    contacts.*: kind
    contacts.*: kind links
    contacts.*: kind mean_degree
    contacts.*: kind neighbors rewire
    design.data: 1 or more
    design.data[].values: 1 or more
    design.data[]: curve step values
    design.data[]: response values
    design.points: 1 or more
    design.subject_to: 1 or more
    design.subject_to[]: at_least response tolerance
    design.subject_to[]: at_most response tolerance
    design: base type
    design: best indifference max_runs response type
    design: data type
    design: factor from half_width response target to type
    design: points type
    design: type
    factors.*.values: 1 or more
    factors.*: count from to
    factors.*: from step to
    factors.*: from to
    factors.*: values
    groups.*.names: 1 or more
    groups.*.shares: 1 or more
    groups.*: file names
    groups.*: names shares
    interventions.*[].layers: 1 or more
    interventions.*[]: keep_contacts when
    interventions.*[].until: after_steps
    interventions.*[].until: ever_infected_share
    interventions.*[].until: infected_share
    interventions.*[].until: infectious_share
    interventions.*[].until: step
    interventions.*[].when: ever_infected_share
    interventions.*[].when: infected_share
    interventions.*[].when: infectious_share
    interventions.*[].when: step
    interventions.*[]: immunize_share when
    interventions.*[]: multiply when
    interventions.*[]: set when
    model.introductions[].people: 1 or more
    model.introductions[]: at step
    model.introductions[]: from mean
    model.introductions[]: people step
    model.introductions[]: random step
    model.introductions[]: random_share step
    orders.*: file
    record.final_size_curves: from levels to
    observed.*: of
    replicates.until: 1 or more
    replicates.until[]: half_width response
    replicates.until[]: relative_half_width response
    replicates: max until
    responses.*.mean_infected_between: 2 or more
    responses.*.new_infections_between: 2 or more
    responses.*.share_in.columns: 2 or more
    responses.*.share_in.rows: 2 or more
    responses.*.share_in: columns rows
    responses.*.share_in: group
    responses.*.critical_probability: share
    responses.*: at_least of
    responses.*: at_most of
    responses.*: at_step share_in
    responses.*: critical_probability
    responses.*: final_share_of
    responses.*: infected_at
    responses.*: level_of
    responses.*: mean_infected_between
    responses.*: multiply of
    responses.*: new_infections_between
    responses.*: peak_of
    responses.*: step_to_share
    rules.*.draw.number: 1 or more
    rules.*.draw: number
    rules.*.draw: own
    rules.*.neighborhood: metric radius
    rules.*: draw neighborhood pool update
    """

  @Test("the schema requires these keys and so many values, and no others")
  func required() throws {
    var found: Set<String> = []
    for (place, node) in try nodes() {
      // All factors have the same forms.
      let path = place.replacing(#/^factors\.\w+/#, with: "factors.*")
      let keys = (node[key: "required"]?.elements ?? []).compactMap(\.string)
      if !keys.isEmpty { found.insert("\(path): \(keys.sorted().joined(separator: " "))") }
      if let least = node[key: "minItems"]?.number?.double {
        found.insert("\(path): \(Int(least)) or more")
      }
    }
    let lengths = Self.distributions { _ in "*" }.flatMap { place in
      ["\(place).weights: 1 or more", "\(place).gamma: mean sd"]
        + ["geometric", "weights", "gamma"].map { "\(place): \($0)" }
    }
    let series = Self.series.flatMap { place in
      ["\(place): steps values", "\(place).steps: 1 or more", "\(place).values: 1 or more"]
    }
    #expect(found == Set(Self.needed.split(separator: "\n").map(String.init) + lengths + series))
  }
}
