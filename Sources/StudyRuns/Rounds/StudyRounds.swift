package import RunStore
package import Statistics
package import StudyFiles

/// What a study needs next, and what its finished runs have decided: a pure function of the study and
/// of its finished runs.
///
/// Every study is a sequence of rounds. The branches of a study (`Branch`) decide independently of each
/// other; round r has step r of every branch that makes so many. A fixed design has one branch with one
/// step. Whoever has the runs can make all decisions again; stores keep some, to save time (`KeptDecisions`).
package struct StudyRounds: Sendable {
  package let study: Study
  /// The part of a round that these runs are; nil: all rounds.
  package let part: RoundPart?
  private var branches: [any Branch]
  /// By branch, how many steps it has judged.
  private var steps: [Int]

  /// A study before its first run.
  ///
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  package init(_ study: Study) throws(StudyFileError) {
    self.init(study, part: nil, branches: try study.branches())
  }

  /// The runs of a part of a round, which decide nothing.
  ///
  /// - Parameter round: all runs of that round.
  init(_ part: RoundPart, of round: RunPlan) {
    let dealt = round.dealt(to: part.shard)
    self.init(
      round.study, part: part,
      branches: [FixedBranch(points: dealt.points, wanted: dealt.replicates)])
  }

  private init(_ study: Study, part: RoundPart?, branches: [any Branch]) {
    self.study = study
    self.part = part
    self.branches = branches
    steps = branches.map { _ in 0 }
  }

  /// Judges every step whose runs are all there.
  ///
  /// - Parameter most: steps of each branch at most.
  package mutating func advance(by store: RunStore, steps most: Int = .max) throws {
    if most == .max, part == nil, case .adaptive = study.replicates {
      let kept = try KeptDecisions(of: study, in: store)
      for index in branches.indices where steps[index] == 0 && !branches[index].isDone {
        if let decision = try kept.decision(of: branches[index].points[0], in: store) {
          branches[index].adopt(decision)
        }
      }
    }
    for index in branches.indices {
      while steps[index] < most, !branches[index].isDone,
        try branches[index].isFinished(in: store)
      {
        try judge(index, store)
      }
    }
  }

  /// Keeps in the store what was decided, for `advance`.
  package func keepDecisions(in store: RunStore) throws {
    guard part == nil, case .adaptive = study.replicates else { return }
    try KeptDecisions.keep(
      branches.compactMap { branch in branch.decision.map { (branch.points[0], $0) } }, of: study,
      in: store)
  }

  /// Judges all current steps.
  ///
  /// - Precondition: their runs are in the store.
  mutating func judge(_ store: RunStore) throws {
    for index in branches.indices where !branches[index].isDone { try judge(index, store) }
  }

  private mutating func judge(_ index: Int, _ store: RunStore) throws {
    try branches[index].judge(AnsweredRuns(store, study.judgedResponses))
    steps[index] += 1
  }

  /// Whether no more runs are needed.
  package var isDone: Bool { branches.allSatisfy(\.isDone) }

  /// The number of the round that is needed next, from 1; nil when the study is done.
  package var number: Int? {
    zip(branches, steps).lazy.filter { !$0.0.isDone }.map(\.1).min().map { $0 + 1 }
  }

  /// All points so far, numbered in order, each with the replicates asked for.
  package var plan: RunPlan {
    RunPlan(study, points: points, replicates: branches.flatMap(\.wanted))
  }

  /// All points so far, numbered in order.
  package var points: [Point] {
    branches.count == 1
      ? branches[0].points : branches.flatMap(\.points).enumerated().map { $1.numbered($0) }
  }

  /// How many of its points are those of tables: the others serve final size curves alone.
  package var tablePoints: Int {
    study.record.finalSizeCurves == nil
      ? branches.reduce(0) { $0 + $1.points.count } : Int(study.pointCount)
  }

  /// The runs of all current steps.
  package var open: RunPlan {
    if branches.count == 1 {
      let step = branches[0].step
      return RunPlan(study, points: step.points, replicates: step.replicates)
    }
    let steps = branches.filter { !$0.isDone }.map(\.step)
    return RunPlan(
      study, points: steps.flatMap(\.points), replicates: steps.flatMap(\.replicates))
  }

  /// All runs of a round, finished ones too, whatever else the store holds; nil where the rounds before
  /// it are not finished, or the study needs no such round.
  ///
  /// - Parameter number: from 1.
  static func round(
    _ number: Int, of study: Study, by store: RunStore
  ) throws -> RunPlan? {
    var rounds = try StudyRounds(study)
    try rounds.advance(by: store, steps: number - 1)
    guard
      rounds.steps.indices.allSatisfy({
        rounds.branches[$0].isDone || rounds.steps[$0] == number - 1
      }), !rounds.isDone
    else { return nil }
    return rounds.open
  }

  /// By point of `plan`: the replicates that count.
  var counted: [Range<Int>] { branches.flatMap(\.counted) }

  /// By point of `plan`: whether the precision targets are met; nil where there are none.
  var converged: [Bool?] {
    branches.flatMap { branch in branch.points.map { _ in branch.isPrecise } }
  }

  /// What the design has found out, search by search.
  package var findings: [DesignFinding] { branches.compactMap(\.finding) }

  /// What the rounds so far have decided, in words; nil where there is nothing to say.
  package var progress: String? { branches.lazy.compactMap(\.progress).first }
}

extension Branch {
  /// Whether all runs of the current step are in the store.
  fileprivate func isFinished(in store: RunStore) throws -> Bool {
    try zip(step.points, step.replicates).allSatisfy {
      try store.missingReplicates(of: $0.identity, in: $1).isEmpty
    }
  }
}
