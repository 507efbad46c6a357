import PlainText

/// An edge that does not stand on the line behind that of the edge before.
struct EdgeLine: Sendable {
  var edge: Int
  /// From 1.
  var line: Int
}

/// What an edge file says besides its edges, and what was made of it.
struct EdgeFacts: Sendable {
  var file = FileFacts()
  /// The first line, if it is a header by other names than the study's, `person_a` and `person_b`.
  var header: Header?
  /// The columns of the people, from 1, where the study gives them.
  var columns: [Int]?
  /// The column of the weights, from 1.
  var weightColumn: Int?
  /// Who says which contacts go one way; nil: the study.
  var directions: String?
  /// Whether they go one way, where the file says so.
  var isDirected: Bool?
  /// Whether some go one way and some both ways, which stand in the list twice.
  var isMixed = false
  /// Comments that have as many columns as the edges: the first one, and how many there are.
  var edgeLikeComments: (first: Header, count: Int)?

  struct Header {
    /// From 1.
    let line: Int
    /// Its first 100 characters.
    let text: String
    /// Of the columns whose people infect, and of those whom they infect, as the line names them.
    let people: [String]

    init(_ held: HeldEdge) {
      (line, text) = (held.line, String(held.place.text.prefix(100)))
      people = held.ids.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
