import SpreadModel
import Testing
import Truths

/// The distributions of courses once more: enumerated, and as others state them.
@Suite struct EpidemicDistributionTests {
  private static let all = [Truth].all(upTo: .quick)

  /// Final sizes; C4.nine and C5.nine would have millions of transitions, and C9.drawn needs the
  /// draw. They come from the same functions.
  private static let sizes = all.filter { truth in
    ["C2", "C4", "C5", "C6", "C9.listed"].contains { truth.matches($0) }
      && !["C4.nine", "C5.nine"].contains(truth.id) && !truth.id.hasSuffix("_steps")
      || ["G1.five", "G1.eight_from_three", "G2.five", "G4"].contains { truth.matches($0) }
        && !["G4.ring_immune", "G4.path_wasted"].contains(truth.id)
  }

  @Test("the final size distribution is the one enumerated", arguments: sizes.map(\.id))
  func finalSizes(_ id: String) throws {
    let (arm, distribution) = try stated(id)
    let enumerated = EpidemicChain(arm).distributions().sizes
    #expect(agree(distribution, enumerated), "\(id): enumerated \(enumerated)")
  }

  @Test("and there are so many of them")
  func count() {
    #expect(Self.sizes.count == 27)
  }

  @Test(
    "so is the distribution of the last step",
    arguments: [
      "C2.four_half", "C2.four_fifth", "C2.nine_fifth", "C2.nine_eighth", "G1.five",
      "G1.eight_from_three",
    ])
  func extinctionSteps(_ id: String) throws {
    let (arm, distribution) = try stated("\(id)_steps")
    #expect(agree(distribution, EpidemicChain(arm).distributions().ends))
  }

  @Test("C3: of two introduced, the infections of the first step")
  func twoIntroduced() throws {
    let (arm, distribution) = try stated("C3.two_introduced")
    #expect(agree([0, 0] + distribution, EpidemicChain(arm).distributions(steps: 1).sizes))
  }

  @Test("C3: infections in two steps by the first of four, by all ways coins of 1/2 can fall")
  func infectors() throws {
    for id in ["several_sources", "first_source"] {
      let (arm, distribution) = try stated("C3.\(id)")
      try #require(arm.infectionProbability == 0.5)
      var expected = [Double](repeating: 0, count: 4)
      for first in 0..<8 {
        let others = (0..<3).filter { first >> $0 & 1 == 1 }.count
        let healthy = 3 - others
        let coins = healthy * (others + 1)
        for coin in 0..<1 << coins {
          // By the number that count as theirs.
          var counted = [1.0]
          for target in 0..<healthy {
            let hits = coin >> (target * (others + 1)) & (2 << others - 1)
            var share = 0.0
            if hits & 1 == 1 {
              share = arm.rule.update == .sequential ? 1 : 1 / Double(hits.nonzeroBitCount)
            }
            let (fewer, more) = (counted + [0], [0] + counted)
            counted = fewer.indices.map { fewer[$0] * (1 - share) + more[$0] * share }
          }
          for (then, chance) in counted.enumerated() {
            expected[others + then] += chance / Double(8 << coins)
          }
        }
      }
      #expect(agree(distribution, expected), "\(expected)")
    }
  }

