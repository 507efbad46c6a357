import Foundation

/// A message of the page: JSON, told apart by `type`. Source: docs/live.md, "Protocol".
enum Request: Equatable, Sendable {
  /// First message: take up this session where the page stands, or say what there is.
  case hello(session: String?, run: Int?, position: Int, step: Int)
  /// A group, and a second one to be compared with it.
  case start(Parameters, compared: Parameters?)
  /// Starts anew, with another seed if there is one.
  case reset(seed: Int?)
  case play, pause, step, undo, save
  /// The curve as a table.
  case curve
  case period(Double)
  case infect(people: [Int], number: Int)
  case infectRandom(count: Int, number: Int)
  /// Whether runs of the session's settings are to be made.
  case ensemble(Bool)
  /// Makes healthy people immune, or painted ones healthy again.
  case paint(people: [Int], isImmune: Bool, number: Int)
  case intervene(SessionIntervention)
  /// The page has painted a frame, and with it the log up to this step.
  case shown(run: Int, step: Int)
  /// What point `number` of the study holds.
  case point(Int)
  case watch(point: Int, replicate: Int)
  /// A session this server does not know, sent by a page that does, in parts.
  case restore(Parameters, step: Int, isPlaying: Bool)
  case restoreTaps(step: Int, people: [Int])
  case restorePaint(people: [Int], isImmune: Bool, number: Int)
  case restoreIntervention(step: Int, SessionIntervention)
  case restoreEnd
  /// Shows what everybody was after an earlier step.
  case look(step: Int)
  /// Goes on from an earlier step.
  case rewind(step: Int)
  /// A saved session that is to be opened, in parts: its file, or those of its two groups.
  case openFile(name: String)
  case openText(String)
  case endOpening

  /// - Throws: if the text is no such message.
  init(_ text: String) throws {
    self = try JSONDecoder().decode(Wire.self, from: Data(text.utf8)).request
  }
}

/// The message as it is written.
private struct Wire: Decodable {
  var request: Request

  enum CodingKeys: String, CodingKey {
    case type, session, run, position, step, parameters, period, people, number, count, point
    case replicate, playing, wanted, immune, compared, seed, name, text
    case infectionFactor = "infection_factor"
    case infectionProbability = "infection_probability"
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func int(_ key: CodingKeys) throws -> Int { try values.decode(Int.self, forKey: key) }
    func intervention() throws -> SessionIntervention {
      SessionIntervention(
        infectionFactor: try values.decodeIfPresent(Int.self, forKey: .infectionFactor),
        infectionProbability: try values.decodeIfPresent(
          Double.self, forKey: .infectionProbability))
    }
    /// Messages of one gesture have the same.
    func gesture() throws -> Int { try values.decodeIfPresent(Int.self, forKey: .number) ?? 0 }
    func isImmune() throws -> Bool { try values.decode(Bool.self, forKey: .immune) }
    func people() throws -> [Int] { try values.decode([Int].self, forKey: .people) }
    func parameters() throws -> Parameters {
      try values.decode(Parameters.self, forKey: .parameters)
    }
    switch try values.decode(String.self, forKey: .type) {
    case "hello":
      request = .hello(
        session: try values.decodeIfPresent(String.self, forKey: .session),
        run: try values.decodeIfPresent(Int.self, forKey: .run),
        position: try int(.position), step: try int(.step))
    case "start":
      request = .start(
        try parameters(), compared: try values.decodeIfPresent(Parameters.self, forKey: .compared))
    case "reset": request = .reset(seed: try values.decodeIfPresent(Int.self, forKey: .seed))
    case "curve": request = .curve
    case "play": request = .play
    case "pause": request = .pause
    case "step": request = .step
    case "undo": request = .undo
    case "save": request = .save
    case "period": request = .period(try values.decode(Double.self, forKey: .period))
    case "infect": request = .infect(people: try people(), number: try int(.number))
    case "infect_random":
      request = .infectRandom(count: try int(.count), number: try int(.number))
    case "ensemble": request = .ensemble(try values.decode(Bool.self, forKey: .wanted))
    case "paint":
      request = .paint(
        people: try people(), isImmune: try isImmune(), number: try gesture())
    case "intervene": request = .intervene(try intervention())
    case "shown":
      request = .shown(run: try int(.run), step: try int(.step))
    case "point": request = .point(try int(.number))
    case "watch": request = .watch(point: try int(.point), replicate: try int(.replicate))
    case "restore":
      request = .restore(
        try parameters(), step: try int(.step),
        isPlaying: try values.decode(Bool.self, forKey: .playing))
    case "restore_taps": request = .restoreTaps(step: try int(.step), people: try people())
    case "restore_paint":
      request = .restorePaint(
        people: try people(), isImmune: try isImmune(), number: try gesture())
    case "restore_intervention":
      request = .restoreIntervention(step: try int(.step), try intervention())
    case "restore_end": request = .restoreEnd
    case "look": request = .look(step: try int(.step))
    case "rewind": request = .rewind(step: try int(.step))
    case "open_file": request = .openFile(name: try values.decode(String.self, forKey: .name))
    case "open_text": request = .openText(try values.decode(String.self, forKey: .text))
    case "open_end": request = .endOpening
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: values, debugDescription: "unknown type \(other)")
    }
  }
}
