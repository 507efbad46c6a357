internal import Foundation
internal import SpreadModel

/// The C++ kernel of Benchmarks/yardstick, loaded from its library.
struct Yardstick {
  private typealias New =
    @convention(c) (Int, Int32, Int32, Int32, Int32, Double) -> UnsafeMutableRawPointer?
  private typealias Time =
    @convention(c) (
      UnsafeMutableRawPointer?, Int, Int, UnsafeMutablePointer<Int>
    ) -> Double

  private let kernel: UnsafeMutableRawPointer
  private let time: Time

  /// Nil where the yardstick has no such rule, or the library does not load.
  init?(library: String, _ workload: Workload) {
    let draws: [String: Int32] = ["exact": 0, "at_least_one": 1, "uniform": 2, "capped": 3]
    guard workload.rule.update == .synchronous,
      let draw = draws[workload.rule.draw.rawValue],
      let handle = dlopen(library, RTLD_NOW), let new = dlsym(handle, "yardstick_new"),
      let time = dlsym(handle, "yardstick_time")
    else { return nil }
    // C functions behind the two names; the library is built from the source beside this one.
    let make = unsafeBitCast(new, to: New.self)
    self.time = unsafeBitCast(time, to: Time.self)
    let isMoore: Int32 =
      switch workload.rule.neighborhood {
      case .moore: 1
      case .vonNeumann: 0
      case .hexagonal, .within: preconditionFailure("no workload has such neighbors")
      }
    guard
      let kernel = make(
        workload.people, isMoore,
        workload.rule.pool == .all ? 1 : 0, draw, Int32(workload.k), workload.p)
    else { return nil }
    self.kernel = kernel
  }

  /// Thread CPU seconds of some runs.
  func seconds(first: Int, count: Int) -> Double {
    var steps = 0
    return time(kernel, first, count, &steps)
  }
}
