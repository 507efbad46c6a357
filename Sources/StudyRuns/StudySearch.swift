package import RunStore
import SpreadEngine
import SpreadModel
import Statistics
package import StudyFiles

/// The searches of a study with the design `threshold`: one within every combination of the other
/// factors, which go on side by side, each by its own runs alone.
///
/// A placement is a point: where a later round comes back to a level, that is one more point, told
/// from the first by its place among its equals. The replicates of a search are numbered through all
/// its placements, so that no two of its runs share their random numbers, common or not; replicate r
/// of another search does, where they are common.
package struct StudySearch: Sendable {
  private let study: Study
  private var searches: [SearchedCombination] = []

  /// - Precondition: the study's design is a search.
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  package init(_ study: Study) throws(StudyFileError) {
    self.study = study
    guard let rule = study.thresholdRule else {
      preconditionFailure("the design of \(study.name) is no search")
    }
    for combination in study.searchedCombinations {
      var search = SearchedCombination(levels: combination, search: ThresholdSearch(rule))
      try search.placeRound(in: study)
      searches.append(search)
    }
  }

  /// Of a study whose first points were made before.
  init(checked study: Study) throws {
    do throws(StudyFileError) { try self.init(study) } catch {
      throw RunStoreError.internalError("\(error)")
    }
  }

  /// The points placed so far, search by search, each with the replicates that it is to have.
  package var plan: RunPlan {
    let points = searches.flatMap(\.points)
    return RunPlan(
      study, points: points.enumerated().map { $1.numbered($0) },
      replicates: searches.flatMap(\.replicates))
  }

  /// Places all rounds that follow from the runs there are: until the runs of a round are missing, or
  /// the search is done.
  ///
  /// - Throws: `RunStoreError`, also if a level cannot be a point of the study.
  package mutating func judge(_ store: RunStore) throws {
    for place in searches.indices {
      while try searches[place].judgeRound(of: study, in: store) {
        do throws(StudyFileError) { try searches[place].placeRound(in: study) } catch {
          throw RunStoreError.internalError("\(error)")
        }
      }
    }
  }
}

/// The search within one combination of the other factors.
private struct SearchedCombination: Sendable {
  let levels: [ModelKey: KeyValue]
  var search: ThresholdSearch
  var points: [Point] = []
  var replicates: [Range<Int>] = []
  /// By level, how many points there are.
  private var placed: [Double: Int] = [:]

  init(levels: [ModelKey: KeyValue], search: ThresholdSearch) {
    self.levels = levels
    self.search = search
  }

  /// Makes the points of the round that is wanted.
  mutating func placeRound(in study: Study) throws(StudyFileError) {
    for placement in search.round {
      let twin = placed[placement.level, default: 0]
      placed[placement.level] = twin + 1
      points.append(
        try study.point(at: placement.level, of: levels, number: points.count, twin: twin))
      let first = replicates.last?.upperBound ?? 0
      replicates.append(first..<first + placement.runs)
    }
  }

  /// Shows the search the runs of its round, if they are all there.
  ///
  /// - Returns: whether it was shown them.
  mutating func judgeRound(of study: Study, in store: RunStore) throws -> Bool {
    guard !search.round.isEmpty, let response = study.search?.response else { return false }
    let round = points.indices.suffix(search.round.count)
    for place in round {
      let missing = try store.missingReplicates(
        of: points[place].identity, in: replicates[place])
      guard missing.isEmpty else { return false }
    }
    for place in round
    where try store.firstFailure(
      point: points[place].identity, replicates: replicates[place]) != nil
    {
      return false
    }
    var seen: [OutbreakSample] = []
    for place in round {
      var sample = OutbreakSample(diedOut: points[place].scenario.diedOut(response))
      try store.forEachValue(
        of: response, point: points[place].identity, replicates: replicates[place]
      ) { sample.add($0) }
      seen.append(sample)
    }
    search.add(seen)
    return true
  }
}

extension RunPlan {
  /// The plan with all points that follow from the runs there are; itself where the design is no
  /// search.
  package func placed(by store: RunStore) throws -> RunPlan {
    guard study.search != nil else { return self }
    var search = try StudySearch(checked: study)
    try search.judge(store)
    return search.plan
  }
}
