internal import KeyedRandom
import SpreadModel

/// How graphs of a kind are drawn.
final class GraphDrawer: Sendable {
  /// Throws `WorkCancelled` soon after `isCancelled` says so.
  typealias Draw =
    @Sendable (
      _ graph: DrawnGraph, _ people: Int, _ stream: RandomStream, _ vectors: SIMDLevel,
      _ isCancelled: () -> Bool
    ) throws -> NeighborTable

  let kind: GraphKind
  /// Its number in keys of streams (docs/randomness.md, "Contacts"), part of the definition of a run.
  let number: UInt64
  /// Its numbers that streams depend on.
  let keyed: [String]
  /// Memory while a graph is drawn, beside the lists.
  let bytes: (perPerson: Double, perNeighbor: Double)
  let draw: Draw

  static let all = [ring, random, randomRegular, preferential]

  init(
    kind: GraphKind, number: UInt64, keyed: [String],
    bytes: (perPerson: Double, perNeighbor: Double), draw: @escaping Draw
  ) {
    self.kind = kind
    self.number = number
    self.keyed = keyed
    self.bytes = bytes
    self.draw = draw
  }

  /// - Precondition: the kind is among `all`.
  static func of(_ kind: GraphKind) -> GraphDrawer {
    guard let drawer = all.first(where: { $0.kind == kind }) else {
      preconditionFailure("nothing draws \(kind.name)")
    }
    return drawer
  }

  /// What the key of a graph's stream is made from.
  func members(_ graph: DrawnGraph) -> [UInt64] {
    [number]
      + keyed.map { name in
        switch graph[name] {
        case .whole(let value): UInt64(value)
        case .real(let value): value.bitPattern
        default: preconditionFailure("\(name) of \(kind.name) is no number")
        }
      }
  }
}
