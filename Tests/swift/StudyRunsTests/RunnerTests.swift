import DurableFiles
import Foundation
import PlainText
import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyRuns
import Synchronization
import TestSupport
import Testing
import WorkStealing

/// What a session stores, counts and reports.
@Suite struct RunnerTests {
  private static func study(_ body: String, sizes: String = "[9, 50, 16, 400]") -> String {
    """
    {
      "spreadlab": 1, "study": "runner", "seed": 5,
      "model": { "infection_factor": 2, "infection_probability": 0.5 },
      "factors": { "group_size": { "values": \(sizes) }, "rule": { "values": ["exact", "virus_app"] } },
      \(body)
    }
    """
  }

  @Test(
    "every stored run is the one the definition makes, with the curves, maps and lists asked for")
  func stored() throws {
    let study = try StoredStudy(
      Self.study(#""replicates": 7, "record": { "curves": 5, "maps": 3, "transmissions": 4 }"#))
    try study.run(threads: 3)
    for (point, runs) in zip(study.plan.points, try study.runs()) {
      #expect(runs.map(\.replicate) == Array(0..<7))
      let simulator = Simulator(point.scenario)
      for run in runs {
        let result = simulator.run(
          study.plan.study.key(of: point, replicate: run.replicate), recordMap: true,
          recordTransmissions: true)
        guard let found = run.finished else {
          Issue.record("\(run) failed")
          continue
        }
        #expect(found.stopReason == result.stopReason)
        #expect(found.responses == ResponseList.basic.values(of: result, on: point.scenario.grid))
        #expect(found.curve == (run.replicate < 5 ? result.curves : nil))
        #expect(found.map == (run.replicate < 3 ? result.infectionSteps : nil))
        #expect(found.transmissions == (run.replicate < 4 ? result.transmissions : nil))
      }
    }
  }

  @Test(
    "a study in which nobody has a neighbor runs to its end",
    arguments: [
      #""contacts": "everybody", "group_size": 1"#,
      #""contacts": "everybody", "group_size": 1, "latent_steps": 2, "infectious_steps": 3"#,
      #""rule": "wide", "group_size": 1"#, #""contacts": "none", "group_size": 9"#,
      #""contacts": "sparse", "group_size": 2"#,
    ])
  func nobodyNear(model: String) throws {
    let study = try StoredStudy(
      """
      {
        "spreadlab": 1, "study": "alone", "seed": 5,
        "model": { \(model), "stop": { "max_steps": 20 } },
        "contacts": {
          "none": { "kind": "random", "mean_degree": 0 },
          "sparse": { "kind": "random", "mean_degree": 0.01 }
        },
        "rules": { "wide": {
          "neighborhood": { "radius": 2, "metric": "euclidean" }, "pool": "all", "draw": "exact",
          "update": "sequential"
        } },
        "factors": { "infection_probability": { "values": [0, 0.5, 1] } },
        "replicates": 40
      }
      """)
    #expect(try study.run(threads: 3).runsMade == 120)
    let estimate = try PlanEstimate(study.plan.study, threads: 3)
    #expect(estimate.cpuSeconds > 0 && estimate.cpuSeconds < 10)
    #expect(estimate.memoryBytes > 1e6 && estimate.memoryBytes < 1e9)
  }

  @Test("what a session did is counted, and at its end no time is left")
  func counted() throws {
    let study = try StoredStudy(Self.study(#""replicates": 20"#))
    let progress = ProgressMeter()
    let outcome = try StudyRunner(
      study.rounds, store: study.store, pool: WorkPool(workers: 2), cancel: CancelToken(),
      progress: progress
    ).run()
    #expect(outcome.runsMade == 160 && outcome.runsFound == 0 && !outcome.wasCancelled)
    #expect(outcome.costs.map(\.runs) == [20, 20, 20, 20, 20, 20, 20, 20])
    #expect(outcome.costs.allSatisfy { $0.cpuSeconds > 0 })
    // All points together cost no more processor time than the process took; clock() counts microseconds.
    #expect(outcome.costs.reduce(0) { $0 + $1.cpuSeconds } <= 1e-6 * Double(clock()))
    let reading = progress.read()
    #expect(reading.runsDone == 160 && reading.runsTotal == 160 && reading.failed == 0)
    #expect(reading.workShare == 1 && reading.secondsLeft == 0)
    #expect(reading.elapsedSeconds > 0 && reading.runsPerSecond == 160 / reading.elapsedSeconds)
    let again = try study.run()
    #expect(again.runsMade == 0 && again.runsFound == 160)
  }

  @Test("the time that a session took lies between that within it and that around it")
  func elapsed() {
    let around = ContinuousClock.now
    let progress = ProgressMeter()
    let within = ContinuousClock.now
    usleep(20_000)
    let least = ContinuousClock.now - within
    let elapsed = progress.read().elapsedSeconds
    #expect(least / .seconds(1) <= elapsed + 1e-9)
    #expect(elapsed <= (ContinuousClock.now - around) / .seconds(1) + 1e-9)
  }

  @Test("a timer that was stopped calls nobody any more; one that does not repeat calls once")
  func timers() throws {
    let again = Atomic(0)
    let once = Atomic(0)
    let repeating = try #require(
      BackgroundTimer("again", after: 0.001, repeats: true) { again.add(1, ordering: .relaxed) })
    let single = try #require(
      BackgroundTimer("once", after: 0.001) { once.add(1, ordering: .relaxed) })
    while again.load(ordering: .relaxed) < 3 || once.load(ordering: .relaxed) == 0 { usleep(1_000) }
    repeating.stop()
    let calls = again.load(ordering: .relaxed)
    usleep(30_000)
    #expect(again.load(ordering: .relaxed) == calls && once.load(ordering: .relaxed) == 1)
    single.stop()
  }

  @Test("a selection reports how many of its alternatives are left, and of a few which")
  func note() throws {
    let study = try StoredStudy(
      """
      {
        "spreadlab": 1, "study": "note", "seed": 5,
        "model": { "group_size": 25, "infection_factor": 2, "stop": { "max_steps": 3 } },
        "factors": { "infection_probability": { "values": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1] } },
        "design": {
          "type": "select", "response": "final_infected", "best": "largest", "indifference": 2,
          "max_runs": 20000
        },
        "record": { "curves": "none" }
      }
      """)
    func numbers(_ words: String?) -> [String] {
      (words ?? "").matches(of: /\d+/).map { String($0.0) }
    }
    #expect(numbers(study.rounds.progress) == ["7", "7"])
    let progress = ProgressMeter()
    #expect(progress.read().note == nil)
    let outcome = try StudyRunner(
      study.rounds, store: study.store, pool: WorkPool(workers: 2), cancel: CancelToken(),
      progress: progress
    ).run()
    #expect(outcome.rounds.isDone && numbers(progress.read().note) == ["1", "7", "6"])
  }

  @Test("finished is all of the work, however its parts are rounded", arguments: 21...32)
  func whole(replicates: Int) throws {
    let study = try StoredStudy(Self.study(#""replicates": \#(replicates)"#, sizes: "[9, 50, 16]"))
    let progress = ProgressMeter()
    _ = try StudyRunner(
      study.rounds, store: study.store, pool: WorkPool(workers: 2), cancel: CancelToken(),
      progress: progress
    ).run()
    #expect(progress.read().workShare == 1 && progress.read().secondsLeft == 0)
  }

  @Test(
    "a session that is stopped before it began makes nothing and says so",
    arguments: [
      #""replicates": 20"#,
      #""replicates": { "max": 90, "until": [{ "response": "steps", "half_width": 1 }] }"#,
    ])
  func cancelled(replicates: String) throws {
    let study = try StoredStudy(Self.study(replicates))
    let cancel = CancelToken()
    cancel.cancel()
    let outcome = try StudyRunner(
      study.rounds, store: study.store, pool: WorkPool(workers: 2), cancel: cancel,
      progress: ProgressMeter()
    ).run()
    #expect(outcome.wasCancelled && outcome.runsMade == 0)
    #expect(try study.runs().allSatisfy(\.isEmpty))
    #expect(try study.judgement().isComplete == false)
  }

  @Test("sessions that are stopped soon each get further, though runs take long")
  func stoppedAgainAndAgain() throws {
    // A run takes milliseconds for its quiet steps; its group is small.
    let study = try StoredStudy(
      """
      {
        "spreadlab": 1, "study": "slow", "seed": 5,
        "model": {
          "group_size": 100, "infection_probability": 1e-6, "rule": "exact",
          "stop": { "max_steps": 100000 }
        },
        "replicates": 20000, "record": { "curves": "none" }
      }
      """)
    var made = 0
    for _ in 1...5 {
      let (cancel, progress) = (CancelToken(), ProgressMeter())
      let session = Thread {
        // As a time limit does, though not before there is something to keep.
        while progress.read().runsDone == 0, !cancel.isCancelled { usleep(1_000) }
        usleep(20_000)
        cancel.cancel()
      }
      session.start()
      let outcome = try StudyRunner(
        study.rounds, store: study.store, pool: WorkPool(workers: 2), cancel: cancel,
        progress: progress
      ).run()
      cancel.cancel()
      #expect(outcome.wasCancelled && outcome.runsMade > 0 && outcome.runsFound == made)
      made += outcome.runsMade
      // All runs are of one point, so work is counted as runs are.
      let reading = progress.read()
      let share = Double(reading.runsDone) / Double(reading.runsTotal)
      #expect(reading.runsTotal == 20_000 - made + outcome.runsMade)
      #expect(abs(reading.workShare / share - 1) < 1e-12)
      let left = try #require(reading.secondsLeft)
      #expect(abs(left - reading.elapsedSeconds * (1 / share - 1)) < 1e-6 * left)
    }
    #expect(try study.runs()[0].count == made)
    #expect(made < 20_000)
  }

  @Test("a worker that is stopped within a batch hands over the runs of it that have ended")
  func stoppedWithinBatch() throws {
    let study = try StoredStudy(
      """
      {
        "spreadlab": 1, "study": "batch", "seed": 5,
        "model": { "group_size": 10000, "infection_probability": 1, "rule": "virus_app" },
        "replicates": 100000, "record": { "curves": "none" }
      }
      """)
    let bench = PointRunner(plan: study.plan, responses: .basic)
    // Soon enough that nothing was handed over because of the time it took, and late enough for a
    // run to have ended, also on a busy machine.
    var (kept, microseconds) = (0, 10_000 as UInt32)
    while kept == 0, microseconds < 100_000 {
      let cancel = CancelToken()
      let stop = Thread { [microseconds] in
        usleep(microseconds)
        cancel.cancel()
      }
      stop.start()
      bench.make(
        0..<100_000, of: 0, isCancelled: { cancel.isCancelled }, { kept += $0.replicates.count })
      microseconds *= 2
    }
    #expect((1..<100_000).contains(kept))
  }

  @Test("a session whose runs cannot be stored stops early, with the store's error")
  func unstorable() throws {
    // A few seconds of work, of which hardly any is done.
    let text = Self.study(#""replicates": 4000"#, sizes: "[2500]")
    let rounds = try StudyRounds(try StoredStudy.read(text))
    let scratch = try Scratch()
    let folder = scratch.path
    try FolderOwner.open(rounds, at: folder).close()
    let store = try RunStore.open(folder: folder, mode: .readOnly)
    let progress = ProgressMeter()
    #expect(throws: DurableFileError.self) {
      try StudyRunner(
        rounds, store: store, pool: WorkPool(workers: 2), cancel: CancelToken(), progress: progress
      ).run()
    }
    let reading = progress.read()
    #expect(reading.runsTotal == 8000 && reading.runsDone < 4000, "\(reading.runsDone)")
  }

  @Test("a folder with other files is refused by name and stays as it is")
  func foreign() throws {
    let scratch = try Scratch()
    try scratch.write("dear diary", to: "diary.txt")
    let rounds = try StudyRounds(try StoredStudy.read(Self.study(#""replicates": 1"#)))
    let error = #expect(throws: Failure.self) { _ = try FolderOwner.open(rounds, at: scratch.path) }
    #expect(error?.code == .foreignFiles && error?.description.contains("diary.txt") == true)
    #expect(try scratch.names == ["diary.txt"])
    // What a submit leaves that was killed at any moment is its own.
    let killed = try Scratch()
    for name in ["round.json", "round.json.tmp"] { try killed.write("{", to: name) }
    #expect(throws: Never.self) { try FolderOwner.expectOurs(killed.path) }
  }

  @Test("a part's folder is not another part's")
  func otherPart() throws {
    let text = Self.study(#""replicates": 6"#)
    let first = try StoredStudy(text, shard: try #require(Shard("1/2")))
    for shard in ["2/2", "1/3", "1/1"] {
      let other = try StoredStudy(text, shard: try #require(Shard(shard)))
      let error = #expect(throws: Failure.self) { _ = try first.open(other.rounds) }
      #expect(error?.code == .anotherPart)
    }
    #expect(throws: Never.self) { try first.open(first.rounds) }
  }
}
