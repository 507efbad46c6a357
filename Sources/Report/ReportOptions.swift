/// What of a study a report shows, where that is a matter of choice.
package struct ReportOptions: Sendable {
  /// The responses that are reported and drawn, in this order; nil for the one the study is about.
  package var responses: [String]?
  /// The most panels (of precision: lines) of a picture; nil for as many as its kind usually has.
  package var panels: Int?
  /// Whether pictures are drawn as PNG, too.
  package var png: Bool

  /// More would not fit on a page.
  package static let panelRange = 1...48

  package init(responses: [String]? = nil, panels: Int? = nil, png: Bool = false) {
    (self.responses, self.panels, self.png) = (responses, panels, png)
  }
}
