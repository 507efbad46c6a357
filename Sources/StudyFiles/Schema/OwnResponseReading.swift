import PlainText
import SpreadModel

/// The responses that a file defines, each behind the one that it follows from, whatever their order in
/// the file.
struct OwnResponseReading {
  /// By name; without those that cannot be read.
  private var read: [String: OwnResponse] = [:]

  /// Those that follow from themselves or from too many others, with words.
  private(set) var endless: [(name: String, words: String)] = []

  subscript(name: String) -> OwnResponse? { read[name] }

  /// How many responses may follow one from another.
  static let longestChain = 32

  init(_ members: [Node], _ keys: StudyFileKeys) {
    let named = Dictionary(members.map { ($0.name, $0) }) { first, _ in first }
    var left = members.map { (node: $0, inner: Self.inner(of: $0, in: named)?.name) }
    for _ in 0..<Self.longestChain {
      let known = read
      let ready = left.filter { $0.inner.map { known[$0] != nil } ?? true }
      if ready.isEmpty { break }
      left.removeAll { $0.inner.map { known[$0] != nil } ?? true }
      let inner = ready.compactMap(\.inner).compactMap { known[$0] }
      let reader = OwnResponse.Measure.codec.reader(keys.knowing(inner.flatMap(\.responses)))
      for one in ready {
        read[one.node.name] = reader.again(one.node).map {
          OwnResponse(name: one.node.name, measure: $0)
        }
      }
    }
    endless = endless(among: left.compactMap { one in one.inner.map { (one.node.name, $0) } })
  }

  /// - Parameter left: those that could not be read, each with the one that it follows from.
  /// - Returns: the first of each circle, and what is one step too far from those that were read: what follows from
  ///   these is no mistake of its own.
  private func endless(among left: [(name: String, inner: String)]) -> [(String, String)] {
    let inner = Dictionary(left.map { ($0.name, $0.inner) }) { first, _ in first }
    let order = Dictionary(left.enumerated().map { ($1.name, $0) }) { first, _ in first }
    var seen: Set<String> = []
    return left.compactMap { one in
      var (way, end) = ([String](), one.name)
      while let next = inner[end], seen.insert(end).inserted {
        way.append(end)
        end = next
      }
      guard let last = way.last else { return nil }
      if let start = way.firstIndex(of: end) {
        let circle = way[start...]
        let first =
          circle.indices.min { order[circle[$0], default: 0] < order[circle[$1], default: 0] }
          ?? start
        return Self.circle(Array(circle[first...] + circle[..<first]))
      }
      guard read[end] != nil else { return nil }
      return (
        last,
        "it follows from more than \(Self.longestChain - 1) others; give one that is measured"
      )
    }
  }

  private static func circle(_ names: [String]) -> (String, String) {
    let shown = names.prefix(longestChain) + (names.count > longestChain ? ["..."] : [names[0]])
    return (
      names[0],
      "\(shown.joined(separator: " of ")): no response can follow from itself; give another one"
    )
  }

  /// The definition that another one follows from; nil where that is a built-in response, or none.
  private static func inner(of member: Node, in named: [String: Node]) -> Node? {
    guard let name = member["of"]?.string, Response(rawValue: name) == nil else { return nil }
    if let node = named[name] { return node }
    let prefix = OwnResponse.eventName(of: "")
    return name.hasPrefix(prefix) ? named[String(name.dropFirst(prefix.count))] : nil
  }
}

extension OwnResponse {
  /// No name is taken already, by what is built in or by a response before it. And each follows from something
  /// else in the end.
  static let relationsOfNames: [Relation<StudyFile>] = [
    .ofFile { _, read in
      var taken = TakenNames([
        ("a built-in response", Response.allCases.map(\.name)),
        ("a word that comparisons use", ["curve", "drift"]),
        ("another column of runs.csv", otherColumns),
        ("a parameter", (ModelKey.factors + read.keys.numbers).map(\.name)),
      ])
      let times = Set(read.keys.ownResponses.filter { $0.responses.count > 1 }.map(\.name))
      return read.keys.names(in: "responses").flatMap { response in
        ([response] + (times.contains(response) ? [OwnResponse.eventName(of: response)] : []))
          .compactMap { name in
            taken.take(name, as: "a column of the response \(JSONText.quoted(response))").map {
              what in
              Objection(
                .conflict, key: "responses", response,
                say: "\(JSONText.quoted(name)) is \(what)"
                  + (name == response
                    ? "" : ", and a time comes with a column that says whether it was reached")
                  + "; give yours another name")
            }
          }
      }
    },
    .ofFile { _, read in
      read.keys.endlessResponses.map {
        Objection(.conflict, at: "responses", $0.name, "of", say: $0.words)
      }
    },
  ]
}
