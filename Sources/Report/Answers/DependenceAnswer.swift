import PlainText

/// How a response changes over the levels of a factor.
struct DependenceAnswer {
  struct Level {
    let name: String
    let mean: Measured
  }
  struct Line {
    /// What the points have in common; empty where there is one line.
    let name: String
    let levels: [Level]

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

  /// Whether not all means are equal.
  var varies: Bool { Set(lines.flatMap { $0.levels.map(\.mean.value) }).count > 1 }

  /// Lines and levels that a sentence lists.
  private static let most = 4
  /// Outbreaks below are rare.
  private static let rare = 0.05

  func sentences(level: String) -> [String] {
    let lines = lines.filter { !$0.levels.isEmpty }
    guard let first = lines.first?.levels.first?.mean else { return [] }
    let all = lines.flatMap { line in line.levels.map { (line: line, level: $0) } }
    if all.count > 1, all.allSatisfy({ $0.level.mean.value == first.value }) {
      return ["\(subject.capitalizedFirst) is \(first.text) at all \(grouped(all.count)) points."]
    }
    func named(_ line: Line) -> String { line.name.isEmpty ? "" : ", \(line.name)" }
    if isOrdered, lines.count <= Self.most, lines.allSatisfy({ $0.levels.count > 1 }) {
      for (isFalling, verb) in [(true, "falls"), (false, "rises")]
      where lines.allSatisfy({ $0.goes(isFalling) }) {
        let spans = lines.enumerated().map { index, line -> String in
          let (start, end) = (line.levels[0], line.levels[line.levels.count - 1])
          return "from \(start.mean.words(level)) at \(factor) \(start.name) to "
            + "\(end.mean.words()) at \(end.name)"
        }
        // Lines with the same ends are told once.
        let parts = zip(spans, lines).grouped { $0.0 }.map { span, members in
          lines.count == 1 ? span : "\(span) for \(members.map(\.1.name).listed)"
        }
        return ["\(subject.capitalizedFirst) \(verb) \(parts.joined(separator: "; "))."]
          + [passing(lines, isFalling)].compactMap(\.self)
      }
    }
    if lines.count == 1, lines[0].levels.count <= Self.most {
      let words = lines[0].levels.enumerated().map { index, one in
        "\(one.mean.words(index == 0 ? level : nil)) for \(isOrdered ? "\(factor) " : "")\(one.name)"
      }
      return ["\(subject.capitalizedFirst) is \(words.listed)."]
    }
    guard let low = all.min(by: { $0.level.mean.value < $1.level.mean.value }),
      let high = all.max(by: { $0.level.mean.value < $1.level.mean.value })
    else { return [] }
    func end(_ one: (line: Line, level: Level), _ words: String?) -> String {
      "\(one.level.mean.words(words)) \(isOrdered ? "at \(factor)" : "for") \(one.level.name)"
        + named(one.line)
    }
    return [
      "\(subject.capitalizedFirst) is lowest, \(end(low, level)), and highest, \(end(high, nil))."
    ]
  }

  /// Of shares where they fall to 5 %, or where they rise above one half.
  private func passing(_ lines: [Line], _ isFalling: Bool) -> String? {
    guard lines[0].levels[0].mean.unit == "%" else { return nil }
    let mark = isFalling ? Self.rare : 0.5
    let found = lines.compactMap { line -> String? in
      let values = line.levels.map(\.mean.value)
      let last = values.lastIndex { isFalling ? $0 > mark : $0 < mark }
      guard let last, last + 1 < values.count else { return nil }
      return line.levels[last + 1].name + (line.name.isEmpty ? "" : " for \(line.name)")
    }
    guard found.count == lines.count else { return nil }
    return isFalling
      ? "It is \(percent(mark)) or less from \(factor) \(found.listed) on."
      : "It is one half or more from \(factor) \(found.listed) on."
  }
}
