import PlainText
import Tables

/// A figure with the text of its SVG; nil where nothing could draw.
typealias DrawnFigure = (figure: Figure, svg: String?)

/// A section with what it says of a study.
struct PagePart {
  let section: Section
  let body: HTML
  let figures: [DrawnFigure]

  var isEmpty: Bool { body.isEmpty && figures.isEmpty }
}

/// The page of a study: one file, no network, no script but the one that copies; it prints, and follows light and dark.
struct ReportPage {
  let folder: ReportedFolder
  let answer: Answer
  /// The figures that stand open, the one of the answer first.
  private let open: [DrawnFigure]
  /// The parts without them; those that have nothing to say are left out.
  private let parts: [PagePart]
  /// Of its pictures, the one on the page first.
  let forms: [PictureForm]

  init(folder: ReportedFolder, answer: Answer, parts: [PagePart], forms: [PictureForm]) {
    (self.folder, self.answer, self.forms) = (folder, answer, forms)
    let all = parts.flatMap(\.figures)
    let open = answer.figures.compactMap { name in all.first { $0.figure.name.text == name } }
      .prefix(Answer.mostFigures)
    let names = Set(open.map(\.figure.name.text))
    self.open = Array(open)
    self.parts = parts.map { part in
      PagePart(
        section: part.section, body: part.body,
        figures: part.figures.filter { !names.contains($0.figure.name.text) })
    }.filter { !$0.isEmpty }
  }

  /// Why there are no pictures, and what to do.
  static let withoutPictures =
    "The pictures are left out, because gnuplot, which draws them, is not installed. Install it "
    + "(Debian, Ubuntu: apt-get install gnuplot-nox) and run spreadlab report again, or run the "
    + "scripts in plots/ on another machine. All numbers and sentences are included."

  var html: HTML {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;
        script-src 'sha256-\(CopyButton.digest)'">
    <title>\(folder.name) \u{2013} spreadlab report</title>
    <link rel="icon" href="data:,">
    <style>
    \(pageStyle)
    </style></head><body>
    <header><p class="kind">Report of a spreadlab study</p><h1>\(folder.name)</h1>
    \(Self.paragraph(folder.question.lead))
    <ul class="facts">\(facts.map { "<li>\($0)</li>" as HTML }.joined())</ul></header>
    <main>
    \(alert)
    \(answerHTML)
    <nav aria-label="Contents"><ul>\(contents)</ul></nav>
    \(open.dropFirst().map { figureHTML($0.figure, svg: $0.svg) }.joined(separator: "\n"))
    \(parts.map(partHTML).joined(separator: "\n"))
    </main>
    <footer><p>Made by <code>spreadlab report</code> from the tables in this folder.</p></footer>
    <script>\(CopyButton.script)</script>
    </body></html>

    """
  }

  /// The sentences, and the figure that shows them.
  private var answerHTML: HTML {
    let sentences = answer.sentences.map { Self.paragraph(hovered($0, folder.mainResponse)) }
      .joined(separator: "\n")
    return """
      <section id="answer"><div class="answer"><h2>Answer</h2>
      \(answer.sentences.isEmpty ? "<p>No run has a value to report yet.</p>" : sentences)</div>
      \(open.first.map { figureHTML($0.figure, svg: $0.svg, isOfAnswer: true) } ?? "")
      </section>
      """
  }

  private static func paragraph(_ text: HTML) -> HTML { text.isEmpty ? "" : "<p>\(text)</p>" }
  private static func paragraph(_ text: String) -> HTML { text.isEmpty ? "" : "<p>\(text)</p>" }

  /// The text with the response's name in code on hover over its words.
  private func hovered(_ text: String, _ response: String?) -> HTML {
    guard let response else { return "\(text)" }
    let words = folder.words(of: response)
    func isWhole(_ range: Range<String.Index>) -> Bool {
      let ends = [text[..<range.lowerBound].last, text[range.upperBound...].first]
      return !ends.contains { $0?.isLetter == true || $0?.isNumber == true }
    }
    let found = text.ranges(of: words) + text.ranges(of: words.capitalizedFirst)
    guard let range = found.first(where: isWhole) else { return "\(text)" }
    let (before, after) = (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
    return "\(before)<abbr title=\"\(response)\">\(String(text[range]))</abbr>\(after)"
  }

  private func partHTML(_ part: PagePart) -> HTML {
    """
    <section id="\(part.section.id.description)"><details class="part"><summary>\
    <h2>\(part.section.heading.description)</h2></summary>
    \(part.section.isOverAllRuns && folder.condition != nil ? Self.overAllRuns : "")\(part.body)
    \(part.figures.map { figureHTML($0.figure, svg: $0.svg) }.joined(separator: "\n"))
    </details></section>
    """
  }

  private static let overAllRuns: HTML = "<p>Over all runs, those that died out included.</p>\n"

  private var facts: [HTML] {
    let (points, runs) = (folder.points.points.count, folder.runCount)
    var facts: [HTML] = [
      "<b>\(grouped(points))</b> \(points == 1 ? "point" : "points")",
      "<b>\(grouped(runs))</b> \(runs == 1 ? "run" : "runs")",
    ]
    if let seed = folder.manifest?["seed"]?.text { facts.append("seed <b>\(seed)</b>") }
    return facts
  }

  private var alert: HTML {
    var texts: [String] = []
    if folder.isPartial {
      texts.append(
        "This study is not finished: everything below is based on the runs that were finished when "
          + "its tables were written. Continue it with spreadlab run.")
    }
    if let failed = folder.manifest?["counts"]?["failed_runs"]?.text, failed != "0" {
      texts.append(
        "\(failed) of \(grouped(folder.runCount)) runs failed; failed runs "
          + "are marked in runs.csv and excluded from all statistics.")
    }
    if (open + parts.flatMap(\.figures)).contains(where: { $0.svg == nil }) {
      texts.append(Self.withoutPictures)
    }
    return texts.map { "<p class=\"alert\" role=\"note\">\($0)</p>" as HTML }.joined()
  }

  private var contents: HTML {
    parts.map { part -> HTML in
      "<li><a href=\"#\(part.section.id.description)\">\(part.section.heading.description)</a></li>"
    }.joined()
  }

  /// - Parameter isOfAnswer: whether the answer says what is seen.
  private func figureHTML(_ figure: Figure, svg: String?, isOfAnswer: Bool = false) -> HTML {
    let name = figure.name.text
    let endings = (svg == nil ? [] : forms.map(\.rawValue)) + ["gp", "csv"]
    let formats = endings.map { ending -> HTML in
      "<a href=\"plots/\(name).\(ending)\" aria-label=\"\(figure.heading), \(ending) file\">\(ending)</a>"
    }.joined(separator: " \u{00B7} ")
    return """
      <figure id="figure-\(name)"><figcaption><h3>\(hovered(figure.heading, figure.response))</h3>
      \(isOfAnswer ? "" : Self.paragraph(figure.summary))</figcaption>
      \(svg.map { pictureHTML(figure, svg: $0) } ?? "")
      <p class="note">\(figure.note.together) Source: \(figure.source).</p>
      <p class="formats">This picture: \(formats)</p>
      <details><summary>The numbers: \(figure.heading)</summary>
      \(figure.shown.html(caption: figure.heading, isFolded: true))
      </details></figure>
      """
  }

  private func pictureHTML(_ figure: Figure, svg: String) -> HTML {
    let label = "\(figure.heading). \(figure.summary)"
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="Picture: \(figure.heading)">
      \(inlineSVG(svg, name: figure.name.text, label: label))
      </div>
      """
  }
}
