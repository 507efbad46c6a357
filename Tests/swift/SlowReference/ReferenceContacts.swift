internal import KeyedRandom
internal import SpreadModel

/// The neighbors of everybody where people do not meet by directions, from the definitions alone
/// (docs/model.md, docs/randomness.md): sets and lists, no tricks.
struct ReferenceContacts {
  let scenario: Scenario
  let fault: Fault?

  /// By person, in neighbor order; nil where people meet by directions.
  func lists(_ key: RunKey) -> [[Int]]? {
    let n = scenario.grid.people
    let isDrawn =
      switch scenario.rule.draw {
      case .number, .own: true
      default: false
      }
    var lists: [[Int]]
    switch scenario.contacts {
    case .grid:
      guard case .within(let radius, let metric) = scenario.rule.neighborhood else {
        return isDrawn || scenario.groups != nil ? onGrid() : nil
      }
      return (0..<n).map { onGrid($0, places(radius, metric)) }
    case .everybody: lists = (0..<n).map { i in (0..<n).filter { $0 != i } }
    case .edges(let table): lists = (0..<n).map { table.neighbors(of: $0).map(Int.init) }
    case .drawn(let graph, _): lists = drawn(graph, key)
    case .places(let places, let per): lists = shared(places, per, key)
    case .layers: return nil
    }
    for person in lists.indices {
      switch fault {
      case .edgesDirected: lists[person].removeAll { $0 < person }
      case .loopsKept: lists[person].append(person)
      case .idsOffByOne: lists[person] = lists[person].map { ($0 + 1) % n }
      default: break
      }
    }
    return lists.map { $0.sorted() }
  }

  /// By person, those around them on the grid in reading order.
  func onGrid() -> [[Int]] {
    (0..<scenario.grid.people).map { onGrid($0, around($0 / scenario.grid.columns)) }
  }

  /// All who share a place with somebody.
  private func shared(_ places: Places, _ per: Contacts.Drawing, _ key: RunKey) -> [[Int]] {
    let n = scenario.grid.people
    var members: [Set<Int>] = []
    func word(_ kind: UInt64, _ numbers: [UInt64]) -> UInt64 {
      let words = [2, UInt64(n), kind] + numbers
      return mix(words.reduce(per == .study ? key.seed : key.word) { fold($0, $1) })
    }
    func fill(_ numbers: [UInt64], _ size: (inout RandomStream) -> Int) {
      var order = Array(0..<n)
      if places.shuffles {
        var stream = RandomStream(key: word(6, numbers))
        order = stream.choice(of: n, from: n)
      }
      var stream = RandomStream(key: word(5, numbers))
      var left = order[...]
      while !left.isEmpty {
        let size = size(&stream)
        members.append(Set(left.prefix(size)))
        left = left.dropFirst(size)
      }
    }
    switch places.sizes {
    case .equal(let size): fill([0, UInt64(size)]) { _ in size }
    case .weights(let weights):
      fill([1] + weights.map(\.bitPattern)) { stream in
        let fraction = Double(stream.next() >> 11) / 9_007_199_254_740_992
        let total = weights.reduce(0, +)
        var sum = 0.0
        for (index, weight) in weights.enumerated() {
          sum += weight
          if fraction < sum / total { return index + 1 }
        }
        return weights.count
      }
    case .listed(let table):
      members = (0..<table.count).map { Set(table.lists.members(of: $0).map(Int.init)) }
    }
    return (0..<n).map { person in
      members.filter { $0.contains(person) }.reduce(Set<Int>()) { $0.union($1) }.subtracting([
        person
      ])
      .sorted()
    }
  }

  private func drawn(_ graph: DrawnGraph, _ key: RunKey) -> [[Int]] {
    switch graph.kind.name {
    case "ring":
      let neighbors = graph.whole("neighbors")
      let stream = RandomStream(key: word(key, 1, UInt64(neighbors)))
      return ring(neighbors, graph.real("rewire"), stream)
    case "random":
      let degree = graph.real("mean_degree")
      return random(degree, RandomStream(key: word(key, 2, degree.bitPattern)))
    case "random_regular":
      let degree = graph.whole("degree")
      return regular(degree, RandomStream(key: word(key, 3, UInt64(degree))))
    case "preferential":
      let links = graph.whole("links")
      return preferential(links, RandomStream(key: word(key, 4, UInt64(links))))
    case let kind: preconditionFailure("contacts of kind \(kind) are not drawn here")
    }
  }

  private func word(_ key: RunKey, _ kind: UInt64, _ member: UInt64) -> UInt64 {
    let start = scenario.contacts.drawing == .study ? key.seed : key.word
    let words = [2, UInt64(scenario.grid.people), kind, member]
    return mix(words.reduce(start) { fold($0, $1) })
  }

  // MARK: On the grid

  private func around(_ row: Int) -> [(Int, Int)] {
    let all = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    return ReferenceSimulator.directions(scenario.rule.neighborhood, row: row, fault).map {
      all[$0]
    }
  }

  private func places(_ radius: Int, _ metric: SpreadRule.Neighborhood.Metric) -> [(Int, Int)] {
    var metric = metric
    if fault == .metricExchanged { metric = metric == .chebyshev ? .manhattan : .chebyshev }
    var places: [(Int, Int)] = []
    for down in -radius...radius {
      for right in -radius...radius where (down, right) != (0, 0) {
        let isNear =
          switch metric {
          case .chebyshev: abs(down) <= radius && abs(right) <= radius
          case .manhattan: abs(down) + abs(right) <= radius
          case .euclidean: Double(down * down + right * right).squareRoot() <= Double(radius)
          }
        if isNear { places.append((down, right)) }
      }
    }
    return places
  }

