package import SpreadEngine
package import SpreadModel
package import StudyFiles

extension Simulator {
  /// An engine for the runs that a study makes of a scenario: with what they say of a course, where
  /// any point has one.
  package convenience init(_ scenario: Scenario, of study: Study) {
    self.init(scenario, describesCourse: study.hasCourse)
  }
}
