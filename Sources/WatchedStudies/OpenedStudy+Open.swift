import DurableFiles
import Foundation
package import LivePage
import PlainText
import StudyFiles
import StudyFolders
import StudyRuns

extension OpenedStudy {
  /// Opens a study file, or a results folder by the runs it holds, finished or not.
  ///
  /// - Parameters:
  ///   - point: the point to open at once; nil leaves the choice to the page.
  ///   - replicate: the replicate to watch, from 0; needs a results folder. Nil: the point's first one.
  /// - Throws: `WordedError` if there is no such file, point or replicate, the study is wrong, or
  ///   the runs cannot be read.
  package static func open(
    path: String, point: Int? = nil, replicate: Int? = nil
  ) throws -> OpenedStudy {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(.noSuchFile, file: path, "\(path): there is no such file or folder")
    }
    var openedStudy: OpenedStudy
    if isFolder.boolValue {
      let archive = try RunArchive(folder: path)
      openedStudy = OpenedStudy(archive.stored.study, archive.stored.plan.points)
      openedStudy.watch = { try archive.watch(point: $0, replicate: $1) }
      if let point {
        let first = replicate ?? archive.firstReplicate(of: point)
        _ = try archive.watch(point: point, replicate: first)
        openedStudy.openReplicate = first
      }
    } else {
      guard replicate == nil else {
        throw Failure(
          .unfitOption,
          "\(setting: "replicate") needs a results folder, but \(path) is a study file")
      }
      let study = try Study.load(path: path, .named)
      openedStudy = OpenedStudy(study, try study.points())
      if let point { try openedStudy.expectPlayable(point) }
    }
    openedStudy.openPoint = point
    return openedStudy
  }

  private func expectPlayable(_ number: Int) throws(Failure) {
    guard let point = point(number) else {
      throw Failure(
        .noSuchRun,
        "\(setting: "point", number): \(studyName) has points 0...\(pointCount - 1)")
    }
    if let objection = point.objection {
      throw Failure(.notPlayable, "point \(number) cannot be played. \(objection)")
    }
  }
}
