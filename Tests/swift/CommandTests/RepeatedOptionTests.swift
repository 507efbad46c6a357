import Testing

@Suite("Options that are given twice") struct RepeatedOptionTests {
  @Test(
    "an option of one value is refused, whatever its form; one of several is taken",
    arguments: [
      (["fit", "d.csv", "--x", "t", "--x", "y", "--y", "y", "--model", "power"], 2),
      (["fit", "d.csv", "--x=t", "--y", "y", "--model", "power", "--x", "t"], 2),
      (["compare", "d.csv", "--by", "t", "--response", "y", "--by", "t"], 2),
      (["run", "s.json", "-o", "a", "--output", "b"], 2),
      (["run", "s.json", "-o", "a", "-o", "a", "--quiet"], 2),
      (["run", "s.json", "-j2", "-j3", "-o", "a"], 2),
      (["run", "s.json", "-oa", "-ob", "--quiet"], 2),
      (["check", "s.json", "--set", "seed=1", "--set", "replicates=2"], 0),
      (["check", "s.json", "--json", "--json"], 0),
      (["fit", "d.csv", "--x", "t", "--y", "y", "--model", "quadratic"], 0),
    ] as [([String], Int32)])
  func twice(_ words: [String], exit: Int32) throws {
    let scratch = try Scratch()
    _ = try scratch.write("t,y\n0,1\n1,2\n2,5\n3,9\n4,17\n", to: "d.csv")
    _ = try scratch.write(
      Studies.study("\"model\": { \"group_size\": 4 }, \"replicates\": 1"), to: "s.json")
    let placed = words.map { ["d.csv", "s.json"].contains($0) ? scratch.file($0) : $0 }
    let outcome = try Command.run(placed)
    #expect(outcome.exitCode == exit, "\(outcome.messages)")
  }
}
