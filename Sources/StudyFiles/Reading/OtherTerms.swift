/// Terms that other programs and papers have for names of ours, for suggestions.
enum OtherTerms {
  /// What the term, in small letters, may mean here; the first that is allowed at a place is meant.
  static func names(of term: String) -> [String] { byTerm[term] ?? [] }

  private static let terms: [(name: String, others: [String])] = [
    ("group_size", ["population", "population_size", "people", "n"]),
    (
      "infection_probability",
      ["beta", "infection_rate", "transmission_probability", "transmission_rate"]
    ),
    ("infection_factor", ["contact_rate", "contact_number", "mean_contacts"]),
    ("recovery_probability", ["gamma", "recovery_rate"]),
    (
      "latent_steps",
      [
        "latency", "latent_period", "exposed", "exposed_steps", "exposed_period", "incubation",
        "incubation_steps", "incubation_period",
      ]
    ),
    ("infectious_steps", ["infectious_period", "infection_duration"]),
    ("immune_steps", ["immune_period", "immunity_duration", "waning"]),
    (
      "immune_share",
      [
        "vaccinated", "vaccinated_share", "vaccination", "vaccination_share",
        "vaccination_coverage",
      ]
    ),
    ("immunize_share", ["vaccinate", "vaccination", "vaccinated", "vaccinated_share"]),
    ("immune_people", ["vaccinated_people"]),
    (
      "start_people",
      ["start_share", "initial_infected", "initially_infected", "initial_cases", "index_cases"]
    ),
    ("introductions", ["importations", "imports", "imported_cases"]),
    ("infectiousness_dispersion", ["superspreading", "overdispersion"]),
    ("contacts", ["network", "graph"]),
    ("boundary", ["periodic"]),
    ("torus", ["periodic", "toroidal", "wrapped"]),
    ("ring", ["small_world", "watts_strogatz"]),
    ("random", ["erdos_renyi"]),
    ("preferential", ["scale_free", "barabasi_albert"]),
    ("everybody", ["complete", "fully_connected", "well_mixed", "homogeneous"]),
    ("max_steps", ["max_time", "time_limit", "horizon"]),
    (
      "replicates", ["runs", "repetitions", "repeats", "replications", "simulations", "iterations"]
    ),
    ("values", ["levels", "level"]),
    ("final_share", ["attack_rate", "final_size"]),
    ("reproduction_number", ["r0", "r_0", "basic_reproduction_number"]),
    ("new_infections", ["incidence", "cases", "new_cases"]),
    ("infected", ["prevalence"]), ("infected_share", ["infectious_share"]),
    ("peak_infected", ["peak_prevalence"]), ("peak_infectious", ["peak_infectives"]),
    ("peak_new", ["peak_incidence"]),
  ]

  private static let byTerm: [String: [String]] = terms.reduce(into: [:]) { names, entry in
    for other in entry.others { names[other, default: []].append(entry.name) }
  }
}
