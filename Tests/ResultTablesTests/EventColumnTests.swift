import ResultTables
import Testing

@Suite("Column of events") struct EventColumnTests {
  @Test(
    "0/1, TRUE/FALSE and 1/2 each say what they say in their own coding",
    arguments: [
      (["0", "1", "1", "0"], [false, true, true, false]),
      (["1.0", "0.0"], [true, false]),
      (["TRUE", "False", "true", "FALSE"], [true, false, true, false]),
      (["1", "2", "1"], [false, true, false]), (["2", "1"], [true, false]),
      (["1", "1"], [true, true]), (["0", "0"], [false, false]), (["2", "2"], [true, true]),
      (["FALSE"], [false]), ([], []),
    ])
  func codings(cells: [String], happened: [Bool]) throws {
    #expect(try EventColumn(cells).happened == happened)
  }

  @Test(
    "everything else is refused at its row, missing cells and mixed codings too",
    arguments: [
      (["1", "", "0"], 1), (["1", "0", "NA"], 2), (["1", "0", "2"], 2), (["0", "TRUE"], 1),
      (["TRUE", "1"], 1), (["yes"], 0), (["1", "-1"], 1), (["0", "1", "0.5"], 2), (["T"], 0),
      (["3"], 0), ([" 1"], 0), (["2", "0"], 1),
    ])
  func refused(cells: [String], row: Int) {
    let problem = #expect(throws: EventColumn.Problem.self) { try EventColumn(cells) }
    #expect(problem?.row == row)
    #expect(problem?.message.isEmpty == false)
  }

  @Test("1 before TRUE is mixed too") func late() {
    let problem = #expect(throws: EventColumn.Problem.self) { try EventColumn(["1", "TRUE"]) }
    #expect(problem?.row == 1)
  }
}
