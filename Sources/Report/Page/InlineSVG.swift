import Foundation

/// A picture of gnuplot's svg terminal as part of a page: colors follow the page's light and dark
/// scheme, names are unique, and screen readers get one text for the whole.
func inlineSVG(_ svg: String, name: String, label: String) -> HTML {
  guard let tag = svg.range(of: "<svg"),
    let end = svg.range(of: ">", range: tag.upperBound..<svg.endIndex),
    let viewBox = svg[tag.upperBound..<end.lowerBound].firstMatch(of: /viewBox="([^"]*)"/)?.1
  else { return "" }
  var body = String(svg[end.upperBound...])
  body.replace(/<(title|desc)>[^<]*<\/(title|desc)>/, with: "")
  for identifier in ["gpPt", "gpDot", "textbox", "greybox", "gnuplot_canvas"] {
    body.replace(identifier, with: "\(name)-\(identifier)")
  }
  for color in Palette.all { body.replace(color.inSVG, with: "var(--\(color.property))") }
  for (color, variable) in [
    ("rgb(  0,   0,   0)", "currentColor"), ("\"black\"", "\"currentColor\""),
    ("'black'", "'currentColor'"), ("<tspan font-family=\"sans-serif\" >", "<tspan>"),
    ("font-family=\"sans-serif\" ", ""),
  ] {
    body.replace(color, with: variable)
  }
  let start: HTML = """
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
    viewBox="\(String(viewBox))" role="img" aria-label="\(label)">
    """
  return start + HTML(trusted: body)
}
