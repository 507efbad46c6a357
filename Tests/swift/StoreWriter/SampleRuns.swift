package import RunStore
import SpreadModel

/// Runs that are a function of their numbers, so that another process knows what must be there.
package enum SampleRuns {
  package static let study = StoreIdentity(
    digest: "sample", shard: "1/1", study: Array("{\"study\": \"sample\"}".utf8),
    recording: Recording(
      responses: .basic, parts: [.curves: .max, .maps: .max, .transmissions: .max]))

  /// Block `number` of a sequence over 7 points, with some failures, curves, maps and
  /// transmissions.
  package static func block(_ number: Int) -> RunBlock {
    let size = 50 + number % 100
    let first = number / 7 * 200
    let point = mix(UInt64(number % 7))
    return RunBlock(
      point: point,
      runs: (first..<first + size).map { replicate in
        replicate % 41 == 7
          ? RunRecord(replicate: replicate, outcome: .failed(reason: "seed \(replicate) ü"))
          : smallRun(replicate, withCurve: replicate % 3 != 0, withMap: replicate % 50 == 0)
      })
  }

  /// A run of 100 people, of the size and shape of W1.
  package static func smallRun(
    _ replicate: Int, withCurve: Bool, withMap: Bool = false
  ) -> RunRecord {
    var word = mix(UInt64(replicate) &+ 1)
    func digit(_ bound: UInt64) -> Int {
      word = mix(word)
      return Int(word % bound)
    }
    let steps = 6 + digit(3)
    var curve: [UInt32] = [1]
    for _ in 0..<steps { curve.append(curve[curve.count - 1] + UInt32(digit(30))) }
    let real = { Double(digit(1 << 20)) / 977 }
    let responses: [Double?] = [
      Double(steps), 100, 1, 2, 4, digit(10) == 0 ? nil : 6, Double(steps), 1, 1, 1, 1,
      Double(20 + digit(20)), Double(3 + digit(2)), real() - 500, real(), real(),
      digit(20) == 0 ? nil : real(), real(),
    ]
    return RunRecord(
      replicate: replicate,
      outcome: .finished(
        .init(
          stopReason: digit(50) == 0 ? .maxSteps : .allInfected, responses: responses,
          curve: withCurve ? RunCurves(infected: curve) : nil,
          map: withMap ? (0..<100).map { _ in Int32(digit(9)) - 1 } : nil,
          transmissions: replicate % 25 == 3 ? transmissions(steps: steps, digit) : nil)))
  }

  /// Up to four people per step, some of them from outside.
  private static func transmissions(steps: Int, _ digit: (UInt64) -> Int) -> Transmissions {
    var list = Transmissions()
    for _ in 0...steps {
      let first = digit(90)
      list.addStep(
        (0..<digit(5)).map { place in
          Transmission(person: first + 2 * place, source: digit(4) == 0 ? nil : first + 1)
        })
    }
    return list
  }

  /// SplitMix64's finalizer.
  package static func mix(_ word: UInt64) -> UInt64 {
    var z = word &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ z &>> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z &>> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z &>> 31
  }
}
