/// Studies of the tests: small, but with several points, rules and step counts.
enum Studies {
  /// Two rules, three sizes, curves and a few maps: about 0.3 s of work.
  static let small = study(
    """
      "factors": {
        "group_size": { "values": [10, 100, 900] },
        "infection_probability": { "values": [0.3, 1.0] },
        "rule": { "values": ["exact", "virus_app"] }
      },
      "replicates": 200,
      "record": { "curves": "all", "maps": 1 }
    """)

  /// People recover, are immune and fall ill again, something changes; everything is recorded.
  static let course = study(
    """
      "model": {
        "group_size": 900, "latent_steps": 1, "infectious_steps": 6, "immune_share": 0.1,
        "immune_people": [0, 7], "interventions": "lockdown",
        "introductions": [{ "step": 0, "at": "center" }, { "step": 9, "random": 2 }],
        "stop": { "max_steps": 40 }
      },
      "interventions": {
        "lockdown": [{
          "when": { "infected_share": 0.05 }, "multiply": { "infection_probability": 0.5 },
          "immunize_share": 0.05, "until": { "infected_share": 0.02 }
        }]
      },
      "factors": {
        "immune_steps": { "values": [0, 4, "forever"] },
        "recovery_probability": { "values": [0, 0.2] },
        "rule": { "values": ["exact", "virus_app"] }
      },
      "replicates": 60,
      "record": { "curves": "all", "maps": 2, "transmissions": 30 }
    """)

  /// Responses of its own, some computed from curves and one from maps, and everything that asks for them.
  static let ownResponses = study(
    """
      "model": { "group_size": 60, "columns": 10, "stop": { "max_steps": 15 } },
      "responses": {
        "fifth": { "step_to_share": 0.2 }, "at_four": { "infected_at": 4 },
        "corner": { "share_in": { "rows": [4, 5], "columns": [8, 9] }, "at_step": 9 },
        "early": { "new_infections_between": [0, 5] }, "load": { "mean_infected_between": [3, 12] }
      },
      "factors": {
        "infection_probability": { "values": [0.2, 0.4, 0.8] },
        "rule": { "values": ["subset", "push"] }
      },
      "replicates": 60,
      "record": { "curves": "all", "maps": 3 },
      "analysis": {
        "comparisons": [
          { "factor": "rule", "response": "fifth" }, { "factor": "rule", "response": "load" },
          { "factor": "rule", "response": "corner", "margin": 0.1 }
        ],
        "dose_responses": [{ "response": "reached_fifth", "factor": "infection_probability" }],
        "sensitivity": { "responses": ["early", "corner"] }
      }
    """)

  /// As many runs as two targets need, at points that differ in it.
  static let adaptive = study(
    """
      "model": {
        "group_size": 400, "infection_factor": 2, "rule": "exact", "stop": { "max_steps": 15 }
      },
      "factors": { "infection_probability": { "from": 0.1, "to": 1.0, "step": 0.3 } },
      "replicates": {
        "min": 30, "max": 3000, "batch": 50,
        "until": [
          { "response": "final_share", "half_width": 0.01 },
          { "response": "reached_50pct", "half_width": 0.03 }
        ]
      },
      "record": { "curves": 20 }
    """)

  /// The probability at which half of the runs infect everybody.
  static let threshold = study(
    """
      "model": {
        "group_size": 10, "columns": 10, "rule": "exact", "stop": { "max_steps": 20 },
        "introductions": [{ "step": 0, "people": [0] }]
      },
      "factors": { "infection_factor": { "values": [1, 2] } },
      "design": {
        "type": "threshold", "factor": "infection_probability", "from": 0.02, "to": 0.98,
        "response": "reached_all", "target": 0.5, "half_width": 0.003
      },
      "record": { "curves": 5 }
    """)

  /// The rule by which the fewest are infected after four steps.
  static let selection = study(
    """
      "model": { "group_size": 30, "infection_probability": 0.5, "stop": { "max_steps": 4 } },
      "factors": { "rule": { "values": ["exact", "push", "capped", "subset"] } },
      "design": {
        "type": "select", "response": "final_infected", "best": "largest", "indifference": 0.1,
        "max_runs": 100000,
        "subject_to": [{ "response": "peak_new", "at_most": 12, "tolerance": 0.5 }]
      },
      "record": { "curves": 5 }
    """)

