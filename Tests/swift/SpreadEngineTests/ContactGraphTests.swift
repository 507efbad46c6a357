import KeyedRandom
import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Random contact structures against theory.
@Suite struct ContactGraphTests {
  private static func table(
    _ contacts: Contacts, people: Int, replicate: Int = 0, seed: UInt64 = 17
  ) throws -> NeighborTable {
    let key = RunKey(seed: seed, point: nil, replicate: replicate)
    return try #require(ContactDrawer.table(contacts, people: people, key: key))
  }

  private static func lists(_ table: NeighborTable) -> [[Int]] {
    (0..<table.people).map { table.neighbors(of: $0).map(Int.init) }
  }

  static let kinds: [Contacts] = [
    .ring(neighbors: 6, rewire: 0, per: .replicate),
    .ring(neighbors: 6, rewire: 0.3, per: .replicate),
    .ring(neighbors: 2, rewire: 1, per: .replicate),
    .random(meanDegree: 0.5, per: .replicate), .random(meanDegree: 5, per: .replicate),
    .randomRegular(degree: 1, per: .replicate), .randomRegular(degree: 4, per: .replicate),
    .randomRegular(degree: 7, per: .replicate), .randomRegular(degree: 20, per: .replicate),
    .preferential(links: 1, per: .replicate), .preferential(links: 3, per: .replicate),
    // Near the complete graph.
    .ring(neighbors: 48, rewire: 1, per: .replicate),
    .randomRegular(degree: 30, per: .replicate), .randomRegular(degree: 47, per: .replicate),
    .preferential(links: 47, per: .replicate),
  ]

  @Test("of every kind of structure that is drawn there is one")
  func everyKind() {
    let drawn = Self.kinds.compactMap { contacts in
      if case .drawn(let graph, _) = contacts { graph.kind.name } else { nil }
    }
    #expect(Set(drawn) == Set(GraphKind.all.map(\.name)))
  }

  @Test(
    "lists are in order, without oneself and without repeats, mutual, and as long as expected",
    arguments: kinds)
  func simple(_ contacts: Contacts) throws {
    var scenario = Scenario(
      grid: Grid(people: 50, columns: 8, boundary: .bounded), rule: SpreadRule.builtIn[0].rule)
    scenario.contacts = contacts
    var entries = 0
    for replicate in 0..<20 {
      let lists = Self.lists(try Self.table(contacts, people: 50, replicate: replicate))
      entries += lists.reduce(0) { $0 + $1.count }
      #expect(lists.allSatisfy { $0.count <= scenario.mostNeighbors })
      for (person, list) in lists.enumerated() {
        #expect(zip(list, list.dropFirst()).allSatisfy { $0 < $1 })
        #expect(!list.contains(person))
        #expect(list.allSatisfy { lists[$0].contains(person) })
      }
    }
    // Of random graphs by chance: five standard errors for a mean of 5.
    guard case .drawn(let graph, _) = contacts else { return }
    let tolerance = graph.kind.name == "random" ? 0.47 : 1e-12
    #expect(abs(Double(entries) / 1_000 - scenario.meanNeighbors) < tolerance)
  }

