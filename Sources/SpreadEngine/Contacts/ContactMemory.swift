internal import KeyedRandom
package import SpreadModel

/// Bytes that lists of neighbors take, and making them; for estimates and limits.
package struct ContactMemory: Sendable {
  /// Of lists that all runs share.
  package var shared = 0.0
  /// Of lists that every thread has for itself.
  package var ofRun = 0.0
  /// Neighbors of all people in the lists, on average.
  package var neighbors = 0.0
  /// The same in lists and places.
  package var pairs = 0.0

  package init(
    shared: Double = 0, ofRun: Double = 0, neighbors: Double = 0, pairs: Double = 0
  ) {
    self.shared = shared
    self.ofRun = ofRun
    self.neighbors = neighbors
    self.pairs = pairs
  }

  /// Lists number their neighbors by 32 bits; random ones may have more than on average.
  package static let mostNeighbors = 4e9

  /// Bytes of the lists themselves, as `NeighborTable` has them.
  ///
  /// - Parameter neighbors: of a person, on average.
  package static func ofLists(people: Double, neighbors: Double) -> Double {
    4 * (people + 1) + 4 * neighbors * people
  }
}

extension Scenario {
  /// Memory of the contacts of a run: of lists, 4 bytes for each person and each neighbor of everybody, with weights 8;
  /// of places 12 for each person; and what takes it while they are drawn. Off the grid, where most people may be sources
  /// at once, 24 bytes for each person, and clocks of contacts.
  package var contactMemory: ContactMemory {
    let people = Double(grid.people)
    let sources = contacts == .grid && groups == nil ? 0 : 24 * people
    let meeting = Plan(self, vectors: .none).meeting
    var memory = ContactMemory(ofRun: sources)
    if meeting == .lists || meeting == .layers {
      for layer in contacts.layers {
        let own = contactMemory(of: layer.contacts)
        memory.shared += own.shared
        memory.ofRun += own.ofRun
        memory.neighbors += own.neighbors
        memory.pairs += own.pairs
      }
    }
    memory.ofRun += clockBytes(pairs: memory.pairs)
    return memory
  }

  /// Bytes of the clocks of contacts, about: of those that wait, those that are due in one step, and those of new
  /// infections.
  ///
  /// - Parameter pairs: neighbors of all people in lists or places.
  package func clockBytes(pairs: Double) -> Double {
    let plan = Plan(self, vectors: .none)
    guard plan.strategy == .rings else { return 0 }
    let chance = largestChance(plan)
    // Where lengths differ fewer ring.
    let mayRing =
      chance < 1 && course.endsInfections
      ? 1 - exponential(course.meanInfectiousSteps * logarithm(oneMinus: chance)) : 1
    let clock = plan.meeting == .layers ? 32.0 : 16
    let everybody = contacts.layers.count { $0.contacts == .everybody }
    let run = ExpectedRun(self)
    return pairs / Double(grid.people)
      * (run.peak * clock * (mayRing + chance) + run.peakNew * 20)
      // Without other layers, up to 16 clocks of each source wait: up to 200 bytes a person were measured.
      + Double(grid.people * everybody) * (plan.meeting == .everybody ? 250 : 100)
  }

  private func largestChance(_ plan: Plan) -> Double {
    let factor = groups?.multiply.joined().max() ?? 1
    let chances = zip(contacts.layers, plan.largestLayers).map { layer, largest in
      guard case .edges(let table) = layer.contacts, table.hasWeights else {
        return largest.chance
      }
      return table.exposure == nil ? largest.chance * Double(table.largestWeight) : 1
    }
    return min(1, factor * (chances.max() ?? plan.largestProbability))
  }

  private func contactMemory(of contacts: Contacts) -> ContactMemory {
    let people = Double(grid.people)
    var bytes = 0.0
    // In lists, and by places.
    var neighbors = 0.0
    var sharing = 0.0
    switch contacts {
    case .everybody, .layers: return ContactMemory()
    // Drawing them takes what their lists are made from.
    case .places(let places, _):
      bytes = places.areDrawn ? 32 * people : 12 * people
      sharing = meanNeighbors(contacts)
    case .grid, .edges, .drawn:
      neighbors = min(
        people - 1, contacts == self.contacts ? self.neighbors : meanNeighbors(contacts))
      bytes = ContactMemory.ofLists(people: people, neighbors: neighbors)
    }
    if case .edges(let table) = contacts, table.hasWeights { bytes += 4 * neighbors * people }
    if case .drawn(let graph, _) = contacts {
      let drawing = GraphDrawer.of(graph.kind).bytes
      bytes += people * (drawing.perPerson + drawing.perNeighbor * neighbors)
    }
    let isOfRun = contacts.drawing == .replicate
    return ContactMemory(
      shared: isOfRun ? 0 : bytes, ofRun: isOfRun ? bytes : 0, neighbors: people * neighbors,
      pairs: people * (neighbors + sharing))
  }
}
