import Foundation
import RunStore
import StoreWriter

/// The name of this machine, as `uname -n` prints it.
let nodeName: String = {
  var name = [CChar](repeating: 0, count: 256)
  gethostname(&name, name.count - 1)
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}()

extension RunStore {
  /// All runs of a point that are there.
  func runs(
    of point: UInt64, _ parts: Set<PartKind> = [.curves, .maps, .transmissions]
  ) throws -> [RunRecord] {
    var runs: [RunRecord] = []
    try forEachRun(point: point, replicates: 0..<Int.max, parts) { runs.append($0) }
    return runs
  }
}

/// Numbers that are the same in every execution of a test.
struct Numbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func word() -> UInt64 {
    state &+= 1
    return SampleRuns.mix(state)
  }

  mutating func below(_ bound: Int) -> Int { Int(word() % UInt64(bound)) }
}
