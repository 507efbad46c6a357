import PlainText
import SpreadModel
import Statistics
import StudyFiles
import Testing

@Suite("Names that are not offered") struct NotOfferedTests {
  /// Where names of a kind stand in a study; options of commands do not.
  private static let settings: [NotOffered.Place: [String]] = [
    .key: ["key"], .method: ["test", "estimate", "correction"], .design: ["type"],
    .model: ["model"], .response: ["response"],
  ]

  /// A study in which the name is a key, or the value of a setting.
  private static func study(_ name: String, as setting: String) -> String {
    func comparison(_ members: String) -> String {
      Texts.study(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "#
          + "\"analysis\": { \"comparisons\": [{ \"factor\": \"rule\", \(members) }] }")
    }
    let name = "\"\(name)\""
    return switch setting {
    case "correction": Texts.study("\"analysis\": { \"correction\": \(name) }")
    case "response": comparison("\"response\": \(name)")
    case "type": Texts.study("\"design\": { \"type\": \(name) }")
    case "model": Texts.study("\"analysis\": { \"fits\": [{ \"model\": \(name) }] }")
    case "key": Texts.study("\"analysis\": { \(name): [] }")
    default: comparison("\"response\": \"steps\", \"\(setting)\": \(name)")
    }
  }

  /// The settings that an advice names.
  private static func advised(_ instead: CallerText) -> [CallerText.Setting] {
    var settings: [CallerText.Setting] = []
    _ = instead.text { setting in
      settings.append(setting)
      return ""
    }
    return settings
  }

  @Test("have an error of their own, with what to use instead", arguments: NotOffered.all.indices)
  func inStudies(index: Int) {
    let entry = NotOffered.all[index]
    for setting in Self.settings[entry.place] ?? [] {
      for name in entry.names {
        let found = Texts.mistakes(Self.study(name, as: setting))
        #expect(found.map(\.code) == [.notOffered], "\(setting) \(name)")
        #expect(found.first?.message.contains(entry.instead.asMembers) == true)
      }
    }
  }

  @Test("no name stands there twice")
  func once() {
    let names = NotOffered.all.flatMap { entry in
      entry.names.map { "\(entry.place) \(NotOffered.folded($0))" }
    }
    #expect(Set(names).count == names.count)
  }

  @Test("the names advised are offered under the key that is advised, and are not in the list")
  func offered() throws {
    let offered = [
      "test": ComparisonTest.allCases.map(\.rawValue),
      "estimate": ComparisonEffect.allCases.map(\.rawValue),
      "correction": Correction.allCases.map(\.rawValue),
      "model": GrowthModel.allCases.map(\.rawValue),
    ]
    for setting in NotOffered.all.flatMap({ Self.advised($0.instead) }) {
      guard let value = setting.value else { continue }
      #expect(offered[setting.name]?.contains(value) == true, "\(setting)")
    }
    for (setting, names) in offered {
      let place = try #require(NotOffered.Place(valueOf: setting))
      for name in names { #expect(NotOffered.advice(name, in: place) == nil, "\(setting) \(name)") }
    }
  }

  @Test(
    "lead to what they mean, in any spelling and under any key of a comparison",
    arguments: [
      ("fdr", "correction=benjamini_hochberg"), ("bh", "correction=benjamini_hochberg"),
      ("BH", "correction=benjamini_hochberg"), ("BY", "correction=holm"),
      ("bonferroni", "correction=holm"), ("odds_ratio", "estimate=risk_ratio"),
      ("Cliff's delta", "test=mann_whitney"), ("risk_difference", "estimate=mean_difference"),
      ("t.test", "test=welch"), ("t.test", "test=paired_t"), ("student", "test=welch"),
      ("ttest_ind", "test=welch"), ("wilcox.test", "test=mann_whitney"),
      ("wilcox.test", "test=wilcoxon"), ("mannwhitneyu", "test=mann_whitney"),
      ("Mann-Whitney U", "test=mann_whitney"), ("kruskal.test", "test=mann_whitney"),
      ("TukeyHSD", "correction=max_t"), ("tukey_hsd", "correction=max_t"),
      ("aov", "test=welch_anova"), ("f_oneway", "test=welch_anova"),
      ("oneway.test", "test=welch_anova"), ("prop.test", "test=risk_score"),
      ("chisq.test", "test=risk_score"), ("chi_square", "test=risk_score"),
      ("chi-squared", "test=risk_score"), ("ks.test", "test=kolmogorov_smirnov"),
      ("ks_2samp", "test=kolmogorov_smirnov"), ("survdiff", "test=log_rank"),
      ("coxph", "test=log_rank"), ("coxph", "estimate=restricted_mean_difference"),
    ])
  func meant(name: String, setting: String) throws {
    let instead = try #require(NotOffered.advice(name, in: .method))
    #expect(Self.advised(instead).map(\.description).contains(setting))
  }

  @Test("an advice about comparisons is for keys where they could be")
  func elsewhere() {
    let model = Texts.study(model: "\"group_size\": 100, \"effect\": 3")
    #expect(Texts.places(model) == ["unknown_key $.model.effect"])
    #expect(Texts.places(Texts.study("\"effect\": 3")) == ["not_offered $.effect"])
  }

  @Test("an option is known to the commands that could have it, in any spelling")
  func options() throws {
    let compare = try #require(NotOffered.Place(optionOf: "compare"))
    let fit = try #require(NotOffered.Place(optionOf: "fit"))
    #expect(NotOffered.advice("--Effect", in: compare) != nil)
    #expect(NotOffered.advice("--effect", in: fit) == nil)
    #expect(NotOffered.advice("--terms", in: fit) != nil)
    #expect(NotOffered.Place(optionOf: "run") == nil)
  }
}
