import PlainText

/// How a response changes over the levels of a factor.
struct DependenceAnswer {
  struct Level {
    let name: String
    let mean: Measured
    /// Runs, where they are so few that it must be said.
    var few: Int?

    func words(_ level: String? = nil) -> String {
      mean.words(level)
        + (few.map { " over only \(grouped($0)) run\($0 == 1 ? "" : "s")" } ?? "")
    }
  }
  struct Line {
    /// What the points have in common; empty where there is one line.
    let name: String
    let levels: [Level]
    /// Levels without a run of the kind that the subject is about.
    var absent: [String] = []

    /// Whether the intervals of the two ends overlap, and no level in between stands out.
    var isUnclear: Bool {
      guard let first = levels.first?.mean, let last = levels.last?.mean, levels.count > 1,
        let low = first.low, let high = first.high, let lastLow = last.low,
        let lastHigh = last.high,
        low <= lastHigh, lastLow <= high
      else { return false }
      let (lows, highs) = (levels.compactMap(\.mean.low), levels.compactMap(\.mean.high))
      return goes(true) || goes(false)
        || lows.count == levels.count && highs.count == levels.count
          && (lows.max() ?? 0) <= (highs.min() ?? 0)
    }

    /// Whether the first mean is the largest or the smallest but for chance, and the last the other one.
    func goes(_ isFalling: Bool) -> Bool {
      guard let first = levels.first?.mean, let last = levels.last?.mean, levels.count > 1 else {
        return false
      }
      let sign: Double = isFalling ? -1 : 1
      let room = max(0.02 * abs(last.value - first.value), 1e-12)
      return sign * (last.value - first.value) > 0
        && levels.allSatisfy { level in
          let (low, high) = (
            level.mean.low ?? level.mean.value, level.mean.high ?? level.mean.value
          )
          let (least, most) = (min(first.value, last.value), max(first.value, last.value))
          return high >= least - room && low <= most + room
        }
    }
  }

  let subject: String
  let factor: String
  /// Whether levels have an order.
  let isOrdered: Bool
  let lines: [Line]
  /// Why levels are absent, such as "no run reaches half of the group".
  var absence = ""

  /// Whether not all means are equal.
  var varies: Bool { Set(lines.flatMap { $0.levels.map(\.mean.value) }).count > 1 }

  /// Lines and levels that a sentence lists.
  private static let most = 4
  /// Outbreaks below are rare.
  private static let rare = 0.05

  func sentences(level: String) -> [String] {
    var sentences = present(level: level)
    if let absent, !sentences.isEmpty {
      sentences[0] = "\(sentences[0].dropLast()); \(absent)."
    }
    return sentences
  }

  /// Such as "no run reaches half of the group at infection probability 0.1 and 0.2"; nil where no level is absent.
  private var absent: String? {
    let lines = lines.filter { !$0.absent.isEmpty }
    let count = lines.reduce(0) { $0 + $1.absent.count }
    guard count > 0, !absence.isEmpty else { return nil }
    let start = isOrdered ? "at \(factor) " : "for "
    guard max(count, self.lines.count) <= 2 * Self.most else {
      let all = count + self.lines.reduce(0) { $0 + $1.levels.count }
      let present = Set(self.lines.flatMap { $0.levels.map(\.name) })
      let names = lines.flatMap(\.absent).withoutRepetitions.filter { !present.contains($0) }
      return "\(absence) at \(grouped(count)) of \(grouped(all)) points"
        + (names.isEmpty || names.count > 2 * Self.most
          ? "" : ", among them all \(start)\(names.listed)")
    }
    // Lines without runs at the same levels share one clause; of all lines none is named.
    return "\(absence) "
      + lines.grouped { $0.absent }.map { names, members in
        "\(start)\(names.listed)"
          + (members.count == self.lines.count
            ? "" : "\(isOrdered ? " for" : ",") \(members.map(\.name).listedPlaces)")
      }.joined(separator: "; ")
  }

