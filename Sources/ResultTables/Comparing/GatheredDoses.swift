import SpreadModel
import Statistics
import StudyFiles

/// Replicates that are in memory at a time, of every dose.
private let together = 4096

/// The responses of the points of a combination, by dose, in one pass over the store.
///
/// Where replicates share their random numbers, how the doses are correlated is gathered as well.
func gatheredDoses(
  _ request: DoseResponseRequest, _ stratum: Stratum, in results: CountedRuns
) throws -> DoseData {
  let points = stratum.places.map { results.points[$0] }
  let kind = request.response.kind == .flag ? DoseData.Kind.events : .shares
  var levels = stratum.levels.map { DoseLevel(dose: $0.number ?? .nan) }
  guard results.responses.place(of: request.response) != nil else {
    return DoseData(kind, [])  // the store is older than the response
  }
  // No two runs of a search share their numbers.
  let isPaired =
    results.study.randomNumbers == .common && request.factor != results.study.threshold?.factor
  var correlation = isPaired ? DoseCorrelation(count: levels.count) : nil
  try results.forEachBlock(
    of: request.response, at: points, together: together, mayBeCensored: false
  ) { values, _ in
    for (dose, values) in values.enumerated() {
      for case let value? in values { levels[dose].add(value.time) }
    }
    correlation?.add(values.map { $0.map { $0?.time ?? .nan } })
    return true
  }
  return DoseData(kind, levels, correlation: correlation)
}
