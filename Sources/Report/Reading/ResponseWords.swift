import PlainText
import SpreadModel
import Tables

/// What responses are called in sentences and on axes. Tables keep the names of code, which the page shows on
/// hover.
enum ResponseWords {
  /// The words of a response; the name itself, with blanks, of one of the study's own.
  ///
  /// - Parameter recovers: whether runs are outbreaks, which may die out.
  static func words(_ response: String, recovers: Bool) -> String {
    guard let words = ofProgram(response) else { return response.replacing("_", with: " ") }
    return words.replacing("RUNS", with: recovers ? "outbreaks" : "runs")
  }

  /// The words of a response of the program's own; nil of one of the study's.
  static func ofProgram(_ response: String) -> String? { table[response] }

  /// Noun phrases that follow "the"; RUNS are outbreaks where people recover.
  private static let table = [
    "steps": "length of a run",
    "final_infected": "number of people ever infected",
    "final_share": "share of the group ever infected",
    "step_to_10pct": "time until a tenth of the group is infected",
    "step_to_50pct": "time until half of the group is infected",
    "step_to_90pct": "time until nine tenths of the group are infected",
    "step_to_all": "time until everybody is infected",
    "reached_10pct": "share of RUNS that reach a tenth of the group",
    "reached_50pct": "share of RUNS that reach half of the group",
    "reached_90pct": "share of RUNS that reach nine tenths of the group",
    "reached_all": "share of RUNS that reach everybody",
    "peak_new": "largest number of new infections in a step",
    "peak_step": "time of the most new infections",
    "drift_x": "drift to the east",
    "drift_y": "drift to the south",
    "anisotropy4": "anisotropy along the axes of the grid",
    "peak_infected": "largest number of people infected at the same time",
    "peak_infected_step": "time of the peak of infected people",
    "step_to_extinct": "time until the infection dies out",
    "extinct": "share of RUNS that die out",
    "infections": "number of infections",
    "reproduction_number": "reproduction number",
    "peak_infectious": "largest number of people infectious at the same time",
    "peak_infectious_step": "time of the peak of infectious people",
    "step_to_intervention": "time until an intervention begins",
    "reached_intervention": "share of RUNS with an intervention",
    "steps_under_intervention": "time under interventions",
    "curve": "curve of people ever infected",
  ]
}

extension ReportedFolder {
  /// The words of a response, such as "share of outbreaks that reach a tenth of the group".
  func words(of response: String) -> String {
    if let words = ownWords(of: response) { return words }
    return ResponseWords.words(response, recovers: hasCourse)
  }

  /// Of a response that the study defines, where the definition says what it is.
  private func ownWords(of response: String) -> String? {
    guard Response(rawValue: response) == nil else { return nil }
    let own = study?["responses"]?[response]
    if let group = own?["final_share_of"]?.text { return "share of \(group) ever infected" }
    func part(of own: JSONValue?) -> String? {
      let share = own?["step_to_share"] ?? own?["critical_probability"]?["share"]
      return share?.number.map {
        [0.1: "a tenth", 0.5: "half", 0.9: "nine tenths"][$0.double] ?? percent($0.double)
      }
    }
    if let part = part(of: own) {
      return own?["step_to_share"] == nil
        ? "infection probability at which \(part) of the group is reached"
        : "time until \(part) of the group is infected"
    }
    if let part = part(of: study?["responses"]?[String(response.trimmingPrefix("reached_"))]) {
      return "share of runs that reach \(part) of the group"
    }
    let words = ResponseWords.words(response, recovers: hasCourse)
    return shares.contains(response) ? "share of runs with \(words)" : nil
  }

  /// The response in a sentence: "the share of outbreaks that reach a tenth of the group"; one of the study's own
  /// without an article.
  func subject(of response: String) -> String {
    let isNamed = Response(rawValue: response) == nil && ResponseWords.ofProgram(response) == nil
    return isNamed && ownWords(of: response) == nil
      ? words(of: response) : "the \(words(of: response))"
  }

  /// The same of what stands for it at a point: a median is called so.
  func subject(of response: String, _ statistic: Summary.Statistic) -> String {
    let subject = subject(of: response)
    guard statistic == .median else { return subject }
    return subject.hasPrefix("the ")
      ? "the median \(subject.dropFirst(4))" : "the median of \(subject)"
  }

  /// What stands on the axis of a response: its words, and its unit where they do not say it.
  func axis(of response: String) -> String {
    let (words, unit) = (words(of: response), unit(of: response))
    return isShare(response)
      ? "\(words), %" : unit.isEmpty || words.contains(unit) ? words : "\(words), \(unit)"
  }

  /// Whether the values of a response are shares, which sentences and axes give in percent.
  func isShare(_ response: String) -> Bool {
    let own = study?["responses"]?[response]
    return Response(rawValue: response)?.isShare ?? shares.contains(response)
      || own?["final_share_of"] != nil || own?["share_in"] != nil
  }

  /// How many times as large its values are on axes and in sentences as in tables.
  func scale(of response: String) -> Int { isShare(response) ? 100 : 1 }

  /// What the numbers on an axis count: "share of outbreaks, %", "people", "days".
  func unitWords(of response: String) -> String {
    guard isShare(response) else {
      let unit = unit(of: response)
      return unit.isEmpty ? words(of: response) : unit.replacing("/", with: " per ")
    }
    if response == "final_share" { return "share of the group, %" }
    if !shares.contains(response) { return "share, %" }
    return
      (hasCourse && Response(rawValue: response) != nil ? "share of outbreaks" : "share of runs")
      + ", %"
  }
}
