import Foundation
import SpreadModel
import StudyFiles

/// The JSON messages to the page, told apart by `type`. Source: docs/live.md, "Protocol".
enum Answer {
  struct Rule: Encodable {
    var name: String
    var title: String
    var explanation: String
    var neighborhood: String
    var pool: String
    var draw: String
  }

  /// What there is: the rules, the study. The controls are part of the page (`PageControl`).
  struct Welcome: Encodable {
    struct Study: Encodable {
      var name: String
      var points: Int
      /// What varies, and its levels at each point.
      var factors: [String]
      var levels: [[String]]
      /// Whether its runs can be watched.
      var results: Bool
      var openPoint: Int?
      var openReplicate: Int?
    }
    /// A study of the gallery, with the parameters of its group, or of two that are compared.
    struct Scenario: Encodable {
      var name: String
      var text: String
      var groups: [Parameters]
      /// What is special about each group.
      var labels: [String]

      init(_ study: OpenedStudy) {
        let points = (0..<study.pointCount).compactMap { study.point($0) }
        name = study.studyName
        text = study.description
        groups = points.enumerated().map { number, point in
          var parameters = point.parameters
          (parameters.point, parameters.gallery) = (number, study.studyName)
          return parameters
        }
        labels = points.map { String($0.label.map { $0 == "_" ? " " : $0 }) }
      }
    }
    let type = "welcome"
    var rules: [Rule]
    var study: Study?
    var gallery: [Scenario]
    /// Whether the session the page asked for exists.
    var knows: Bool
  }

  /// Where people stand.
  enum Places: String, Encodable {
    case squares, honeycomb
    /// As a frame that follows says.
    case network

    init(_ scenario: Scenario) {
      self =
        NetworkPicture.isDrawn(scenario)
        ? .network
        : scenario.contacts == .grid && scenario.rule.neighborhood == .hexagonal
          ? .honeycomb : .squares
    }
  }

  /// A run begins; frames with its number follow.
  struct Opened: Encodable {
    let type = "opened"
    var session: String
    var run: Int
    var parameters: Parameters
    var columns: Int
    var places: Places
    /// Whether people may be latent or immune.
    var tracksPeople: Bool
    /// Whether a second group is beside it, whose run begins then.
    var isCompared: Bool
    /// Whether it is that of a second group.
    var isSecond: Bool
    /// The file of the saved session that was opened; nil for none.
    var file: String?
  }

  struct Status: Encodable, Equatable {
    let type = "status"
    var run: Int
    var playing: Bool
    var computing: Bool
    var ready: Bool
    var period: Double
    var stop: String?
    var ended: Bool
    /// People whose taps or paint can be undone.
    var undoable: Int
    /// The earliest step that a page can look back at.
    var firstStep: Int
    /// As the response of that name, after the last step; nil where the session's study has none.
    var reproductionNumber: Double?

    init(_ state: SessionState) {
      firstStep = state.log.firstStep
      reproductionNumber = state.reproductionNumbers.last ?? nil
      run = state.run
      playing = state.isPlaying
      computing = state.isComputing
      ready = state.isReady
      period = state.parameters.period
      stop = state.stop?.rawValue
      ended = state.hasEnded
      undoable = state.undoable
    }
  }

  /// What everybody was after an earlier step.
  struct Past: Encodable {
    let type = "past"
    var run: Int
    var step: Int
    var reproductionNumber: Double?
    /// As in a frame (`ChangeFrame.packed`).
    var states: Data

    /// Of the nearest step that the session has, and has not forgotten.
    init?(_ state: SessionState, near step: Int) {
      let step = min(max(step, state.log.firstStep), state.log.step)
      guard let then = state.log.states(after: step, from: state.states) else { return nil }
      run = state.run
      self.step = step
      reproductionNumber = state.reproductionNumbers[step]
      states = Data(ChangeFrame.packed(then))
    }
  }

