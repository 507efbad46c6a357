import Foundation
import RunStore
import SpreadModel

/// A process of its own that writes to a store, so that tests can kill it.
///
/// `StoreWriter write FOLDER [APPENDS]` appends blocks, three at a time, until it is killed or that
/// many appends are done, and prints the number of blocks each time they are acknowledged; at the
/// end it closes the store. `StoreWriter fill FOLDER RUNS` appends that many small runs,
/// reads them all and prints the peak of its memory. `StoreWriter measure FOLDER` prints what
/// keeping W1 runs costs.
@main struct StoreWriter {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { return say("StoreWriter write|fill|measure FOLDER [COUNT]") }
    let count = arguments.count > 3 ? Int(arguments[3]) : nil
    switch arguments[1] {
    case "write": try write(to: arguments[2], appends: count ?? .max)
    case "fill": try fill(arguments[2], runs: count ?? 0)
    case "measure": try measure(in: arguments[2])
    default: say("unknown: \(arguments[1])")
    }
  }

  private static func write(to folder: String, appends: Int) throws {
    let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
    var number = 0
    for _ in 0..<appends {
      var blocks: [RunBlock] = []
      for _ in 0..<3 {
        blocks.append(SampleRuns.block(number))
        number += 1
      }
      try store.append(blocks)
      say("\(number)")
    }
    try store.close()
  }

  private static func fill(_ folder: String, runs: Int) throws {
    let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
    var start = 0
    while start < runs {
      var blocks: [RunBlock] = []
      for _ in 0..<20 where start < runs {
        let end = min(start + 500, runs)
        blocks.append(
          RunBlock(point: 1, runs: (start..<end).map { SampleRuns.smallRun($0, withCurve: false) }))
        start = end
      }
      try store.append(blocks)
    }
    var seen = 0
    try store.forEachRun(point: 1, replicates: 0..<runs, [.curves, .maps, .transmissions]) { _ in
      seen += 1
    }
    try store.close()
    say("\(seen) runs, peak \(peakKibibytes()) KiB")
  }

  /// One line, at once.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }

  /// Not from `getrusage`: that begins with what the parent had when it made this process.
  private static func peakKibibytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0
  }
}
