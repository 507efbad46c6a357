import Glibc
import KeyedRandom
import SpreadEngine
package import SpreadModel

/// Where the people of a network are drawn, and who of them meets whom.
///
/// Computed once for each structure. The same structure has the same picture.
package struct NetworkPicture: Equatable, Sendable {
  /// Of more people a sample is drawn.
  package static let mostPeople = 5_000
  /// Of more contacts those that come first.
  static let mostEdges = 40_000
  /// Of so many people who all meet each other, the contacts are drawn, too.
  static let mostInCircle = 30

  /// Those drawn, by rising number.
  package var people: [Int32] = []
  /// Where each of them stands, in a square of side 1.
  package var places: [SIMD2<Double>] = []
  /// Pairs of places in `people`.
  package var edges: [(Int32, Int32)] = []

  package static func == (left: Self, right: Self) -> Bool {
    left.people == right.people && left.places == right.places
      && left.edges.elementsEqual(right.edges, by: ==)
  }

  /// The picture of a run's contacts; nil where people stand in rows: on the grid, and where everybody
  /// meets everybody in a group too large for its contacts to be seen.
  ///
  /// - Parameter isCancelled: whether it is not wanted any more: then it is nil, soon.
  package init?(_ scenario: Scenario, key: RunKey, isCancelled: () -> Bool = { false }) {
    guard Self.isDrawn(scenario) else { return nil }
    let count = scenario.grid.people
    if scenario.contacts == .everybody {
      people = (0..<Int32(count)).map(\.self)
      edges = people.flatMap { one in (0..<one).map { ($0, one) } }
      places = Self.inSquare(Self.circle(count))
      return
    }
    guard let table = ContactDrawer.table(scenario.contacts, people: count, key: key) else {
      return nil
    }
    people = Self.sample(of: table)
    var place = [Int32](repeating: -1, count: count)
    for (index, person) in people.enumerated() { place[Int(person)] = Int32(index) }
    var neighbors = [[Int32]](repeating: [], count: people.count)
    for (index, person) in people.enumerated() {
      for neighbor in table.neighbors(of: Int(person)) {
        let other = place[Int(neighbor)]
        guard other >= 0, other != index else { continue }
        neighbors[index].append(other)
        neighbors[Int(other)].append(Int32(index))
      }
    }
    for index in neighbors.indices {
      neighbors[index] = Set(neighbors[index]).sorted()
      for other in neighbors[index] where other > index && edges.count < Self.mostEdges {
        edges.append((Int32(index), other))
      }
    }
    if case .drawn(let graph, _) = scenario.contacts, graph.kind == .ring {
      places = Self.inSquare(Self.circle(people.count))
    } else {
      guard let found = Self.layoutWithRest(neighbors, isCancelled) else { return nil }
      places = Self.inSquare(found)
    }
  }

  /// Whether people have places as those of a network.
  package static func isDrawn(_ scenario: Scenario) -> Bool {
    switch scenario.contacts {
    case .grid: false
    case .everybody: (2...mostInCircle).contains(scenario.grid.people)
    case .edges, .drawn: true
    case .places, .layers: false
    }
  }

  /// The corners of what places take up.
  private static func bounds(
    _ places: [SIMD2<Double>]
  ) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    places.reduce((SIMD2(repeating: .infinity), SIMD2(repeating: -.infinity))) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
  }

  private static func inSquare(_ places: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let (low, high) = bounds(places)
    let side = max(1e-9, (high - low).max())
    return places.map { ($0 - (low + high) / 2) / side + 0.5 }
  }

  /// Everybody, or of more than `mostPeople` those who are first reached along contacts from the
  /// person with the most: so that a part of the network is seen as it is.
  private static func sample(of table: NeighborTable) -> [Int32] {
    guard table.people > mostPeople else { return (0..<Int32(table.people)).map(\.self) }
    let first = (0..<table.people).max { table.degree(of: $0) < table.degree(of: $1) } ?? 0
    var isChosen = [Bool](repeating: false, count: table.people)
    var chosen: [Int32] = []
    var starts = [first] + Array(0..<table.people)
    starts.reverse()
    while chosen.count < mostPeople, let start = starts.popLast() {
      guard !isChosen[start] else { continue }
      isChosen[start] = true
      var next = chosen.count
      chosen.append(Int32(start))
      while next < chosen.count, chosen.count < mostPeople {
        for neighbor in table.neighbors(of: Int(chosen[next])) where !isChosen[Int(neighbor)] {
          guard chosen.count < mostPeople else { break }
          isChosen[Int(neighbor)] = true
          chosen.append(Int32(neighbor))
        }
        next += 1
      }
    }
    return chosen.sorted()
  }

  private static func circle(_ count: Int) -> [SIMD2<Double>] {
    let radius = Double(count) / (2 * Double.pi)
    return (0..<count).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(count) - Double.pi / 2
      return SIMD2(radius * cos(angle), radius * sin(angle))
    }
  }

  /// As `layout`; people without contacts, whom no distance leads to the others, stand in rows below them.
  private static func layoutWithRest(
    _ neighbors: [[Int32]], _ isCancelled: () -> Bool
  ) -> [SIMD2<Double>]? {
    let linked = neighbors.indices.filter { !neighbors[$0].isEmpty }
    let rest = neighbors.indices.filter { neighbors[$0].isEmpty }
    guard !linked.isEmpty, !rest.isEmpty else { return layout(neighbors, isCancelled) }
    var numbers = [Int32](repeating: 0, count: neighbors.count)
    for (number, person) in linked.enumerated() { numbers[person] = Int32(number) }
    let among = linked.map { person in neighbors[person].map { numbers[Int($0)] } }
    guard let found = layout(among, isCancelled) else { return nil }
    let (low, high) = bounds(found)
    // As far apart as the others are.
    let gap = max(1, ((high - low).x * (high - low).y / Double(linked.count)).squareRoot())
    let columns = max(1, Int((high - low).x / gap))
    var places = [SIMD2<Double>](repeating: low, count: neighbors.count)
    for (person, place) in zip(linked, found) { places[person] = place }
    for (number, person) in rest.enumerated() {
      let (row, column) = number.quotientAndRemainder(dividingBy: columns)
      places[person] = SIMD2(low.x + gap * (Double(column) + 0.5), high.y + gap * Double(row + 2))
    }
    return places
  }

  /// Places whose distances come close to the numbers of contacts between people: stress, minimized by
  /// stochastic gradient descent.
  ///
  /// Source: Zheng, Pawar and Goodman (2019), doi:10.1109/TVCG.2018.2859997.
  /// - Complexity: the square of the number of people, in time and in bytes.
  private static func layout(
    _ neighbors: [[Int32]], _ isCancelled: () -> Bool
  ) -> [SIMD2<Double>]? {
    let count = neighbors.count
    guard var distances = pathLengths(neighbors, isCancelled) else { return nil }
    let longest = max(1, distances.max() ?? 1)
    // Who cannot be reached stands a little aside.
    for index in distances.indices where distances[index] == 0 { distances[index] = longest &+ 1 }
    var random = RandomStream(key: UInt64(count))
    var places = circle(count).map { $0 + SIMD2(random.unit(), random.unit()) }
    var order = Array(0..<count)
    let rounds = count > 2_000 ? 12 : 30
    let (first, last) = (Double(longest) * Double(longest), 0.1)
    for round in 0..<rounds {
      guard !isCancelled() else { return nil }
      let rate = first * pow(last / first, Double(round) / Double(max(1, rounds - 1)))
      for index in stride(from: count - 1, to: 0, by: -1) {
        order.swapAt(index, Int(random.unit() * Double(index + 1)))
      }
      places.withUnsafeMutableBufferPointer { places in
        for (turn, one) in order.enumerated() {
          for other in order[..<turn] {
            let wanted = Double(distances[one * count + other])
            let between = places[one] - places[other]
            let length = max(1e-9, (between * between).sum().squareRoot())
            let share = min(1, rate / (wanted * wanted))
            let move = between * (share * (length - wanted) / (2 * length))
            places[one] -= move
            places[other] += move
          }
        }
      }
    }
    return places
  }

  /// Contacts between any two people on the shortest way, at most 254; 0 for who cannot be reached.
  private static func pathLengths(_ neighbors: [[Int32]], _ isCancelled: () -> Bool) -> [UInt8]? {
    let count = neighbors.count
    var lengths = [UInt8](repeating: 0, count: count * count)
    var waiting: [Int32] = []
    for start in 0..<count {
      guard !isCancelled() else { return nil }
      waiting.removeAll(keepingCapacity: true)
      waiting.append(Int32(start))
      var next = 0
      while next < waiting.count {
        let person = Int(waiting[next])
        let length = min(253, lengths[start * count + person]) + 1
        for neighbor in neighbors[person] where neighbor != start {
          let entry = start * count + Int(neighbor)
          guard lengths[entry] == 0 else { continue }
          lengths[entry] = length
          waiting.append(neighbor)
        }
        next += 1
      }
    }
    return lengths
  }
}
