import Foundation
import RunStore
import SpreadModel
import StoreWriter
import TestSupport
import Testing

@Suite struct EncodedBlockTests {
  private let awkward: [Double?] = [
    nil, 0, -0.0, 1, 127, 128, 0x1p53 - 1, 0x1p53, -1, 0.5, .infinity, -.infinity, .nan,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e300, .pi,
  ]

  /// Equal bit by bit, where `==` is not (nan, -0.0).
  private func isSame(_ a: RunBlock, _ b: RunBlock) -> Bool {
    guard a.point == b.point, a.runs.count == b.runs.count else { return false }
    return zip(a.runs, b.runs).allSatisfy { a, b in
      guard a.replicate == b.replicate else { return false }
      switch (a.outcome, b.outcome) {
      case (.failed(let a), .failed(let b)): return a == b
      case (.finished(var a), .finished(var b)):
        let bits = [a, b].map { $0.responses.map { $0?.bitPattern } }
        (a.responses, b.responses) = ([], [])
        return a == b && bits[0] == bits[1]
      default: return false
      }
    }
  }

  @Test("whatever a run may hold is read back bit by bit")
  func readsBack() throws {
    var numbers = Numbers(1)
    for round in 0..<500 {
      let columns = numbers.below(6)
      let base = (0..<columns).map { _ in numbers.below(awkward.count) }
      let first = [0, 1, 1 << 40][round % 3]
      let curves = numbers.below(3)
      let runs = (0..<numbers.below(70)).map { place in
        if numbers.below(10) == 0 {
          return RunRecord(
            replicate: first + place, outcome: .failed(reason: "no\n\"reason\" ü \(place)"))
        }
        let responses = base.map { index in
          numbers.below(4) > 0 ? awkward[index] : awkward[numbers.below(awkward.count)]
        }
        let steps = numbers.below(9)
        func list() -> [UInt32] {
          (0..<steps).map { _ in UInt32(truncatingIfNeeded: numbers.word()) }
        }
        var curve = RunCurves(infected: list())
        if round.isMultiple(of: 2) {
          curve.course = CourseCurves(
            newInfections: list(), everInfected: list(), immune: list(), latent: list())
        }
        func list(_ steps: Int) -> Transmissions {
          var list = Transmissions()
          for _ in 0..<steps {
            list.addStep(
              (0..<numbers.below(4)).map { place in
                // Nobody infects themselves.
                Transmission(
                  person: 3 * numbers.below(300_000_000) + place % 2,
                  source: numbers.below(3) == 0 ? nil : 3 * numbers.below(300_000_000) + 2)
              })
          }
          return list
        }
        let map = (0..<numbers.below(9)).map { _ in Int32(truncatingIfNeeded: numbers.word()) }
        return RunRecord(
          replicate: first + place,
          outcome: .finished(
            .init(
              stopReason: StopReason.allCases[numbers.below(5)], responses: responses,
              curve: curves == 0 || (curves == 1 && place % 2 == 0) ? nil : curve,
              map: round % 3 > 0 && place % 5 == 0 ? map : nil,
              transmissions: round % 4 > 1 && place % 3 == 0 ? list(numbers.below(9)) : nil,
              groupCurves: round % 5 > 2 && place % 4 == 1
                ? Array(repeating: curve, count: numbers.below(4)) : nil)))
      }
      let block = RunBlock(point: numbers.word(), runs: runs)
      let encoded = EncodedBlock(block)
      #expect(isSame(try encoded.decode(), block))
      #expect(encoded.bytes == encoded.parts.values.joined().count)
    }
  }

  @Test("curves are read back whole, however long", arguments: [1_000, 4_000, 300_000])
  func longCurves(steps: Int) throws {
    var numbers = Numbers(UInt64(steps))
    func list() -> [UInt32] { (0..<steps).map { _ in UInt32(truncatingIfNeeded: numbers.word()) } }
    let curve = RunCurves(
      infected: list(),
      course: CourseCurves(
        newInfections: list(), everInfected: list(), immune: list(), latent: list()))
    let block = RunBlock(
      point: 1,
      runs: [
        RunRecord(
          replicate: 0,
          outcome: .finished(
            .init(
              stopReason: .maxSteps, responses: [], curve: curve, map: nil, transmissions: nil)))
      ])
    #expect(isSame(try EncodedBlock(block).decode(), block))
  }

