/// A summary of who meets whom: degrees, components, clustering.
///
/// Components and clustering take every contact as one that goes both ways.
package struct ContactSummary: Sendable {
  package let people: Int
  /// Pairs of people who meet; of directed contacts each direction counts.
  package let edges: Int
  /// How many people have each number of neighbors, by rising number; only those that somebody has.
  package let degrees: [(degree: Int, people: Int)]
  /// People who meet nobody: along directed contacts, neither way.
  package let isolated: Int
  /// Groups of people who reach each other.
  package let components: Int
  /// People in the largest of them.
  package let largestComponent: Int
  /// Mean over all people of the share of pairs of their neighbors who meet; 0 for people with fewer
  /// than two. Source: Watts and Strogatz (1998), doi:10.1038/30918.
  package let clustering: Double
  /// Share of the chains of two contacts whose ends meet; 0 without such chains.
  package let transitivity: Double

  /// - Parameter isDirected: whether contacts go one way.
  /// - Complexity: edges to the power 1.5, and 16 bytes per edge.
  package init(_ table: NeighborTable, isDirected: Bool) {
    people = table.people
    edges = isDirected ? table.entries : table.entries / 2
    var counts: [Int: Int] = [:]
    for person in 0..<people { counts[table.degree(of: person), default: 0] += 1 }
    degrees = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let both = isDirected ? table.bothWays : table
    isolated = (0..<people).count { both.degree(of: $0) == 0 }
    (components, largestComponent) = Self.components(of: both)
    (clustering, transitivity) = Self.clustering(of: both)
  }

  package var meanDegree: Double {
    degrees.reduce(0.0) { $0 + Double($1.degree) * Double($1.people) } / Double(people)
  }

  /// Standard deviation of the degrees of all people.
  package var degreeDeviation: Double {
    let mean = meanDegree
    let squares = degrees.reduce(0.0) { sum, entry in
      let distance = Double(entry.degree) - mean
      return sum + distance * distance * Double(entry.people)
    }
    return (squares / Double(people)).squareRoot()
  }

  private static func components(of table: NeighborTable) -> (count: Int, largest: Int) {
    var isSeen = [Bool](repeating: false, count: table.people)
    var (count, largest) = (0, 0)
    var waiting: [Int] = []
    for start in 0..<table.people where !isSeen[start] {
      count += 1
      var size = 0
      isSeen[start] = true
      waiting.append(start)
      while let person = waiting.popLast() {
        size += 1
        for neighbor in table.neighbors(of: person) where !isSeen[Int(neighbor)] {
          isSeen[Int(neighbor)] = true
          waiting.append(Int(neighbor))
        }
      }
      largest = max(largest, size)
    }
    return (count, largest)
  }

  /// Every triangle is found once, from the corner that comes first by degree: so that somebody with
  /// many neighbors is no hindrance. Source: Schank and Wagner (2005), forward.
  private static func clustering(
    of table: NeighborTable
  ) -> (mean: Double, transitivity: Double) {
    func isBefore(_ a: Int, _ b: Int) -> Bool {
      let (x, y) = (table.degree(of: a), table.degree(of: b))
      return x != y ? x < y : a < b
    }
    // Of each person those who come later: nobody has many, and a hub has hardly any.
    var later: [UInt32] = []
    var ends: [Int] = [0]
    for a in 0..<table.people {
      later += table.neighbors(of: a).lazy.filter { isBefore(a, Int($0)) }
      ends.append(later.count)
    }
    var triangles = [Int](repeating: 0, count: table.people)
    var mark = [Int](repeating: -1, count: table.people)
    for a in 0..<table.people {
      let list = later[ends[a]..<ends[a + 1]]
      for b in list { mark[Int(b)] = a }
      for b in list {
        for c in later[ends[Int(b)]..<ends[Int(b) + 1]] where mark[Int(c)] == a {
          triangles[a] += 1
          triangles[Int(b)] += 1
          triangles[Int(c)] += 1
        }
      }
    }
    var (sum, closed, chains) = (0.0, 0, 0)
    for person in 0..<table.people {
      let degree = table.degree(of: person)
      let pairs = degree * (degree - 1) / 2
      guard pairs > 0 else { continue }
      sum += Double(triangles[person]) / Double(pairs)
      closed += triangles[person]
      chains += pairs
    }
    return (sum / Double(table.people), chains == 0 ? 0 : Double(closed) / Double(chains))
  }
}

extension NeighborTable {
  /// The same contacts, each in both directions once.
  fileprivate var bothWays: NeighborTable {
    var (from, to): ([UInt32], [UInt32]) = ([], [])
    for person in 0..<people {
      for neighbor in neighbors(of: person) {
        from.append(UInt32(person))
        to.append(neighbor)
      }
    }
    return NeighborTable(people: people, from: from, to: to, isDirected: false).merged
  }

  /// Each contact once: of undirected ones from the lower number.
  package func forEachEdge(
    isDirected: Bool, _ body: (_ from: Int, _ to: Int, _ weight: Float) -> Void
  ) {
    for person in 0..<people {
      let weights = weights(of: person)
      for (index, neighbor) in neighbors(of: person).enumerated()
      where isDirected || Int(neighbor) > person {
        body(person, Int(neighbor), weights?[index] ?? 1)
      }
    }
  }
}
