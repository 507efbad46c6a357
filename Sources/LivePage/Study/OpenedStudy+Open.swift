import DurableFiles
import Foundation
import PlainText
import SpreadModel
package import StudyFiles
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

  init(_ study: Study, _ points: [StudyFiles.Point]) {
    let rules = study.rules.filter { $0.rule.isForPages }.map {
      OfferedRule(name: $0.name, explanation: "A rule of the study.", rule: $0.rule)
    }
    self.init(
      studyName: study.name, description: study.description ?? "", rules: rules,
      pointCount: points.count,
      point: { points.indices.contains($0) ? OpenedStudy.Point(points[$0], of: study) : nil })
    guard points.count <= Self.mostPicked else { return }
    let varied = study.factors.map(\.parameter)
    factors = varied.map(\.name)
    levels = points.map { point in varied.map { "\(point.level(of: $0))" } }
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

extension OpenedStudy.Point {
  package init(_ point: StudyFiles.Point, of study: Study) {
    values = study.constants
    for key in ModelKey.factors { values[key] = point.level(of: key) }
    // Real ones have an objection.
    values[.infectionFactor] = .whole(point.scenario.infectionFactor)
    objection = point.objectionOfPages
    interventions = point.scenario.interventions
    contacts = .model(point.scenario.contacts)
    if case .edges = point.scenario.contacts,
      let listed = study.contactsByName[point.level(of: .contacts).description]
    {
      contacts = listed
    }
    let shown = PageControl.periods
    parameters = Parameters(
      values: values, seed: Int(study.seed),
      period: min(max(values(.period), shown.lowest), shown.highest))
    label = point.label(in: study)
  }
}

extension SpreadRule {
  /// Whether pages play it: they draw squares and honeycombs, and ask for an infection factor.
  fileprivate var isForPages: Bool {
    switch draw {
    case .number(.weights), .own: false
    case .exact, .atLeastOne, .uniform, .capped, .each, .scan, .number:
      Neighborhood.allCases.contains(neighborhood)
    }
  }
}

extension StudyFiles.Point {
  /// Why a page does not play it; nil if it does.
  var objectionOfPages: String? {
    let others = "Watch the runs of its results folder instead, or see the report."
    if !rule.isForPages {
      return
        "Its rule is \"\(ruleName)\", but this page plays only rules with an infection factor and "
        + "four, six or eight neighbors. \(others)"
    }
    if let factor = scenario.realInfectionFactor {
      return "Its infection factor is \(factor), but this page asks for a whole number. \(others)"
    }
    return nil
  }

  /// The values of the study's factors, or its group size and rule if nothing varies.
  func label(in study: Study) -> String {
    let varied = study.factors.map(\.parameter)
    return (varied.isEmpty ? [.groupSize, .rule] : varied)
      .map { "\($0.name) \(level(of: $0))" }.joined(separator: ", ")
  }
}