  private func onGrid(_ person: Int, _ places: [(Int, Int)]) -> [Int] {
    let grid = scenario.grid
    var met: [Int] = []
    for (down, right) in places {
      var row = person / grid.columns + down
      var column = person % grid.columns + right
      if grid.boundary == .torus {
        while row < 0 { row += grid.rows }
        while column < 0 { column += grid.columns }
        row %= grid.rows
        column %= grid.columns
      }
      let other = row * grid.columns + column
      if row >= 0, column >= 0, column < grid.columns, other < grid.people, other != person,
        !met.contains(other)
      {
        met.append(other)
      }
    }
    return met
  }

  // MARK: Drawn

  private func ring(_ neighbors: Int, _ rewire: Double, _ stream: RandomStream) -> [[Int]] {
    let n = scenario.grid.people
    var stream = stream
    var met = (0..<n).map { i in
      Set((1...max(1, neighbors / 2)).flatMap { [(i + $0) % n, (i + n - $0) % n] })
    }
    if neighbors == 0 { met = Array(repeating: [], count: n) }
    let rounds = fault == .rewiredTwice ? 2 : 1
    for _ in 0..<rounds where neighbors > 0 {
      for lap in 1...neighbors / 2 {
        for i in 0..<n {
          let word = stream.next()
          guard Double(word >> 11) / 9_007_199_254_740_992 < rewire else { continue }
          guard met[i].count < n - 1, met[i].contains((i + lap) % n) else { continue }
          var ends = RandomStream(key: word)
          var new = i
          var inVain = 0
          while new == i || met[i].contains(new) {
            if inVain == 64 {
              let left = (0..<n).filter { $0 != i && !met[i].contains($0) }
              new = left[Int(ends.below(UInt64(left.count)))]
            } else {
              new = Int(ends.below(UInt64(n)))
              inVain += 1
            }
          }
          met[i].remove((i + lap) % n)
          met[(i + lap) % n].remove(i)
          met[i].insert(new)
          met[new].insert(i)
        }
      }
    }
    return met.map(Array.init)
  }

  private func random(_ degree: Double, _ stream: RandomStream) -> [[Int]] {
    let n = scenario.grid.people
    let pairs = (0..<n).flatMap { i in (i + 1..<max(n, i + 1)).map { (i, $0) } }
    var lists = [[Int]](repeating: [], count: n)
    let chance = n > 1 ? min(1, degree / Double(n - 1)) : 0
    if chance <= 0 { return lists }
    var stream = stream
    var place = -1
    while true {
      if chance >= 1 {
        place += 1
      } else {
        let uniform = (Double(stream.next() >> 11) + 0.5) / 9_007_199_254_740_992
        let passed = naturalLogarithm(uniform) * (1 / logarithm(oneMinus: chance))
        if passed >= 4e18 { return lists }
        place += 1 + Int(passed)
      }
      guard place < pairs.count else { return lists }
      let (a, b) = pairs[place]
      lists[a].append(b)
      lists[b].append(a)
    }
  }

  private func regular(_ degree: Int, _ stream: RandomStream) -> [[Int]] {
    let n = scenario.grid.people
    if degree > 4, degree > n - 1 - degree {
      return regular(n - 1 - degree, stream).enumerated().map { person, strangers in
        (0..<n).filter { $0 != person && !strangers.contains($0) }
      }
    }
    var stream = stream
    while true {
      var ends = (0..<n).flatMap { Array(repeating: $0, count: degree) }
      var lists = [[Int]](repeating: [], count: n)
      func suit(_ a: Int, _ b: Int) -> Bool {
        ends[a] != ends[b] && !lists[ends[a]].contains(ends[b])
      }
      var isStuck = false
      while !ends.isEmpty && !isStuck {
        if ends.count == 1 { break }
        let last = ends.count - 1
        let one: Int
        let other: Int
        if degree <= 4 {
          (one, other) = (last, Int(stream.below(UInt64(last))))
          if !suit(one, other) { isStuck = fault != .degreesBiased }
          if !suit(one, other) && fault == .degreesBiased {
            ends.removeLast()
            continue
          }
        } else {
          let a = Int(stream.below(UInt64(ends.count)))
          let b = Int(stream.below(UInt64(ends.count)))
          (one, other) = (max(a, b), min(a, b))
          if !suit(one, other) {
            let somebodySuits = ends.indices.contains { a in ends.indices.contains { suit(a, $0) } }
            isStuck = !somebodySuits
            continue
          }
        }
        if isStuck { continue }
        lists[ends[one]].append(ends[other])
        lists[ends[other]].append(ends[one])
        ends[one] = ends[last]
        ends[other] = ends[last - 1]
        ends.removeLast(2)
      }
      if !isStuck { return lists }
    }
  }

  private func preferential(_ links: Int, _ stream: RandomStream) -> [[Int]] {
    let n = scenario.grid.people
    var stream = stream
    var edges: [(Int, Int)] = []
    for person in 1...links { edges += (0..<person).map { (person, $0) } }
    for person in stride(from: links + 1, to: n, by: 1) {
      let ends = edges.flatMap { [$0.0, $0.1] }
      var chosen: [Int] = []
      var inVain = 0
      while chosen.count < links {
        let isRare = inVain == 64
        let some = isRare ? ends.filter { !chosen.contains($0) }.sorted() : ends
        let end = some[Int(stream.below(UInt64(some.count)))]
        inVain = chosen.contains(end) ? inVain + 1 : 0
        if inVain == 0 { chosen.append(end) }
      }
      edges += chosen.sorted().map { (person, $0) }
    }
    var lists = [[Int]](repeating: [], count: n)
    for (a, b) in edges {
      lists[a].append(b)
      lists[b].append(a)
    }
    return lists
  }
}
