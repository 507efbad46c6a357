import Foundation
import LivePage
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite struct NetworkPictureTests {
  private static let key = RunKey(seed: 7, point: nil, replicate: 0)

  private static func scenario(_ contacts: Contacts, people: Int) throws -> Scenario {
    let rule = try #require(SpreadRule.builtIn(named: "exact"))
    var scenario = Scenario(
      grid: Grid(people: people, columns: people, boundary: .bounded), rule: rule)
    scenario.contacts = contacts
    return scenario
  }

  private static func picture(_ contacts: Contacts, people: Int) throws -> NetworkPicture {
    try #require(NetworkPicture(try scenario(contacts, people: people), key: key))
  }

  private static func distance(_ picture: NetworkPicture, _ one: Int, _ other: Int) -> Double {
    let between = picture.places[one] - picture.places[other]
    return (between * between).sum().squareRoot()
  }

  @Test(
    "a thousand people have the same places whenever they are made, with the contacts of the run"
  )
  func random() throws {
    let contacts = Contacts.random(meanDegree: 6, per: .replicate)
    let picture = try Self.picture(contacts, people: 1_000)
    #expect(try Self.picture(contacts, people: 1_000) == picture)
    for change: (inout NetworkPicture) -> Void in [
      { $0.people[0] = 7 }, { $0.places[0].x += 1 }, { $0.edges[0].1 += 1 },
      { $0.edges.removeLast() },
    ] {
      var other = picture
      change(&other)
      #expect(other != picture)
    }
    let table = try #require(ContactDrawer.table(contacts, people: 1_000, key: Self.key))
    var edges: [[Int32]] = []
    table.forEachEdge(isDirected: false) { a, b, _ in edges.append([Int32(a), Int32(b)]) }
    #expect(picture.edges.map { [$0.0, $0.1] } == edges)
    #expect(picture.people == (0..<1_000).map { Int32($0) })
    #expect(picture.places.allSatisfy { $0.min() >= -1e-9 && $0.max() <= 1 + 1e-9 })
    // Who meets stands together.
    let near = edges.reduce(0.0) { $0 + Self.distance(picture, Int($1[0]), Int($1[1])) }
    let far = (0..<edges.count).reduce(0.0) {
      $0 + Self.distance(picture, $1 * 7 % 1_000, ($1 * 13 + 500) % 1_000)
    }
    #expect(near < 0.6 * far)
  }

  @Test("people without contacts stand below the others, and leave them most of the picture")
  func alone() throws {
    let picture = try Self.picture(.random(meanDegree: 4, per: .replicate), people: 500)
    let linked = Set(picture.edges.flatMap { [Int($0.0), Int($0.1)] })
    let alone = picture.people.indices.filter { !linked.contains($0) }
    #expect(alone.count > 3 && alone.count < 30)
    let places = linked.map { picture.places[$0] }
    let lowest = try #require(places.map(\.y).max())
    #expect(alone.allSatisfy { picture.places[$0].y > lowest })
    let xs = places.map(\.x)
    let width = (xs.max() ?? 0) - (xs.min() ?? 0)
    #expect(max(width, lowest - (places.map(\.y).min() ?? 0)) > 0.85)
  }

  @Test("people without contacts stand in rows, as far apart as the area of the others says")
  func rows() throws {
    // A ring of 60, and nine who meet nobody.
    let ring = (0..<60).map { UInt32($0) }
    let table = NeighborTable(
      people: 69, from: ring, to: ring.map { ($0 + 1) % 60 }, isDirected: false)
    let places = try Self.picture(.edges(table), people: 69).places
    let (low, high) = places.prefix(60).reduce((places[0], places[0])) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    let size = high - low
    let gap = (size.x * size.y / 60).squareRoot()
    let columns = Int(size.x / gap)
    for (number, place) in places.dropFirst(60).enumerated() {
      let (row, column) = number.quotientAndRemainder(dividingBy: columns)
      let expected = SIMD2<Double>(
        low.x + gap * (Double(column) + 0.5), high.y + gap * Double(row + 2))
      let off = place - expected
      #expect((off * off).sum() < 1e-18)
    }
  }

  @Test("a sheet of people who meet those beside, above and below them lies flat")
  func sheet() throws {
    let side = 12
    var (from, to): ([UInt32], [UInt32]) = ([], [])
    for row in 0..<side {
      for column in 0..<side {
        let person = UInt32(row * side + column)
        if column + 1 < side { (from, to) = (from + [person], to + [person + 1]) }
        if row + 1 < side { (from, to) = (from + [person], to + [person + UInt32(side)]) }
      }
    }
    let table = NeighborTable(people: side * side, from: from, to: to, isDirected: false)
    let picture = try Self.picture(.edges(table), people: side * side)
    // Corners are as far apart as they can be, and neighbors as near as any.
    let corners = [0, side - 1, side * side - side, side * side - 1]
    let edge =
      picture.edges.reduce(0.0) { $0 + Self.distance(picture, Int($1.0), Int($1.1)) }
      / Double(picture.edges.count)
    for one in corners {
      for other in corners where other > one {
        #expect(Self.distance(picture, one, other) > 7 * edge)
      }
    }
    #expect(picture.edges.allSatisfy { Self.distance(picture, Int($0.0), Int($0.1)) < 2.5 * edge })
  }

  @Test("of more than 5,000 people a part is drawn that hangs together, with its own contacts")
  func sample() throws {
    let contacts = Contacts.ring(neighbors: 4, rewire: 0.3, per: .replicate)
    let picture = try Self.picture(contacts, people: 20_000)
    #expect(picture.people.count == NetworkPicture.mostPeople && Set(picture.people).count == 5_000)
    let table = try #require(ContactDrawer.table(contacts, people: 20_000, key: Self.key))
    #expect(
      picture.edges.allSatisfy { one, other in
        table.neighbors(of: Int(picture.people[Int(one)]))
          .contains(UInt32(picture.people[Int(other)]))
      })
    #expect(Set(picture.edges.flatMap { [$0.0, $0.1] }).count == 5_000)
  }

  @Test("of many people those are drawn who are first reached from the person with most contacts")
  func reached() throws {
    // First 3000 and those they meet, then all others by number with whom they meet: 10 meets 5995,
    // and after the first whom 4957 meets there are 5,000.
    let meetings =
      (5_900..<5_940).map { (3_000, $0) } + [(10, 5_995)] + (5_950..<5_960).map { (4_957, $0) }
    let table = NeighborTable(
      people: 6_000, from: meetings.map { UInt32($0.0) }, to: meetings.map { UInt32($0.1) },
      isDirected: false)
    let picture = try Self.picture(.edges(table), people: 6_000)
    #expect(
      picture.people.map { Int($0) } == Array(0...4_957) + Array(5_900..<5_940) + [5_950, 5_995])
    let drawn = picture.edges.map { [picture.people[Int($0.0)], picture.people[Int($0.1)]] }
    #expect(drawn == [[10, 5_995]] + (5_900..<5_940).map { [3_000, $0] } + [[4_957, 5_950]])
  }

  @Test("of many contacts the first 40,000 are drawn")
  func mostEdges() throws {
    let contacts = Contacts.ring(neighbors: 20, rewire: 0, per: .replicate)
    let picture = try Self.picture(contacts, people: 5_000)
    let table = try #require(ContactDrawer.table(contacts, people: 5_000, key: Self.key))
    var edges: [[Int32]] = []
    table.forEachEdge(isDirected: false) { a, b, _ in edges.append([Int32(a), Int32(b)]) }
    #expect(edges.count == 50_000)
    #expect(picture.edges.map { [$0.0, $0.1] } == Array(edges.prefix(40_000)))
  }

  @Test("whom one may infect and not the other way round is drawn as any contact")
  func directed() throws {
    let table = NeighborTable(people: 3, from: [0, 2], to: [1, 1], isDirected: true)
    let picture = try Self.picture(.edges(table), people: 3)
    #expect(picture.edges.map { [$0.0, $0.1] } == [[0, 1], [1, 2]])
  }

  @Test(
    "people on a ring, or who all meet, stand on a circle: the first on top, the others clockwise",
    arguments: [Contacts.everybody, .ring(neighbors: 2, rewire: 0, per: .replicate)])
  func circle(contacts: Contacts) throws {
    let places = try Self.picture(contacts, people: 12).places
    #expect(places.count == 12)
    for (number, place) in places.enumerated() {
      let angle = 2 * Double.pi * Double(number) / 12
      let off = place - SIMD2(0.5 + sin(angle) / 2, 0.5 - cos(angle) / 2)
      #expect((off * off).sum() < 1e-18)
    }
  }

  @Test(
    "beside a single pair the others stand as far apart as the two; who is alone, in the middle")
  func pair() throws {
    let table = NeighborTable(people: 5, from: [0], to: [1], isDirected: false)
    let picture = try Self.picture(.edges(table), people: 5)
    for person in 2..<4 {
      let between = picture.places[person + 1] - picture.places[person]
      #expect(abs(between.x) < 1e-9)
      #expect(abs(between.y - Self.distance(picture, 0, 1)) < 1e-9)
    }
    let none = NeighborTable(people: 1, from: [], to: [], isDirected: false)
    #expect(try Self.picture(.edges(none), people: 1).places == [SIMD2(0.5, 0.5)])
  }

  @Test("a picture is sent as people, their places in millionths, and pairs of places in the list")
  func frame() throws {
    var picture = try Self.picture(.everybody, people: 3)
    picture.people = [2, 5, 9]
    picture.places = [SIMD2(0.5, 0), SIMD2(1, 0.25), SIMD2(0.125, 0.75)]
    picture.edges = [(0, 2), (1, 2)]
    let bytes = ChangeFrame.network(picture, run: 7)
    let numbers = stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) }
    }
    #expect(
      numbers == [
        4, 7, 3, 2, 2, 5, 9, 500_000, 0, 1_000_000, 250_000, 125_000, 750_000, 0, 2, 1, 2,
      ])
  }

  @Test(
    "people who all meet each other stand in a circle if their contacts can be seen, else in rows")
  func everybody() throws {
    #expect(try Self.picture(.everybody, people: 6).edges.count == 15)
    for (people, isDrawn) in [(1, false), (2, true), (30, true), (31, false)] {
      let scenario = try Self.scenario(.everybody, people: people)
      #expect(NetworkPicture.isDrawn(scenario) == isDrawn)
      #expect((NetworkPicture(scenario, key: Self.key) != nil) == isDrawn)
    }
    #expect(NetworkPicture(try Self.scenario(.grid, people: 100), key: Self.key) == nil)
  }
}
