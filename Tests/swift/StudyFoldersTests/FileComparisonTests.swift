import PlainText
import ResultTables
import SpreadModel
import Statistics
import StudyFolders
import Tables
import TestSupport
import Testing

@Suite("Rows of a file that is compared or fitted") struct FileComparisonTests {
  private static let rare = """
    {
      "spreadlab": 1, "study": "rare", "seed": 5,
      "model": {
        "group_size": 49, "infection_factor": 2, "recovery_probability": 0.3,
        "stop": { "max_steps": 14 }
      },
      "factors": { "infection_probability": { "values": [0.5, 0.7] } },
      "replicates": 60, "random_numbers": "independent", "record": { "curves": "none" }
    }
    """

  private func question(_ scratch: Scratch, _ text: String, pair: String? = nil) throws
    -> ComparisonQuestion.Answer
  {
    var question = ComparisonQuestion(by: "g", response: "y")
    question.pair = pair
    return try question.answer(from: try scratch.write(text, to: "d.csv"))
  }

  private func code(_ body: () throws -> Void) -> ErrorCode? {
    do { try body() } catch { return (error as? any WordedError)?.code }
    return nil
  }

  @Test("numbers with a decimal comma that may be thousands get a note, as long as all may be")
  func groupedNumbers() throws {
    let scratch = try Scratch()
    var question = ComparisonQuestion(by: "g", response: "y")
    question.decimalComma = true
    for (last, codes) in [("2,500", [NoteCode.groupedNumbers]), ("2,5", []), ("0,500", [])] {
      let text = "g;y\na;1,234\na;2,345\nb;3,456\nb;\(last)\n"
      let answer = try question.answer(from: try scratch.write(text, to: "d.csv"))
      #expect(answer.notes.map(\.code) == codes)
      #expect(answer.rows.rows.first?.comparison.countB == 2)
    }
  }

