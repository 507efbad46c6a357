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
  package var constants: Constants
  /// The study's own rules, in file order.
  package var rules: [NamedRule]
  /// In file order; for the design `list`, the parameters its points give, with their values in
  /// order of appearance.
  package var factors: [Factor]
  package var design: Design
  package var replicates: Replicates
  package var randomNumbers: RandomNumbers
  package var record: Record
  package var analysis: Analysis
}

/// Whether points share their random numbers.
package enum RandomNumbers: String, CaseIterable, Sendable {
  case common, independent
}

/// A rule that the study defines.
package struct NamedRule: Hashable, Sendable {
  package var name: String
  package var rule: SpreadRule
}

/// What all points of a study have in common, where no factor says otherwise.
package struct Constants: Hashable, Sendable {
  /// People per row.
  package enum Columns: Hashable, Sendable {
    /// The square root of the group size, rounded up.
    case square
    case count(Int)
  }

  /// Nil where group_size is a factor.
  package var groupSize: Int?
  package var infectionFactor = 3
  package var infectionProbability = 1.0
  package var rule = "subset"
  package var columns = Columns.square
  package var boundary = Boundary.bounded
  package var introductions = [Introduction(step: 0, place: .center)]
  /// Seconds per step; labels time, changes no result.
  package var period = 1.0
  package var stopShare = 1.0
  package var maxSteps = 10_000
  package var shapeShare = 0.25
}

/// How points are chosen from the factors.
package enum Design: Hashable, Sendable {
  case factorial
  case zip
  /// The points as given; those parameters that all of them give.
  case list([[Parameter: Level]])
  case oneAtATime(base: [Parameter: Level])
  case latinHypercube(Int)
  case sobol(Int)
  case halton(Int)
  /// Base points; d factors give (2 d + 2) points for each.
  case saltelli(Int)
  /// Random paths; d factors give d + 1 points for each.
  case morris(Int)

  package var name: String {
    switch self {
    case .factorial: "factorial"
    case .zip: "zip"
    case .list: "list"
    case .oneAtATime: "one_at_a_time"
    case .latinHypercube: "latin_hypercube"
    case .sobol: "sobol"
    case .halton: "halton"
    case .saltelli: "saltelli"
    case .morris: "morris"
    }
  }

  /// The number of points, base points or paths of a sampled design; nil for the others.
  package var sampleSize: Int? {
    switch self {
    case .latinHypercube(let n), .sobol(let n), .halton(let n), .saltelli(let n), .morris(let n): n
    case .factorial, .zip, .list, .oneAtATime: nil
    }
  }
}

/// What is kept of each run besides its responses.
package struct Record: Hashable, Sendable {
  package enum Curves: Hashable, Sendable {
    case all, none
    /// Of this many replicates per point.
    case first(Int)
  }
  package var curves = Curves.all
  /// Replicates per point whose infection steps are kept per person.
  package var maps = 0
  /// Whether curves and maps are written as .csv.gz.
  package var compress = false

  package func keepsCurve(of replicate: Int) -> Bool {
    switch curves {
    case .all: true
    case .none: false
    case .first(let count): replicate < count
    }
  }
}
