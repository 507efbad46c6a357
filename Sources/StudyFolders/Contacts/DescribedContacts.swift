package import DurableFiles
package import PlainText
import SpreadEngine
package import SpreadModel
package import StudyFiles
import StudyRuns
import WorkStealing

/// A contact structure to tell of, or to write as a file of edges: that of a file, or of a point of a study.
package struct DescribedContacts: Sendable {
  /// The file, or the name of the structure in the study.
  package let name: String
  /// The first point that has it; nil of a file.
  package let point: Int?
  package let people: Int
  package let contacts: Contacts
  package let labels: PeopleLabels?
  /// The numbers in a file, by person, where they are not those of people from 0 on.
  private let numbers: [UInt32]?
  /// What was made of its file that its author may not expect.
  package let notes: [Note]
  private let isDirected: Bool
  private let table: NeighborTable?
  /// Of places.
  package let places: PlaceTable?
  /// Of a layer, the name of its contacts.
  package let layer: String?
  /// Of a layer, m.
  package let multiply: Double?

  /// Reads a file of edges.
  ///
  /// - Parameters:
  ///   - file: its declaration in the study or on the command line.
  ///   - people: those in the group; nil: as many as the file names.
  /// - Throws: `WordedError` with the mistakes of the file.
  package init(_ file: EdgeFile, _ content: ReadableFile, people: Int?) throws {
    if let people { try Self.expectMemory(people) }
    let read = try LoneEdges(file, content, people: people)
    name = file.file
    point = nil
    self.people = read.people
    isDirected = read.edges.isDirected
    labels = read.labels
    numbers = read.numbers
    notes = read.notes
    contacts = read.edges.contacts(people: read.people)
    table = if case .edges(let table) = contacts { table } else { nil }
    (places, layer, multiply) = (nil, nil, nil)
  }

  /// What lists and their summary take, apart from edges.
  private static let bytesPerPerson = 20

  private static func expectMemory(_ people: Int) throws {
    // Half of what is allowed: others use the machine as well.
    let (needed, limit) = (
      Double(people) * Double(bytesPerPerson), AllowedMemory.bytes() / 2
    )
    guard needed > limit else { return }
    throw Failure(
      .overLimits,
      """
      \(setting: "people", people): \(readable(Double(people))) people x \(bytesPerPerson) bytes = \
      \(readable(needed)) bytes of memory, over the limit of \(readable(limit)) bytes; give as many people as \
      the group has
      """)
  }

  /// Lists of places are made into pairs up to so many neighbors of all people.
  private static let mostNeighbors = 20_000_000.0

  /// The contacts of a point, or one of their layers.
  private init(_ point: Point, layer: Int?, of study: Study, replicate: Int) {
    let pointName = "\(point.level(of: .contacts))"
    let ofLayer = layer.flatMap { study.contactsByName[pointName]?.layerNames[$0] }
    let structure = ofLayer ?? pointName
    self.layer = ofLayer
    name = ofLayer.map { "\(pointName), layer \($0)" } ?? pointName
    self.point = point.number
    people = point.groupSize
    let layers = point.scenario.contacts.layers
    contacts = layer.map { layers[$0].contacts } ?? point.scenario.contacts
    multiply = layer.map { layers[$0].multiply }
    if case .edges(let edges)? = study.contactsByName[structure] {
      isDirected = edges.isDirected
      notes = edges.notes(ofContacts: structure)
    } else {
      isDirected = false
      notes = []
    }
    (labels, numbers) = (study.labels, nil)
    let key = study.key(of: point, replicate: replicate)
    if case .places(let shared, let per) = contacts {
      let places = PlaceDrawer.table(shared, per: per, people: people, key: key)
      self.places = places
      table =
        places.meanNeighbors * Double(people) <= Self.mostNeighbors ? places.neighborTable : nil
    } else {
      places = nil
      table = ContactDrawer.table(contacts, people: people, key: key)
    }
  }

  /// More structures than that are not described at once.
  package static let most = 100

  /// The structures of a study, each once, as they are in a replicate; of layers each for itself.
  ///
  /// - Parameters:
  ///   - point: the point whose structure is asked for; nil: those of all points.
  ///   - layer: the name of the contacts of the layer that is asked for; nil: of all layers.
  /// - Throws: `WordedError` if there is no such point or layer, or points cannot be made.
  package static func all(
    of study: Study, point: Int?, layer: String? = nil, replicate: Int
  ) throws -> [DescribedContacts] {
    let found = try all(of: study, point: point, replicate: replicate)
    guard let layer else { return found }
    // One that stands there twice is the same graph.
    var points: Set<Int?> = []
    let layers = found.filter { $0.layer == layer && points.insert($0.point).inserted }
    guard layers.isEmpty else { return layers }
    var names: [String] = []
    for name in found.compactMap(\.layer) where !names.contains(name) { names.append(name) }
    throw Failure(
      .badOption,
      "\(setting: "layer", layer): "
        + (names.isEmpty
          ? "the contacts have no layers; leave it out"
          : "there is no such layer; give one of \(names.joined(separator: ", "))"))
  }

  private static func all(
    of study: Study, point: Int?, replicate: Int
  ) throws -> [DescribedContacts] {
    let points = try study.points()
    if let point, !points.indices.contains(point) {
      throw Failure(
        .noSuchRun, "\(setting: "point", point): the study has points 0...\(points.count - 1)")
    }
    var seen: Set<Known> = []
    var found: [DescribedContacts] = []
    for next in point.map({ [points[$0]] }) ?? points {
      let key = study.key(of: next, replicate: replicate)
      let known = Known(
        contacts: next.scenario.contacts, people: next.groupSize, key: key)
      guard seen.insert(known).inserted else { continue }
      if found.count == most {
        throw Failure(
          .missingOption,
          "the study has more than \(most) contact structures; ask for one with \(setting: "point", "P")"
        )
      }
      guard case .layers(let layers) = next.scenario.contacts else {
        found.append(DescribedContacts(next, layer: nil, of: study, replicate: replicate))
        continue
      }
      for layer in layers.indices {
        found.append(DescribedContacts(next, layer: layer, of: study, replicate: replicate))
      }
    }
    return found
  }

  private struct Known: Hashable {
    var contacts: Contacts
    var people: Int
    var key: RunKey
  }

  /// Degrees, components and clustering; nil where contacts are not kept as lists, because they are those
  /// of the grid, or everybody's.
  package var summary: ContactSummary? {
    table.map { ContactSummary($0, isDirected: isDirected) }
  }

  /// The weights of contacts: each once, or in both directions; nil where all are 1.
  package var weights: (least: Double, mean: Double, most: Double)? {
    guard let table, table.hasWeights, table.entries > 0 else { return nil }
    var (least, sum, most) = (Double.infinity, 0.0, 0.0)
    for person in 0..<table.people {
      for weight in table.weights(of: person) ?? .init(start: nil, count: 0) {
        let weight = Double(weight)
        (least, sum, most) = (min(least, weight), sum + weight, max(most, weight))
      }
    }
    return (least, sum / Double(table.entries), most)
  }

  /// u, if weights are durations.
  package var exposure: Double? { table?.exposure }

  /// Writes the structure as a file of edges, which is read as the same.
  ///
  /// - Parameter inputs: the files that it was made from.
  /// - Returns: how many people have no contacts, whom such a file cannot name.
  /// - Throws: `WordedError` if it cannot be written, would replace one of `inputs`, or there is no list to
  ///   write.
  package func write(to path: String, besides inputs: [String]) throws -> Int {
    guard let table, let summary else {
      throw Failure(
        .noContactList,
        places == nil
          ? "\(name) has no list of contacts to write: it is the built-in \(contacts == .grid ? "grid" : "everybody")"
          : "\(name) has places, and more pairs of people who share one than are written"
      )
    }
    let file = try outputFile(path, besides: inputs)
    let hasWeights = table.hasWeights
    file.text.write(
      text: "person_a,person_b\(hasWeights ? ",weight" : "")\(isDirected ? ",type" : "")\n")
    table.forEachEdge(isDirected: isDirected) { from, to, weight in
      put(from, file.text)
      file.text.write(text: ",")
      put(to, file.text)
      if hasWeights {
        file.text.write(text: ",")
        // The shortest digits of the 32 bits that it has.
        file.text.write(text: "\(weight)")
      }
      file.text.write(text: isDirected ? ",Directed\n" : "\n")
    }
    _ = try file.commit()
    return summary.isolated
  }

  private func put(_ person: Int, _ text: TextBuffer) {
    if let labels {
      // Whom no file names has no label, and a number would be taken for one.
      text.write(text: edgeCell(person < labels.count ? labels[person] : "person \(person)"))
    } else {
      text.write(integer: numbers.map { Int($0[person]) } ?? person)
    }
  }
}
