import PlainText
import SpreadModel
import StudyFiles
import Testing

@Suite("Names that are not offered") struct NotOfferedTests {
  private static let inFiles = NotOffered.all.filter { $0.place != .option }

  /// A study in which the name stands in its place.
  private static func study(_ entry: NotOffered.Entry) -> String {
    func comparison(_ members: String) -> String {
      Texts.study(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "#
          + "\"analysis\": { \"comparisons\": [{ \"factor\": \"rule\", \(members) }] }")
    }
    let name = "\"\(entry.name)\""
    return switch entry.place {
    case .test: comparison("\"response\": \"steps\", \"test\": \(name)")
    case .effect: comparison("\"response\": \"steps\", \"estimate\": \(name)")
    case .correction: Texts.study("\"analysis\": { \"correction\": \(name) }")
    case .response: comparison("\"response\": \(name)")
    case .design: Texts.study("\"design\": { \"type\": \(name) }")
    case .model: Texts.study("\"analysis\": { \"fits\": [{ \"model\": \(name) }] }")
    case .key: Texts.study("\"analysis\": { \(name): [] }")
    case .option: ""
    }
  }

  @Test("have an error of their own, with what to use instead", arguments: inFiles.indices)
  func inStudies(index: Int) throws {
    let entry = Self.inFiles[index]
    let found = Texts.mistakes(Self.study(entry))
    #expect(found.map(\.code) == [.notOffered], "\(entry.name)")
    #expect(found.first?.message.contains(entry.instead) == true)
  }

  @Test("no name stands there twice")
  func once() {
    let names = NotOffered.all.map { "\($0.place) \($0.name)" }
    #expect(Set(names).count == names.count)
  }
}
