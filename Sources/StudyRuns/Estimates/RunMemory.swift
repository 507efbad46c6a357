import SpreadEngine
import SpreadModel
import StudyFiles

extension Scenario {
  /// Bytes that making a run takes at most, as far as they grow with the group and its steps; for
  /// estimates and limits.
  ///
  /// | what | bytes |
  /// | --- | --- |
  /// | masks, lists of sources at the edge of the infected | 4 per person |
  /// | lists of people infected from outside, who may stand anywhere | 52 per such person |
  /// | map, where one is recorded, or a response needs it | 8 per person |
  /// | transmissions, where they are recorded: their lists growing, and on their way to the store | 44 per infection |
  /// | curve, its list growing, and its copy | 12 per step |
  /// | states, where people are tracked | 1 per person |
  /// | the same and lists of sources, where people may return: all may be infected at once | 80 per person |
  /// | whose group people are of | 1 per person |
  /// | an order of vaccination: ranks; contacts on the grid; who names whom | 4, 40, 16 per person |
  /// | who was vaccinated in vain | 1 per person |
  /// | curves of groups, where they are recorded: their list growing, and their copies | 120 per step and group |
  /// | curves of a course, their list growing, and their copies | 80 per step |
  /// | series that are seen, counted and copied | 24 per step and series |
  func runBytes(of study: Study) -> Double {
    let record = study.record
    let people = Double(grid.people)
    let start = max(0, introducedPeople - 1)
    let states = letsPeopleReturn ? 81 : tracksPeople ? 1.0 : 0
    return people * (states + (record.maps > 0 || study.needsMaps ? 12 : 4)) + 52 * start
      + (hasCourse ? 92 : 12) * (expectedSteps - 1)
      + (record.transmissions > 0 ? 44 * mostInfections : 0)
      + people * ((groups == nil ? 0 : 1) + (vaccinates ? vaccinationBytes : 0))
      + 24 * Double(observed.count) * expectedSteps
      + (record.groups > 0 ? 120 * Double(groups?.names.count ?? 0) * expectedSteps : 0)
  }

  /// Per person.
  private var vaccinationBytes: Double {
    (vaccineEfficacy < 1 ? 1 : 0) + immuneOrder.bytes
      + (immuneOrder.asksForContacts && contacts == .grid ? 40 : 0)
  }
}

extension Study {
  /// Memory of the contacts of its points, for limits: of those that take most, as far as numbers
  /// alone tell.
  var contactMemory: ContactMemory {
    var most = ContactMemory()
    var scenario = heaviest
    for layers in largestContacts where !layers.isEmpty {
      let contacts = layers.map {
        $0.structure.inLimits(people: heaviest.grid.people, multiply: $0.multiply)
      }
      let weights = contacts.reduce(0) { $0 + $1.bytesOfWeights }
      // One by one only where all its contacts are alike.
      scenario.contacts =
        weights > 0 ? .layers(contacts.map(\.layer)) : .layered(contacts.map(\.layer))
      for rule in usedRules {
        scenario.rule = rule
        let memory = scenario.contactMemory
        most.shared = max(most.shared, memory.shared + weights)
        most.ofRun = max(most.ofRun, memory.ofRun)
        most.neighbors = max(most.neighbors, memory.neighbors)
      }
    }
    most.shared += edgeBytes
    return most
  }

  /// Bytes of the files of edges that were read.
  var edgeBytes: Double {
    contacts.reduce(0) { sum, contacts in
      guard case .edges(let file) = contacts.value else { return sum }
      return sum + file.bytes
    }
  }
}

extension ContactStructure {
  /// As a layer that takes its memory; for the lists of a file, which are not made before limits are checked, a random graph
  /// of so many edges and the largest chance.
  fileprivate func inLimits(
    people: Int, multiply: Double
  ) -> (layer: ContactLayer, bytesOfWeights: Double) {
    guard case .edges(let file) = self else {
      return (ContactLayer(contacts(people: people), multiply: multiply), 0)
    }
    let ends = (file.isDirected ? 1 : 2) * Double(file.edgeCount)
    let graph = Contacts.random(meanDegree: ends / Double(people), per: .study)
    return (
      ContactLayer(graph, multiply: multiply * file.largestFactor),
      file.weight == nil ? 0 : 4 * ends
    )
  }
}
