package import RunStore
import SpreadModel
package import StudyFiles

extension Study {
  /// What is recorded of its runs.
  package var recording: Recording {
    let responses = storedResponses
    let curves =
      switch record.curves {
      case .all: Int.max
      case .none: 0
      case .first(let count): count
      }
    let hasCourse = responses.describeCourse
    return Recording(
      responses: responses,
      parts: [
        .curves: curves, .course: hasCourse ? curves : 0, .maps: record.maps,
        .transmissions: record.transmissions, .groupCurves: record.groups,
        .groupCourse: hasCourse ? record.groups : 0,
      ])
  }
}
