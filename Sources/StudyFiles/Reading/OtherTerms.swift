/// Terms that other programs and papers have for names of ours, for suggestions.
enum OtherTerms {
  /// What the term, in small letters, may mean here; the first that is allowed at a place is meant.
  static func names(of term: String) -> [String] { byTerm[term] ?? [] }

  /// What to give for a term that is no single key here; nil of other terms.
  static func advice(on term: String) -> String? {
    instead.first { $0.terms.contains(term) }?.advice
  }

  private static let instead: [(terms: [String], advice: String)] = [
    (
      ["beta", "infection_rate", "transmission_rate"],
      """
      in equations beta is infection_factor x infection_probability, contacts per step and the chance of each, where \
      "contacts" is "everybody" and "rule" is "mixing"; on a network it is model.infection_probability alone \
      (docs/epidemic-models.md)
      """
    ),
    (
      ["sigma"],
      "sigma is 1 / the mean of latent_steps; give { \"geometric\": MEAN } as model.latent_steps"
    ),
    (
      ["r0", "r_0", "basic_reproduction_number", "reproduction_number"],
      """
      R0 is infection_factor x infection_probability x the mean number of infectious steps, where "contacts" is \
      "everybody" and "rule" is "mixing" (docs/epidemic-models.md)
      """
    ),
    (
      [
        "school", "schools", "class", "classes", "household", "households", "home", "homes",
        "workplace", "workplaces", "layers", "places",
      ],
      """
      places where people meet are "contacts" of the kind "places", and several beside each other of the kind \
      "layers"; see "spreadlab new layers"
      """
    ),
    (
      ["age", "ages", "age_group", "age_groups", "contact_matrix"],
      "define \"groups\" with a matrix \"multiply\", and pick them by \"groups\" in \"model\""
    ),
    (
      [
        "lockdown", "lockdowns", "mask", "masks", "policy", "policies", "npi", "measures", "season",
      ],
      "define a list under \"interventions\", and pick it by \"interventions\" in \"model\""
    ),
    (
      ["beds", "deaths", "hospital", "mortality", "reported", "reporting", "detection"],
      "what is seen of infections is a series of \"observed\", with \"probability\", \"delay\" and \"stay\""
    ),
  ]

  private static let terms: [(name: String, others: [String])] = [
    ("group_size", ["population", "population_size", "people", "n", "agents", "n_agents"]),
    ("infection_probability", ["transmission_probability"]),
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
    ("places", ["household", "school", "workplace"]),
    ("everybody", ["all", "complete", "fully_connected", "well_mixed", "homogeneous"]),
    ("latin_hypercube", ["lhs"]),
    ("vaccine_efficacy", ["efficacy", "vaccine_effectiveness", "vaccine_efficiency"]),
    ("max_steps", ["max_time", "time_limit", "horizon", "days", "n_steps"]),
    (
      "replicates", ["runs", "repetitions", "repeats", "replications", "simulations", "iterations"]
    ),
    ("values", ["levels", "level"]),
    ("final_share", ["attack_rate", "final_size"]),
    ("reproduction_number", ["r0", "r_0", "basic_reproduction_number"]),
    ("new_infections", ["incidence", "cases", "new_cases"]),
    ("infected", ["prevalence"]),
    ("peak_infected", ["peak_prevalence"]), ("peak_infectious", ["peak_infectives"]),
    ("peak_new", ["peak_incidence"]),
  ]

  private static let byTerm: [String: [String]] = terms.reduce(into: [:]) { names, entry in
    for other in entry.others { names[other, default: []].append(entry.name) }
  }
}
