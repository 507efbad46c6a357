/// The responses that runs have, in the order in which their values stand together: how a row of
/// values is read by name.
package struct ResponseList: Hashable, Sendable {
  package let responses: [Response]

  /// The built-in ones of studies on a grid in which nobody recovers or is latent, and nobody intervenes.
  package static let basic = builtIn([.nothing, .grid])
  /// Every built-in one.
  package static let all = ResponseList(Response.allCases)

  /// The built-in ones of studies that have all of what they need.
  package static func builtIn(_ met: Set<Response.Need>) -> ResponseList {
    ResponseList(Response.allCases.filter { met.contains($0.needs) })
  }

  package init(_ responses: [Response]) { self.responses = responses }

  /// The same with those that are not in it behind.
  package func adding(_ more: [Response]) -> ResponseList {
    ResponseList(
      more.reduce(into: responses) { all, one in if !all.contains(one) { all.append(one) } })
  }

  /// The responses of these definitions (`Response.definition`); nil if one of them is unknown.
  package init?(definitions: [String]) {
    let known = definitions.compactMap(Response.init(definition:))
    guard known.count == definitions.count else { return nil }
    self.init(known)
  }

  /// Whether runs with them say what becomes of those who are infected: their curves do so, too.
  package var describeCourse: Bool { responses.contains { $0.needs == .recovery } }

  package var names: [String] { responses.map(\.name) }

  /// The index of a response's value in a row; nil if the runs do not have it.
  package func place(of response: Response) -> Int? { responses.firstIndex(of: response) }

  /// The values of a run, nil where a cell is empty.
  ///
  /// - Parameter level: of the run's point.
  package func values(
    of result: RunResult, on grid: Grid,
    level: @escaping @Sendable (ModelKey) -> Double? = { _ in nil }
  ) -> [Double?] {
    let summary = RunSummary(result, on: grid, level: level)
    var values: [Double?] = []
    values.reserveCapacity(responses.count)
    // A span lends a response, which is much to be copied for each run.
    let list = responses.span
    for index in list.indices { values.append(list[index].value(summary)) }
    return values
  }
}
