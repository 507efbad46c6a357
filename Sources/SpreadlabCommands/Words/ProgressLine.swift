import PlainText
import StudyRuns

/// One line on a terminal that says how far the study is, drawn again five times a second.
///
/// Nothing is drawn where standard error is not a terminal.
final class ProgressLine: Sendable {
  private let timer: BackgroundTimer?

  init(_ meter: ProgressMeter, isShown: Bool) {
    guard isShown, Console.drawsProgress else {
      timer = nil
      return
    }
    timer = BackgroundTimer("spreadlab.progress", after: 0.2, repeats: true) {
      let text = Self.text(meter.read(), width: Console.width)
      Console.draw("\r\(shownText(text))\u{1B}[K")
    }
  }

  /// Takes the line away.
  func stop() {
    guard let timer else { return }
    timer.stop()
    Console.draw("\r\u{1B}[K")
  }

  /// Such as `1,200/10,000 runs  12 % of the work  41,000 runs/s  8 s left`, never wider than the terminal.
  ///
  /// While tables are made, such as `tables: 120/400 points`.
  static func text(_ reading: ProgressMeter.Reading, width: Int) -> String {
    if let tables = reading.tables {
      let words =
        tables.table.map { "tables: \($0)" }
        ?? "tables: \(readable(Double(tables.pointsDone)))/\(readable(Double(tables.points))) points"
      return String(words.prefix(max(width - 1, 1)))
    }
    var parts = [
      "\(readable(Double(reading.runsDone)))/\(readable(Double(reading.runsTotal))) runs",
      "\(Int(reading.workShare * 100)) % of the work",
    ]
    if let note = reading.note { parts.append(note) }
    if reading.failed > 0 { parts.append("\(readable(Double(reading.failed))) failed") }
    if let left = reading.secondsLeft { parts.append("\(duration(left)) left") }
    parts.append("\(readable(reading.runsPerSecond.rounded())) runs/s")
    while parts.count > 1, parts.joined(separator: "  ").count >= width { parts.removeLast() }
    return String(parts.joined(separator: "  ").prefix(max(width - 1, 1)))
  }
}
