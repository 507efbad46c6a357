import Foundation
import PlainText
import StudyFiles
import StudySupport
import Testing

/// What counts where a key is not given, in the program and in the schema it prints.
@Suite struct DefaultsTests {
  /// The same study twice: as short as it may be, and with the defaults of docs/study-files.md.
  static let pairs: [(short: String, long: String)] = [
    (
      Texts.study(),
      Texts.study(
        """
        "factors": {}, "rules": {}, "design": { "type": "factorial" }, "replicates": 100,
        "random_numbers": "common", "record": { "curves": "all", "maps": 0, "compress": false },
        "analysis": {
          "confidence": 0.95, "mean_interval": "t", "curve_bands": "pointwise", "fits": [],
          "comparisons": [], "correction": "holm"
        }
        """,
        model: """
          "group_size": 100, "infection_factor": 3, "infection_probability": 1, "rule": "subset",
          "columns": "square", "boundary": "bounded", "period": 1,
          "introductions": [{ "step": 0, "at": "center" }],
          "stop": { "share": 1, "max_steps": 10000 }, "shape_share": 0.25
          """)
    ),
    (
      Texts.study(
        #""replicates": { "max": 99, "until": [{ "response": "steps", "half_width": 1 }] }"#),
      Texts.study(
        """
        "replicates": {
          "min": 30, "max": 99, "batch": 50, "until": [{ "response": "steps", "half_width": 1 }]
        }
        """)
    ),
    (
      Texts.study(#""factors": { "columns": { "from": 2, "to": 9, "count": 3 } }"#),
      Texts.study(
        #""factors": { "columns": { "from": 2, "to": 9, "count": 3, "scale": "linear" } }"#)
    ),
    (
      Texts.study(
        """
        "factors": { "columns": { "from": 2, "to": 9 } },
        "design": { "type": "morris", "points": 3 },
        "analysis": { "sensitivity": { "responses": ["steps"] } }
        """),
      Texts.study(
        """
        "factors": { "columns": { "from": 2, "to": 9, "scale": "linear" } },
        "design": { "type": "morris", "points": 3 },
        "analysis": { "sensitivity": { "responses": ["steps"], "method": "morris" } }
        """)
    ),
    (
      Texts.study(
        """
        "factors": { "rule": { "values": ["exact", "push"] } },
        "analysis": {
          "fits": [{ "model": "power" }], "sensitivity": { "responses": ["steps"] },
          "comparisons": [{ "factor": "rule", "response": "steps" }]
        }
        """),
      Texts.study(
        """
        "factors": { "rule": { "values": ["exact", "push"] } },
        "analysis": {
          "fits": [{ "model": "power", "to": "mean_curve" }],
          "sensitivity": { "responses": ["steps"], "method": "anova" },
          "comparisons": [
            {
              "factor": "rule", "response": "steps", "estimate": "mean_difference", "pooled": false
            }
          ]
        }
        """)
    ),
  ]

  @Test("what is not given is what the documentation says", arguments: pairs)
  func notGiven(short: String, long: String) throws {
    #expect(try Texts.parse(short) == Texts.parse(long))
    #expect(try Texts.parse(short).resolvedJSON == Texts.parse(long).resolvedJSON)
  }

  @Test("a resolved study is the same study, whatever keys it uses", arguments: KeyedStudy.allCases)
  func resolved(kind: KeyedStudy) throws {
    let study = try Texts.parse(kind.text)
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "study.resolved.json") == study)
  }

  @Test("curves, maps and transmissions are kept of the first replicates, as many as asked for")
  func kept() throws {
    func kept(_ record: String) throws -> [Bool] {
      let study = try Texts.parse(Texts.study("\"record\": { \(record) }"))
      return (0..<4).map { study.record.keepsCurve(of: $0) }
    }
    #expect(try kept("") == [true, true, true, true])
    #expect(try kept("\"curves\": \"none\"") == [false, false, false, false])
    #expect(try kept("\"curves\": 0") == [false, false, false, false])
    #expect(try kept("\"curves\": 3") == [true, true, true, false])
    let record = try Texts.parse(
      Texts.study("\"record\": { \"maps\": 1, \"transmissions\": 2 }")
    ).record
    #expect((0..<4).map { record.keepsMap(of: $0) } == [true, false, false, false])
    #expect((0..<4).map { record.keepsTransmissions(of: $0) } == [true, true, false, false])
  }

  // MARK: The schema

  /// All objects of the schema by path, as in `SchemaKeys`.
  private func nodes() throws -> [(path: String, node: [String: Any])] {
    var found: [(path: String, node: [String: Any])] = []
    func walk(_ value: Any, _ path: String) {
      if let list = value as? [Any] {
        for element in list { walk(element, path) }
      } else if let node = value as? [String: Any] {
        found.append((path, node))
        for (name, child) in node["properties"] as? [String: Any] ?? [:] {
          walk(child, path.isEmpty ? name : "\(path).\(name)")
        }
        for key in ["oneOf", "additionalProperties"] {
          if let child = node[key] { walk(child, path) }
        }
        if let items = node["items"] { walk(items, path + "[]") }
      }
    }
    walk(try JSONSerialization.jsonObject(with: Data(StudySchema.text.utf8)), "")
    return found
  }

  @Test("the schema names the same defaults")
  func schemaDefaults() throws {
    var found: [String: String] = [:]
    for (path, node) in try nodes() {
      guard let value = node["default"] else { continue }
      let text = try JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
      found[path] = String(decoding: text, as: UTF8.self)
    }
    var wanted = [
      "model.infection_factor": "3", "model.infection_probability": "1", "model.rule": "\"subset\"",
      "model.columns": "\"square\"", "model.boundary": "\"bounded\"", "model.period": "1",
      "model.introductions": #"[{"at":"center","step":0}]"#, "model.stop.share": "1",
      "model.stop.max_steps": "10000", "model.shape_share": "0.25", "replicates": "100",
      "replicates.min": "30", "replicates.batch": "50", "random_numbers": "\"common\"",
      "record.curves": "\"all\"", "record.maps": "0", "record.transmissions": "0",
      "record.compress": "false",
      "analysis.confidence": "0.95", "analysis.mean_interval": "\"t\"",
      "analysis.curve_bands": "\"pointwise\"", "analysis.fits": "[]",
      "analysis.fits[].to": "\"mean_curve\"", "analysis.comparisons": "[]",
      "analysis.comparisons[].estimate": "\"mean_difference\"",
      "analysis.comparisons[].pooled": "false", "analysis.correction": "\"holm\"",
      "analysis.dose_responses[].link": "\"logit\"",
      "analysis.dose_responses[].levels": "[0.1,0.5,0.9]",
      "model.latent_steps": "0", "model.infectious_steps": "\"forever\"",
      "model.recovery_probability": "0", "model.immune_steps": "\"forever\"",
      "model.immune_share": "0", "model.immune_people": "[]", "model.interventions": "\"none\"",
      "model.contacts": "\"grid\"", "model.infectiousness_dispersion": "\"none\"",
      "contacts.directed": "false", "contacts.repeated": "\"error\"",
      "contacts.per": "\"replicate\"",
      "design.scale": "\"linear\"", "design.confidence": "0.95", "design.max_runs": "1000000",
      "design.draws": "1000", "design.acceptance": "0.05",
      "design.corners": "\"face_centered\"", "analysis.surfaces[].terms": "\"quadratic\"",
      "analysis.surfaces[].transform": "\"none\"", "analysis.surfaces[].weights": "\"runs\"",
    ]
    for name in [
      "group_size", "infection_factor", "infection_probability", "columns", "latent_steps",
      "infectious_steps", "recovery_probability", "immune_steps", "immune_share",
      "infectiousness_dispersion", "start_people",
    ] {
      wanted["factors.\(name).scale"] = "\"linear\""
    }
    #expect(found == wanted)
  }

  @Test("the schema allows no other keys, and excludes the ends that the program excludes")
  func schemaLimits() throws {
    var limits: [String: [String: Double]] = [:]
    for (path, node) in try nodes() {
      if node["type"] as? String == "object" {
        let isClosed = node["additionalProperties"] as? Bool == false
        #expect(isClosed || node["additionalProperties"] is [String: Any], "\(path)")
      }
      for key in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
        if let value = node[key] as? Double { limits[path, default: [:]][key] = value }
      }
    }
    #expect(limits["model.infection_probability"] == ["minimum": 0, "maximum": 1])
    #expect(limits["model.stop.share"] == ["exclusiveMinimum": 0, "maximum": 1])
    #expect(limits["model.group_size"] == ["minimum": 1, "maximum": 1e9])
    #expect(limits["model.infection_factor"] == ["minimum": 0, "maximum": 1e9])
    #expect(limits["analysis.confidence"] == ["exclusiveMinimum": 0, "exclusiveMaximum": 1])
    #expect(limits["seed"] == ["minimum": 0, "maximum": 9_007_199_254_740_991])
  }

  @Test(
    "the largest numbers are a billion, in the program as in the schema",
    arguments: ["group_size", "infection_factor", "columns", "stop.max_steps"])
  func largest(key: String) throws {
    func mistakes(_ value: String) throws -> [Diagnostic] {
      Texts.mistakes(Texts.study(), [try #require(Override("model.\(key)=\(value)"))])
    }
    #expect(try mistakes("1000000000").isEmpty)
    #expect(try mistakes("1000000001").map(\.code) == [.outOfRange])
  }
}
