/// The valid name that a misspelt one most likely meant.
package enum NearestName {
  /// The nearest of `names`, or nil where none is near: a third of the letters may be wrong, two
  /// in a short name, and upper case, hyphens and spaces never count. The first wins a tie.
  package static func find(_ word: String, in names: [String]) -> String? {
    let wanted = normalized(word)
    guard !wanted.isEmpty, wanted.count <= 80 else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let candidate = normalized(name)
      let allowed = max(1, min(wanted.count, candidate.count) / 3)
      var distance = editDistance(wanted, candidate)
      // "infection" for "infection_factor": a beginning of 4 letters or more is near enough.
      if distance > allowed, wanted.count >= 4, candidate.starts(with: wanted) {
        distance = allowed
      }
      if distance <= allowed, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
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
