/// A study file to begin with, for `spreadlab new`: each answers a question within seconds, and shows the keys
/// that studies of its kind need.
package enum StudyStarter: String, CaseIterable, Sendable {
  case epidemic, network, layers, rules, select

  /// What it answers, for the help of the command.
  package var question: String {
    switch self {
    case .epidemic: "how large an epidemic is, by how many are immune"
    case .network: "whether it matters who meets whom"
    case .layers: "homes, classes and a town: what closing the classes changes"
    case .rules: "how fast a group on a grid is infected under two rules"
    case .select: "the mildest lockdown that keeps beds free in 95 of 100 runs"
    }
  }

  /// The file.
  package var text: String {
    switch self {
    case .epidemic: Self.epidemicText
    case .network: Self.networkText
    case .layers: Self.layersText
    case .rules: Self.rulesText
    case .select: Self.selectText
    }
  }
}

extension StudyStarter {
  private static let epidemicText = #"""
    {
      "$schema": "spreadlab-study.schema.json",
      "spreadlab": 1,
      "study": "my_epidemic",
      "description": "How large is an epidemic in a town, and how many have to be immune? R0 = k p E(A) = 10 x 0.05 x 5 = 2.5: contacts a day, chance to infect, days infectious.",
      "seed": 20261121,
      "model": {
        "group_size": 2000, "start_people": 5, "period": 86400,
        "contacts": "everybody", "rule": "mixing", "infection_factor": 10.0, "infection_probability": 0.05,
        "latent_steps": 3, "recovery_probability": 0.2
      },
      "factors": {
        "immune_share": { "values": [0, 0.2, 0.4, 0.6] }
      },
      "replicates": 200,
      "analysis": {
        "comparisons": [{ "factor": "immune_share", "reference": 0, "response": "final_share" }]
      }
    }

    """#

  private static let networkText = #"""
    {
      "$schema": "spreadlab-study.schema.json",
      "spreadlab": 1,
      "study": "my_network",
      "description": "Does it matter who meets whom? In all three networks people have 10 contacts on average. A file of your own is { \"kind\": \"edges\", \"file\": \"edges.csv\" }, with the columns person_a and person_b.",
      "seed": 20261121,
      "model": {
        "group_size": 1000, "start_people": 3, "period": 86400,
        "rule": "each_contact", "latent_steps": 3, "recovery_probability": 0.2
      },
      "contacts": {
        "random": { "kind": "random", "mean_degree": 10 },
        "small_world": { "kind": "ring", "neighbors": 10, "rewire": 0.1 },
        "hubs": { "kind": "preferential", "links": 5 }
      },
      "factors": {
        "contacts": { "values": ["random", "small_world", "hubs"] },
        "infection_probability": { "values": [0.02, 0.03, 0.05] }
      },
      "replicates": 200,
      "record": { "curves": 50 },
      "analysis": {
        "comparisons": [{ "factor": "contacts", "reference": "random", "response": "reached_10pct" }]
      }
    }

    """#

  private static let layersText = #"""
    {
      "$schema": "spreadlab-study.schema.json",
      "spreadlab": 1,
      "study": "my_layers",
      "description": "How much does closing the schools change? People meet at home, in classes of 20 and in town, and infect each other 5 times as often at home as in a class. From the day on which 2 % are infected classes meet less, or not at all.",
      "seed": 20261121,
      "model": {
        "group_size": 1000, "start_people": 5, "period": 86400,
        "contacts": "places", "rule": "each_contact", "infection_probability": 0.02,
        "latent_steps": 3, "infectious_steps": 5
      },
      "contacts": {
        "homes": { "kind": "places", "sizes": [3, 4, 2, 2] },
        "classes": { "kind": "places", "size": 20, "shuffle": true },
        "places": {
          "kind": "layers",
          "layers": [
            { "contacts": "homes", "multiply": 5 },
            { "contacts": "classes" },
            { "contacts": "everybody", "multiply": 0.003 }
          ]
        }
      },
      "interventions": {
        "half_classes": [
          { "when": { "infected_share": 0.02 }, "multiply": { "infection_probability": 0.5 }, "layers": ["classes"] }
        ],
        "no_classes": [
          { "when": { "infected_share": 0.02 }, "multiply": { "infection_probability": 0 }, "layers": ["classes"] }
        ]
      },
      "factors": {
        "interventions": { "values": ["none", "half_classes", "no_classes"] }
      },
      "replicates": 200,
      "record": { "curves": 50 },
      "analysis": {
        "comparisons": [{ "factor": "interventions", "reference": "none", "response": "final_share" }]
      }
    }

    """#

  private static let rulesText = #"""
    {
      "$schema": "spreadlab-study.schema.json",
      "spreadlab": 1,
      "study": "my_study",
      "description": "How fast is a group infected under two rules?",
      "seed": 20261121,
      "model": {
        "infection_factor": 3,
        "introductions": [{ "step": 0, "at": "center" }],
        "stop": { "share": 1.0, "max_steps": 10000 }
      },
      "factors": {
        "group_size": { "values": [100, 400] },
        "infection_probability": { "from": 0.2, "to": 1.0, "step": 0.2 },
        "rule": { "values": ["subset", "virus_app"] }
      },
      "replicates": 200,
      "analysis": {
        "fits": [{ "model": "logistic" }, { "model": "power" }],
        "comparisons": [{ "factor": "rule", "response": "step_to_50pct" }]
      }
    }

    """#

  private static let selectText = #"""
    {
      "$schema": "spreadlab-study.schema.json",
      "spreadlab": 1,
      "study": "my_policy",
      "description": "What is the mildest lockdown with which the beds are enough in 95 of 100 runs? One infected person in 20 needs a bed, and there are 16. A lockdown begins once 2 % are infected and leaves people a part of their contacts for 60 days.",
      "seed": 20261121,
      "model": {
        "group_size": 2000, "start_people": 10, "period": 86400,
        "contacts": "everybody", "rule": "mixing", "infection_factor": 10.0, "infection_probability": 0.05,
        "latent_steps": 3, "recovery_probability": 0.2,
        "interventions": "lockdown"
      },
      "interventions": {
        "lockdown": [
          {
            "when": { "infected_share": 0.02 }, "multiply": { "infection_factor": 0.5 },
            "until": { "after_steps": 60 }
          }
        ]
      },
      "responses": {
        "beds": { "multiply": 0.05, "of": "peak_infected" },
        "enough_beds": { "at_most": 16, "of": "beds" },
        "freedom": { "level_of": "contacts_left" }
      },
      "factors": {
        "interventions.lockdown.0.multiply.infection_factor": {
          "from": 0.3, "to": 1.0, "step": 0.1, "as": "contacts_left"
        }
      },
      "design": {
        "type": "select", "response": "freedom", "best": "largest", "indifference": 0.05, "max_runs": 20000,
        "subject_to": [{ "response": "enough_beds", "at_least": 0.95, "tolerance": 0.02 }]
      },
      "record": { "curves": 20 }
    }

    """#
}
