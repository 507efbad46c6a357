/// A kind of random graph: its name, its numbers, and how many neighbors people have.
///
/// Study files, schema, factors, identities and checks follow from here. The engine knows how the
/// graphs are drawn (`GraphDrawer`). An object, because scenarios are copied for every run.
package final class GraphKind: Sendable {
  package struct Number: Sendable {
    package let name: String
    package let unit: String
    /// `.whole` or `.real`.
    package let allowed: AllowedValues
    /// A sentence.
    package let meaning: String

    init(_ name: String, unit: String = "1", _ allowed: AllowedValues, _ meaning: String) {
      self.name = name
      self.unit = unit
      self.allowed = allowed
      self.meaning = meaning
    }
  }

  /// The word of study files.
  package let name: String
  /// A sentence.
  package let meaning: String
  /// In the order of study files.
  package let numbers: [Number]
  /// The expected mean over all people.
  package let meanNeighbors: @Sendable (_ graph: DrawnGraph, _ people: Int) -> Double
  /// The largest number that anybody may have; nil where it may be all others.
  package let mostNeighbors: @Sendable (DrawnGraph) -> Int?
  /// Why there is no such graph of so many people, and the number to blame; nil if there is one.
  package let problem:
    @Sendable (_ graph: DrawnGraph, _ people: Int) -> (number: String, text: String)?

  init(
    name: String, meaning: String, numbers: [Number],
    meanNeighbors: @escaping @Sendable (DrawnGraph, Int) -> Double,
    mostNeighbors: @escaping @Sendable (DrawnGraph) -> Int?,
    problem: @escaping @Sendable (DrawnGraph, Int) -> (number: String, text: String)?
  ) {
    self.name = name
    self.meaning = meaning
    self.numbers = numbers
    self.meanNeighbors = meanNeighbors
    self.mostNeighbors = mostNeighbors
    self.problem = problem
  }

  /// Why nobody can have so many different neighbors; nil where somebody can.
  static func tooMany(_ neighbors: Int, _ people: Int) -> String? {
    neighbors < people
      ? nil
      : "nobody can have \(neighbors) different neighbors among \(people) people; give at most "
        + "group_size - 1"
  }
}

extension GraphKind: Hashable {
  package static func == (one: GraphKind, other: GraphKind) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A kind of random graph with its numbers.
package struct DrawnGraph: Hashable, Sendable {
  package let kind: GraphKind
  /// Of the kind's numbers, in their order: `.whole` or `.real`.
  package let values: [KeyValue]

  package init(_ kind: GraphKind, _ values: [KeyValue]) {
    precondition(values.count == kind.numbers.count)
    self.kind = kind
    self.values = values
  }

  /// - Precondition: the kind has such a number.
  package subscript(name: String) -> KeyValue { values[place(of: name)] }

  /// - Precondition: the kind has such a whole number.
  package func whole(_ name: String) -> Int {
    guard case .whole(let value) = self[name] else { preconditionFailure("\(name) is not whole") }
    return value
  }

  /// - Precondition: the kind has such a real number.
  package func real(_ name: String) -> Double {
    guard case .real(let value) = self[name] else { preconditionFailure("\(name) is not real") }
    return value
  }

  private func place(of name: String) -> Int {
    guard let place = kind.numbers.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("contacts of kind \(kind.name) have no \(name)")
    }
    return place
  }
}
