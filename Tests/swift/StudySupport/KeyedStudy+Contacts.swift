internal import Foundation
internal import TestSupport

/// Studies with the keys of contacts, and of rules that draw a number of them.
extension KeyedStudy {
  /// A file of edges.
  static func edges(_ name: String) -> String {
    Repository.data("commands/\(name)").path
  }

  private static let bare = """
    "rules": {
      "bare": {
        "neighborhood": "moore", "pool": "all", "draw": { "number": "poisson" },
        "update": "synchronous"
      }
    }
    """

  var contactBody: String {
    switch self {
    case .contacts:
      """
      "model": { "group_size": 36, "infection_factor": 1.5, "stop": { "max_steps": 9 } },
      "rules": {
        "own": {
          "neighborhood": { "radius": 2, "metric": "manhattan" }, "pool": "all",
          "draw": { "number": "negative_binomial", "dispersion": 0.5 }, "update": "synchronous"
        },
        "bare": {
          "neighborhood": "moore", "pool": "all", "draw": { "number": "poisson" },
          "update": "synchronous"
        }
      },
      "contacts": {
        "ring": { "kind": "ring", "neighbors": 4, "rewire": 0.25, "per": "replicate" },
        "web": { "kind": "random", "mean_degree": 3 },
        "even": { "kind": "random_regular", "degree": 3 },
        "rich": { "kind": "preferential", "links": 2 },
        "crowd": { "kind": "everybody" },
        "listed": {
          "kind": "edges", "file": "\(Self.edges("edges.csv"))", "directed": false,
          "repeated": "error"
        }
      },
      "factors": {
        "contacts": { "values": ["ring", "web", "even", "rich", "crowd", "listed", "grid"] },
        "rule": { "values": ["own", "own", "own", "own", "own", "own", "bare"] }
      },
      "design": { "type": "zip" }, "replicates": 1
      """
    case .everybody:
      """
      "model": {
        "group_size": 36, "rule": "bare", "contacts": "everybody", "infectiousness_dispersion": 0.5,
        "stop": { "max_steps": 9 }
      },
      \(Self.bare), "replicates": 1
      """
    case .dispersionSteps, .dispersionCounts:
      """
      "model": { "group_size": 36, "rule": "bare", "stop": { "max_steps": 9 } },
      \(Self.bare),
      "factors": {
        "infectiousness_dispersion":
          { "from": 0.25, "to": 0.75, \(self == .dispersionSteps ? "\"step\": 0.5" : "\"count\": 3, \"scale\": \"linear\"") }
      },
      "replicates": 1
      """
    case .contactLevels, .contactBase:
      """
      "model": { "group_size": 36, "rule": "bare", "stop": { "max_steps": 9 } },
      \(Self.bare),
      "factors": {
        "contacts": { "values": ["grid", "everybody"] },
        "infectiousness_dispersion": { "values": ["none", 0.5] }
      },
      \(self == .contactLevels ? "" : Self.base)
      "replicates": 1
      """
    default:
      """
      "model": { "group_size": 36, "rule": "bare", "stop": { "max_steps": 9 } },
      \(Self.bare),
      "design": {
        "type": "list",
        "points": [
          { "contacts": "everybody", "infectiousness_dispersion": 0.5 },
          { "contacts": "everybody", "infectiousness_dispersion": "none" }
        ]
      },
      "replicates": 1
      """
    }
  }

  private static let base = """
    "design": {
      "type": "one_at_a_time",
      "base": { "contacts": "everybody", "infectiousness_dispersion": 0.5 }
    },
    """
}