  @Test("three pairs that end at one step are judged by the t test of pairs")
  func fewTimes() throws {
    let scratch = try Scratch()
    var asked = ComparisonQuestion(by: "g", response: "y")
    (asked.pair, asked.event) = ("p", "e")
    asked.estimate = "restricted_mean_difference"
    func row(_ text: String) throws -> GroupComparison? {
      try asked.answer(from: try scratch.write("g,y,e,p\n" + text, to: "d.csv")).rows.rows.first?
        .comparison
    }
    let found = try #require(
      try row("a,60,0,1\na,60,0,2\na,60,0,3\nb,8,1,1\nb,9,1,2\nb,10,1,3\n"))
    #expect(found.test == .restrictedMean && abs((found.result?.p ?? 0) - 1.2813e-4) < 1e-7)
    // One amount in all pairs; one pair; times none of which was reached.
    for (text, status) in [
      ("a,60,0,1\na,60,0,2\nb,8,1,1\nb,8,1,2\n", "no_spread"),
      ("a,0,1,1\na,0,1,2\nb,0,1,1\nb,0,1,2\n", "no_spread"),
      ("a,60,0,1\nb,8,1,1\n", "too_few_values"),
      ("a,60,0,1\na,60,0,2\nb,60,0,1\nb,60,0,2\n", "not_reached"),
    ] {
      let row = try #require(try row(text))
      #expect(row.result == nil && row.interval == nil)
      #expect(row.remarks.map(\.status.rawValue) == [status], "\(text)")
    }
  }

  @Test("permutations that would take an hour are refused with the arithmetic")
  func manyPermutations() throws {
    let scratch = try Scratch()
    let rows = (0..<300).map { group in (0..<100).map { "g\(group),\($0)\n" }.joined() }.joined()
    var asked = ComparisonQuestion(by: "g", response: "y")
    let file = try scratch.write("g,y\n" + rows, to: "d.csv")
    for test in ["permutation", "kolmogorov_smirnov"] {
      asked.test = test
      #expect(code { _ = try asked.answer(from: file) } == .overLimits)
    }
  }

  @Test("0 and 1 have no median of differences; their shares do")
  func shares() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      "g,y\n" + (0..<10).map { "a,\($0 < 4 ? 1 : 0)\nb,0\n" }.joined(), to: "d.csv")
    var asked = ComparisonQuestion(by: "g", response: "y")
    asked.estimate = "hodges_lehmann"
    #expect(code { _ = try asked.answer(from: file) } == .unfitOption)
  }

  @Test("a critical probability in runs.csv is censored at 1, as in its folder")
  func criticalProbabilities() throws {
    let scratch = try Scratch()
    let folder = scratch.file("critical")
    try run(
      """
      {
        "spreadlab": 1, "study": "critical", "seed": 3,
        "model": { "group_size": 60, "rule": "each_contact", "infectious_steps": 1 },
        "contacts": {
          "n": { "kind": "random", "mean_degree": 2 },
          "r": { "kind": "ring", "neighbors": 4, "rewire": 0.1 }
        },
        "factors": { "contacts": { "values": ["n", "r"] } }, "replicates": 20,
        "responses": { "critical": { "critical_probability": { "share": 0.2 } } },
        "record": { "responses": "final" }
      }
      """, in: folder)
    var asked = ComparisonQuestion(by: "contacts", response: "critical")
    asked.estimate = "restricted_mean_difference"
    let wanted = try #require(asked.answer(from: folder).rows.rows.first?.comparison)
    #expect(wanted.censoredCount > 0)
    (asked.event, asked.pair) = ("reached_critical", "replicate")
    // Levels stand there in the order of the file.
    asked.reference = "n"
    let found = try #require(asked.answer(from: folder + "/runs.csv").rows.rows.first?.comparison)
    #expect(found.result?.p == wanted.result?.p && found.censoredCount == wanted.censoredCount)
  }

  @Test("runs.csv with its column of events is compared as its folder is")
  func results() throws {
    let scratch = try Scratch()
    let folder = scratch.file("rare")
    try run(Self.rare, in: folder)
    let known = ComparisonQuestion(by: "infection_probability", response: "step_to_50pct")
    let wanted = try #require(known.answer(from: folder).rows.rows.first?.comparison)
    // Some end before the last step, and do not get there.
    let text = try String(decoding: scratch.bytes("rare/runs.csv"), as: UTF8.self)
    #expect(text.contains(",extinct,") && text.contains(",max_steps,"))
    #expect(wanted.censoredCount > 0 && wanted.test == .logRank)
    var asked = known
    asked.event = "reached_50pct"
    let answer = try asked.answer(from: folder + "/runs.csv")
    let found = try #require(answer.rows.rows.first?.comparison)
    #expect(found.countA == 60 && found.countB == 60 && answer.notes.isEmpty)
    #expect(found.result == wanted.result && found.censoredCount == wanted.censoredCount)
    asked.estimate = "restricted_mean_difference"
    var again = known
    again.estimate = asked.estimate
    #expect(
      try asked.answer(from: folder + "/runs.csv").rows.rows.first?.comparison.interval
        == again.answer(from: folder).rows.rows.first?.comparison.interval)
    // Without the study nobody knows how long the others would have been watched.
    let copy = try scratch.write(text, to: "runs.csv")
    #expect(code { _ = try asked.answer(from: copy) } == .badCell)
    // Nor beside the study of another table, or of this one before it was changed.
    let other = scratch.file("other")
    try run(Self.rare.replacing("\"max_steps\": 14", with: "\"max_steps\": 99"), in: other)
    #expect(try asked.answer(from: other + "/runs.csv").notes.isEmpty)
    for name in ["other/runs.csv", "other/copy.csv"] {
      #expect(code { _ = try asked.answer(from: try scratch.write(text, to: name)) } == .badCell)
    }
    // Without the column those that were not reached are no times at all, and counted.
    let without = try known.answer(from: folder + "/runs.csv")
    #expect(without.notes.map(\.code) == [.rowsLeftOut])
    #expect(without.notes.first?.message.contains("\(wanted.censoredCount) of 120 ") == true)
  }

  @Test("with max_t intervals and P agree, and the same columns give the same numbers")
  func maxT() throws {
    let scratch = try Scratch()
    func rows(_ shift: Double, pair: String?) throws -> [GroupComparison] {
      var text = "other,g,y,id\n"
      for group in 0..<3 {
        for run in 0..<12 {
          let value = Double(run * (7 + 2 * group) % 12) + shift * Double(group)
          text += "\(shift),g\(group),\(value),\(run)\n"
        }
      }
      var asked = ComparisonQuestion(by: "g", response: "y")
      (asked.pair, asked.correction) = (pair, "max_t")
      return try asked.answer(from: try scratch.write(text, to: "d.csv")).rows.rows.map(
        \.comparison)
    }
    for pair in [nil, "id"] {
      let found = try rows(3, pair: pair)
      #expect(found.count == 3 && found.allSatisfy { $0.interval?.method == .simultaneous })
      let again = try rows(3, pair: pair)
      #expect(found.map(\.interval) == again.map(\.interval))
    }
    var asked = ComparisonQuestion(by: "g", response: "y")
    asked.correction = "max_t"
    let few = try scratch.write("g,y\na,1\na,3\nb,2\nb,7\n", to: "few.csv")
    #expect(code { _ = try asked.answer(from: few) } == .tooFewValues)
    let shares = try scratch.write(
      "g,y\n" + (0..<40).map { "\($0 % 2),\($0 % 3 == 0 ? 1 : 0)\n" }.joined(), to: "shares.csv")
    #expect(code { _ = try asked.answer(from: shares) } == .unfitOption)
    asked.correction = nil
    asked.margin = 1
    #expect(code { _ = try asked.answer(from: shares) } == .badOption)
    asked.margin = 0.9
    #expect(try asked.answer(from: shares).rows.rows.count == 1)
    asked.margin = nil
    asked.estimate = "smaller_share"
    #expect(code { _ = try asked.answer(from: few) } == .missingOption)
  }

  @Test(
    "a time that was not reached needs the end of observation; other rows without a time are counted"
  )
  func timeless() throws {
    let scratch = try Scratch()
    var asked = ComparisonQuestion(by: "g", response: "y")
    asked.event = "e"
    let rows = "g,y,e\na,3,1\na,4,1\nb,5,1\nb,6,1\n"
    func answer(_ more: String) throws -> ComparisonQuestion.Answer {
      try asked.answer(from: try scratch.write(rows + more, to: "d.csv"))
    }
    for row in ["a,,0\n", "a,NA,FALSE\n".replacing("FALSE", with: "0")] {
      #expect(code { _ = try answer(row) } == .badCell)
    }
    // In R's coding 1 is censored.
    let survival = rows.replacing(",1\n", with: ",2\n")
    #expect(
      code { _ = try asked.answer(from: try scratch.write(survival + "a,,1\n", to: "r.csv")) }
        == .badCell)
    let reached = try answer("a,,1\nb,,\n")
    #expect(reached.notes.map(\.code) == [.rowsLeftOut])
    #expect(reached.notes.first?.message.contains("2 of 6 ") == true)
    #expect(reached.notes.first?.message.contains("line 6") == true)
    #expect(reached.rows.rows.first?.comparison.countA == 2)
    #expect(code { _ = try answer("a,4,\n") } == .badCell)
  }

  @Test("rows without a value, rows without anything and rows without a partner are counted")
  func leftOut() throws {
    let scratch = try Scratch()
    let plain = try question(scratch, "g,y\na,1\na,NA\na,3\nb,2\nb,\nb,5\n")
    #expect(plain.notes.map(\.code) == [.rowsLeftOut])
    #expect(plain.notes.first?.message.contains("2 of 6 rows") == true)
    #expect(plain.notes.first?.message.contains("line 3") == true)
    // Of times alone it is said that they may not have been reached.
    #expect(plain.notes.first?.message.contains("events") == true)
    let nameless = try question(scratch, "g,y\na,1\n,2\na,3\nb,2\nb,5\n")
    #expect(nameless.notes.map(\.code) == [.rowsLeftOut])
    #expect(nameless.notes.first?.message.contains("events") == false)
    let empty = try question(scratch, "g,y\na,1\na,3\n,\nb,2\nb,5\n,\n")
    #expect(empty.notes.map(\.code) == [.rowsLeftOut])
    let pairs = "g,id,y\na,1,1\na,2,3\na,3,4\nb,1,2\nb,2,5\nb,4,4\n"
    let paired = try question(scratch, pairs, pair: "id")
    #expect(paired.rows.rows.first?.comparison.countA == 2)
    #expect(paired.notes.map(\.code) == [.rowsLeftOut])
    #expect(paired.notes.first?.message.contains("2 of 6 rows") == true)
    #expect(paired.notes.first?.message.contains("line 4") == true)
    #expect(
      try question(
        scratch, pairs.replacing("a,3,4\n", with: "").replacing("b,4,4\n", with: ""), pair: "id"
      ).notes.isEmpty)
    var fit = FitQuestion(model: "quadratic")
    (fit.x, fit.y) = ("t", "y")
    let file = try scratch.write("t,y\n0,1\n1,2\n2,\n3,9\n4,17\n,\n5,30\n", to: "f.csv")
    #expect(try fit.answer(from: file).notes.count == 2)
    var dose = DoseQuestion(model: "logit")
    (dose.x, dose.y, dose.trials) = ("t", "y", "n")
    let doses = try scratch.write("t,y,n\n0,1,9\n1,2,9\n2,,9\n3,8,9\n4,8,\n", to: "n.csv")
    #expect(try dose.answer(from: doses).notes.first?.message.contains("2 of 5 rows") == true)
  }

  @Test("rows without a group or a pair, empty or NA, are left out; in quotes NA is a name")
  func nameless() throws {
    let scratch = try Scratch()
    for word in ["", "NA", "NaN", "nan", "null", "NULL"] {
      let pairs = try question(
        scratch, "g,y,id\na,1,\(word)\na,2,2\na,7,3\nb,3,\(word)\nb,5,2\nb,9,3\n", pair: "id")
      #expect(pairs.rows.rows.first?.comparison.countA == 2, "\(word)")
      #expect(pairs.notes.map(\.code) == [.rowsLeftOut])
      let message = try #require(pairs.notes.first?.message)
      #expect(message.contains("2 of 6 rows") && message.contains("no value of id,"), "\(message)")
      let groups = try question(scratch, "g,y\na,1\n\(word),9\na,3\nb,2\nb,5\n")
      #expect(groups.rows.rows.count == 1 && groups.notes.map(\.code) == [.rowsLeftOut])
      #expect(groups.notes.first?.message.contains("no value of g,") == true)
    }
    let quoted = try question(scratch, "g,y\na,1\na,3\n\"NA\",2\n\"NA\",5\n")
    #expect(quoted.notes.isEmpty && quoted.rows.rows.first?.comparison.levelA == "NA")
  }

  @Test("pairs that look alike and have no partner get a note")
  func alikePairs() throws {
    let scratch = try Scratch()
    func answer(_ other: String) throws -> ComparisonQuestion.Answer {
      try question(
        scratch, "g,y,id\na,1,p1\na,2,p2\na,4,p3\nb,3,p1\nb,5,\(other)\nb,9,p3\n", pair: "id")
    }
    let found = try answer("p2\u{a0}")
    #expect(found.notes.map(\.code) == [.rowsLeftOut, .similarGroups])
    #expect(found.rows.rows.first?.comparison.countA == 2)
    #expect(try answer("p4").notes.map(\.code) == [.rowsLeftOut])
  }

  @Test("replicates of data that look alike are refused with their line")
  func alikeReplicates() throws {
    let scratch = try Scratch()
    func answer(_ other: String) throws -> ErrorCode? {
      let rows = "r1,0,1\nr1,3,8\n\(other),0,1\n\(other),3,9\n"
      let file = try scratch.write("replicate,step,infected\n" + rows, to: "d.csv")
      return code {
        _ = try CalibrationRequest(data: file).overrides([], CurveSeries.allCases) { _ in }
      }
    }
    for other in ["r1\u{a0}", "r\u{200b}1", "NA"] { #expect(try answer(other) == .badCell) }
    for other in ["r2", "\"NA\""] { #expect(try answer(other) == nil) }
  }

  @Test("labels are compared byte by byte; those that look alike get a note")
  func alike() throws {
    let scratch = try Scratch()
    for (one, other) in [
      ("a", "\" a\""), ("a b", "a  b"), ("a b", "a\u{a0}b"), ("a", "a\u{200b}"),
      ("\u{e9}", "e\u{301}"),
    ] {
      let answer = try question(scratch, "g,y\n\(one),1\n\(one),2\n\(other),3\n\(other),5\n")
      #expect(answer.notes.map(\.code) == [.similarGroups], "\(one), \(other)")
      #expect(answer.rows.rows.first?.comparison.countA == 2)
    }
    // Blanks around a cell do not count.
    let same = try question(scratch, "g,y\na,1\n a ,2\nb,3\nb\t,5\n")
    #expect(same.notes.isEmpty && same.rows.rows.count == 1)
  }

  @Test(
    "more groups than can be compared with each other are refused, and compared with one of them")
  func manyGroups() throws {
    let scratch = try Scratch()
    func text(_ groups: Int) -> String {
      "g,y\n" + (0..<groups).map { "g\($0),1\ng\($0),\($0)\n" }.joined()
    }
    #expect(code { _ = try question(scratch, text(317)) } == .overLimits)
    var one = ComparisonQuestion(by: "g", response: "y")
    one.reference = "g0"
    let file = try scratch.write(text(317), to: "many.csv")
    #expect(try one.answer(from: file).rows.rows.count == 316)
    #expect(
      code { _ = try one.answer(from: try scratch.write(text(50_002), to: "more.csv")) }
        == .overLimits)
  }
}
