internal import Foundation

/// Exact distributions of epidemics among few people who meet by lists: nobody returns, k is no cap, and each
/// person infects each neighbor with one chance `p` in all.
///
/// Who is ever infected then is the cluster of the start in bond percolation: the people joined to it by
/// open edges, each of which is open with chance `p`.
package enum GraphDistribution {
  /// An undirected edge between two people.
  package struct Edge: Hashable, Sendable {
    package var a: Int
    package var b: Int

    package init(_ a: Int, _ b: Int) { (self.a, self.b) = (a, b) }
  }

  /// Final sizes on a tree: x times the product of q + p g over the branches.
  package static func tree(people: Int, _ edges: [Edge], start: Int, p: Double) -> [Double] {
    func branch(_ person: Int, from parent: Int?) -> [Double] {
      var sizes = [0.0, 1]
      for edge in edges {
        guard edge.a == person || edge.b == person else { continue }
        let next = edge.a == person ? edge.b : edge.a
        guard next != parent else { continue }
        var part = branch(next, from: person).map { $0 * p }
        part[0] += 1 - p
        sizes = product(sizes, part)
      }
      return sizes
    }
    let sizes = branch(start, from: nil)
    return sizes + [Double](repeating: 0, count: people + 1 - sizes.count)
  }

  /// Final sizes on any graph of few edges, by all ways in which they can be open.
  package static func clusters(
    people: Int, _ edges: [Edge], start: Int, p: Double
  ) -> [Double] {
    let bits = edges.map { 1 << $0.a | 1 << $0.b }
    let chances = (0...edges.count).map {
      pow(p, Double($0)) * pow(1 - p, Double(edges.count - $0))
    }
    var sizes = [Double](repeating: 0, count: people + 1)
    for open in 0..<1 << edges.count {
      var reached = 1 << start
      var before = 0
      while reached != before {
        before = reached
        for (edge, ends) in bits.enumerated() where open >> edge & 1 == 1 && reached & ends != 0 {
          reached |= ends
        }
      }
      sizes[reached.nonzeroBitCount] += chances[open.nonzeroBitCount]
    }
    return sizes
  }

  /// The mixture of distributions, by their weights.
  package static func mixed(_ parts: [(weight: Double, chances: [Double])]) -> [Double] {
    let total = parts.reduce(0) { $0 + $1.weight }
    return (0..<(parts.map(\.chances.count).max() ?? 0)).map { size in
      parts.reduce(0) {
        $0 + ($1.chances.indices.contains(size) ? $1.weight * $1.chances[size] : 0)
      } / total
    }
  }

  private static func product(_ one: [Double], _ other: [Double]) -> [Double] {
    var product = [Double](repeating: 0, count: one.count + other.count - 1)
    for (i, a) in one.enumerated() {
      for (j, b) in other.enumerated() { product[i + j] += a * b }
    }
    return product
  }
}

/// The chances of random structures of few people, graph by graph, from their definitions.
extension GraphDistribution {
  /// Final sizes among `people` on a ring of two neighbors whose edges were moved, person 0 introduced.
  package static func smallWorld(people: Int, rewire: Double, p: Double) -> [Double] {
    mixed(
      smallWorlds(people: people, rewire: rewire).map {
        ($0.weight, clusters(people: people, $0.edges, start: 0, p: p))
      })
  }

  /// The chance that persons 0 and 1 are still, or again, neighbors on such a ring.
  package static func stayNeighbors(people: Int, rewire: Double) -> Double {
    smallWorlds(people: people, rewire: rewire).reduce(0) { sum, world in
      let isThere = world.edges.contains(Edge(0, 1)) || world.edges.contains(Edge(1, 0))
      return sum + (isThere ? world.weight : 0)
    }
  }

  private static func smallWorlds(
    people: Int, rewire: Double
  ) -> [(weight: Double, edges: [Edge])] {
    let ring = (0..<people).map { Edge($0, ($0 + 1) % people) }
    var worlds: [(weight: Double, edges: [Edge])] = []
    func move(_ place: Int, _ edges: [Edge], _ chance: Double) {
      guard place < people else {
        worlds.append((chance, edges))
        return
      }
      let others = (0..<people).filter { other in
        other != place
          && !edges.contains(Edge(place, other)) && !edges.contains(Edge(other, place))
      }
      move(place + 1, edges, others.isEmpty ? chance : chance * (1 - rewire))
      for other in others {
        var moved = edges
        moved[place] = Edge(place, other)
        move(place + 1, moved, chance * rewire / Double(others.count))
      }
    }
    move(0, ring, 1)
    return worlds
  }

  /// Final sizes where each person after the first `links + 1` is linked to `links` of those before,
  /// person 0 introduced: drawn one by one, each with the chance of its share of all degrees, without
  /// those that were drawn already.
  package static func preferential(people: Int, links: Int, p: Double) -> [Double] {
    var parts: [(weight: Double, chances: [Double])] = []
    func join(_ person: Int, _ chosen: [Int], _ edges: [Edge], _ chance: Double) {
      if chosen.count == links {
        return join(person + 1, [], edges + chosen.map { Edge(person, $0) }, chance)
      }
      guard person < people else {
        parts.append((chance, clusters(people: people, edges, start: 0, p: p)))
        return
      }
      let degrees = (0..<person).map { other in
        chosen.contains(other) ? 0 : edges.count { $0.a == other || $0.b == other }
      }
      let all = Double(degrees.reduce(0, +))
      for (other, degree) in degrees.enumerated() where degree > 0 {
        join(person, chosen + [other], edges, chance * Double(degree) / all)
      }
    }
    let complete = (0...links).flatMap { a in (0..<a).map { Edge(a, $0) } }
    join(links + 1, [], complete, 1)
    return mixed(parts)
  }
}