  private func present(level: String) -> [String] {
    let lines = lines.filter { !$0.levels.isEmpty }
    guard let first = lines.first?.levels.first?.mean else { return [] }
    let all = lines.lazy.flatMap { line in line.levels.lazy.map { (line: line, level: $0) } }
    if all.count > 1, all.allSatisfy({ $0.level.mean.value == first.value }) {
      let number = grouped(all.count)
      let which = absent != nil ? number : all.count == 2 ? "both" : "all \(number)"
      return ["\(subject.capitalizedFirst) is \(first.text) at \(which) points."]
    }
    func named(_ line: Line) -> String { line.name.isEmpty ? "" : ", \(line.name)" }
    if isOrdered, lines.count <= Self.most, lines.allSatisfy({ $0.levels.count > 1 }) {
      let unclear = lines.filter(\.isUnclear)
      let clear = lines.filter { !$0.isUnclear }
      if clear.isEmpty {
        let parts = spans(unclear, level) { "\($0) at \($1) and \($2) at \($3)" }
        return [
          "No clear change in \(subject) is seen over the levels of \(factor): "
            + "\(parts.joined(separator: "; "))."
        ]
      }
      for (isFalling, verb) in [(true, "falls"), (false, "rises")]
      where clear.allSatisfy({ $0.goes(isFalling) }) {
        let parts = spans(clear, level) { "from \($0) at \($1) to \($2) at \($3)" }
        let others = spans(unclear, nil) { "\($0) at \($1) and \($2) at \($3)" }
        return [
          "\(subject.capitalizedFirst) \(verb) \(parts.joined(separator: "; "))"
            + (others.isEmpty
              ? "." : "; no clear change is seen with \(others.joined(separator: "; ")).")
        ] + [unclear.isEmpty ? passing(lines, isFalling) : nil].compactMap(\.self)
      }
    }
    if lines.count == 1, lines[0].levels.count <= Self.most {
      let words = lines[0].levels.enumerated().map { index, one in
        one.words(index == 0 ? level : nil)
          + (one.name.isEmpty ? "" : " for \(isOrdered ? "\(factor) " : "")\(one.name)")
      }
      return ["\(subject.capitalizedFirst) is \(words.listed)."]
    }
    guard let low = all.min(by: { $0.level.mean.value < $1.level.mean.value }),
      let high = all.max(by: { $0.level.mean.value < $1.level.mean.value })
    else { return [] }
    // Points with the same mean are named, or of many counted.
    func end(_ one: (line: Line, level: Level), _ words: String?) -> String {
      let equal = all.filter { $0.level.mean.value == one.level.mean.value }
      let few = Array(equal.prefix(Self.most))
      func place(_ members: [(line: Line, level: Level)]) -> String {
        "\(isOrdered ? "at \(factor)" : "for") \(members.map(\.level.name).listed)\(named(members[0].line))"
      }
      return "\(one.level.words(words)) "
        + (few.count < Self.most
          ? few.grouped { $0.line.name }.map { place($0.members) }.listed
          : "\(place([few[0]])) and at \(grouped(equal.count - 1)) other points")
    }
    return [
      "\(subject.capitalizedFirst) is lowest, \(end(low, level)), and highest, \(end(high, nil))."
    ]
  }

  /// Both ends of each line; lines with equal end values share one clause. The first says what its numbers are, unless
  /// a clause before it does.
  ///
  /// - Parameter level: of the intervals; nil where it was given before.
  private func spans(
    _ members: [Line], _ level: String?, words: (String, String, String, String) -> String
  ) -> [String] {
    func span(_ line: Line, _ level: String?) -> String {
      let (start, end) = (line.levels[0], line.levels[line.levels.count - 1])
      return words(
        start.words(level), level == nil ? start.name : "\(factor) \(start.name)", end.words(),
        end.name)
    }
    return members.grouped { span($0, nil) }.enumerated().map { index, group in
      let words = index == 0 ? span(group.members[0], level) : group.key
      return group.members[0].name.isEmpty
        ? words : "\(words) for \(group.members.map(\.name).listedPlaces)"
    }
  }

  /// Of shares where they fall to 5 %, or where they rise above one half.
  private func passing(_ lines: [Line], _ isFalling: Bool) -> String? {
    guard lines[0].levels[0].mean.unit == "%" else { return nil }
    let mark = isFalling ? Self.rare : 0.5
    let found = lines.compactMap { line -> String? in
      let values = line.levels.map(\.mean.value)
      let last = values.lastIndex { isFalling ? $0 > mark : $0 < mark }
      guard let last, last + 1 < values.count else { return nil }
      return line.levels[last + 1].name
    }
    guard found.count == lines.count else { return nil }
    // Lines that pass it at the same level share one clause.
    let levels = zip(found, lines).grouped { $0.0 }
    let words = levels.map { level, members in
      "\(level) on"
        + (levels.count == 1 ? "" : " for \(members.map { $0.1.name }.listedPlaces)")
    }
    return "It is \(isFalling ? "\(percent(mark)) or less" : "one half or more") from \(factor) "
      + "\(words.joined(separator: "; from "))."
  }
}
