import DurableFiles
import PlainText
import SpreadModel
import StudyFiles
import Testing

/// What is reported of contacts, by hand on small graphs.
@Suite struct ContactSummaryTests {
  private func summary(
    _ edges: [(Int, Int)], people: Int, isDirected: Bool = false
  ) -> ContactSummary {
    ContactSummary(
      NeighborTable(
        people: people, from: edges.map { UInt32($0.0) }, to: edges.map { UInt32($0.1) },
        isDirected: isDirected), isDirected: isDirected)
  }

  @Test("a triangle with a tail, a pair, and somebody alone")
  func small() {
    // 0, 1, 2 are a triangle, 3 hangs on 2; 4 and 5 meet; 6 meets nobody.
    let found = summary([(0, 1), (1, 2), (2, 0), (2, 3), (4, 5)], people: 7)
    #expect(found.edges == 5 && found.isolated == 1)
    #expect(found.degrees.map(\.degree) == [0, 1, 2, 3])
    #expect(found.degrees.map(\.people) == [1, 3, 2, 1])
    #expect(found.components == 3 && found.largestComponent == 4)
    #expect(found.meanDegree == 10.0 / 7)
    #expect(abs(found.degreeDeviation - 40.0.squareRoot() / 7) < 1e-15)
    // Of 0 and 1 all pairs of neighbors meet, of 2 one of three; 5 chains, 3 of them closed.
    #expect(abs(found.clustering - (1 + 1 + 1.0 / 3) / 7) < 1e-15)
    #expect(found.transitivity == 3.0 / 5)
  }

  @Test("a ring of four neighbors has clustering 1/2, a complete graph 1, a star none")
  func known() {
    let ring = summary((0..<20).flatMap { [($0, ($0 + 1) % 20), ($0, ($0 + 2) % 20)] }, people: 20)
    #expect(ring.clustering == 0.5 && ring.transitivity == 0.5 && ring.degreeDeviation == 0)
    let all = summary((0..<6).flatMap { a in (a + 1..<6).map { (a, $0) } }, people: 6)
    #expect(all.edges == 15 && all.clustering == 1 && all.transitivity == 1)
    let star = summary((1..<9).map { (0, $0) }, people: 9)
    #expect(star.clustering == 0 && star.transitivity == 0 && star.components == 1)
    // Takes minutes if every leaf looks through all neighbors of the hub.
    let hub = summary((1...300_000).map { (0, $0) } + [(1, 2)], people: 300_001)
    let chains = 300_000 * 299_999 / 2 + 2
    #expect(hub.transitivity == 3 / Double(chains))
  }

  @Test("directed contacts count by direction, and connect people either way")
  func directed() {
    let found = summary([(0, 1), (1, 0), (2, 1), (0, 2)], people: 3, isDirected: true)
    #expect(found.edges == 4 && found.degrees.map(\.degree) == [1, 2])
    #expect(found.components == 1 && found.clustering == 1)
    // Whom others may infect is not alone.
    let end = summary([(0, 1), (0, 2)], people: 4, isDirected: true)
    #expect(end.degrees.map(\.people) == [3, 1] && end.isolated == 1)
  }

  @Test("each contact is said once")
  func edges() {
    let table = NeighborTable(people: 3, from: [2, 0], to: [1, 2], isDirected: false)
    var found: [[Int]] = []
    table.forEachEdge(isDirected: false) { a, b, _ in found.append([a, b]) }
    #expect(found == [[0, 2], [1, 2]])
  }

  @Test("a file alone has as many people as it names, or as are asked for")
  func alone() throws {
    let folder = try EdgeFolder([
      "numbers.csv": "0,1\n1,5\n", "labels.csv": "ann,bo\nbo,cy\n", "far.csv": "0,999999\n",
      "loop.csv": "0,1\n1,1\n", "gaps.csv": "9,7\n7,9\n", "twice.csv": "0,1\n1,0\n",
    ])
    func read(
      _ name: String, _ people: Int? = nil, _ repeated: EdgeFile.Repeated = .error
    ) throws -> (people: Int, labels: Int?, notes: [NoteCode]) {
      let path = "\(folder.path)/\(name)"
      let read = try LoneEdges(
        EdgeFile(file: path, repeated: repeated), ReadableFile(path, .named), people: people)
      return (read.people, read.labels?.count, read.notes.map(\.code))
    }
    #expect(try read("numbers.csv") == (3, nil, []))
    #expect(try read("numbers.csv", 10) == (10, nil, []))
    #expect(try read("numbers.csv", 4) == (4, 3, [.numbersAsLabels]))
    #expect(try read("labels.csv") == (3, 3, []))
    #expect(try read("far.csv") == (2, nil, []))
    #expect(try read("twice.csv", nil, .merge) == (2, nil, []))
    for (name, place) in [("loop.csv", [2, 3]), ("twice.csv", [2, 1])] {
      let error = #expect(throws: StudyFileError.self) { _ = try read(name) }
      #expect(error?.diagnostics.map { [$0.line, $0.column] } == [place])
    }
    // People are named by the file's numbers, also where these have gaps.
    let far = #expect(throws: StudyFileError.self) { _ = try read("gaps.csv") }
    #expect(far?.diagnostics.first?.message.hasPrefix("7 and 9 are") == true)
  }
}
