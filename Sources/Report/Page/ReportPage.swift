import PlainText
import Tables

/// A figure with the text of its SVG; nil where nothing could draw.
typealias DrawnFigure = (figure: Figure, svg: String?)

/// A section with what it says of a study.
struct PagePart {
  let section: Section
  let body: String
  let figures: [DrawnFigure]

  var isEmpty: Bool { body.isEmpty && figures.isEmpty }
}

/// The page of a study; it prints, and follows light and dark.
struct ReportPage {
  let folder: ResultsFolder
  let parts: [PagePart]

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
        \(parts.map(partHTML).joined(separator: "\n"))
        """,
      made: "<code>spreadlab report</code> from the tables in this folder")
  }

  private func partHTML(_ part: PagePart) -> String {
    """
    <section id="\(part.section.id)"><h2>\(part.section.heading)</h2>
    \(part.body)
    \(part.figures.map { figureHTML($0.figure, svg: $0.svg) }.joined(separator: "\n"))
    </section>
    """
  }

  private var description: String {
    let text = folder.study?["description"]?.text ?? ""
    return text.isEmpty ? "" : "<p>\(Source.study.word("description", text).html)</p>"
  }

  private var name: Words {
    folder.study?["study"]?.text == nil
      ? Words(name: folder.name) : Source.study.word("study", folder.name)
  }

  private var facts: [Words] {
    let (points, runs) = (folder.points.points.count, folder.runCount)
    var facts: [Words] = [
      Source("points").count(points) + (points == 1 ? " point" : " points"),
      Source("points").sum(runs, of: "replicates") + (runs == 1 ? " run" : " runs"),
    ]
    if let seconds = folder.manifest?["times"]?["elapsed_seconds"]?.number?.double {
      facts.append("\(Source.manifest.number("times.elapsed_seconds", "\(seconds)")) seconds")
    }
    if let seed = folder.manifest?["seed"]?.text {
      facts.append("seed \(Source.manifest.word("seed", seed))")
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
    if parts.flatMap(\.figures).contains(where: { $0.svg == nil }) {
      texts.append(Words(name: Self.withoutPictures))
    }
    return texts.map(alertHTML).joined()
  }

  private var contents: String {
    parts.map { "<li><a href=\"#\($0.section.id)\">\($0.section.heading)</a></li>" }.joined()
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
      \(figure.shown.html(caption: figure.heading, isFolded: true))
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
