import SpreadModel
import StudyFiles
import Synchronization

/// The sessions that exist, by name. A page that lost its connection finds its session again.
final class SessionRegistry: Sendable {
  private struct Entry {
    let session: LiveSession
    var lastUse: UInt64
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var uses: UInt64 = 0
  }

  /// What the server was started with.
  let openedStudy: OpenedStudy?
  /// The rules a page may choose from.
  let rules: [OfferedRule]
  private let stepDelay: Duration
  /// Sessions kept at a time; the one unused for longest that nobody watches gives way.
  private let limit: Int
  private let state = Mutex(State())

  init(openedStudy: OpenedStudy?, stepDelay: Duration = .zero, limit: Int = 16) {
    self.openedStudy = openedStudy
    self.stepDelay = stepDelay
    self.limit = limit
    rules = OfferedRule.builtIn + (openedStudy?.rules ?? [])
  }

  func session(named name: String) -> LiveSession? {
    state.withLock { state in
      state.uses += 1
      state.entries[name]?.lastUse = state.uses
      return state.entries[name]?.session
    }
  }

  /// Makes a session; nil if all that may exist are being watched.
  ///
  /// - Parameters:
  ///   - groups: its group, and a second one if two are compared.
  ///   - file: of the saved session that it repeats.
  func makeSession(_ groups: [LiveSession.Setup], file: String? = nil) -> LiveSession? {
    var generator = SystemRandomNumberGenerator()
    let name = String(generator.next() as UInt64, radix: 16)
    return state.withLock { state in
      if state.entries.count >= limit {
        let idle = state.entries.filter { !$0.value.session.isWatched }
        guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return nil }
        oldest.value.session.end()
        state.entries[oldest.key] = nil
      }
      let session = LiveSession(
        name: name, parameters: groups[0].parameters, scenario: groups[0].scenario,
        delay: stepDelay, compared: groups.dropFirst().first, file: file)
      state.uses += 1
      state.entries[name] = Entry(session: session, lastUse: state.uses)
      return session
    }
  }

  /// The point that these parameters start from; nil if they name none, or none that there is.
  func point(of parameters: Parameters) -> OpenedStudy.Point? {
    let study =
      if let name = parameters.gallery {
        Gallery.studies.first { $0.studyName == name }
      } else {
        openedStudy
      }
    return parameters.point.flatMap { study?.point($0) }
  }

  /// The scenario of these parameters. Where they name a point of a study, it is the point's in
  /// all that has no control on the page: in who is infected from outside, among others.
  func scenario(for parameters: Parameters) throws(Parameters.Mistake) -> Scenario {
    guard let number = parameters.point else { return try parameters.scenario(rules: rules) }
    guard let point = point(of: parameters) else {
      throw Parameters.Mistake(field: "point", message: "The study has no point \(number).")
    }
    if let objection = point.objection {
      throw Parameters.Mistake(field: "point", message: objection)
    }
    let (people, size) = (parameters.values.people ?? 0, point.values.people ?? 0)
    guard people == size || !point.namesPeople else {
      throw Parameters.Mistake(
        field: ModelKey.groupSize.name,
        message: "Point \(number) says who is infected, or who meets whom, among its "
          + "\(size) people; for another number, press Reset first.")
    }
    var scenario = try parameters.scenario(rules: rules, over: point.values)
    scenario.interventions = point.interventions
    scenario.contacts = point.contacts.contacts(people: people)
    return scenario
  }
}
