/// The valid name that a misspelled one, or another term for the same, most likely meant.
package enum NearestName {
  /// The one that is written alike; else what others call it, if one of `names` is that; else the nearest of `names`, or nil where none is
  /// near: a third of the letters may be wrong, in each word of a name by itself, two in a short
  /// name, and upper case, hyphens and spaces never count. The first wins a tie.
  package static func find(_ word: String, in names: [String]) -> String? {
    guard (1...80).contains(word.utf8.count) else { return nil }
    let wanted = normalized(word)
    // "Cases" is the series cases, before it is a term for anything else.
    func isSame(_ name: String) -> Bool {
      name.utf8.count == wanted.count && normalized(name) == wanted
    }
    if let same = names.first(where: isSame) { return same }
    if let term = OtherTerms.names(of: String(decoding: wanted, as: UTF8.self))
      .first(where: names.contains)
    {
      return term
    }
    var best: (name: String, distance: Int)?
    var left = mostPairs
    for name in names where left > 0 {
      let candidate = normalized(name)
      left -= wanted.count * candidate.count
      guard !candidate.isEmpty else { continue }
      let allowed = allowed(wanted[...], candidate[...])
      // No other distance is less than that of the lengths.
      let isPart = wanted.count >= 4 && candidate.starts(with: wanted)
      guard isPart || abs(wanted.count - candidate.count) <= allowed else { continue }
      var distance = editDistance(wanted, candidate)
      // "infection" for "infection_factor": a beginning of 4 letters or more is near enough.
      if isPart { distance = min(distance, allowed) }
      guard distance <= allowed, isPart || hasNearWords(wanted, candidate) else { continue }
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// Pairs of letters that are compared: of a file with thousands of names, the first are looked through.
  private static let mostPairs = 1_000_000

  /// What to give for another term that is no single key here; nil of other words.
  static func advice(on word: String) -> String? {
    OtherTerms.advice(on: String(decoding: normalized(word), as: UTF8.self))
  }

  /// What of ours another term may mean.
  static func terms(_ word: String) -> [String] {
    OtherTerms.names(of: String(decoding: normalized(word), as: UTF8.self))
  }

  private static func allowed(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
    // Of a single letter nothing would be left that is right.
    min(a.count, b.count) < 2 ? 0 : max(1, min(a.count, b.count) / 3)
  }

  /// Whether names, or paths, of as many words are near in each: "shape_share" is none for "start_share".
  private static func hasNearWords(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (first, second) = (
      a.split(whereSeparator: "_.".utf8.contains), b.split(whereSeparator: "_.".utf8.contains)
    )
    return first.count != second.count
      || zip(first, second).allSatisfy { editDistance(Array($0), Array($1)) <= allowed($0, $1) }
  }

  private static func normalized(_ text: String) -> [UInt8] {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "_")
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
  }

  /// Letters inserted, removed, replaced or swapped with their neighbor: the restricted
  /// Damerau-Levenshtein distance. Source: Damerau (1964), doi:10.1145/363958.363994.
  static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1] + Array(repeating: 0, count: b.count)
      for j in 0..<b.count {
        row[j + 1] = min(
          previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], older[j - 1] + 1)
        }
      }
      (older, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
