/// Who is immune from the start, and who is infected then; docs/model.md, "Immunity".
extension ModelKey {
  package static let immuneShare = ModelKey(
    "immune_share", sign: "v", unit: "1", values: .real(RealRange(0...1)), mayVary: true,
    meaning: "share of the group that is vaccinated, and so immune for the whole run",
    in: \.immuneShare)

  package static let immunePeople = ModelKey(
    "immune_people", values: .people, mayVary: false,
    meaning: "people who are permanently immune, by number",
    in: \.immunePeople)

  package static let immuneOrder = ModelKey(
    "immune_order", values: .name, defaultValue: .name("random"), mayVary: true, section: "orders",
    meaning: "who is vaccinated first: \(ImmuneOrder.names.joined(separator: ", ")), "
      + "or an order of the study",
    // What the order is counts, not its name.
    identityLines: { scenario in
      scenario.immuneOrder == .random ? [] : ["immune_order=\(scenario.immuneOrder.identity)"]
    },
    // An order of a file has its name in the study alone.
    value: { $0.immuneOrder.name.map(KeyValue.name) },
    put: { value, scenario in
      guard let name = String(value), let order = ImmuneOrder.named(name) else { return }
      scenario.immuneOrder = order
    })

  package static let vaccineEfficacy = ModelKey(
    "vaccine_efficacy", sign: "e", unit: "1", values: .real(RealRange(0...1)), mayVary: true,
    meaning: "probability with which somebody vaccinated is immune",
    in: \.vaccineEfficacy)

  package static let startPeople = ModelKey(
    "start_people", sign: "n", unit: "people", values: .whole(1...AllowedValues.mostPeople),
    defaultValue: .absent, mayVary: true,
    meaning: "people infected at step 0, at random, in place of the person in the middle",
    identityLines: { scenario in scenario.startPeople.map { ["start_people=\($0)"] } ?? [] },
    value: { $0.startPeople.map(KeyValue.whole) ?? .absent },
    put: { value, scenario in
      scenario.startPeople = Int(value)
      guard scenario.startPeople != nil else {
        precondition(value == .absent, "start_people cannot be \(value)")
        return
      }
      // In place of those introduced at step 0.
      scenario.introductions.removeAll { $0.step == 0 }
    })
}