  @Test("drawing ends where it is given up", arguments: kinds)
  func cancelled(_ contacts: Contacts) throws {
    guard case .drawn = contacts else { return }
    let key = RunKey(seed: 17, point: nil, replicate: 0)
    var asked = 0
    // Below 50 people some ask once.
    for last in 0..<2 {
      asked = 0
      let table = try? ContactDrawer.table(
        contacts, people: 50, key: key, vectors: .none
      ) {
        asked += 1
        return asked > last
      }
      #expect(table == nil || asked <= last)
      if last == 0 { #expect(table == nil) }
    }
  }

  @Test("a run whose contacts were not drawn is none, and the next one is what it is")
  func cancelledRun() {
    var scenario = Scenario(
      grid: Grid(people: 50, columns: 8, boundary: .bounded), rule: SpreadRule.builtIn[0].rule)
    scenario.contacts = .randomRegular(degree: 20, per: .replicate)
    let key = RunKey(seed: 17, point: nil, replicate: 0)
    let engine = Simulator(scenario)
    // Once only, as a clock does that is not looked at every time.
    var asked = 0
    let given = engine.run(key, recordMap: false) {
      asked += 1
      return asked == 1
    }
    #expect(given == nil && asked == 1)
    #expect(engine.run(key, recordMap: true) == Simulator(scenario).run(key, recordMap: true))
  }

  @Test("the same key gives the same structure, another replicate another", arguments: kinds)
  func keys(_ contacts: Contacts) throws {
    let first = try Self.table(contacts, people: 50)
    #expect(try Self.table(contacts, people: 50) == first)
    let isFixed = contacts == .ring(neighbors: 6, rewire: 0, per: .replicate)
    #expect(try (Self.table(contacts, people: 50, replicate: 1) == first) == isFixed)
    #expect(try (Self.table(contacts, people: 50, seed: 18) == first) == isFixed)
  }

  @Test("drawn once for a study it is the same in all replicates, and shared")
  func perStudy() throws {
    let contacts = Contacts.random(meanDegree: 5, per: .study)
    let first = try Self.table(contacts, people: 50)
    let again = try Self.table(contacts, people: 50, replicate: 3)
    #expect(again === first && again == first)
    #expect(try Self.table(contacts, people: 50, seed: 18) != first)
  }

  @Test("small and complete ones", arguments: [1, 2, 3, 6])
  func small(_ people: Int) throws {
    let all = (0..<people).map { i in (0..<people).filter { $0 != i } }
    #expect(
      Self.lists(try Self.table(.random(meanDegree: 9, per: .replicate), people: people)) == all)
    let none = try Self.table(.random(meanDegree: 0, per: .replicate), people: people)
    #expect(none.entries == 0)
    if people > 1 {
      let regular = try Self.table(
        .randomRegular(degree: people - 1, per: .replicate), people: people)
      #expect(Self.lists(regular) == all)
      let preferential = try Self.table(
        .preferential(links: people - 1, per: .replicate), people: people)
      #expect(Self.lists(preferential) == all)
    }
    if people == 3 {
      let ring = try Self.table(.ring(neighbors: 2, rewire: 1, per: .replicate), people: 3)
      #expect(Self.lists(ring) == all, "nobody else to move to")
    }
  }

  @Test("a ring without moved edges has the nearest")
  func ring() throws {
    let table = try Self.table(.ring(neighbors: 4, rewire: 0, per: .replicate), people: 10)
    #expect(Array(table.neighbors(of: 0)) == [1, 2, 8, 9])
    #expect(Array(table.neighbors(of: 5)) == [3, 4, 6, 7])
  }

  /// Chance that a right structure fails one of these tests.
  private static let level = 1e-6

  @Test("the number of neighbors in a random graph is binomial", .deep)
  func binomialDegrees() throws {
    let people = 60
    let chance = 4.0 / Double(people - 1)
    var observed = [Int](repeating: 0, count: people)
    // One person of each graph: others are not independent of them.
    for replicate in 0..<4_000 {
      let table = try Self.table(
        .random(meanDegree: 4, per: .replicate), people: people, replicate: replicate)
      observed[table.degree(of: replicate % people)] += 1
    }
    var law = [1.0]
    for _ in 1..<people {
      law = (0...law.count).map { i in
        (i < law.count ? law[i] * (1 - chance) : 0) + (i > 0 ? law[i - 1] * chance : 0)
      }
    }
    #expect(ChiSquare.pValue(observed: observed, probabilities: law) > Self.level)
  }

  @Test("every pair of a random graph is as likely as any other", .deep)
  func pairs() throws {
    let people = 12
    var observed = [Int](repeating: 0, count: people * people)
    var edges = 0
    for replicate in 0..<6_000 {
      let table = try Self.table(
        .random(meanDegree: 3, per: .replicate), people: people, replicate: replicate)
      for (person, list) in Self.lists(table).enumerated() {
        for other in list where other > person {
          observed[person * people + other] += 1
          edges += 1
        }
      }
    }
    let pairs = people * (people - 1) / 2
    let law = (0..<people * people).map { $0 % people > $0 / people ? 1 / Double(pairs) : 0 }
    #expect(ChiSquare.pValue(observed: observed, probabilities: law) > Self.level)
    let expected = 6_000 * 3.0 / 11 * Double(pairs)
    #expect(abs(Double(edges) - expected) < 5 * (expected * 8 / 11).squareRoot())
  }

  @Test(
    "all simple regular graphs of six people are equally likely", .deep,
    arguments: [(1, 15), (2, 70), (3, 70), (4, 15)])
  func uniformRegular(degree: Int, graphs: Int) throws {
    var seen: [[[Int]]: Int] = [:]
    let draws = 200 * graphs
    for replicate in 0..<draws {
      let table = try Self.table(
        .randomRegular(degree: degree, per: .replicate), people: 6, replicate: replicate)
      seen[Self.lists(table), default: 0] += 1
    }
    #expect(seen.count == graphs)
    let law = [Double](repeating: 1 / Double(graphs), count: graphs)
    let counts = seen.values.sorted()
    #expect(ChiSquare.pValue(observed: counts, probabilities: law) > Self.level)
  }

