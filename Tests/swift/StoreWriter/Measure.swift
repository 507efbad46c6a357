import Glibc
import RunStore
import SpreadEngine
import SpreadModel

/// What the store costs for runs of the kind W1 (100 people, exact 3, p 1), curves recorded.
func measure(in folder: String) throws {
  let scenario = Scenario(
    grid: Grid(people: 100, columns: 10, boundary: .bounded),
    rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
    infectionFactor: 3, infectionProbability: 1)
  let engine = Simulator(scenario)
  let runs = (0..<4000).map { replicate in
    let result = engine.run(
      RunKey(seed: 1, point: nil, replicate: replicate), recordMap: false)
    return RunRecord(
      replicate: replicate,
      outcome: .finished(
        .init(
          stopReason: result.stopReason,
          responses: ResponseList.basic.values(
            of: result, on: Grid(people: 100, columns: 10, boundary: .bounded)),
          curve: result.curves, map: nil)))
  }
  for size in [100, 500, 1000, 2000] {
    for round in 0..<3 {
      try measure(runs, blocks: size, in: "\(folder)/\(size)-\(round)")
    }
  }
}

private func measure(_ runs: [RunRecord], blocks size: Int, in folder: String) throws {
  let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
  let copies = 100
  let transaction = 10  // as many runs as two cores make in about 40 ms
  let blocks = stride(from: 0, to: runs.count, by: size).map {
    Array(runs[$0..<min($0 + size, runs.count)])
  }
  var (encoding, appending, wall) = (0.0, 0.0, 0.0)
  for first in stride(from: 0, to: copies, by: transaction) {
    let begin = cpuSeconds()
    let encoded = (first..<first + transaction).flatMap { point in
      blocks.map { EncodedBlock(RunBlock(point: UInt64(point), runs: $0)) }
    }
    let middle = cpuSeconds()
    let start = ContinuousClock.now
    try store.append(encoded)
    wall += (ContinuousClock.now - start) / .seconds(1)
    encoding += middle - begin
    appending += cpuSeconds() - middle
  }
  let count = Double(runs.count * copies)
  var (readTime, seen) = (cpuSeconds(), 0)
  for point in 0..<copies {
    try store.forEachRun(
      point: UInt64(point), replicates: 0..<runs.count, [.curves]
    ) { _ in seen += 1 }
  }
  readTime = cpuSeconds() - readTime
  let end = cpuSeconds()
  try store.close()
  let bytes = try RunStore.open(folder: folder, mode: .readOnly).counts().bytes
  func nanoseconds(_ seconds: Double) -> Int { Int(seconds / count * 1e9) }
  StoreWriter.say(
    "blocks of \(size): per run encode \(nanoseconds(encoding)) ns, append "
      + "\(nanoseconds(appending)) ns CPU (\(nanoseconds(wall)) ns wall), close "
      + "\(nanoseconds(cpuSeconds() - end)) ns, read \(nanoseconds(readTime)) ns; "
      + "\(Int(Double(bytes) / count)) bytes per run, \(Int(count / wall)) runs/s")
}

private func cpuSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
