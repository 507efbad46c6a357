import SpreadModel
import StudyFiles
import Testing

@Suite struct StudyTests {
  @Test("the order of the factors is a setting, as their points come in it")
  func order() throws {
    let factors = [
      #""rule": { "values": ["exact", "push"] }"#, #""infection_factor": { "values": [1, 2] }"#,
    ]
    func study(_ factors: [String]) throws -> Study {
      try Texts.parse(Texts.study("\"factors\": { \(factors.joined(separator: ", ")) }"))
    }
    let (one, other) = (try study(factors), try study(factors.reversed()))
    #expect(other.changedKeys(since: one) == ["$.factors"] && other.digest != one.digest)
    #expect(try other.changedKeys(since: study(factors.reversed())) == [])
  }

  @Test("every step of a morris study moves a whole number, however narrow its range")
  func morrisWholeNumbers() throws {
    for scale in ["linear", "log"] {
      for from in 1...12 {
        for to in from + 1...from + 12 {
          let study = try Texts.parse(
            Texts.study(
              """
              "factors": {
                "group_size": { "from": \(from), "to": \(to), "scale": "\(scale)" }
              },
              "design": { "type": "morris", "points": 8 }
              """, model: ""))
          let sizes = try study.points().map(\.groupSize)
          for path in 0..<8 {
            #expect(sizes[2 * path] != sizes[2 * path + 1], "\(scale) \(from)...\(to)")
          }
        }
      }
    }
  }
}
