import StudyFolders
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
    var column = EventColumn()
    let codes = try cells.map { try column.code(of: $0) }
    #expect(codes.map { $0 == column.reached } == happened)
  }

  @Test(
    "everything else is refused at its row, missing cells and mixed codings too",
    arguments: [
      (["1", "", "0"], 1), (["1", "0", "NA"], 2), (["1", "0", "2"], 2), (["0", "TRUE"], 1),
      (["TRUE", "1"], 1), (["yes"], 0), (["1", "-1"], 1), (["0", "1", "0.5"], 2), (["T"], 0),
      (["3"], 0), ([" 1"], 0), (["2", "0"], 1), (["1", "TRUE"], 1),
    ])
  func refused(cells: [String], row: Int) {
    var column = EventColumn()
    #expect(throws: Never.self) { for cell in cells.prefix(row) { _ = try column.code(of: cell) } }
    let problem = #expect(throws: EventColumn.Problem.self) { try column.code(of: cells[row]) }
    #expect(problem?.message.contains("\"\(cells[row])\"") == !cells[row].isEmpty)
  }
}
