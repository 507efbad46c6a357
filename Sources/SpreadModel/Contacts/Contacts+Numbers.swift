/// The numbers of a contact structure, by their paths in study files.
extension Contacts {
  private static let neighborsName = "neighbors"
  private static let rewireName = "rewire"
  private static let meanDegreeName = "mean_degree"
  private static let degreeName = "degree"
  private static let linksName = "links"

  /// In the order of study files.
  package var numbers: [(path: [String], value: KeyValue)] {
    switch self {
    case .grid, .everybody, .edges: []
    case .ring(let neighbors, let rewire, _):
      [([Self.neighborsName], .whole(neighbors)), ([Self.rewireName], .real(rewire))]
    case .random(let meanDegree, _): [([Self.meanDegreeName], .real(meanDegree))]
    case .randomRegular(let degree, _): [([Self.degreeName], .whole(degree))]
    case .preferential(let links, _): [([Self.linksName], .whole(links))]
    }
  }

  /// Puts a number in its place.
  ///
  /// - Precondition: one of its kind is there.
  package mutating func set(_ value: KeyValue, at path: [String]) {
    switch (self, path, value) {
    case (.ring(_, let rewire, let per), [Self.neighborsName], .whole(let neighbors)):
      self = .ring(neighbors: neighbors, rewire: rewire, per: per)
    case (.ring(let neighbors, _, let per), [Self.rewireName], .real(let rewire)):
      self = .ring(neighbors: neighbors, rewire: rewire, per: per)
    case (.random(_, let per), [Self.meanDegreeName], .real(let meanDegree)):
      self = .random(meanDegree: meanDegree, per: per)
    case (.randomRegular(_, let per), [Self.degreeName], .whole(let degree)):
      self = .randomRegular(degree: degree, per: per)
    case (.preferential(_, let per), [Self.linksName], .whole(let links)):
      self = .preferential(links: links, per: per)
    default: preconditionFailure("these contacts have no \(path) to be \(value)")
    }
  }
}