  @Test("maps and transmissions have parts of their own, byte by byte as defined")
  func mapFormats() throws {
    var list = Transmissions()
    list.addStep([Transmission(person: 4, source: nil)])
    list.addStep([Transmission(person: 5, source: 4), Transmission(person: 3, source: 4)])
    let block = RunBlock(
      point: 4,
      runs: [
        RunRecord(
          replicate: 0,
          outcome: .finished(
            .init(
              stopReason: .maxSteps, responses: [1], curve: nil, map: [0, 1], transmissions: list)))
      ])
    let parts = EncodedBlock(block).parts.mapValues { Array($0.dropLast(8)) }
    #expect(Set(parts.keys) == [.runs, .maps, .transmissions])
    // Format, who has a map, its numbers: 2, then 0 and 1 - 0 in zigzag code.
    #expect(parts[.maps] == [1, 1, 2, 0, 2])
    // Who has a list, how many per step, whom (4, 3, 5), by whom (none, 1 after, 1 before).
    #expect(parts[.transmissions] == [1, 1, 2, 2, 2, 3, 8, 1, 4, 3, 0, 2, 3])
  }

  @Test(
    "lists that do not hold together are refused",
    arguments: [
      // Two people for one infection; a source too many; person -1; source -1 of person 0.
      (
        PartKind.transmissions, [1, 1, 1, 2, 2, 0, 2, 1, 0] as [UInt8],
        "the number of transmissions of a run is not the one it states"
      ),
      (
        .transmissions, [1, 1, 1, 2, 1, 0, 2, 0, 0],
        "the number of transmissions of a run is not the one it states"
      ),
      (
        .transmissions, [1, 1, 1, 2, 1, 1, 1, 0],
        "a transmission names a person who does not exist"
      ),
      (
        .transmissions, [1, 1, 1, 2, 1, 0, 1, 1],
        "a transmission names a person who does not exist"
      ),
      (
        .groupCurves, [1, 1, 2, 1, 1, 0, 1, 2, 0, 0],
        "the curves of groups of a run end at different steps"
      ),
      (.maps, [4, 0], "it has an unknown format"),
      (.maps, [1, 0, 1], "it continues after its end"),
    ])
  func brokenLists(kind: PartKind, bytes: [UInt8], problem: String) {
    let whole = EncodedBlock(
      RunBlock(
        point: 4,
        runs: [
          RunRecord(
            replicate: 0, outcome: .finished(.init(stopReason: .maxSteps, responses: [])))
        ]))
    var parts = whole.parts
    parts[kind] = sealed(bytes, 4, 0..<1, kind)
    let block = EncodedBlock(point: 4, replicates: 0..<1, failed: 0, parts: parts)
    let error = #expect(throws: MalformedBytes.self) { try block.decode() }
    #expect(error?.problem == problem)
  }

