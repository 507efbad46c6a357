import RunStore
import SpreadModel
import Statistics
import StudyFiles
import Tables

/// One point whose runs pass by: what the makers of its rows share.
///
/// Not `Sendable`: one owner.
final class PointPass {
  let point: Point
  let study: Study
  let responses: ResponseList
  /// See `CountedRuns`.
  let conditions: [Response]
  /// `point` and the parameters, as they begin a row.
  let fields: PreparedFields
  /// Of resamples.
  let key: UInt64
  /// Responses that the point does not have: they are those of another one.
  private let others: Set<Response>
  /// The recorded curves so far.
  private(set) var curves = CurveSample()

  init(_ point: Point, of results: CountedRuns) {
    self.point = point
    study = results.study
    responses = results.responses
    conditions = results.conditions
    fields = PreparedFields(point.cells(results.parameters))
    key = results.key(of: point)
    others = Set(responses.responses.filter { !results.has($0, at: point) })
  }

  /// Whether its runs have the response, or a value that is missing.
  func has(_ response: Response) -> Bool { !others.contains(response) }

  func add(_ runs: RunColumns) {
    runs.visit { replicate, _ in
      if let curve = runs.curve(of: replicate) { curves.add(curve.everInfected) }
    }
  }

  /// Takes over the curves of the point's next part.
  func join(_ next: PointPass) { curves.merge(next.curves) }
}
