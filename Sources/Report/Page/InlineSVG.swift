import Foundation
import PlainText

/// A picture of gnuplot's svg terminal as part of a page: colors follow the page's light and dark
/// scheme, names are unique, and screen readers get one text for the whole.
func inlineSVG(_ svg: String, name: String, label: String) -> HTML {
  guard let tag = svg.range(of: "<svg"),
    let end = svg.range(of: ">", range: tag.upperBound..<svg.endIndex),
    let viewBox = svg[tag.upperBound..<end.lowerBound].firstMatch(of: /viewBox="([^"]*)"/)?.1
  else { return "" }
  let text = filledElements(
    svg[end.upperBound...].replacing(/<(title|desc)>[^<]*<\/(title|desc)>/, with: ""))
  let identifiers = ["gpPt", "gpDot", "textbox", "greybox", "gnuplot_canvas"].map {
    ($0, "\(name)-\($0)")
  }
  let colors = Palette.all.map { ($0.inSVG, "var(--\($0.name))") }
  // Attributes that all groups share stand once, at the whole picture.
  let usual = " stroke-linecap=\"butt\" stroke-linejoin=\"miter\""
  let body = text.replacing(
    identifiers + colors + [
      (
        "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"1.00\"\(usual)>",
        "<g>"
      ), (usual, ""), ("fill=\"none\"/>", "stroke=\"none\"/>"),
      ("rgb(  0,   0,   0)", "currentColor"), ("\"black\"", "\"currentColor\""),
      ("'black'", "'currentColor'"), ("<tspan font-family=\"sans-serif\" >", "<tspan>"),
      ("font-family=\"sans-serif\" ", ""),
    ])
  let start: HTML = """
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
    viewBox="\(String(viewBox))" fill="none" stroke="currentColor" role="img" aria-label="\(label)">
    """
  return start + HTML(trusted: body)
}

/// The elements that hold something: gnuplot opens a group for everything that it might draw.
private func filledElements(_ svg: Substring) -> String {
  var tags: [Substring] = []
  func isEmpty(_ start: Substring) -> Bool {
    let end = start.reversed().drop(while: \.isWhitespace).prefix(2)
    return start.first != "/" && end.first == ">" && end.last != "/"
  }
  for tag in svg.drop(while: { $0 != "<" }).split(separator: "<") {
    if tag.first == "/", tags.last.map(isEmpty) == true {
      tags.removeLast()
    } else {
      tags.append(tag)
    }
  }
  return tags.map { "<\($0)" }.joined()
}
