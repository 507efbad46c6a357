import SpreadModel
import Statistics

/// What a valid study asks for and may not get as its author expects.
package struct StudyNote: Hashable, Sendable {
  package enum Subject: Sendable {
    /// Runs that share random numbers are compared as independent ones.
    case pairing
    /// Times that may not be reached are given to a test that cannot take them.
    case censoring
  }

  package let subject: Subject
  /// JSONPath (RFC 9535), such as `$.analysis.comparisons[0].test`.
  package let path: String
  /// What will happen, why, and what to do instead.
  package let message: String
}

extension Study {
  /// What `spreadlab check` tells of a study besides its costs, in file order.
  package var notes: [StudyNote] {
    analysis.comparisons.enumerated().flatMap { index, request -> [StudyNote] in
      guard let test = request.test, let response = request.response else { return [] }
      let path = JSONPath.root.keys("analysis", "comparisons").index(index).key("test").text
      let messages: [(StudyNote.Subject, String?)] = [
        (.pairing, test.noteOnPairs(randomNumbers)), (.censoring, test.noteOnCensoring(response)),
      ]
      return messages.compactMap { subject, message in
        message.map { StudyNote(subject: subject, path: path, message: $0) }
      }
    }
  }
}

extension ComparisonTest {
  fileprivate func noteOnPairs(_ numbers: RandomNumbers) -> String? {
    guard pairing == .never, numbers == .common else { return nil }
    let remedy =
      switch pairedForm {
      case ComparisonTest.pairedT.rawValue: "paired_t (the default) compares run by run"
      case let other?: "\(other) compares run by run"
      case nil: "it has no paired form"
      }
    return "\(rawValue) takes the runs of different levels as independent, though they share "
      + "their random numbers: where that makes runs alike, p is too large and differences are "
      + "missed; \(remedy)"
  }

  fileprivate func noteOnCensoring(_ response: Response) -> String? {
    guard censoring == .refused, response.kind == .time else { return nil }
    return "\(rawValue) cannot take runs that end before \(response.rawValue): a row with such "
      + "runs has no test; without \"test\", log_rank takes them"
  }
}
