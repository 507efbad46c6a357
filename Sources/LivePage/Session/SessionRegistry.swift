import SpreadModel
import StudyFiles
import Synchronization

/// The sessions that exist, by name. A page that lost its connection finds its session again.
final class SessionRegistry: Sendable {
  private struct Entry {
    let session: LiveSession
    /// In all groups.
    let people: Int
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
  /// Sessions kept at a time; those that nobody watches give way, the one unused for longest first.
  private let limit: Int
  /// People in all sessions: they need 2 GiB.
  private static let mostPeople = 16 * PageControl.mostPeople
  private let state = Mutex(State())

  init(openedStudy: OpenedStudy?, stepDelay: Duration = .zero, limit: Int = 64) {
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
  ///   - last: the session that its page leaves for it.
  func makeSession(
    _ groups: [LiveSession.Setup], file: String? = nil, insteadOf last: LiveSession? = nil
  ) -> LiveSession? {
    var generator = SystemRandomNumberGenerator()
    let name = String(generator.next() as UInt64, radix: 16)
    let people = groups.reduce(0) { $0 + $1.scenario.grid.people }
    return state.withLock { state in
      // One that only this page looks at is over as soon as it has left.
      let staying = state.entries.filter {
        $0.value.session !== last || $0.value.session.watcherCount > 1
      }
      var (count, all) = (staying.count, staying.values.reduce(people) { $0 + $1.people })
      let idle = staying.filter { !$0.value.session.isWatched }
        .sorted { $0.value.lastUse > $1.value.lastUse }
      var giveWay: [String] = []
      while count >= limit || all > Self.mostPeople {
        guard giveWay.count < idle.count else { return nil }
        let (name, oldest) = idle[idle.count - 1 - giveWay.count]
        giveWay.append(name)
        (count, all) = (count - 1, all - oldest.people)
      }
      for name in giveWay { state.entries.removeValue(forKey: name)?.session.end() }
      let session = LiveSession(
        name: name, parameters: groups[0].parameters, scenario: groups[0].scenario,
        delay: stepDelay, compared: groups.dropFirst().first, file: file)
      state.uses += 1
      state.entries[name] = Entry(session: session, people: people, lastUse: state.uses)
      return session
    }
  }

  /// A page has left a session for something else: nobody can reach it, unless another one looks at it.
  func forget(_ session: LiveSession) {
    state.withLock { state in
      guard !session.isWatched else { return }
      state.entries[session.name] = nil
      session.end()
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
