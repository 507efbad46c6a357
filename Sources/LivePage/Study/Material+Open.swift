import DurableFiles
import Foundation
import PlainText
import SpreadModel
package import StudyFiles

extension Material {
  /// Opens a study file, or a results folder by the study it holds.
  ///
  /// - Parameters:
  ///   - point: the point to open at once; nil leaves the choice to the page.
  ///   - replicate: the replicate to watch, from 0; needs a results folder.
  /// - Throws: `WordedError` if there is no such file, point or replicate, or the study is
  ///   wrong.
  package static func open(
    path: String, point: Int? = nil, replicate: Int? = nil
  ) throws -> Material {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard exists else {
      throw Failure(.noSuchFile, file: path, "\(path): there is no such file or folder")
    }
    let folder = isFolder.boolValue ? path : nil
    guard folder != nil || replicate == nil else {
      throw Failure(
        .unfitOption, "\(setting: "replicate") needs a results folder, but \(path) is a study file")
    }
    var material = try read(
      studyFile: folder.map { "\($0)/study.resolved.json" } ?? path, folder: folder)
    if let point {
      guard material.point(point) != nil else {
        throw Failure(
          .noSuchRun,
          "point \(point) does not exist: \(material.studyName) has points "
            + "0...\(material.pointCount - 1)")
      }
      if folder == nil, let objection = material.point(point)?.objection {
        throw Failure(.notPlayable, "point \(point) cannot be played. \(objection)")
      }
      material.openPoint = point
      material.openReplicate = folder == nil ? nil : replicate ?? 0
    }
    if let point, let replicate = material.openReplicate, let watch = material.watch {
      guard watch(point, replicate) != nil else {
        throw Failure(
          .noSuchRun,
          "point \(point), replicate \(replicate) cannot be watched: the study has no such "
            + "replicate, the group is larger than \(PageControl.mostPeople) people, or people change "
            + "their state more than \(RunArchive.mostChanges) times")
      }
    }
    return material
  }

  private static func read(
    studyFile: String, folder: String?
  ) throws -> Material {
    let study = try Study.load(path: studyFile, folder == nil ? .named : .found)
    let placed = try PlacedPoints(study, folder: folder)
    let points = placed.points
    let rules = study.rules.filter { $0.rule.isForPages }.map {
      OfferedRule(name: $0.name, explanation: "A rule of the study.", rule: $0.rule)
    }
    var material = Material(
      studyName: study.name, rules: rules, pointCount: points.count,
      point: { number -> Material.Point? in
        points.indices.contains(number) ? Material.Point(points[number], of: study) : nil
      })
    if let folder {
      let archive = RunArchive(folder: folder, study: study, placed: placed)
      material.watch = { archive.watch(point: $0, replicate: $1) }
    }
    return material
  }
}

extension Material.Point {
  package init(_ point: StudyFiles.Point, of study: Study) {
    values = study.constants
    for key in ModelKey.factors { values[key] = point.level(of: key) }
    objection = point.objectionOfPages
    interventions = point.scenario.interventions
    let shown = PageControl.periods
    parameters = Parameters(
      values: values, seed: Int(study.seed),
      period: min(max(values(.period), shown.lowest), shown.highest))
    label = point.label(in: study)
  }
}

extension SpreadRule {
  /// Whether pages play it: they draw squares, and ask for a cap on infections.
  fileprivate var isForPages: Bool {
    switch draw {
    case .number, .own: false
    case .exact, .atLeastOne, .uniform, .capped, .scan:
      Neighborhood.ofSquares.contains(neighborhood)
    }
  }
}

extension StudyFiles.Point {
  /// Why a page does not play it; nil if it does.
  var objectionOfPages: String? {
    let others = "Watch the runs of its results folder instead, or see the report."
    if !isOnGrid, let reasonUndrawn { return "\(reasonUndrawn) \(others)" }
    if !rule.isForPages {
      return "Its rule is \"\(ruleName)\", but this page plays only rules with a cap and four or "
        + "eight neighbors. \(others)"
    }
    return nil
  }

  /// Why a page that watches its runs draws no people; nil if it does.
  var reasonUndrawn: String? {
    let reason: String? =
      if !isOnGrid {
        "Its contacts are \"\(level(of: .contacts))\""
      } else if rule.neighborhood == .hexagonal {
        "The neighborhood of its rule is hexagonal"
      } else {
        nil
      }
    return reason.map { "\($0), but this page draws only grids of squares." }
  }

  /// The values of the study's factors, or its group size and rule if nothing varies.
  func label(in study: Study) -> String {
    let varied = study.factors.map(\.parameter)
    return (varied.isEmpty ? [.groupSize, .rule] : varied)
      .map { "\($0.name) \(level(of: $0))" }.joined(separator: ", ")
  }
}