  @Test("a whole number of 2^53 and more is refused, however it comes about")
  func tooLarge() throws {
    // A column of wholes: the smallest, then what each is above it, in groups of seven bits.
    func decoded(_ base: UInt64, _ above: UInt64) throws -> [Double?] {
      func varint(_ number: UInt64) -> [UInt8] {
        number < 128
          ? [UInt8(number)] : [UInt8(number & 127) | 128] + varint(number >> 7)
      }
      func runs(_ values: [Double?]) -> [RunRecord] {
        values.enumerated().map {
          RunRecord(
            replicate: $0,
            outcome: .finished(.init(stopReason: .maxSteps, responses: [$1])))
        }
      }
      let known = try #require(
        EncodedBlock(RunBlock(point: 4, runs: runs([5, 6]))).parts[.runs]
      ).dropLast(8)
      // It ends with 5, 0 and 1.
      #expect(known.suffix(3) == Data([5, 0, 1]))
      let bytes = known.dropLast(3) + Data(varint(base) + [0] + varint(above))
      return try EncodedBlock(
        point: 4, replicates: 0..<2, failed: 0, parts: [.runs: sealed(bytes, 4, 0..<2, .runs)]
      ).decode().runs.map { $0.finished?.responses[0] ?? nil }
    }
    let most: UInt64 = (1 << 53) - 1
    #expect(try decoded(most, 0) == [0x1p53 - 1, 0x1p53 - 1])
    #expect(try decoded(most - 7, 7) == [0x1p53 - 8, 0x1p53 - 1])
    let beyond: [(UInt64, UInt64)] = [
      (most + 1, 0), (most, 1), (most, .max), (.max, 1), (.max, .max),
    ]
    for (base, above) in beyond {
      #expect(throws: MalformedBytes.self, "\(base), \(above)") { try decoded(base, above) }
    }
  }

  @Test("a W1 run takes at most 65 bytes with its curve")
  func size() {
    let runs = (0..<1000).map { SampleRuns.smallRun($0, withCurve: true) }
    #expect(EncodedBlock(RunBlock(point: 1, runs: runs)).bytes <= 65 * 1000)
  }

  @Test("a curve takes 1.0 to 1.4 bytes per step")
  func curveSize() {
    var curve: [UInt32] = [1]
    for step in 1..<300 { curve.append(curve[step - 1] + UInt32(step < 150 ? step : 300 - step)) }
    let run = RunRecord(
      replicate: 0,
      outcome: .finished(
        .init(
          stopReason: .maxSteps, responses: [], curve: RunCurves(infected: curve), map: nil)))
    #expect(EncodedBlock(RunBlock(point: 1, runs: [run])).bytes < 430)
  }

  @Test("one flipped bit anywhere is seen")
  func flippedBits() throws {
    let block = EncodedBlock(SampleRuns.block(50))
    let sound = try #require(block.parts[.runs])
    var unseen = 0
    for place in stride(from: 0, to: sound.count * 8, by: TestDepth.isSanitized ? 13 : 1) {
      var runs = sound
      runs[place / 8] ^= 1 << UInt8(place % 8)
      let changed = EncodedBlock(
        point: SampleRuns.block(50).point, replicates: block.replicates, failed: 0,
        parts: [.runs: runs])
      if (try? changed.decode()) != nil { unseen += 1 }
    }
    #expect(unseen == 0)
  }

  @Test("a block in another's place is seen")
  func misplaced() {
    let block = SampleRuns.block(3)
    let parts = EncodedBlock(block).parts
    for (point, replicates) in [
      (block.point &+ 1, block.replicates),
      (block.point, block.replicates.lowerBound + 1..<block.replicates.upperBound + 1),
      (block.point, block.replicates.lowerBound..<block.replicates.upperBound + 1),
    ] {
      let moved = EncodedBlock(point: point, replicates: replicates, failed: 0, parts: parts)
      #expect(throws: MalformedBytes.self) { try moved.decode() }
    }
  }

  @Test("a part in another's place is seen, and one that nobody knows is none of a run")
  func exchanged() throws {
    let sample = SampleRuns.block(3)
    let block = EncodedBlock(sample)
    var parts = block.parts
    parts[PartKind(rawValue: "later")] = Data([1, 2, 3])
    func row(_ parts: [PartKind: Data]) -> EncodedBlock {
      EncodedBlock(
        point: sample.point, replicates: sample.replicates, failed: 0, parts: parts)
    }
    #expect(try row(parts).decode() == sample)
    (parts[.maps], parts[.transmissions]) = (parts[.transmissions], parts[.maps])
    #expect(throws: MalformedBytes.self) { try row(parts).decode() }
    #expect(throws: MalformedBytes.self) {
      try row(block.parts.filter { $0.key != .runs }).decode()
    }
  }

  /// Bytes with the checksum that fits them: what only a hostile writer makes.
  private func sealed(
    _ bytes: some Sequence<UInt8>, _ point: UInt64, _ replicates: Range<Int>, _ part: PartKind
  ) -> Data {
    let bytes = Array(bytes)
    var checksum = BlockChecksum(point, replicates, part)
    bytes.withUnsafeBytes { checksum.add($0) }
    return Data(bytes + (0..<8).map { UInt8(truncatingIfNeeded: checksum.value >> ($0 * 8)) })
  }

  @Test("random and mutated bytes under a right checksum end in an error or a block, never a crash")
  func hostile() {
    var numbers = Numbers(9)
    let sample = SampleRuns.block(8)
    let whole = EncodedBlock(sample)
    let count = sample.runs.count
    var errors = 0
    for round in 0..<(TestDepth.isDeep ? 1_000_000 : 30_000) {
      func bytes(_ data: Data?) -> [UInt8] {
        var bytes =
          round % 2 == 0
          ? [UInt8](data ?? Data()).dropLast(8)
          : (0..<numbers.below(100)).map { _ in UInt8(truncatingIfNeeded: numbers.word()) }[...]
        for _ in 0..<numbers.below(4) where !bytes.isEmpty {
          bytes[numbers.below(bytes.count)] = [0, 1, 0x7f, 0x80, 0xff][numbers.below(5)]
        }
        if numbers.below(4) == 0 { bytes = bytes.prefix(numbers.below(bytes.count + 1)) }
        if round % 2 == 1, let first = bytes.first, first > 3 { bytes[0] = 1 }
        return Array(bytes)
      }
      let runs = round % 2 == 0 ? count : numbers.below(300) + 1
      let replicates = round % 7 == 0 ? 0..<(1 << 60) : 0..<runs
      let block = EncodedBlock(
        point: 4, replicates: replicates, failed: 0,
        parts: Dictionary(
          uniqueKeysWithValues: whole.parts.filter { kind, _ in
            kind == .runs || round % 3 == 0 && kind == .curves || round % 5 == 0
          }.map { ($0, sealed(bytes($1), 4, replicates, $0)) }))
      do { _ = try block.decode() } catch { errors += 1 }
    }
    #expect(errors > 10_000)
  }
}
