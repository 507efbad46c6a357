import PlainText
import RunStore
import StudyFiles

/// How many replicates a point with a precision target got in the end, and whether that met the target.
struct KeptDecision: Equatable, Sendable {
  let replicates: Int
  let isPrecise: Bool
}

/// Decisions of a study's rounds that its store keeps, so that nobody has to read a million runs again to make them.
///
/// They follow from the runs: what is not kept, or was kept of another study, is decided anew.
struct KeptDecisions {
  private let points: [String: KeptDecision]

  /// Under this name in a store.
  private static let name = "decisions"

  /// Those of a study; none where the store keeps none of it.
  init(of study: Study, in store: RunStore) throws {
    guard let bytes = try Self.bytes(in: store), let json = try? JSONReader.read(bytes),
      json[key: "study"]?.string == Self.key(of: study)
    else {
      points = [:]
      return
    }
    var points: [String: KeptDecision] = [:]
    for member in json[key: "points"]?.members ?? [] {
      guard let count = member.value.number?.integer, count != 0 else { continue }
      points[member.key] = KeptDecision(replicates: abs(count), isPrecise: count > 0)
    }
    self.points = points
  }

  /// What was decided of a point; nil where nothing was, or where not all of its runs are there any more.
  func decision(of point: Point, in store: RunStore) throws -> KeptDecision? {
    guard let kept = points[Self.name(of: point)],
      try store.missingReplicates(of: point.identity, in: 0..<kept.replicates).isEmpty
    else { return nil }
    return kept
  }

  /// Keeps what was decided.
  static func keep(
    _ decisions: [(point: Point, decision: KeptDecision)], of study: Study, in store: RunStore
  ) throws {
    let points = decisions.map { point, decision in
      (
        name(of: point),
        JSONText.int(decision.isPrecise ? decision.replicates : -decision.replicates)
      )
    }
    let text = JSONText.object([("study", .string(key(of: study))), ("points", .object(points))])
    let bytes = Array(text.compactText.utf8)
    if try Self.bytes(in: store) != bytes { try store.setMeta(Self.name, to: bytes) }
  }

  /// nil also of what was damaged: it is decided anew.
  private static func bytes(in store: RunStore) throws -> [UInt8]? {
    do { return try store.meta(name) } catch RunStoreError.damaged { return nil }
  }

  private static func name(of point: Point) -> String { String(point.identity, radix: 16) }

  /// The confidence of intervals decides, too, though it is no part of the digest.
  private static func key(of study: Study) -> String {
    "\(study.digest) \(study.analysis.confidence)"
  }
}
