import StudyFiles
import Testing

@Suite struct SuggestionTests {
  @Test("neither an empty name nor a single other letter is near")
  func nothingLeft() {
    #expect(NearestName.find("y", in: ["g", "", " "]) == nil)
    #expect(NearestName.find("yy", in: ["", "yx"]) == "yx")
    // What is written alike comes before another term.
    #expect(NearestName.find("Cases", in: ["new_infections", "cases"]) == "cases")
    #expect(NearestName.find("Cases", in: ["new_infections", "infected"]) == "new_infections")
  }

  /// A typing error of one or two letters in a key or value, and what was meant.
  static let typos: [(text: String, meant: String)] = [
    (Texts.study("\"facotrs\": {}"), "factors"),
    (Texts.study("\"replicate\": 5"), "replicates"),
    (Texts.study("\"desgin\": { \"type\": \"zip\" }"), "design"),
    (Texts.study("\"rul\": {}"), "rules"),
    (Texts.study("\"recrod\": {}"), "record"),
    (Texts.study("\"analisys\": {}"), "analysis"),
    (Texts.study("\"random_number\": \"common\""), "random_numbers"),
    (Texts.study("\"descripton\": \"\""), "description"),
    (Texts.study().replacing("\"seed\"", with: "\"sed\""), "seed"),
    (Texts.study().replacing("\"model\"", with: "\"modle\""), "model"),
    (Texts.study(model: "\"group_sise\": 9"), "group_size"),
    (Texts.study(model: "\"group_size\": 9, \"infection_facter\": 1"), "infection_factor"),
    (
      Texts.study(model: "\"group_size\": 9, \"infection_probabilty\": 1"),
      "infection_probability"
    ),
    (Texts.study(model: "\"group_size\": 9, \"colums\": 3"), "columns"),
    (Texts.study(model: "\"group_size\": 9, \"bondary\": \"torus\""), "boundary"),
    (Texts.study(model: "\"group_size\": 9, \"introduction\": []"), "introductions"),
    (Texts.study(model: "\"group_size\": 9, \"shape_shar\": 0.5"), "shape_share"),
    (Texts.study(model: "\"group_size\": 9, \"stop\": { \"maxsteps\": 5 }"), "max_steps"),
    (Texts.study(model: "\"group_size\": 9, \"boundary\": \"bouned\""), "bounded"),
    (Texts.study(model: "\"group_size\": 9, \"rule\": \"virusapp\""), "virus_app"),
    (Texts.study(model: "\"group_size\": 9, \"rule\": \"at_least_on\""), "at_least_one"),
    (Texts.study(model: "\"group_size\": 9, \"rule\": \"caped\""), "capped"),
    (Texts.study("\"design\": { \"type\": \"factoral\" }"), "factorial"),
    (Texts.study("\"design\": { \"type\": \"one-at-a-time\" }"), "one_at_a_time"),
    (Texts.study("\"random_numbers\": \"comon\""), "common"),
    (Texts.study("\"record\": { \"curves\": \"al\" }"), "all"),
    (Texts.study("\"record\": { \"compres\": true }"), "compress"),
    (Texts.study("\"analysis\": { \"confidance\": 0.9 }"), "confidence"),
    (Texts.study("\"analysis\": { \"correction\": \"hulm\" }"), "holm"),
    (
      Texts.study(#""factors": { "infection_factor": { "from": 1, "t": 3, "step": 1 } }"#), "to"
    ),
    // The nearest, not the last that is near.
    (
      Texts.study("\"analysis\": { \"sensitivity\": { \"responses\": [\"step_to_10pc\"] } }"),
      "step_to_10pct"
    ),
    (Texts.study("\"analysis\": { \"fits\": [{ \"model\": \"gompetz\" }] }"), "gompertz"),
    (Texts.study("\"analysis\": { \"fits\": [{ \"model\": \"logistics\" }] }"), "logistic"),
  ]

  @Test("names what was meant in at least 28 of 30 typing errors, and refuses all of them")
  func typos() {
    var right = 0
    for (text, meant) in Self.typos {
      let mistakes = Texts.mistakes(text)
      #expect(!mistakes.isEmpty)
      if mistakes.contains(where: { $0.suggestion == meant }) { right += 1 }
    }
    #expect(right >= Self.typos.count - 2, "\(right) of \(Self.typos.count)")
  }

  @Test("of several names that are near the nearest is meant, the first of equals")
  func nearest() {
    #expect(NearestName.find("rule", in: ["rules", "rule", "ruled"]) == "rule")
    #expect(NearestName.find("rule", in: ["rule", "rules"]) == "rule")
    #expect(NearestName.find("rulx", in: ["ruly", "ruli"]) == "ruly")
  }

  @Test("a third of the letters may be wrong, in each word; a beginning of four is near enough")
  func limits() {
    let long = String(repeating: "a", count: 81)
    for (word, name, isNear) in [
      ("ab", "ac", true), ("ab", "cd", false), ("abcde", "abcdx", true), ("abcde", "abcyx", false),
      ("abcdef", "abcdyx", true), ("abcdef", "abczyx", false), ("abcdefghi", "abcdefzyx", true),
      // Letters in each other's place are one fault, the first two and the last two as well.
      ("bac", "abc", true), ("acb", "abc", true), ("cab", "abc", false),
      ("infe", "infection_factor", true), ("inf", "infection_factor", false),
      ("Group-Size", "group_size", true), ("group size", "group_size", true),
      ("AZ", "az", true), ("[Z", "{z", true), ("[[", "{{", false), ("@@", "``", false),
      ("AA", "aa", true), ("abcde", "xabcdey", false), ("badc", "abcd", false),
      ("shape_share", "start_share", false), ("shapes_shares", "shape_share", true),
      (String(long.dropFirst()), long, true), (long, String(long.dropFirst()), false),
      ("", "a", false),
    ] {
      #expect(NearestName.find(word, in: [name]) == (isNear ? name : nil), "\(word), \(name)")
    }
  }

  @Test("makes no suggestion where nothing is near")
  func nothingNear() {
    let mistakes = Texts.mistakes(Texts.study("\"zzz\": 1"))
    #expect(mistakes.map(\.suggestion) == [nil])
  }
}