  /// The tap has arrived; it is shown as infected and acts in the next step.
  struct Taken: Encodable {
    let type = "taken"
    var number: Int
    var count: Int
  }

  struct Undone: Encodable {
    let type = "undone"
    var what: LiveSession.Undone
  }

  /// The curve as a table.
  struct Curve: Encodable {
    let type = "curve"
    var name: String
    var text: String
  }

  /// Taps became introductions of a step: what a page must keep to repeat the session.
  struct Introduced: Encodable {
    let type = "introduced"
    var run: Int
    /// Counts the introductions of a run from 0.
    var number: Int
    var step: Int
    var people: [Int32]
  }

  /// How far the runs of the session's settings have come; without `planned` there are none.
  struct Ensemble: Encodable {
    let type = "ensemble"
    var run: Int
    var planned: Int?
    var diedOut: [Int]
    var band: WatchedRun.Band?
    /// The step at which runs end at the latest.
    let mostSteps = LivePage.Ensemble.mostSteps

    init(run: Int, _ ensemble: LivePage.Ensemble?) {
      self.run = run
      planned = ensemble?.planned
      diedOut = ensemble?.diedOut ?? []
      band = ensemble?.band
    }
  }

  /// People painted together: what a page must keep to repeat the session.
  struct Painted: Encodable {
    let type = "painted"
    var run: Int
    /// Counts what a run's people were painted by from 0; there are no later ones.
    var number: Int
    /// The number of the gesture: strokes of one are undone together.
    var gesture: Int
    var immune: Bool
    var people: [Int32]
  }

  /// What is otherwise than the parameters say.
  struct Conditions: Encodable, Equatable {
    let type = "conditions"
    var run: Int
    /// Whether people may be latent or immune.
    var tracksPeople: Bool
    /// Interventions, which a page must keep to repeat the session.
    var made: [SessionInterventions.Made]
    var waiting: SessionIntervention?
    /// Why none can be made; nil if some can, and where the run has ended.
    var refusal: String?

    init(_ state: SessionState) {
      run = state.run
      tracksPeople = state.tracksPeople
      made = state.interventions.made
      waiting = state.interventions.waiting
      refusal = state.hasEnded ? nil : state.refusalOfInterventions
    }
  }

  struct Point: Encodable {
    let type = "point"
    var number: Int
    var label: String
    var parameters: Parameters
  }

  /// A stored run; its frames have run number 0.
  struct Watching: Encodable {
    let type = "watching"
    var point: Int
    var replicate: Int
    var groupSize: Int
    var columns: Int
    var rule: String
    var label: String
    var period: Double
    var steps: Int
    var stop: String
    var tracksPeople: Bool
    var places: Places
    var equalsStored: Bool?
    var band: WatchedRun.Band?

    init(_ run: WatchedRun) {
      point = run.point
      replicate = run.replicate
      groupSize = run.grid.people
      columns = run.grid.columns
      rule = run.ruleName
      label = run.label
      period = run.period
      steps = run.log.step
      stop = run.stop.rawValue
      tracksPeople = run.tracksPeople
      places = run.places
      equalsStored = run.equalsStored
      band = run.band
    }
  }

  /// The session as study files, one for each of its groups.
  struct Saved: Encodable {
    struct File: Encodable {
      var name: String
      var text: String
    }
    let type = "saved"
    var files: [File]

    init(_ sessions: [SavedSession]) {
      files = sessions.map { File(name: "\($0.study.name).json", text: $0.json) }
    }
  }

  struct Problem: Encodable {
    let type = "problem"
    var message: String
    var mistakes: [Parameters.Mistake] = []
  }

  /// A frame with the message. All of the types above can be encoded: they hold finite numbers
  /// and text only.
  static func frame(_ message: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // Never: see above. A page that is told nothing goes on; a server that ends would not.
    guard let data = try? encoder.encode(message) else { return [] }
    return FrameWriter.text(String(decoding: data, as: UTF8.self))
  }
}
