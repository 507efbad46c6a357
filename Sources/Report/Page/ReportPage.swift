import PlainText
import Tables

/// The page of a study; it prints, and follows light and dark.
struct ReportPage {
  let folder: ResultsFolder
  /// Nil of other studies.
  let calibration: CalibrationFindings?
  let comparisons: [ComparisonFacts]
  /// How many of the comparisons the pictures show.
  let pictured: Int
  /// Figures with the text of their SVG; nil for all of them where nothing could draw.
  let figures: [(figure: Figure, svg: String?)]

  /// Why there are no pictures, and what to do.
  static let withoutPictures =
    "The pictures are left out, because gnuplot, which draws them, is not installed. Install it "
    + "(Debian, Ubuntu: apt-get install gnuplot-nox) and run spreadlab report again, or run the "
    + "scripts in plots/ on another machine. All numbers and sentences are included."

  var html: String {
    pageHTML(
      title: folder.name, kind: "Report of a spreadlab study", heading: name, intro: description,
      facts: facts,
      main: """
        \(alert)
        <nav aria-label="Contents"><ul>\(contents)</ul></nav>
        \(AskedSection(folder: folder).html)
        \(findings)
        <section id="pictures"><h2>Pictures</h2>
        \(figures.map { figureHTML($0.figure, svg: $0.svg) }.joined(separator: "\n"))
        </section>
        \(FilesSection(folder: folder).html)
        """,
      made: "<code>spreadlab report</code> from the tables in this folder")
  }

  private var findings: String {
    calibration?.html
      ?? FindingsSection(folder: folder, comparisons: comparisons, pictured: pictured).html
  }

  private var description: String {
    let text = folder.study?["description"]?.text ?? ""
    return text.isEmpty ? "" : "<p>\(Source.study.word("description", text).html)</p>"
  }

  private var name: Words {
    folder.study?["study"]?.text == nil
      ? Words(name: folder.name) : Source.study.word("study", folder.name)
  }

  private var facts: [(Words, String)] {
    let (points, runs) = (folder.points.points.count, folder.runCount)
    var facts: [(Words, String)] = [
      (Source("points").count(points), points == 1 ? "point" : "points"),
      (Source("points").sum(runs, of: "replicates"), runs == 1 ? "run" : "runs"),
    ]
    if let seconds = folder.manifest?["times"]?["elapsed_seconds"]?.number?.double {
      facts.append((Source.manifest.number("times.elapsed_seconds", "\(seconds)"), "seconds"))
    }
    if let seed = folder.manifest?["seed"]?.text {
      facts.append((Source.manifest.word("seed", seed), "seed"))
    }
    return facts
  }

  private var alert: String {
    var texts: [Words] = []
    if folder.isPartial {
      texts.append(
        "This study is not finished: everything below is based on the runs that were finished when "
          + "its tables were written. Continue it with spreadlab run.")
    }
    if let failed = folder.manifest?["counts"]?["failed_runs"]?.text, failed != "0" {
      let runs = Source("points").sum(folder.runCount, of: "replicates")
      texts.append(
        "\(Source.manifest.number("counts.failed_runs", failed)) of \(runs) runs failed; failed runs "
          + "are marked in runs.csv and excluded from all statistics.")
    }
    if figures.contains(where: { $0.svg == nil }) {
      texts.append(Words(name: Self.withoutPictures))
    }
    return texts.map(alertHTML).joined()
  }

  private var contents: String {
    let links =
      [("asked", "Study design"), ("findings", "Findings")]
      + figures.map { ("figure-\($0.figure.name.text)", $0.figure.heading.html) }
      + [("files", "Files"), ("provenance", "Provenance")]
    return links.map { "<li><a href=\"#\($0.0)\">\($0.1)</a></li>" }.joined()
  }

  private func figureHTML(_ figure: Figure, svg: String?) -> String {
    let name = figure.name.text
    let heading = escaped(figure.heading.plain)
    let endings = (svg == nil ? [] : Pictures.endings) + figure.sources.map(\.ending)
    let formats = endings.map {
      "<a href=\"plots/\(name).\($0)\" aria-label=\"\(heading), \($0) file\">\($0)</a>"
    }.joined(separator: " \u{00B7} ")
    return """
      <figure id="figure-\(name)"><figcaption><h3>\(figure.heading.html)</h3>
      <p>\(figure.summary.html)</p></figcaption>
      \(svg.map { pictureHTML(figure, svg: $0) } ?? "")
      <p class="note">\(figure.note.together.html) Source: \(escaped(figure.source)).</p>
      <p class="formats">This picture: \(formats)</p>
      <details><summary>The numbers: \(figure.heading.html)</summary>
      \(figure.shown.html(caption: figure.heading))
      </details></figure>
      """
  }

  private func pictureHTML(_ figure: Figure, svg: String) -> String {
    let label = "\(figure.heading.plain). \(figure.summary.plain)"
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="Picture: \(escaped(figure.heading.plain))">
      \(inlineSVG(svg, name: figure.name.text, label: label))
      </div>
      """
  }
}
