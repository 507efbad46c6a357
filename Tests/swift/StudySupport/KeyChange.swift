/// One key of a study file with another value, everything else as it was.
package struct KeyChange: Sendable, CustomStringConvertible {
  package enum Effect: Sendable {
    /// Every run may be another one: the points have other identities.
    case points
    /// The points are the same, but what is run or kept of them is not.
    case runs
    /// The runs there stay those of the study, which may need further ones.
    case continued
    /// Nothing is run otherwise, but the study is another one.
    case label
    /// The study stays the same: only its tables or texts change.
    case none
  }

  /// Keys that a program without rules of its own refuses: `OwnRuleTests` has one with rules, and changes them.
  package static let ofOwnRules: Set = ["rules.*.draw.own", "rules.*.draw.version"]

  /// As in `SchemaKeys`.
  package var key: String
  package var study: KeyedStudy
  /// `PATH=VALUE`, as after `--set`.
  package var change: String
  package var effect: Effect
  /// The JSON path by which the change must be named where it is refused.
  package var reported: String

  init(
    _ key: String, in study: KeyedStudy, _ change: String, _ effect: Effect, reported: String? = nil
  ) {
    self.key = key
    self.study = study
    self.change = change
    self.effect = effect
    let path = change.split(separator: "=", maxSplits: 1)[0]
    self.reported = reported ?? "$." + path
  }

  package var description: String { "\(study.rawValue): \(change)" }

  /// Every key, each at least once; a test compares this list with the schema.
  package static let all: [KeyChange] =
    [
      constants, rules, runs, analysis, doseResponses, ranges, sampled, listed, designs, later,
      contacts, layered, groups, responses, searched, selected, calibrated, periods, names,
    ].flatMap { $0 }

  private static let constants: [KeyChange] =
    [
      ("group_size", "37"), ("infection_factor", "3"), ("infection_probability", "0.6"),
      ("rule", "exact"), ("columns", "9"), ("boundary", "torus"), ("stop.share", "0.8"),
      ("stop.max_steps", "7"), ("shape_share", "0.4"),
    ].map { KeyChange("model." + $0.0, in: .constants, "model.\($0.0)=\($0.1)", .points) } + [
      KeyChange("model.period", in: .constants, "model.period=60", .label),
      KeyChange(
        "model.introductions", in: .constants,
        #"model.introductions=[{"step":0,"at":"center"}]"#, .points),
      KeyChange(
        "model.introductions[].at", in: .constants,
        #"model.introductions[0]={"step":0,"people":[14]}"#, .points),
      KeyChange(
        "model.introductions[].step", in: .constants, "model.introductions[0].step=1", .points),
      KeyChange(
        "model.introductions[].people", in: .constants, "model.introductions[1].people=[3,6]",
        .points, reported: "$.model.introductions[1].people[1]"),
      KeyChange(
        "model.introductions[].random", in: .constants, "model.introductions[2].random=1", .points),
      KeyChange(
        "model.introductions[].random_share", in: .constants,
        "model.introductions[3].random_share=0.2", .points),
    ]

  private static let rules = [
    ("neighborhood", "von_neumann"), ("pool", "all"), ("draw", "exact"), ("update", "synchronous"),
  ].map { KeyChange("rules.*.\($0.0)", in: .constants, "rules.own.\($0.0)=\($0.1)", .points) }

  private static let runs = [
    KeyChange("$schema", in: .constants, "$schema=elsewhere", .none),
    KeyChange("description", in: .constants, "description=Another question.", .none),
    KeyChange("study", in: .constants, "study=renamed", .label),
    KeyChange("seed", in: .constants, "seed=8", .runs),
    KeyChange("random_numbers", in: .constants, "random_numbers=independent", .runs),
    KeyChange(
      "record.responses", in: .adaptive, "record.responses=final", .points,
      reported: "$.model.stop.max_steps"),
    KeyChange("record.curves", in: .constants, "record.curves=1", .runs),
    KeyChange("record.maps", in: .constants, "record.maps=1", .runs),
    KeyChange("record.transmissions", in: .constants, "record.transmissions=1", .runs),
    KeyChange("record.compress", in: .constants, "record.compress=true", .runs),
    KeyChange("replicates", in: .constants, "replicates=1", .runs),
    KeyChange("replicates.min", in: .adaptive, "replicates.min=31", .runs),
    KeyChange("replicates.max", in: .adaptive, "replicates.max=61", .runs),
    KeyChange("replicates.batch", in: .adaptive, "replicates.batch=31", .runs),
    KeyChange(
      "replicates.until", in: .adaptive,
      #"replicates.until=[{"response":"final_share","half_width":0.5}]"#, .runs),
    KeyChange(
      "replicates.until[].response", in: .adaptive, "replicates.until[0].response=steps", .runs),
    KeyChange(
      "replicates.until[].half_width", in: .adaptive, "replicates.until[0].half_width=0.6", .runs),
    KeyChange(
      "replicates.until[].relative_half_width", in: .adaptive,
      "replicates.until[1].relative_half_width=0.6", .runs),
  ]

  private static let analysis = [
    ("confidence", "0.99"), ("mean_interval", "bootstrap_bca"), ("curve_bands", "simultaneous"),
    ("correction", "none"), ("family", "study"), ("fits", "[]"), ("fits[].model", "weibull"),
    ("fits[].to", "each_run"),
    ("comparisons", "[]"), ("comparisons[].factor", "infection_factor"),
    ("comparisons[].response", "peak_new"), ("comparisons[].reference", "push"),
    ("comparisons[].margin", "0.2"), ("comparisons[].better", "\"larger\""),
    ("comparisons[].test", "mann_whitney"),
    ("comparisons[].estimate", "hodges_lehmann"), ("comparisons[].pooled", "true"),
    ("sensitivity", "anova"), ("sensitivity.responses", #"["final_share"]"#),
    ("sensitivity.method", "anova"),
  ].map { key, value in
    // The second comparison has no reference, which another factor would not have as a level.
    let place = key == "comparisons[].factor" ? "[1]" : "[0]"
    return KeyChange(
      "analysis." + key, in: .analyzed, "analysis.\(key.replacing("[]", with: place))=\(value)",
      .none)
  }

  private static let doseResponses =
    [
      ("", "[]"), ("[].response", "final_share"), ("[].factor", "infection_factor"),
      ("[].link", "probit"), ("[].levels", "[0.25]"),
      ("[].floor", "fitted"), ("[].plateau", "fitted"),
    ].map { key, value in
      let key = "analysis.dose_responses" + key
      return KeyChange(key, in: .counted, "\(key.replacing("[]", with: "[0]"))=\(value)", .none)
    }
    + [
      KeyChange("analysis.given", in: .counted, #"analysis.given=["reached_90pct"]"#, .none),
      // Another factor has other levels.
      KeyChange(
        "analysis.averted[].factor", in: .analyzed,
        #"analysis.averted=[{"factor":"infection_factor","reference":1}]"#, .none),
      KeyChange(
        "analysis.averted[].reference", in: .analyzed, "analysis.averted[0].reference=push", .none),
      KeyChange("analysis.averted", in: .analyzed, "analysis.averted=[]", .none),
    ]

  /// Ends, steps and counts of each numeric factor, changed so that a level of before goes.
  private static let ranges = [
    ("group_size", "11", "20", "20", "21", "31"), ("infection_factor", "2", "2", "2", "2", "7"),
    ("infection_probability", "0.3", "0.5", "0.6", "0.3", "0.7"),
    ("columns", "3", "4", "4", "3", "7"),
  ].flatMap { name, from, to, step, countFrom, countTo in
    let key = "factors.\(name)"
    return [
      KeyChange("\(key).from", in: .stepped, "\(key).from=\(from)", .points),
      KeyChange("\(key).to", in: .stepped, "\(key).to=\(to)", .points),
      KeyChange("\(key).step", in: .stepped, "\(key).step=\(step)", .points),
      KeyChange("\(key).from", in: .counted, "\(key).from=\(countFrom)", .points),
      KeyChange("\(key).to", in: .counted, "\(key).to=\(countTo)", .points),
      KeyChange("\(key).count", in: .counted, "\(key).count=2", .points),
      KeyChange("\(key).scale", in: .counted, "\(key).scale=log", .points),
    ]
  }

  private static let sampled =
    ["group_size", "infection_factor", "infection_probability"].flatMap { name in
      let key = "factors.\(name)"
      let (from, to) = name == "infection_probability" ? ("0.4", "0.7") : ("5", "60")
      return [
        KeyChange("\(key).from", in: .sampled, "\(key).from=\(from)", .points),
        KeyChange("\(key).to", in: .sampled, "\(key).to=\(to)", .points),
        KeyChange("\(key).scale", in: .sampled, "\(key).scale=log", .points),
      ]
    } + [
      KeyChange("design.points", in: .sampled, "design.points=7", .points),
      KeyChange("design.type", in: .sampled, "design.type=halton", .points),
      // Where the points lie follows from the seed, too.
      KeyChange("seed", in: .sampled, "seed=8", .points),
    ]

  private static let otherValues = [
    ("group_size", "36"), ("infection_factor", "3"), ("infection_probability", "0.75"),
    ("rule", "push"), ("columns", "2"), ("boundary", "torus"),
  ]

  private static let listed =
    otherValues.map { name, value in
      let change = name == "boundary" ? #"["bounded"]"# : nil
      return KeyChange(
        "factors.\(name).values", in: .listed,
        "factors.\(name).values" + (change.map { "=" + $0 } ?? "[1]=\(value)"), .points)
    } + [
      KeyChange("factors.rule.values", in: .listed, #"factors.rule.values=["exact"]"#, .points)
    ]

  /// What factors and levels are called: no part of the identity.
  private static let names = [
    (
      KeyedStudy.listed,
      ["group_size", "infection_factor", "infection_probability", "rule", "columns", "boundary"]
    ),
    (
      .laterZipped,
      [
        "latent_steps", "infectious_steps", "recovery_probability", "immune_steps", "immune_share",
        "start_people", "interventions", "*",
      ]
    ), (.contactLevels, ["contacts", "infectiousness_dispersion"]),
    (.groupLevels, ["immune_order", "vaccine_efficacy", "groups"]),
  ].flatMap { study, factors in
    factors.flatMap { factor in
      let place = factor == "*" ? "factors['\(KeyedStudy.number)']" : "factors.\(factor)"
      return [("as", "mine"), ("labels", #"["low","high"]"#)].map { key, value in
        KeyChange("factors.\(factor).\(key)", in: study, "\(place).\(key)=\(value)", .none)
      }
    }
  }

  private static let designs =
    otherValues.flatMap { name, value in
      [
        KeyChange(
          "design.base.\(name)", in: .oneAtATime,
          "design.base.\(name)=\(name == "boundary" ? "bounded" : value)", .points),
        KeyChange(
          "design.points[].\(name)", in: .points,
          "design.points[0].\(name)=\(value)", .points),
      ]
    } + [
      KeyChange("design.type", in: .stepped, "design.type=zip", .points),
      KeyChange(
        "design.points", in: .points,
        #"design.points=[{"group_size":24,"#
          + #""infection_factor":1,"infection_probability":0.5,"rule":"exact","columns":6,"#
          + #""boundary":"bounded"}]"#, .points),
    ]
}
