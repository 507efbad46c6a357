// Prints the syntax tree of each file it is given, one line of JSON each: [kind, role, start, end,
// children], places in bytes, operators folded by Swift's own table. Not a part of the package:
// trees.py compiles it against the parser that comes with the toolchain.
import Foundation
import SwiftOperators
import SwiftParser
@_spi(RawSyntax) import SwiftSyntax

func write(_ node: Syntax, to text: inout String) {
  let role = node.keyPathInParent.flatMap { childName($0) } ?? ""
  let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
  text +=
    "[\"\(node.kind)\",\"\(role)\",\(start),\(node.endPositionBeforeTrailingTrivia.utf8Offset),["
  var isFirst = true
  for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
    if !isFirst { text += "," }
    isFirst = false
    write(child, to: &text)
  }
  text += "]]"
}

for path in CommandLine.arguments.dropFirst() {
  let parsed = Parser.parse(source: try String(contentsOfFile: path, encoding: .utf8))
  var text = ""
  write(OperatorTable.standardOperators.foldAll(parsed) { _ in }, to: &text)
  print(text)
}
