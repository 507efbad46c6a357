import Checksums
import DurableFiles
import Statistics

/// Rows that name pairs, brought together by sorting: first by the name, then each two groups in the
/// order of the first one's rows.
struct StreamedPairs {
  /// Two rows that name one pair in one group.
  struct Repeated: Error {
    let line, before, group: Int
  }

  private let folder: String
  private let spool: SpoolFile
  private var entries: SpooledSort<Entry>

  /// - Parameter folder: for temporary files.
  init(in folder: String) {
    self.folder = folder
    spool = SpoolFile(in: folder)
    entries = SpooledSort(spool: spool)
  }

  /// - Parameter value: nil where it is missing.
  mutating func add(
    _ name: String, group: Int, _ value: Double?, _ code: EventColumn.Code, line: Int
  ) {
    entries.add(
      Entry(
        name: PairName(name), group: UInt32(group), code: UInt32(code.rawValue), line: line,
        value: value ?? .nan))
  }

  /// Hands over the values of each two groups, in the order of `wanted`.
  ///
  /// - Parameters:
  ///   - reached: the code of times that were reached.
  ///   - ignoringCensoring: takes the others for missing values.
  /// - Throws: `Repeated` of the first row that repeats one; `DurableFileError` where a temporary file
  ///   fails.
  mutating func forEach(
    of wanted: [(a: Int, b: Int)], _ plan: ComparisonPlan, reached: EventColumn.Code,
    ignoringCensoring: Bool,
    _ body: (_ place: Int, _ values: PairValues, _ times: CountedTimePairs?) -> Void
  ) throws {
    let ordered = SpoolFile(in: folder)
    var pairs = try matched(wanted, ordered)
    let code = UInt32(reached.rawValue)
    func time(_ value: Double, _ own: UInt32) -> CensoredTime? {
      value.isNaN || own != code && ignoringCensoring
        ? nil : CensoredTime(time: value, happened: own == code)
    }
    var gathered = Gathered(plan, in: folder)
    var place = 0
    func hand(over next: Int) throws {
      while place < next {
        body(place, gathered.pairs, gathered.times)
        try gathered.spool.check()
        gathered = Gathered(plan, in: folder)
        place += 1
      }
    }
    try pairs.visit { pair in
      try hand(over: Int(pair.place))
      if let a = time(pair.a, pair.codes >> 8), let b = time(pair.b, pair.codes & 0xFF) {
        gathered.add(a, b)
      }
    }
    try hand(over: wanted.count)
    try ordered.check()
  }

  /// The values of each two groups that have a name in common.
  private mutating func matched(
    _ wanted: [(a: Int, b: Int)], _ ordered: SpoolFile
  ) throws -> SpooledSort<Pair> {
    var pairs = SpooledSort<Pair>(spool: ordered)
    var repeated: Repeated?
    var together: [UInt32: Entry] = [:]
    func finish() {
      for (place, (a, b)) in wanted.enumerated() {
        guard let one = together[UInt32(a)], let other = together[UInt32(b)] else { continue }
        pairs.add(
          Pair(
            place: UInt32(place), codes: one.code << 8 | other.code, line: one.line,
            a: one.value, b: other.value))
      }
    }
    var name: PairName?
    entries.visit { entry in
      if entry.name != name {
        finish()
        together.removeAll(keepingCapacity: true)
        name = entry.name
      }
      if let before = together.updateValue(entry, forKey: entry.group),
        repeated.map({ entry.line < $0.line }) ?? true
      {
        repeated = Repeated(line: entry.line, before: before.line, group: Int(entry.group))
      }
    }
    finish()
    try spool.check()
    if let repeated { throw repeated }
    return pairs
  }

  /// What a comparison of two groups looks at.
  private struct Gathered {
    let spool: SpoolFile
    private var values: PairValues
    /// Of differences, where these are looked at one by one.
    private var differences: Tally?
    private(set) var times: CountedTimePairs?

    init(_ plan: ComparisonPlan, in folder: String) {
      spool = SpoolFile(in: folder)
      let needs = plan.pairsValues ? plan.needs : []
      values = PairValues(needs.subtracting(.counts))
      differences = needs.contains(.counts) ? Tally(spool: spool) : nil
      times = plan.pairsTimes ? CountedTimePairs() : nil
    }

    mutating func add(_ a: CensoredTime, _ b: CensoredTime) {
      times?.add(a, b)
      guard a.happened, b.happened else { return }
      values.add(a.time, b.time)
      differences?.add(a.time - b.time)
    }

    var pairs: PairValues {
      differences.map { values.counted(CountedValues(TalliedValues($0))) } ?? values
    }
  }

  private struct Entry: BitwiseCopyable, Comparable {
    let name: PairName
    let group, code: UInt32
    let line: Int
    /// NaN where it is missing.
    let value: Double

    static func < (one: Entry, other: Entry) -> Bool {
      if one.name != other.name { return one.name < other.name }
      return (one.group, one.line) < (other.group, other.line)
    }
  }

  private struct Pair: BitwiseCopyable, Comparable {
    let place, codes: UInt32
    let line: Int
    let a, b: Double

    static func < (one: Pair, other: Pair) -> Bool {
      (one.place, one.line) < (other.place, other.line)
    }
  }
}

/// A name in 16 bytes: itself up to 15, else the digest's first 15, so that equal names stay equal and
/// no two different ones will ever meet.
private struct PairName: BitwiseCopyable, Comparable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ name: String) {
    var name = name
    name.withUTF8 { text in
      if text.count < 16 {
        take(text, mark: UInt8(text.count))
      } else {
        var digest = SHA256()
        digest.update(text)
        take(digest.digest().prefix(15), mark: 0xFF)
      }
    }
  }

  private mutating func take(_ bytes: some Sequence<UInt8>, mark: UInt8) {
    high = UInt64(mark) << 56
    for (place, byte) in bytes.enumerated() {
      if place < 8 {
        low |= UInt64(byte) << (8 * place)
      } else {
        high |= UInt64(byte) << (8 * place - 64)
      }
    }
  }

  static func < (one: PairName, other: PairName) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}
