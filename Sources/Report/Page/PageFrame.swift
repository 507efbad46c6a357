/// What every page consists of: one file, no network, no script but the one that copies, where there is something to copy.
///
/// - Parameters:
///   - kind: what the page is, above its heading.
///   - intro: behind the heading.
///   - facts: numbers with what they count, such as "<b>400</b> runs".
///   - made: the command that made it, and from what.
///   - hasTexts: whether there are texts with a button that copies them.
func pageHTML(
  title: String, kind: String, heading: String, intro: HTML, facts: [HTML], main: HTML, made: HTML,
  hasTexts: Bool = false
) -> HTML {
  let rule: HTML = hasTexts ? "; script-src 'sha256-\(CopyButton.digest)'" : ""
  let script: HTML = hasTexts ? "<script>\(CopyButton.script)</script>" : ""
  return """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; img-src data:\(rule)">
    <title>\(title) \u{2013} spreadlab report</title>
    <link rel="icon" href="data:,">
    <style>
    \(pageStyle)
    </style></head><body>
    <header><p class="kind">\(kind)</p><h1>\(heading)</h1>
    \(intro)
    <ul class="facts">\(facts.map { "<li>\($0)</li>" as HTML }.joined())</ul></header>
    <main>
    \(main)
    </main>
    <footer><p>Made by \(made).</p></footer>
    \(script)
    </body></html>

    """
}

/// What a reader must know first.
func alertHTML(_ text: String) -> HTML {
  "<p class=\"alert\" role=\"note\">\(text)</p>"
}
