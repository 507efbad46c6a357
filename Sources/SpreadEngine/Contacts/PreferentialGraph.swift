internal import KeyedRandom
import SpreadModel

extension GraphDrawer {
  static let preferential = GraphDrawer(
    kind: .preferential, number: 4, keyed: ["links"], bytes: (perPerson: 0, perNeighbor: 4)
  ) { graph, people, stream, _ in
    draw(people, links: graph.whole("links"), stream)
  }

  /// A complete graph of `links + 1` people; each later person is linked to `links` different ones, each
  /// the person at a random end of a random edge that was there before.
  ///
  /// Source: Barabási, Albert (1999), doi:10.1126/science.286.5439.509; ends of edges as in Batagelj,
  /// Brandes (2005), doi:10.1103/PhysRevE.71.036113.
  ///
  /// - Precondition: `1 <= links < people`.
  private static func draw(
    _ people: Int, links: Int, _ stream: RandomStream
  ) -> NeighborTable {
    precondition(links >= 1 && links < people)
    var stream = stream
    let complete = links * (links + 1) / 2
    let edges = complete + (people - links - 1) * links
    // Edge e joins the people at places 2e (the later one) and 2e + 1.
    let list = RawList<UInt32>(capacity: 2 * edges)
    let ends = list.view
    defer { withExtendedLifetime(list) {} }
    var count = 0
    for person in 1...links {
      for other in 0..<person {
        ends[count] = UInt32(person)
        ends[count + 1] = UInt32(other)
        count += 2
      }
    }
    for person in (links + 1)..<max(people, links + 1) {
      let before = count
      while count < before + 2 * links {
        let other = ends[stream.below(UInt64(before))]
        var isNew = true
        var place = before + 1
        while place < count {
          if ends[place] == other { isNew = false }
          place += 2
        }
        if isNew {
          ends[count] = UInt32(person)
          ends[count + 1] = other
          count += 2
        }
      }
      sortLinks(ends, from: before, to: count)
    }
    return NeighborTable(people: people) { degrees in
      for place in 0..<2 * edges { degrees[Int(ends[place])] &+= 1 }
    } fill: { places, neighbors in
      // Earlier people first, in order, then those who came later: every list is in order.
      for edge in 0..<edges {
        let person = ends[2 &* edge]
        let other = ends[2 &* edge &+ 1]
        neighbors[Int(places[Int(person)])] = other
        places[Int(person)] &+= 1
        neighbors[Int(places[Int(other)])] = person
        places[Int(other)] &+= 1
      }
    }
  }

  /// Orders the other ends of one person's new edges.
  @inline(__always) private static func sortLinks(
    _ ends: RawBuffer<UInt32>, from first: Int, to end: Int
  ) {
    var place = first + 3
    while place < end {
      let value = ends[place]
      var hole = place
      while hole > first + 1 && ends[hole - 2] > value {
        ends[hole] = ends[hole - 2]
        hole -= 2
      }
      ends[hole] = value
      place += 2
    }
  }
}
