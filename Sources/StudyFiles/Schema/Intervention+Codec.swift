import PlainText
import SpreadModel

/// Interventions as they stand in study files, in three forms: one sets numbers, one multiplies them, and
/// one does neither and makes people immune.
extension Intervention {
  /// A list of them.
  ///
  /// - Parameter infectionFactor: the key as the file has it.
  static let lists = Codec<[Intervention]>(
    reader: { Codec<[Intervention]>.list(of: codec($0.infectionFactor)).reader($0) },
    encode: { Codec<[Intervention]>.list(of: codec(.realInfectionFactor)).encode($0) })

  private static func codec(_ infectionFactor: ModelKey) -> Codec<Intervention> {
    .object(
      Intervention(when: .step(0)),
      [
        Member(
          "when", required: \.when, Condition.begin,
          "When it begins: the first time this holds at the end of a step."),
        .oneOf([
          "set": [
            effects(
              "set", infectionFactor, { .values($0.allowed) },
              "Values that keys of the model take from the next step on.",
              make: Effect.set, take: { if case .set(let value) = $0 { value } else { nil } }),
            immunizing,
            amongGroup,
          ],
          "multiply": [
            effects(
              "multiply", infectionFactor,
              { _ in .values(.real(RealRange(0...Double(AllowedValues.mostPeople)))) },
              "Numbers by which keys of the model are multiplied from the next step on.",
              make: Effect.multiply,
              take: { if case .multiply(let value) = $0 { value } else { nil } }),
            inLayers,
            Member("keep_contacts", optional: \.keepContacts, .portion, keeping),
            immunizing,
            amongGroup,
          ],
          "keep_contacts": [
            Member(
              "keep_contacts", required: .portion, keeping, set: { $0.keepContacts = $1 },
              get: \.keepContacts),
            inLayers,
            immunizing,
            amongGroup,
          ],
          "immunize_share": [
            Member(
              "immunize_share", required: .portion, aboutImmunizing,
              set: { $0.immunizeShare = $1 }, get: \.immunizeShare),
            amongGroup,
          ],
        ]),
        Member(
          "until", optional: \.until, Condition.end,
          "When it ends, judged from the step after it began; never if missing."),
        Member(
          "repeat", optional: .flag, default: .bool(false),
          "Whether \"when\" is judged anew from the step after its end, so that it may return.",
          set: { $0.repeats = $1 }, get: { $0.repeats ? true : nil }),
      ], relations)
  }

  private static let relations: [Relation<Intervention>] = [
    Relation("repeat", "until") { intervention in
      guard intervention.repeats, intervention.until == nil else { return nil }
      return Objection(
        .missing, .missingBeside(["repeat"], .key, missing: ["until"]),
        "an intervention that repeats needs an end; give \"until\", for example "
          + "{ \"after_steps\": 10 }")
    },
    Relation("of_group", "immunize_share") { intervention in
      guard intervention.ofGroup != nil, intervention.immunizeShare == nil else { return nil }
      return Objection(
        .conflict, key: "of_group",
        say:
          "\"of_group\" says of whom \"immunize_share\" is a share, and there is none; leave it out"
      )
    },
    Relation("layers", "multiply") { intervention in
      // Only the infection probability is one of each layer.
      guard case .named = intervention.layers,
        let other = Target.allCases.first(where: {
          $0 != .infectionProbability && intervention.effects[$0] != nil
        })
      else { return nil }
      return Objection(
        .conflict, key: "multiply", other.rawValue,
        say:
          "\(other.rawValue) is the same in all layers; leave it out here, or give it an entry of its own "
          + "without \"layers\"")
    },
    Relation("layers") { intervention, read in
      guard case .named(let names) = intervention.layers,
        read.study.contacts.count == read.keys.names(in: ModelKey.contacts.section ?? "").count
      else { return [] }
      func known() -> [String] { read.study.contacts.flatMap(\.value.layerNames) }
      return names.enumerated().filter { !read.layers.contains($1) }.map { index, name in
        Objection(
          .unknownValue, at: "layers", "\(index)",
          say: "no contacts have a layer \(JSONText.quoted(name)); "
            + (read.layers.isEmpty
              ? "leave \"layers\" out, or define contacts of the kind \"layers\""
              : "give one of \(Shape.listed(known()))"),
          suggestion: NearestName.find(name, in: known()))
      }
    },
  ]

