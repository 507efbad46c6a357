package import SpreadModel

/// A checked study: everything a study file says, with every default filled in.
///
/// Source: docs/study-files.md.
package struct Study: Hashable, Sendable {
  /// A label; the default results folder is named after it.
  package var name: String
  package var description: String?
  /// 0...2^53-1.
  package var seed: UInt64
  /// What all points have in common, where no factor says otherwise.
  package var constants = ModelValues()
  /// The study's own rules, in file order.
  package var rules: [Named<SpreadRule>] = []
  /// The study's lists of interventions, in file order.
  package var interventions: [Named<[Intervention]>] = []
  /// The study's contact structures, in file order.
  package var contacts: [Named<ContactStructure>] = []
  /// The study's groups of people, in file order.
  package var groups: [Named<GroupStructure>] = []
  /// The study's orders of vaccination, in file order.
  package var orders: [Named<OrderStructure>] = []
  /// What is seen of new infections, in file order.
  package var observed: [ObservedSeries] = []
  /// The study's own responses, in file order.
  package var ownResponses: [OwnResponse] = []
  /// Labels of people in files of edges; nil where people have numbers.
  package var labels: PeopleLabels?
  /// Whether the infection factor is a real number: the rules draw a number of contacts whose mean it is.
  package var hasRealInfectionFactor = false
  /// In file order; for the design `list`, the parameters its points give, with their values in
  /// order of appearance; of a search, the factor searched is the last.
  package var factors: [Factor] = []
  @AnyDesign var design: any Design = Factorial()
  /// Whether its file names no rule and no contacts, nor a shape of the grid, so that the defaults hold.
  @OfFile var leavesMeetingsOpen = false
  /// What it was read from, to say where a mistake stands that its points show; nil of one that no file gave.
  @OfFile var texts: StudyTexts?
  package var replicates = Replicates.fixed(100)
  package var randomNumbers = RandomNumbers.common
  package var record = Record()
  package var analysis = Analysis()

  /// The seeds there are: whole numbers that every reader of JSON and CSV keeps exactly.
  package static let seeds = 0...(1 << 53) - 1

  /// A study of one point, without factors.
  package init(name: String, seed: UInt64) { (self.name, self.seed) = (name, seed) }
}

/// What is known of the file of a study and is no part of it: studies are equal whatever it is.
@propertyWrapper struct OfFile<Value: Sendable>: Hashable, Sendable {
  var wrappedValue: Value

  static func == (one: OfFile, other: OfFile) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// Whether points share their random numbers.
package enum RandomNumbers: String, CaseIterable, Sendable {
  case common, independent
}

/// What is kept of each run besides its responses.
package struct Record: Hashable, Sendable {
  package enum Curves: Hashable, Sendable {
    case all, none
    /// Of this many replicates per point.
    case first(Int)
  }
  /// Which responses runs have.
  package enum Responses: String, CaseIterable, Sendable {
    case all
    /// Those that are known when all infections are over, however runs get there.
    case final
  }
  package var responses = Responses.all
  package var curves = Curves.all
  /// Replicates per point whose infection steps are kept per person.
  package var maps = 0
  /// Replicates per point whose infections are listed with their sources.
  package var transmissions = 0
  /// Replicates per point whose curves are kept by group.
  package var groups = 0
  /// The infection probabilities at which the final sizes of replicates are kept besides those of the points.
  package var finalSizeCurves: FinalSizeCurves?
  /// Whether curves, maps and transmissions are written as .csv.gz.
  package var compress = false

  package init(
    curves: Curves = .all, maps: Int = 0, transmissions: Int = 0, compress: Bool = false
  ) {
    self.curves = curves
    self.maps = maps
    self.transmissions = transmissions
    self.compress = compress
  }

  package func keepsMap(of replicate: Int) -> Bool { replicate < maps }

  package func keepsGroups(of replicate: Int) -> Bool { replicate < groups }

  package func keepsTransmissions(of replicate: Int) -> Bool { replicate < transmissions }

  /// Replicates for which something but a curve may be kept.
  package var mostKept: Int { max(maps, transmissions, groups) }

  package func keepsCurve(of replicate: Int) -> Bool {
    switch curves {
    case .all: true
    case .none: false
    case .first(let count): replicate < count
    }
  }
}

/// Equally spaced infection probabilities at which every combination of the other factors has its final sizes.
package struct FinalSizeCurves: Hashable, Sendable {
  /// 0...1, the first below the last.
  package var from: Double
  package var to: Double
  /// 2 or more.
  package var levels: Int

  /// Those of a factor with as many levels.
  package var probabilities: [Double] {
    Factor(
      parameter: .infectionProbability,
      levels: .counted(from: from, to: to, count: levels, scale: .linear)
    ).allLevels().compactMap(\.number)
  }
}