  /// Final values of a sweep of the infection probability on two structures, and what only passes tell.
  static let finalValues = study(
    """
      "model": { "group_size": 60, "rule": "each_contact", "infectious_steps": 1 },
      "contacts": { "near": { "kind": "ring", "neighbors": 4, "rewire": 0 }, "far": { "kind": "random_regular", "degree": 4 } },
      "responses": { "critical": { "critical_probability": { "share": 0.3 } } },
      "factors": {
        "contacts": { "values": ["near", "far"] },
        "infection_probability": { "from": 0.1, "to": 0.9, "count": 9 }
      },
      "replicates": 40,
      "record": {
        "responses": "final", "final_size_curves": { "from": 0.05, "to": 0.9, "levels": 18 }
      },
      "analysis": {
        "comparisons": [
          { "factor": "contacts", "response": "critical" }, { "factor": "contacts", "response": "final_share" }
        ],
        "dose_responses": [{ "response": "reached_50pct", "factor": "infection_probability" }]
      }
    """)

  /// People with labels; nobody meets the last of them.
  static let edges =
    "person_a,person_b,since\n"
    + (0..<30).map { "p\($0),p\(($0 + 5) % 31),2020\n" }.joined() + "p31,p32,2021\n"

  /// Studies whose people meet otherwise than on a grid.
  static let contacts = """
    {
      "spreadlab": 1, "study": "who_meets_whom", "seed": 11,
      "model": {
        "group_size": 36, "infection_factor": 1.5, "infectious_steps": 2, "immune_steps": 3,
        "introductions": [{ "step": 0, "people": ["p5", "p31"] }, { "step": 4, "at": "center" }],
        "stop": { "max_steps": 12 }
      },
      "rules": {
        "many": {
          "neighborhood": { "radius": 2, "metric": "manhattan" }, "pool": "all",
          "draw": { "number": "negative_binomial", "dispersion": 0.5 }, "update": "synchronous"
        },
        "bees": {
          "neighborhood": "hexagonal", "pool": "healthy", "draw": { "number": "poisson" },
          "update": "sequential"
        }
      },
      "contacts": {
        "list": { "kind": "edges", "file": "nets/net.csv", "ignore": ["since"] },
        "oneway": {
          "kind": "edges", "file": "nets/net.csv", "ignore": ["since"], "directed": true
        },
        "ring": { "kind": "ring", "neighbors": 4, "rewire": 0.3 },
        "web": { "kind": "random", "mean_degree": 3, "per": "study" },
        "even": { "kind": "random_regular", "degree": 5 },
        "rich": { "kind": "preferential", "links": 2 }
      },
      "factors": {
        "contacts": {
          "values": ["grid", "everybody", "list", "oneway", "ring", "web", "even", "rich"]
        },
        "rule": { "values": ["many", "bees"] },
        "infectiousness_dispersion": { "values": ["none", 0.5] }
      },
      "replicates": 6,
      "record": { "curves": "all", "maps": 2, "transmissions": 2 }
    }
    """

  /// Points whose rows are made in parts, with every table of points.
  static let inParts = study(
    """
      "model": { "group_size": 9, "stop": { "max_steps": 4 } },
      "factors": { "infection_probability": { "values": [0.4, 1.0] } },
      "replicates": 8193,
      "record": { "curves": 4100, "maps": 2, "transmissions": 2 },
      "analysis": {
        "curve_bands": "simultaneous",
        "fits": [
          { "model": "logistic", "to": "mean_curve" }, { "model": "exponential", "to": "each_run" }
        ]
      }
    """)

  /// About a second of work on one core, in many blocks: long enough to be stopped in the middle.
  static let long = study(
    """
      "factors": {
        "group_size": { "values": [400, 2500] },
        "infection_factor": { "values": [1, 3] },
        "rule": { "values": ["exact", "capped", "subset"] }
      },
      "replicates": 2000,
      "record": { "curves": 20 }
    """)

  static func study(_ body: String, seed: Int = 7) -> String {
    """
    {
      "spreadlab": 1,
      "study": "test",
      "seed": \(seed),
    \(body)
    }
    """
  }
}
