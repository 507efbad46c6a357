import PlainText
import SpreadModel

/// The responses that a file defines, each behind the one that it follows from, whatever their order in
/// the file.
struct OwnResponseReading {
  /// By name; without those that cannot be read.
  private var read: [String: OwnResponse] = [:]

  subscript(name: String) -> OwnResponse? { read[name] }

  /// How many responses may follow one from another.
  static let longestChain = 32

  init(_ members: [Node], _ keys: StudyFileKeys) {
    let named = Dictionary(members.map { ($0.name, $0) }) { first, _ in first }
    let plain = OwnResponse.Measure.codec.reader(keys.knowing([]))
    var tried: Set<String> = []
    for member in members {
      let chain = Self.chain(from: member, in: named)
      for one in chain.reversed()
      where chain.count <= Self.longestChain && tried.insert(one.name).inserted {
        let inner = Self.inner(of: one, in: named)
        let reader =
          inner.map {
            OwnResponse.Measure.codec.reader(keys.knowing(read[$0.name]?.responses ?? []))
          }
          ?? plain
        if let measure = reader.again(one) {
          read[one.name] = OwnResponse(name: one.name, measure: measure)
        }
      }
    }
  }

  /// The definition that another one follows from; nil where that is a built-in response, or none.
  private static func inner(of member: Node, in named: [String: Node]) -> Node? {
    guard let name = member["of"]?.string, Response(rawValue: name) == nil else { return nil }
    if let node = named[name] { return node }
    let prefix = OwnResponse.eventName(of: "")
    return name.hasPrefix(prefix) ? named[String(name.dropFirst(prefix.count))] : nil
  }

  /// A definition and those that it follows from.
  private static func chain(from member: Node, in named: [String: Node]) -> [Node] {
    var chain = [member]
    while let next = inner(of: chain[chain.count - 1], in: named), chain.count <= longestChain {
      chain.append(next)
    }
    return chain
  }

  /// Where a definition follows from itself or from too many others, with words; nil where it does not.
  static func problem(of member: Node, in named: [String: Node]) -> (at: Node, words: String)? {
    let chain = chain(from: member, in: named)
    guard chain.count > longestChain, let place = member["of"] else { return nil }
    let names = chain.map(\.name)
    if let end = names.dropFirst().firstIndex(of: member.name) {
      let way = names[...end].joined(separator: " of ")
      return (place, "\(way): no response can follow from itself; give another one")
    }
    // Where it leads to such a circle, that is reported there.
    guard Set(names).count == names.count else { return nil }
    return (
      place, "it follows from more than \(longestChain - 1) others; give one that is measured"
    )
  }
}
