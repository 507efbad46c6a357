import PlainText
import SpreadModel
import StudyFiles

extension PageConnection {
  /// Takes a message of the page.
  func receive(_ text: String) {
    do {
      try answer(Request(text))
    } catch let mistake as Parameters.Mistake {
      say(mistake)
    } catch {
      say(Answer.Problem(message: "The page sent something this server does not understand."))
    }
  }

  private func say(_ mistake: Parameters.Mistake) {
    say(Answer.Problem(message: mistake.message, mistakes: [mistake]))
  }

  private func answer(_ request: Request) throws(Parameters.Mistake) {
    switch request {
    case .hello(let name, let run, let position, let step):
      greet(name, run.map { PageView.Place(run: $0, position: position, step: step) })
    case .start(let parameters, let compared): try start(parameters, compared)
    case .reset(let seed):
      if let seed { try Parameters.check(seed: seed) }
      session?.beginAgain(seed: seed)
      session?.setPlaying(true)
    case .play: session?.setPlaying(true)
    case .pause: session?.setPlaying(false)
    case .step: session?.requestStep()
    case .undo:
      say(Answer.Undone(what: session?.undo() ?? .nothing))
      repeatTaps()
    case .period(let period):
      try Parameters.check(period: period)
      session?.setPeriod(period)
    case .infect(let people, let number):
      let taken = session.map { $0.tap(people, number: $0.number(ofGesture: number, page: id)) }
      say(Answer.Taken(number: number, count: taken?.count ?? 0))
      repeatTaps()
    case .infectRandom(let count, let number):
      let taken = session.map {
        $0.tapAtRandom(count, number: $0.number(ofGesture: number, page: id))
      }
      say(Answer.Taken(number: number, count: taken ?? 0))
      repeatTaps()
    case .ensemble(let isWanted): session?.setEnsemble(isWanted)
    case .paint(let people, let isImmune, let number): try paint(people, isImmune, number)
    case .intervene(let values): try session?.intervene(values)
    case .shown(let run, let step): shown(run: run, step: step)
    case .point(let number): try describe(number)
    case .watch(let point, let replicate): try watch(point, replicate)
    case .save:
      session?.whenSettled { [weak self] groups in self?.save(groups) }
    case .curve:
      if let session {
        session.whenSettled { [weak self] in self?.sayCurve($0[0].curveTable) }
      } else if let curve = storedCurve {
        sayCurve(curve)
      }
    case .restore(let parameters, let step, let isPlaying):
      _ = try registry.scenario(for: parameters)
      withRestoration { $0 = Restoration(parameters, step: step, isPlaying: isPlaying) }
    case .restoreTaps(let step, let people):
      withRestoration { $0?.add(step: step, people: people) }
    case .restorePaint(let people, let isImmune, let number):
      withRestoration {
        $0?.add(
          Paint.Stroke(
            isImmune: isImmune, people: people.map { Int32(clamping: $0) }, number: number))
      }
    case .restoreIntervention(let step, let values):
      withRestoration { $0?.add(SessionInterventions.Made(step: step, values: values)) }
    case .restoreEnd: try restore()
    case .look(let step):
      for group in session?.groups ?? [] {
        let state = group.read { $0 }
        if let past = Answer.Past(state, near: step) { say(past) }
      }
    case .rewind(let step): session?.rewind(to: step)
    case .openFile(let name): withUpload { $0.begin(name) }
    case .openText(let text): withUpload { $0.append(text) }
    case .endOpening: try open()
    }
  }

  private func save(_ groups: [SessionState]) {
    var saved = groups.map {
      SavedSession($0, contacts: registry.point(of: $0.parameters)?.contacts)
    }
    if saved.count == 2 { saved[1].study.name += SavedSession.secondSuffix }
    say(Answer.Saved(saved))
  }

  private func sayCurve(_ table: String) {
    say(Answer.Curve(name: "spreadlab-curve.csv", text: table))
  }

  private func greet(_ name: String?, _ place: PageView.Place?) {
    let known = name.flatMap { registry.session(named: $0) }
    let rules = registry.rules.map {
      Answer.Rule(
        name: $0.name, title: $0.title, explanation: $0.explanation,
        neighborhood: $0.rule.neighborhood.rawValue, pool: $0.rule.pool.rawValue,
        draw: $0.rule.draw.rawValue)
    }
    let study = registry.openedStudy.map {
      Answer.Welcome.Study(
        name: $0.studyName, points: $0.pointCount, factors: $0.factors, levels: $0.levels,
        results: $0.watch != nil,
        openPoint: $0.openPoint, openReplicate: $0.openReplicate)
    }
    say(
      Answer.Welcome(
        rules: rules, study: study, gallery: Gallery.studies.map(Answer.Welcome.Scenario.init),
        knows: known != nil))
    if let known { look { PageView(of: known, keeping: place) } }
  }

