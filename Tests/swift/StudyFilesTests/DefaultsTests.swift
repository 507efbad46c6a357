import PlainText
import StudyFiles
import StudySupport
import Testing

/// What counts where a key is not given.
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
          "comparisons": [], "correction": "holm", "family": "request"
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
        "factors": { "columns": { "from": 2, "to": 9 } },
        "design": { "type": "sobol", "points": 3 },
        "analysis": { "sensitivity": { "responses": ["steps"] } }
        """),
      Texts.study(
        """
        "factors": { "columns": { "from": 2, "to": 9, "scale": "linear" } },
        "design": { "type": "sobol", "points": 3 },
        "analysis": { "sensitivity": { "responses": ["steps"], "method": "prcc" } }
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
}
