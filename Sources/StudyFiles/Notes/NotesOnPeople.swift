import PlainText
import SpreadModel

/// Settings of people that change nothing, or more than they say.
extension NotedStudy {
  /// More people are to be infected than there are.
  var notesOnStart: [Note] {
    var notes: [Note] = []
    let short = points.first { point in
      point.scenario.startPeople.map { $0 > point.scenario.mayBeginInfected } ?? false
    }
    if let scenario = short?.scenario, let count = scenario.startPeople {
      notes.append(
        Note(
          .morePeopleThanThere, path(of: .startPeople),
          "only \(scenario.mayBeginInfected) of the \(scenario.grid.people) people at point "
            + "\(short?.number ?? 0) can be infected at step 0, not \(count), so all of them are; "
            + "give fewer"))
    }
    let introductions = JSONPath.root.keys("model", "introductions")
    let smallest = points.map(\.groupSize).min() ?? Int.max
    let maxSteps = study.constants(.maxSteps, as: Int.self)
    let list = study.constants(.introductions, as: [Introduction].self)
    for (index, introduction) in list.enumerated() {
      let path = introductions.index(index)
      if introduction.step > maxSteps {
        notes.append(
          Note(
            .introductionTooLate, path.key("step"),
            "runs end at step \(maxSteps) at the latest (model.stop.max_steps), so nobody is "
              + "introduced; give an earlier step, or a larger max_steps"))
      } else if case .random(let count) = introduction.place, count > smallest {
        notes.append(
          Note(
            .morePeopleThanThere, path.key("random"),
            "at some point there are only \(smallest) people, not \(count), so everybody healthy is "
              + "infected; give fewer"))
      }
    }
    return notes
  }

  /// Parts of the course that nobody gets to.
  var notesOnCourse: [Note] {
    var notes: [Note] = []
    let courses = points.map { (course: $0.scenario.course, scenario: $0.scenario) }
    let losing = courses.filter { $0.course.immuneSteps != .forever }
    if !losing.isEmpty, losing.allSatisfy({ !$0.scenario.hasCourse }) {
      notes.append(
        Note(
          .immuneStepsWithoutRecovery, path(of: .immuneSteps),
          "nobody recovers, so nobody becomes immune; give infectious_steps or "
            + "recovery_probability as well"))
    }
    let recovering = courses.filter { $0.course.recoveryProbability > 0 }
    if !recovering.isEmpty, recovering.allSatisfy({ $0.course.infectiousSteps == .steps(1) }) {
      notes.append(
        Note(
          .recoveryAfterOneStep, path(of: .recoveryProbability),
          "everybody recovers after one step because infectious_steps is 1; leave one of the two "
            + "out"))
    }
    return notes
  }
}

extension Scenario {
  /// People who may be infected at step 0.
  fileprivate var mayBeginInfected: Int { grid.people - immunePeople.count }
}