  /// Starts a session, which plays at once: its time runs as soon as something can change.
  private func start(
    _ parameters: Parameters, _ compared: Parameters?
  ) throws(Parameters.Mistake) {
    let mistakes =
      parameters.mistakes(rules: registry.rules) + (compared?.mistakes(rules: registry.rules) ?? [])
    guard mistakes.isEmpty else {
      return say(Answer.Problem(message: "Some values are not valid.", mistakes: mistakes))
    }
    if let compared { try parameters.check(comparisonWith: compared) }
    let groups = try [parameters, compared].compactMap(\.self).map {
      group throws(Parameters.Mistake) in
      (parameters: group, scenario: try registry.scenario(for: group))
    }
    if compared == nil, let session, session.secondGroup == nil, session.file == nil {
      stopWork()
      session.begin(parameters, groups[0].scenario)
    } else if let session = makeSession(groups) {
      look { PageView(of: session) }
    }
    session?.setPlaying(true)
  }

  /// A new session instead of the page's own; nil, after saying why, if there are too many.
  private func makeSession(_ groups: [LiveSession.Setup], file: String? = nil) -> LiveSession? {
    if let made = registry.makeSession(groups, file: file, insteadOf: session) { return made }
    say(
      Answer.Problem(
        message: "Too many sessions are open, or too many people in them: close another page first."
      )
    )
    return nil
  }

  private func paint(
    _ people: [Int], _ isImmune: Bool, _ number: Int
  ) throws(Parameters.Mistake) {
    guard let session else { return }
    let size = session.read { $0.states.count }
    let key = ModelKey.immunePeople.name
    if let stranger = people.first(where: { !(0..<size).contains($0) }) {
      throw Parameters.Mistake(
        field: key,
        message: "There is no person \(stranger): their numbers are 0 to \(size - 1).")
    }
    let changed = try session.paint(
      people, isImmune: isImmune, number: session.number(ofGesture: number, page: id))
    if changed.isEmpty, !people.isEmpty {
      throw Parameters.Mistake(
        field: key,
        message: isImmune
          ? "Only healthy people can be made immune."
          : "Only people who were painted can be made healthy again.")
    }
  }

  private func describe(_ number: Int) throws(Parameters.Mistake) {
    guard let point = registry.openedStudy?.point(number) else {
      let last = (registry.openedStudy?.pointCount ?? 0) - 1
      throw Parameters.Mistake(
        field: "point", message: "Points are whole numbers from 0 to \(last).")
    }
    if let objection = point.objection {
      throw Parameters.Mistake(field: "point", message: objection)
    }
    say(Answer.Point(number: number, label: point.label, parameters: point.parameters))
  }

  private func watch(_ point: Int, _ replicate: Int) throws(Parameters.Mistake) {
    guard let watch = registry.openedStudy?.watch else {
      throw Parameters.Mistake(
        field: "replicate", message: "There are no runs to watch: the page has no results folder.")
    }
    work {
      do {
        let run = try watch(point, replicate)
        guard !Task.isCancelled else { return }
        self.say(Answer.Watching(run))
        self.look { PageView(of: run) }
      } catch is CancellationError {
        // The page wants something else by now.
      } catch {
        self.say(
          Parameters.Mistake(field: "replicate", message: error.worded.pageText))
      }
    }
  }

  /// Shows a saved session as it stood when it was saved, paused.
  private func open() throws(Parameters.Mistake) {
    let upload = withUpload { upload in
      defer { upload = SessionUpload() }
      return upload
    }
    let opened = try upload.sessions(rules: registry.rules)
    guard let session = makeSession(opened.map(\.setup), file: upload.name) else { return }
    session.restore(opened.map(\.recipe), step: opened[0].step)
    look { PageView(of: session) }
  }

  private func restore() throws(Parameters.Mistake) {
    let taken = withRestoration { restoration in
      defer { restoration = nil }
      return restoration
    }
    guard let taken else { return }
    let scenario = try registry.scenario(for: taken.parameters)
    guard let session = makeSession([(taken.parameters, scenario)]) else { return }
    session.restore([taken.recipe(scenario)], step: taken.step)
    if taken.isPlaying { session.setPlaying(true) }
    look { PageView(of: session) }
  }
}
