import PlainText
import SpreadModel

/// Orders of vaccination that cannot matter.
extension NotedStudy {
  var notesOnOrders: [Note] {
    noteOnNobodyVaccinated
      + ImmuneOrder.builtIn.filter(\.asksForContacts).flatMap(notesOnEqualContacts)
  }

  /// An order, or an efficacy, where nobody is vaccinated.
  private var noteOnNobodyVaccinated: [Note] {
    guard !points.contains(where: \.scenario.vaccinates) else { return [] }
    return [ModelKey.immuneOrder, .vaccineEfficacy].compactMap { key in
      guard points.contains(where: { $0.level(of: key) != key.defaultValue }) else { return nil }
      return Note(
        .noEffect, path(of: key),
        "\(key.name) changes nothing, because nobody is vaccinated; give immune_share, or an intervention with "
          + "immunize_share")
    }
  }

  private func notesOnEqualContacts(_ order: ImmuneOrder) -> [Note] {
    let ordered = points.filter { $0.scenario.vaccinates && $0.scenario.immuneOrder == order }
    let equal = ordered.filter(\.scenario.hasEqualContacts)
    guard let first = equal.first, let name = order.name else { return [] }
    return [
      Note(
        .noEffect, path(of: .immuneOrder),
        "\(name) cannot matter at \(equal.count) of \(points.count) points "
          + "(\(numberRanges(equal.map(\.number)))): in the contacts \(first.level(of: .contacts)) everybody has as many as "
          + "all others; differences that it seems to make there are chance")
    ]
  }
}

extension Scenario {
  /// Whether everybody has the same number of contacts, in every replicate.
  fileprivate var hasEqualContacts: Bool {
    if case .everybody = contacts { return true }
    if case .grid = contacts { return grid.boundary == .torus }
    if case .drawn(let graph, _) = contacts { return graph.kind.mostNeighbors(graph) != nil }
    guard case .edges(let table) = contacts else { return false }
    return (0..<table.people).allSatisfy { table.degree(of: $0) == table.degree(of: 0) }
  }
}