  private static let aboutImmunizing =
    "Share of the group vaccinated at that moment, among the healthy."
  private static let immunizing = Member<Intervention>(
    "immunize_share", optional: \.immunizeShare, .portion, aboutImmunizing)

  private static let keeping =
    "Share of the pairs of neighbors who still meet while it is in force, always the same pairs."
  private static let inLayers = Member<Intervention>(
    "layers", optional: .list(of: .label, atLeast: 1),
    "In these layers of the contacts only: names of structures.", set: { $0.layers = .named($1) },
    get: { if case .named(let names) = $0.layers { names } else { nil } })
  private static let amongGroup = Member<Intervention>(
    "of_group", optional: \.ofGroup, .label,
    "The group whose people these are a share of, and among whom they are vaccinated; all people if missing."
  )

  /// The object of what keys become.
  private static func effects(
    _ name: String, _ infectionFactor: ModelKey,
    _ codec: @escaping @Sendable (ModelKey) -> Codec<KeyValue>, _ about: String,
    make: @escaping @Sendable (SteppedValue) -> Effect,
    take: @escaping @Sendable (Effect) -> SteppedValue?
  ) -> Member<Intervention> {
    let keys = [infectionFactor, .infectionProbability, .recoveryProbability]
    let members = zip(Target.allCases, keys).map { target, key in
      Member<[Target: Effect]>(
        target.rawValue, optional: SteppedValue.codec(of: codec(key)), unit: key.unit, key.sentence,
        set: { $0[target] = make($1) }, get: { $0[target].flatMap(take) })
    }
    return Member(
      name,
      required: Codec.object([:], members).refusingEmpty(
        "there is nothing to \(name); give one of "
          + Shape.listed(Target.allCases.map(\.rawValue))), about, set: { $0.effects = $1 },
      get: { intervention in
        let effects = intervention.effects.filter { take($0.value) != nil }
        return effects.isEmpty ? nil : effects
      })
  }
}

extension Intervention.Condition {
  fileprivate static let begin = Codec<Self>.oneOf([
    "infected_share": [infectedShare], "ever_infected_share": [everInfectedShare],
    "infectious_share": [infectiousShare], "step": [step],
  ])
  fileprivate static let end = Codec<Self>.oneOf([
    "infected_share": [infectedShare], "ever_infected_share": [everInfectedShare],
    "infectious_share": [infectiousShare], "step": [step],
    "after_steps": [afterSteps],
  ])

  private static let infectedShare = Member<Self?>(
    "infected_share", required: .portion,
    "Share of the group infected at the same time: this or more to begin (when), less to end (until).",
    set: { $0 = .infectedShare($1) },
    get: { if case .infectedShare(let share)? = $0 { share } else { nil } })
  private static let everInfectedShare = Member<Self?>(
    "ever_infected_share", required: .portion, "Share of the group ever infected: this or more.",
    set: { $0 = .everInfectedShare($1) },
    get: { if case .everInfectedShare(let share)? = $0 { share } else { nil } })
  private static let infectiousShare = Member<Self?>(
    "infectious_share", required: .portion,
    "Share of the group infectious (infected and not latent): this or more to begin, less to end.",
    set: { $0 = .infectiousShare($1) },
    get: { if case .infectiousShare(let share)? = $0 { share } else { nil } })
  private static let step = Member<Self?>(
    "step", required: .whole(0...AllowedValues.mostPeople), unit: "steps",
    "When this step has been completed.", set: { $0 = .step($1) },
    get: { if case .step(let step)? = $0 { step } else { nil } })
  private static let afterSteps = Member<Self?>(
    "after_steps", required: .whole(1...AllowedValues.mostPeople), unit: "steps",
    "When this many steps have been completed under the intervention.",
    set: { $0 = .afterSteps($1) },
    get: { if case .afterSteps(let steps)? = $0 { steps } else { nil } })
}
