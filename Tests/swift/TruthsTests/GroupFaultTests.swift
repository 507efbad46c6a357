import SlowReference
import SpreadModel
import TestSupport
import Testing

/// Faults of groups and of vaccination, built into the slow reference implementation: cases worked out by hand see them, and so
/// do the random scenarios over which the engine is compared with it.
@Suite(.serialized, .deep) struct GroupFaultTests {
  /// A case that each fault must break; nil: what replicates have in common.
  private static let catches: [(fault: Fault, name: String?)] = [
    (.tiesByNumber, "degree, cliques"), (.degreeAscending, "degree, star"),
    (.arcsReversed, "degree, arcs"), (.firstLayerCounts, "degree, layers"),
    (.ranksDescending, "ranks"), (.namesThemselves, "acquaintance, star"),
    (.namedAgain, "acquaintance, two of a star"), (.namedInNumberOrder, "acquaintance, star"),
    (.unnamedFirst, "acquaintance, chain"), (.orderOfStudy, "acquaintance, chain"),
    (.wordsOfOrder, nil), (.wordsOfShare, nil), (.dosesForInfected, "infected people"),
    (.vaccinatedAgain, "efficacy, one after the other"), (.efficacyOfShare, "efficacy"),
    (.immuneCount, "efficacy, one of two"), (.groupIgnored, "half of a group"),
    (.shareOfEverybody, "half of a group"), (.sizesRoundedAlone, "sizes of groups"),
    (.sizesRoundedDown, "sizes of groups"), (.tiesToLater, "sizes of groups"),
    (.groupsByNumber, "drawn group"), (.groupsOfStudy, "drawn group"),
    (.groupsAsVaccinated, "drawn group, and others"),
  ]

  private func holds(_ name: String?, _ fault: Fault?) throws -> Bool {
    guard let name else {
      return VaccinationCase.areCommon { scenario, key in
        var reference = ReferenceSimulator(scenario, fault: fault)
        return reference.run(key, recordMap: true)
      }
    }
    let one = try #require(VaccinationCase.all.first { $0.name == name })
    var reference = ReferenceSimulator(one.scenario, fault: fault)
    return one.holds { reference.run($0, recordMap: true) }
  }

  @Test("each fault breaks its case, which holds without it", arguments: catches)
  func isCaught(_ item: (fault: Fault, name: String?)) throws {
    #expect(try !holds(item.name, item.fault))
    #expect(try holds(item.name, nil))
  }

  @Test("each fault changes runs of the random scenarios that are compared", arguments: catches)
  func isSeen(_ item: (fault: Fault, name: String?)) {
    let isSeen = (0..<600).contains { round in
      let scenario =
        round.isMultiple(of: 4) ? RandomScenarios.differing(round) : RandomScenarios.groups(round)
      let key = RunKey(seed: 41, point: nil, replicate: round)
      var (right, wrong) = (
        ReferenceSimulator(scenario), ReferenceSimulator(scenario, fault: item.fault)
      )
      return right.run(key, recordMap: true) != wrong.run(key, recordMap: true)
    }
    #expect(isSeen)
  }

  @Test("every such fault is listed")
  func allAreListed() { #expect(Set(Self.catches.map(\.fault)) == Fault.ofGroups) }
}
