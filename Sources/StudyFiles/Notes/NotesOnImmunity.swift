import PlainText
import SpreadModel

/// More people than there are cannot be immune or infected.
extension NotedStudy {
  var notesOnImmuneShares: [Note] {
    let ofStart: [Note] = noteOnImmuneShare + noteOnStartPeople + noteOnRandomPeople
    return ofStart + study.interventions.flatMap(notesOnImmunizing)
  }

  private var noteOnStartPeople: [Note] {
    let missed = points.filter { ($0.scenario.startPeople ?? 0) > $0.scenario.notImmunePeople }
    guard let first = missed.first?.scenario else { return [] }
    return [
      Note(
        .shareNotReached, path(of: .startPeople),
        "start_people asks for \(first.startPeople ?? 0), but only \(max(0, first.notImmunePeople)) of "
          + "\(first.grid.people) people are not in immune_people, so all of these are infected at step 0 "
          + "(\(missed.count) of \(points.count) points); give fewer")
    ]
  }

  /// Of the first introduction that asks for more people than there are.
  private var noteOnRandomPeople: [Note] {
    let missed = points.map(\.scenario).filter { $0.unreachedIntroduction != nil }
    guard let first = missed.first, let index = first.unreachedIntroduction else { return [] }
    return [
      Note(
        .shareNotReached,
        JSONPath.root.keys("model", "introductions").index(index).key("random"),
        "only \(max(0, first.notImmunePeople)) of \(first.grid.people) people are not in immune_people, which is "
          + "fewer than this number (\(missed.count) of \(points.count) points); give a smaller one"
      )
    ]
  }

  private var noteOnImmuneShare: [Note] {
    let missed = points.filter {
      let wanted = $0.scenario.immuneAtStart
      return wanted > 0 && wanted > $0.scenario.surelyLeft && wanted > $0.scenario.mayBeImmune
    }
    guard let first = missed.first?.scenario else { return [] }
    return [
      Note(
        .shareNotReached, path(of: .immuneShare),
        "\(first.immuneShare) of \(first.grid.people) people are \(first.immuneAtStart), but only "
          + "\(max(0, first.mayBeImmune)) are left beside those infected at step 0 and immune_people, so all of "
          + "them are immune (\(missed.count) of \(points.count) points); give a smaller share")
    ]
  }

  /// What an intervention cannot reach even if nobody were infected before.
  private func notesOnImmunizing(_ named: Named<[Intervention]>) -> [Note] {
    let scenarios = (pointsByInterventions[named.name] ?? []).map(\.scenario)
    return named.value.indices.compactMap { index in
      let missed = scenarios.filter { scenario in
        // How many of a group are immune is not known.
        guard scenario.interventions[index].ofGroup == nil,
          let share = scenario.interventions[index].immunizeShare
        else { return false }
        let people = scenario.grid.people
        return Grid.people(ofShare: share, of: people) + scenario.immuneAtStart
          + scenario.immunePeople.count > people
      }
      guard let first = missed.first else { return nil }
      return Note(
        .shareNotReached,
        JSONPath.root.keys("interventions", named.name).index(index).key("immunize_share"),
        "\(first.immuneAtStart + first.immunePeople.count) of \(first.grid.people) people are immune from the "
          + "start, so fewer than this share are left (\(missed.count) of \(scenarios.count) points); give a "
          + "smaller one")
    }
  }
}

extension Scenario {
  /// The people whom `immune_share` asks for.
  fileprivate var immuneAtStart: Int { Grid.people(ofShare: immuneShare, of: grid.people) }

  /// Those who are not in the list of immune people.
  fileprivate var notImmunePeople: Int { grid.people - immunePeople.count }

  /// The place of the first introduction of more people than there are.
  fileprivate var unreachedIntroduction: Int? {
    introductions.firstIndex { introduction in
      if case .random(let count) = introduction.place { count > notImmunePeople } else { false }
    }
  }

  /// At least so many of them, found without a look for people who stand in two lists.
  fileprivate var surelyLeft: Int {
    let introduced = introductions.filter { $0.step == 0 }.map { introduction in
      switch introduction.place {
      case .center: 1
      case .people(let people): people.count
      case .random(let count): count
      case .randomShare(let share): Grid.people(ofShare: share, of: grid.people)
      case .rate: 0
      }
    }
    return grid.people - immunePeople.count - introduced.reduce(startPeople ?? 0, +)
  }

  /// Those it may take: neither listed nor infected at step 0, as far as these are known to differ.
  fileprivate var mayBeImmune: Int {
    var (fixed, random) = (Set<Int>(), startPeople ?? 0)
    for introduction in introductions where introduction.step == 0 {
      switch introduction.place {
      case .center: fixed.insert(grid.center)
      case .people(let people): fixed.formUnion(people)
      case .random(let count): random = max(random, count)
      case .randomShare(let share):
        random = max(random, Grid.people(ofShare: share, of: grid.people))
      case .rate: break
      }
    }
    return grid.people - immunePeople.count - max(fixed.count, random)
  }
}
