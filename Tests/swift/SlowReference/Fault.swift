internal import KeyedRandom
internal import SpreadModel

/// A wrong rule, built into the slow reference implementation on demand, to see the checks catch it.
package enum Fault: String, CaseIterable, Sendable {
  /// Those infected in a step act in it, too.
  case chainReaction
  /// People are contacted with replacement.
  case withReplacement
  /// The largest number of contacts is one too large or too small.
  case contactsPlusOne, contactsMinusOne
  /// The number of contacts is drawn up to the cap and cut down to the candidates.
  case notClipped
  /// One trial decides all contacts of a source.
  case oneTrialPerSource
  /// One trial per step decides all contacts with a person.
  case oneTrialPerTarget
  /// On a bounded grid a row's end is next to the next row's start.
  case rowsWrap
  /// Contacts by the naive shuffle: each place exchanged with any other.
  case naiveShuffle
  /// `exact` and `capped` exchanged.
  case capExchanged
  /// `synchronous` and `sequential` exchanged.
  case updateExchanged
  /// `healthy` and `all` exchanged.
  case poolExchanged
  /// The neighbor order reversed, or by columns.
  case orderReversed, orderByColumns
  /// Nobody in the last row is reached.
  case lastRowMissing
  /// People recover before they act in their last step.
  case recoversBeforeActing
  /// Durations that are off by one step.
  case latentPlusOne, actsOnceMore, actsOnceLess, waningPlusOne
  /// The geometric distribution from 0 on instead of from 1.
  case geometricFromZero
  /// Immune people are candidates where only the healthy are.
  case immuneAsCandidates
  /// A source sees the recoveries of the same step of people before it.
  case recoveriesSeenWithinStep
  /// A second infection has the draws of the first.
  case againAsFirst
  /// Of several sources the first counts as the one who infected.
  case firstSourceCounts
  /// Undirected edges lead from the lower to the higher number only.
  case edgesDirected
  /// Everybody is a neighbor of their own.
  case loopsKept
  /// Neighbors are numbered from 1.
  case idsOffByOne
  /// Edges that were moved are moved again.
  case rewiredTwice
  /// Of pairings that are no simple graph the pairs that do not fit are left out.
  case degreesBiased
  /// Even rows of a honeycomb are shifted, and not the odd ones.
  case hexagonalRowsExchanged
  /// `chebyshev` and `manhattan` exchanged.
  case metricExchanged
  /// A clock that rang is the last one of its pair.
  case ringsOnce
  /// The next clock goes on with what is left of the product; begins with the step of the ring.
  case productGoesOn, nextAtOnce
  /// The chance in the first step of a clock counts in all; a new one begins a new product.
  case firstChanceCounts, productBeginsAnew
  /// Clocks ring a step late.
  case ringsLate
  /// Clocks run, and ring for the last time in vain, while their source is latent; while their pair is closed.
  case latentClocksRun, closedClocksRun
  /// Clocks that have the same number: those of all targets, of both directions, of all layers, of all infections.
  case targetsAlike, directionsAlike, layersAlike, infectionsAlike
  /// The number follows from the index of the target in the list.
  case numberOfIndex
  /// Clocks are not wound up for another infection.
  case clocksGoOn
  /// Where everybody meets everybody: gaps as if nobody had come before; first clocks by person number.
  case gapsAlike, firstClocksInOrder
  /// A weight multiplies -ln(1 - p); weights, and m, do not count.
  case weightOfHazard, weightsIgnored, multiplyIgnored
  /// g of who is infected, then of who infects.
  case groupsTransposed
  /// g does not count; the chance is cut off at 1 before g, too.
  case factorsIgnored, cutOffBeforeGroups
  /// Who still meets is decided anew in every step.
  case pairsClosedAnew
  /// Of equal ones the lowest numbers are vaccinated first.
  case tiesByNumber
  /// The wrong ones come first.
  case degreeAscending, ranksDescending, unnamedFirst
  /// The contacts of somebody are those who may infect them; those in the first layer.
  case arcsReversed, firstLayerCounts
  /// People name themselves; somebody named again has another place; people name by number.
  case namesThemselves, namedAgain, namedInNumberOrder
  /// Words that are the same in all replicates; others for each order, for each share.
  case orderOfStudy, wordsOfOrder, wordsOfShare
  /// Doses go to people who are infected, or were vaccinated in vain; there are so many that v N are immune.
  case dosesForInfected, vaccinatedAgain, immuneCount
  /// The share e of those vaccinated is immune, the first of them.
  case efficacyOfShare
  /// A share of a group goes to anybody; is one of everybody.
  case groupIgnored, shareOfEverybody
  /// Sizes of groups: each rounded, or rounded down, and the last has the rest; of equal remainders the later.
  case sizesRoundedAlone, sizesRoundedDown, tiesToLater
  /// Groups that are drawn go by number; are the same in all replicates; have the keys of vaccination.
  case groupsByNumber, groupsOfStudy, groupsAsVaccinated

  /// Those that show only where people recover, are latent or immune.
  package static let ofCourse: Set<Fault> = [
    .recoversBeforeActing, .latentPlusOne, .actsOnceMore, .actsOnceLess, .waningPlusOne,
    .geometricFromZero, .immuneAsCandidates, .recoveriesSeenWithinStep, .againAsFirst,
    .firstSourceCounts,
  ]

  /// Those that show only where people meet otherwise than by four or eight directions.
  package static let ofContacts: Set<Fault> = [
    .edgesDirected, .loopsKept, .idsOffByOne, .rewiredTwice, .degreesBiased,
    .hexagonalRowsExchanged, .metricExchanged,
  ]

  /// Those that show only with the draw `each`, or where contacts differ.
  package static let ofClocks: Set<Fault> = [
    .ringsOnce, .productGoesOn, .nextAtOnce, .firstChanceCounts, .productBeginsAnew, .ringsLate,
    .latentClocksRun, .closedClocksRun, .targetsAlike, .directionsAlike, .layersAlike,
    .infectionsAlike, .numberOfIndex, .clocksGoOn, .gapsAlike, .firstClocksInOrder,
    .weightOfHazard, .weightsIgnored, .multiplyIgnored, .groupsTransposed, .factorsIgnored,
    .cutOffBeforeGroups, .pairsClosedAnew,
  ]

  /// Those that show only in who is of which group, and who is vaccinated.
  package static let ofGroups: Set<Fault> = [
    .tiesByNumber, .degreeAscending, .ranksDescending, .unnamedFirst, .arcsReversed,
    .firstLayerCounts, .namesThemselves, .namedAgain, .namedInNumberOrder, .orderOfStudy,
    .wordsOfOrder, .wordsOfShare, .dosesForInfected, .vaccinatedAgain, .immuneCount,
    .efficacyOfShare, .groupIgnored, .shareOfEverybody, .sizesRoundedAlone, .sizesRoundedDown,
    .tiesToLater, .groupsByNumber, .groupsOfStudy, .groupsAsVaccinated,
  ]

  /// The scenario with the exchanges of this fault.
  func applied(to scenario: Scenario) -> Scenario {
    var scenario = scenario
    switch self {
    case .capExchanged where scenario.rule.draw == .exact: scenario.rule.draw = .capped
    case .capExchanged where scenario.rule.draw == .capped: scenario.rule.draw = .exact
    case .updateExchanged:
      scenario.rule.update =
        scenario.rule.update == .synchronous ? .sequential : .synchronous
    case .poolExchanged:
      scenario.rule.pool = scenario.rule.pool == .healthy ? .all : .healthy
    default: break
    }
    return scenario
  }

  /// Contacts chosen the wrong way; nil if this fault chooses them the right way.
  func contacts(
    _ count: Int, of candidates: [(direction: Int, person: Int)], _ word: UInt64
  ) -> [(direction: Int, person: Int)]? {
    var stream = RandomStream(key: word)
    switch self {
    case .withReplacement:
      if candidates.isEmpty { return [] }
      return (0..<count).map { _ in candidates[Int(stream.below(UInt64(candidates.count)))] }
    case .naiveShuffle:
      var shuffled = candidates
      for place in shuffled.indices {
        shuffled.swapAt(place, Int(stream.below(UInt64(shuffled.count))))
      }
      return Array(shuffled.prefix(count))
    default: return nil
    }
  }
}
