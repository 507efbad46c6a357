import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// Replicates that are in memory at a time, of every dose.
private let together = 4096

/// The responses of the points of a combination, by dose, in one pass over the store.
///
/// Where replicates share their random numbers, how the doses hang together is gathered as well.
func gatheredDoses(
  _ request: DoseResponseRequest, _ combination: Combination, in results: StudyResults
) throws -> DoseData {
  let points = combination.places.map { results.points[$0] }
  let kind = request.response.kind == .flag ? DoseData.Kind.events : .shares
  var levels = combination.levels.map { DoseLevel(dose: $0.number ?? .nan) }
  // Nil: the store is older than the response.
  guard let place = results.responses.place(of: request.response) else {
    return DoseData(kind, [])
  }
  // No two runs of a search share their numbers.
  let isPaired =
    results.study.randomNumbers == .common && request.factor != results.study.search?.factor
  var correlation = isPaired ? DoseCorrelation(count: levels.count) : nil
  let most = points.map(\.replicates).max() ?? 0
  for first in stride(from: 0, to: most, by: together) {
    var values = points.map { _ in [Double]() }
    for (dose, result) in points.enumerated() {
      let replicates = first..<max(first, min(first + together, result.replicates))
      // NaN: the run failed, or there is none.
      if isPaired { values[dose] = [Double](repeating: .nan, count: together) }
      try results.forEachRun(of: result, replicates: replicates, wanted: [request.response]) {
        run in
        guard case .ok(_, let responses, _, _, _) = run.outcome, let value = responses[place]
        else { return }
        levels[dose].add(value)
        if isPaired { values[dose][run.replicate - first] = value }
      }
    }
    correlation?.add(values)
  }
  return DoseData(kind, levels, correlation: correlation)
}
