import PlainText
import Statistics
import StudyFolders
import Testing

@Suite("Lists and names in messages") struct PhrasesTests {
  @Test("the first eight of many are named, and the others counted")
  func inShort() {
    let eight = (1...8).map { "\($0)" }
    let all = "1; 2; 3; 4; 5; 6; 7; 8"
    #expect(StudyFolders.inShort(eight) == all && StudyFolders.inShort([]) == "")
    #expect(StudyFolders.inShort(eight + ["9"]) == all + "; and 1 more")
    #expect(StudyFolders.inShort(eight + eight) == all + "; and 8 more")
  }

  /// The names there are stand without quotes, the nearest one in quotes.
  @Test("a name that is unknown names the nearest one, where one is near")
  func nearest() throws {
    #expect(try named("welch", "test", ComparisonTest.allCases) == .welch)
    for (text, isNear) in [("wlech", true), ("zzz", false)] {
      let error = #expect(throws: Failure.self) {
        try named(text, "test", ComparisonTest.allCases)
      }
      #expect(error?.code == .unknownValue)
      #expect(error?.description.contains(#""welch""#) == isNear, "\(text)")
    }
  }
}
