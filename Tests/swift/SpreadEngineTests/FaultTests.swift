import SlowReference
import SpreadEngine
import SpreadModel
import Testing

/// Wrong rules, to see the checks of the exact distributions catch them: a suite that cannot fail proves
/// nothing. The faults are those of the list in docs/validation.md, "Faults that must be caught".
@Suite struct FaultTests {
  struct Catch: CustomTestStringConvertible, Sendable {
    let fault: Fault
    /// Start of a reference case's id, and of the name of a check that catches the fault there.
    let caseID: String
    let check: String
    var testDescription: String { "\(fault.rawValue) by \"\(check)\" in \(caseID)" }
  }

  static let catches = [
    Catch(fault: .chainReaction, caseID: "S03", check: "infected after step 1: an impossible"),
    Catch(fault: .withReplacement, caseID: "S02", check: "infected after step 1"),
    Catch(fault: .contactsPlusOne, caseID: "S03", check: "infected after step 1: an impossible"),
    Catch(fault: .contactsMinusOne, caseID: "S02", check: "infected after step 1"),
    Catch(fault: .notClipped, caseID: "SE05", check: "infected after step 3"),
    Catch(fault: .oneTrialPerSource, caseID: "S01", check: "infected after step 1"),
    Catch(fault: .oneTrialPerTarget, caseID: "S01", check: "infected after step 2"),
    Catch(fault: .rowsWrap, caseID: "S04", check: "infected after step 1: an impossible"),
    Catch(fault: .capExchanged, caseID: "S08", check: "infected after step 1"),
    Catch(fault: .updateExchanged, caseID: "S09", check: "step to all: an impossible"),
    Catch(fault: .poolExchanged, caseID: "S03", check: "infected after step 2"),
    Catch(fault: .orderReversed, caseID: "S20", check: "infected after step 1"),
    Catch(fault: .orderByColumns, caseID: "S30", check: "infected after step 1"),
    Catch(fault: .lastRowMissing, caseID: "S02", check: "infected after step 1"),
  ]

  @Test("a fault in the rule is caught", arguments: catches)
  func isCaught(_ expected: Catch) throws {
    let cases = try ExactDistributionTests.cases.get()
    let item = try #require(cases.first { $0.id.hasPrefix(expected.caseID + "-") })
    var reference = ReferenceSimulator(try item.scenario(), fault: expected.fault)
    let failed = item.expected.failures(
      runs: 1_000, level: ExactDistributionTests.level(cases: cases.count)
    ) {
      reference.run(RunKey(seed: 32, point: nil, replicate: $0), recordMap: true)
    }
    #expect(failed.contains { $0.hasPrefix(expected.check) }, "caught by \(failed)")
  }

  @Test("every fault has a check that catches it")
  func allAreListed() {
    // The naive shuffle has a test of its own: whole runs hardly show it (SubsetTests).
    let listed = Set(Self.catches.map(\.fault)).union([.naiveShuffle])
    // Those of courses and contacts have their truths: PowerTests.
    let others = Fault.ofCourse.union(Fault.ofContacts)
    #expect(listed == Set(Fault.allCases).subtracting(others))
  }
}
