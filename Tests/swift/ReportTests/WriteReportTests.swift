import DurableFiles
import Foundation
import PlainText
import Report
import Testing

@Suite struct WriteReportTests {
  @Test("a page stands alone and links what is in the folder")
  func standsAlone() throws {
    let results = try SmallResults()
    let report = try writeReport(of: results.path)
    let page = try results.text(of: "report.html")
    #expect(report.files[0].name == "report.html" && report.files[0].bytes == page.utf8.count)
    // The one that copies.
    #expect(page.split(separator: "<script").count == 2 && !page.contains("src="))
    let addresses = page.matches(of: /(https?:\/\/[^"' <]*)/).map { String($0.1) }
    #expect(Set(addresses) == ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"])
    let pictures = page.matches(of: /href="(plots\/[^"]*)"/).map { String($0.1) }
    #expect(pictures.count >= report.figures)
    for name in pictures {
      #expect(FileManager.default.fileExists(atPath: "\(results.path)/\(name)"), "\(name)")
    }
  }

  @Test("tables that a study does not have leave out their pictures, and nothing else")
  func absentTables() throws {
    let results = try SmallResults()
    let all = try writeReport(of: results.path)
    try FileManager.default.removeItem(atPath: "\(results.path)/curve_summary.csv")
    let fewer = try writeReport(of: results.path)
    #expect(fewer.figures == all.figures - 1)
    #expect(try !results.text(of: "report.html").contains("figure-curves"))
  }

  @Test("pictures of an earlier report go, files of the user's own in their folder stay")
  func ownFiles() throws {
    let results = try SmallResults()
    _ = try writeReport(of: results.path)
    let (stay, former) = (["notes.txt", "curves_7.svg"], ["curves_12.svg", "curves_12.csv"])
    for name in stay + former {
      try Data("mine".utf8).write(to: URL(filePath: "\(results.path)/plots/\(name)"))
    }
    _ = try writeReport(of: results.path, replacing: Set(former + ["curves.svg", "gone.svg"]))
    let left = Set(try FileManager.default.contentsOfDirectory(atPath: "\(results.path)/plots"))
    #expect(left.isSuperset(of: stay) && left.contains("curves.svg"))
    #expect(left.isDisjoint(with: former))
  }

  /// Without PDFs, which say when they were made.
  private func repeatable(_ files: [WrittenFile]) -> [WrittenFile] {
    files.filter { !$0.name.hasSuffix(".pdf") }
  }

  @Test("the same tables give the same page")
  func sameBytes() throws {
    let results = try SmallResults()
    let (first, second) = (try writeReport(of: results.path), try writeReport(of: results.path))
    #expect(repeatable(first.files) == repeatable(second.files))
  }

  @Test("PNG is drawn where it is asked for, and goes with the next report")
  func png() throws {
    let results = try SmallResults()
    let report = try writeReport(of: results.path, showing: ReportOptions(png: true))
    #expect(report.files.count { $0.name.hasSuffix(".png") } == report.figures)
    #expect(try results.html().contains("href=\"plots/times.png\""))
    _ = try writeReport(of: results.path, replacing: Set(report.files.dropFirst().map(\.name)))
    let left = try FileManager.default.contentsOfDirectory(atPath: "\(results.path)/plots")
    #expect(!left.contains { $0.hasSuffix(".png") })
  }

  @Test("settings of one's own for gnuplot change no picture")
  func ownSettings() throws {
    let results = try SmallResults()
    let usual = repeatable(try writeReport(of: results.path).files)
    // A gnuplot that finds settings in its home.
    let home = "\(results.path)/home"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try Data("set decimalsign ','\nset linetype 1 lc rgb 'red' lw 9\n".utf8)
      .write(to: URL(filePath: "\(home)/.gnuplot"))
    let program = "\(home)/gnuplot"
    try Data("#!/bin/sh\nHOME='\(home)' exec gnuplot \"$@\"\n".utf8)
      .write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let own = try writeReport(of: results.path, programs: home).files
    #expect(repeatable(own) == usual)
  }

  @Test("what gnuplot refuses is an error with its words, or its exit code where it has none")
  func refused() throws {
    for (words, told) in [("line 3: odd command", "line 3: odd command"), ("", "exit 7")] {
      let results = try SmallResults()
      let program = "\(results.path)/gnuplot"
      try Data("#!/bin/sh\nprintf '\(words)' >&2; exit 7\n".utf8).write(to: URL(filePath: program))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      let error = #expect(throws: Failure.self) {
        try writeReport(of: results.path, programs: results.path)
      }
      #expect(error?.code == .gnuplotFailed && error?.description.hasSuffix(": \(told)") == true)
    }
  }

  @Test("what is left out is said")
  func largeStudy() throws {
    let results = try SmallResults(points: 30)
    _ = try writeReport(of: results.path)
    let page = try results.html()
    #expect(page.contains("Showing 12 of 30 points; all of them are in curve_summary.csv."))
    #expect(page.contains("Showing 12 of 30 points; all of them are in runs.csv."))
  }

  @Test("tables of an unfinished study are marked as such")
  func partial() throws {
    let unfinished = try SmallResults(complete: false)
    #expect(try writeReport(of: unfinished.path).isPartial)
    #expect(try unfinished.text(of: "report.html").contains("This study is not finished"))
    let finished = try SmallResults()
    #expect(try !writeReport(of: finished.path).isPartial)
    withExtendedLifetime(finished) {}
  }

  @Test(
    "no text of a study becomes markup",
    arguments: [
      "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>",
      "</title><script>", "&lt;script&gt;", "'onmouseover='alert(1)", "javascript:alert(1)//<a",
      "<!--", "]]>", "<style>*{display:none}</style>",
    ])
  func payload(text: String) throws {
    let results = try SmallResults(description: text)
    _ = try writeReport(of: results.path)
    let page = try results.text(of: "report.html")
    let safe = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    #expect(try results.html().contains("<p>\(safe)</p>"))
    #expect(
      page.split(separator: "<script").count == 2 && !page.contains("<img")
        && !page.contains("onload=alert(1)>"))
  }