  /// Numbers of an independent program, in exact rationals.
  @Test("larger groups, several introduced: the distributions that another program gives")
  func otherProgram() {
    func course(_ infectious: Int?, _ recovery: Double) -> Course {
      var course = Course()
      course.infectiousSteps = infectious.map { .steps($0) } ?? .forever
      course.recoveryProbability = recovery
      return course
    }
    let steps = [
      0, 0.16777216, 0.09742260181803507, 0.18018039049860982, 0.2907057395016883,
      0.17897136196560637, 0.06570609601481171, 0.016434002192149473, 0.0026079930395632965,
      0.00019965496953594614,
    ]
    #expect(agree(EpidemicDistribution.extinctionSteps(people: 9, p: 0.2), steps))
    let fromFour = [
      0, 0.19371148445850114, 0.4774054678306881, 0.24794363396298325, 0.06608357280242697,
      0.01275577792645797, 0.001883681099466842, 0.00020189904652407023, 1.40096165535069e-05,
      4.73256398151208e-07,
    ]
    #expect(
      agree(EpidemicDistribution.extinctionSteps(people: 12, introduced: 4, p: 0.05), fromFour))
    let four = [
      0, 0, 0, 0, 0.19371148445850114, 0.24645943766841005, 0.2187549438328902,
      0.16049672557180822, 0.10005765348365075, 0.05201929889773599, 0.02135968004941348,
      0.006189035966718238, 0.000951740070871917,
    ]
    let reedFrost = EpidemicDistribution.finalSizes(
      people: 12, introduced: 4, p: 0.05, course: course(1, 0))
    #expect(agree(reedFrost, four))
    let two = [
      0, 0, 0.07381285640332418, 0.046224709525295775, 0.03505439416343269,
      0.03163627517905349, 0.03307171422567536, 0.03934490448200763, 0.05257990931255792,
      0.07784223798631934, 0.12469975851344264, 0.20422640858039218, 0.2815068316284988,
    ]
    let geometric = EpidemicDistribution.finalSizes(
      people: 12, introduced: 2, p: 0.05, course: course(nil, 0.25))
    #expect(agree(geometric, two))
  }

  @Test("C12: of all ways bonds of n rows can be open, half cross", arguments: [1, 2, 3])
  func crossings(rows: Int) {
    let columns = rows + 1
    let people = rows * columns
    var bonds: [Int] = []
    for person in 0..<people {
      // Both ends of a bond, as bits.
      if person % columns < columns - 1 { bonds.append(0b11 << person) }
      if person + columns < people { bonds.append((1 << columns | 1) << person) }
    }
    let west = (0..<rows).reduce(0) { $0 | 1 << ($1 * columns) }
    let east = west << (columns - 1)
    var crossings = 0
    for open in 0..<1 << bonds.count {
      var reached = west
      while true {
        var more = reached
        for (place, ends) in bonds.enumerated() where open >> place & 1 == 1 && more & ends != 0 {
          more |= ends
        }
        if more == reached { break }
        reached = more
      }
      if reached & east != 0 { crossings += 1 }
    }
    #expect(2 * crossings == 1 << bonds.count)
  }

  /// What one step has to infect with for D steps to be at the threshold, by D.
  private static let thresholds: [(SpreadRule.Neighborhood, [Int: Double])] = [
    (
      .vonNeumann,
      [
        1: 0.5, 2: 0.2928932188134525, 3: 0.20629947401590026, 5: 0.12944943670387585,
        10: 0.06696700846319259,
      ]
    ),
    (
      .moore,
      [
        1: 0.25036834, 2: 0.13418728353067025, 3: 0.09158846531746817, 5: 0.05600523897920344,
        10: 0.028406071951457404,
      ]
    ),
    (
      .hexagonal,
      [
        1: 0.3472963553338607, 2: 0.19209923587971567, 3: 0.13256152898259016,
        5: 0.08178748549840209, 10: 0.0417659396047342,
      ]
    ),
  ]

  @Test("P9, P12, C12: p is the threshold of bond percolation for so many steps")
  func bondThresholds() {
    for (neighborhood, thresholds) in Self.thresholds {
      let name = neighborhood.rawValue
      let deep = [Truth].all(upTo: .deep)
      let arms = deep.filter { truth in
        truth.id.hasPrefix("P12.\(name)") || truth.id == "P9.\(name)_number"
          || truth.id == "P9.\(name)_survival" || (truth.matches("C12") && name == "von_neumann")
      }.flatMap(\.arms)
      #expect(arms.count == (name == "von_neumann" ? 17 : 10))
      for arm in arms {
        let expected = arm.course.infectiousSteps.steps.flatMap { thresholds[$0] }
        #expect(abs(arm.infectionProbability - (expected ?? .nan)) < 1e-12)
        #expect(arm.rule.neighborhood == neighborhood && arm.immuneShare == 0)
      }
    }
  }

  @Test("P10: so many are healthy; with diagonals the share of the other lattice's immune")
  func siteThresholds() {
    for (name, healthy) in [
      ("von_neumann", 0.5927460507921), ("moore", 0.4072539492079), ("hexagonal", 0.5),
    ] {
      for (slope, beside) in [("number", 0), ("survival", 0), ("below", -0.03), ("above", 0.03)] {
        let truth = [Truth].all(upTo: .full).first { $0.id == "P10.\(name)_\(slope)" }
        let arm = truth?.arms.first
        #expect(abs((arm?.immuneShare ?? .nan) - (1 - healthy - beside)) < 1e-12)
        #expect(arm?.infectionProbability == 1 && arm?.rule.neighborhood.rawValue == name)
      }
    }
  }
}