  /// Mean of the shares of a person's pairs of neighbors who are neighbors.
  private static func clustering(_ lists: [[Int]]) -> Double {
    let sets = lists.map(Set.init)
    let shares = lists.indices.map { person -> Double in
      let list = lists[person]
      guard list.count > 1 else { return 0 }
      let pairs = list.indices.flatMap { a in
        list.indices.filter { $0 > a }.map { (list[a], list[$0]) }
      }
      return Double(pairs.count { sets[$0.0].contains($0.1) }) / Double(pairs.count)
    }
    return shares.reduce(0, +) / Double(shares.count)
  }

  @Test(
    "clustering of a small world falls as (1 - rewire)^3", .deep,
    arguments: [0, 0.05, 0.2, 0.5])
  func smallWorld(rewire: Double) throws {
    // 3 (K - 2) / (4 (K - 1)), times the chance that three edges stayed; Barrat, Weigt (2000),
    // doi:10.1007/s100510050067, is exact up to terms of order K/N.
    let (people, neighbors) = (1_000, 10)
    let lattice = 3.0 * 8 / (4 * 9)
    let values = try (0..<20).map { replicate in
      Self.clustering(
        Self.lists(
          try Self.table(
            .ring(neighbors: neighbors, rewire: rewire, per: .replicate), people: people,
            replicate: replicate)))
    }
    let mean = values.reduce(0, +) / 20
    let expected = lattice * (1 - rewire) * (1 - rewire) * (1 - rewire)
    #expect(abs(mean - expected) < 0.012, "\(mean) instead of \(expected)")
    // Edges are moved, never lost.
    let table = try Self.table(
      .ring(neighbors: neighbors, rewire: rewire, per: .replicate), people: people)
    #expect(table.entries == people * neighbors)
  }

  @Test("of the edges of a ring a share of `rewire` is moved, each once", arguments: [0.1, 0.5, 1])
  func moved(rewire: Double) throws {
    let (people, neighbors) = (2_000, 4)
    let lists = Self.lists(
      try Self.table(
        .ring(neighbors: neighbors, rewire: rewire, per: .replicate), people: people))
    let stayed = (0..<people).reduce(0) { sum, person in
      sum + (1...neighbors / 2).count { lists[person].contains((person + $0) % people) }
    }
    // A moved edge lands on a place of the lattice once in people / neighbors.
    let edges = Double(people * neighbors) / 2
    let deviation = (edges * rewire * (1 - rewire)).squareRoot() + Double(neighbors)
    #expect(abs(Double(stayed) - edges * (1 - rewire)) < 5 * deviation)
    // Everybody keeps the edges that start from them.
    #expect(lists.allSatisfy { $0.count >= neighbors / 2 })
  }

  @Test("more rewiring moves the same edges, and more")
  func nestedRewiring() throws {
    func kept(_ rewire: Double) throws -> Set<[Int]> {
      let lists = Self.lists(
        try Self.table(.ring(neighbors: 2, rewire: rewire, per: .replicate), people: 500))
      return Set(
        lists.indices.filter { lists[$0].contains(($0 + 1) % 500) }.map { [$0, ($0 + 1) % 500] })
    }
    let (few, more) = (try kept(0.2), try kept(0.4))
    // But for edges that were moved to such a place.
    #expect(more.subtracting(few).count <= 5)
  }

  @Test("with m links each the chance of d neighbors is 2 m (m+1) / (d (d+1) (d+2))", .deep)
  func preferentialDegrees() throws {
    let (people, links) = (3_000, 2)
    var counts = [Int](repeating: 0, count: people)
    let graphs = 20
    for replicate in 0..<graphs {
      let table = try Self.table(
        .preferential(links: links, per: .replicate), people: people, replicate: replicate)
      #expect(table.entries == 2 * (3 + (people - 3) * links))
      for person in 0..<people { counts[table.degree(of: person)] += 1 }
    }
    // The limit of large groups (Bollobás and others 2001, doi:10.1002/rsa.1009).
    for degree in 2...8 {
      let d = Double(degree)
      let expected = Double(2 * links * (links + 1)) / (d * (d + 1) * (d + 2))
      let share = Double(counts[degree]) / Double(people * graphs)
      #expect(abs(share - expected) < 0.05 * expected + 0.001, "\(degree)")
    }
  }
}