  @Test("without gnuplot the page has everything but the pictures, and says why")
  func withoutGnuplot() throws {
    let (drawn, written) = (try SmallResults(), try SmallResults())
    let complete = try writeReport(of: drawn.path)
    let report = try writeReport(of: written.path, programs: "/nowhere")
    #expect(report.withoutPictures != nil && complete.withoutPictures == nil)
    #expect(report.figures == complete.figures)
    let pictures = complete.files.map(\.name).filter { name in
      ["svg", "pdf"].contains { name.hasSuffix($0) }
    }
    #expect(pictures.count == 2 * complete.figures)
    #expect(
      report.files.map(\.name) == complete.files.map(\.name).filter { !pictures.contains($0) })
    let page = try written.text(of: "report.html")
    #expect(page.contains("apt-get install gnuplot-nox") && !page.contains("<svg"))
    // What is left is what the complete page has, but for the pictures and their links.
    let whole = try drawn.text(of: "report.html")
    #expect(!whole.contains("gnuplot-nox"))
    let lines = Set(whole.split(separator: "\n"))
    let added = page.split(separator: "\n").filter { !lines.contains($0) }
    #expect(
      added.allSatisfy { $0.contains("gnuplot-nox") || $0.hasPrefix("<p class=\"formats\">") })
    for name in pictures { #expect(!page.contains(name)) }
  }

  @Test("a folder without tables is refused")
  func notResults() throws {
    let results = try SmallResults()
    try FileManager.default.removeItem(atPath: "\(results.path)/runs.csv")
    let error = #expect(throws: Failure.self) { try writeReport(of: results.path) }
    #expect(error?.code == .noTables && error?.file == CallerText(results.path))
  }

  @Test(
    "broken tables are reported by line",
    arguments: [
      ("runs.csv", "ok,", "", "line 2: 12 fields, but the header has 13 columns"),
      ("summary.csv", ",response,", ",answer,", "not those in datapackage.json"),
      ("summary.csv", ",3,3,2.0,", ",3,3,nan,", "line 2: mean"),
      ("runs.csv", "all_infected,2,", "all_infected,2.0,", "line 2: steps"),
      ("points.csv", "0,10,", "7,10,", "its points are not numbered 0, 1, 2, ..."),
      ("points.csv", "exact,4", "\"exact,4", "line 2: a quote that does not end"),
    ])
  func brokenTable(table: String, old: String, new: String, problem: String) throws {
    let results = try SmallResults(points: 1)
    try results.spoil(table) { $0.replacing(old, with: new, maxReplacements: 1) }
    expectDamage(results, table, problem)
  }

  @Test("a table whose last line was cut is refused")
  func tornTable() throws {
    let results = try SmallResults()
    try results.spoil("runs.csv") { String($0.dropLast(3)) }
    expectDamage(results, "runs.csv", "line 7: the line does not end")
  }

  private func expectDamage(_ results: SmallResults, _ table: String, _ problem: String) {
    do {
      _ = try writeReport(of: results.path)
      Issue.record("it was written")
    } catch {
      let error = error.worded
      #expect(error.code == .damaged && error.file == CallerText("\(results.path)/\(table)"))
      #expect(error.description.contains(problem), "\(error)")
    }
  }
}
