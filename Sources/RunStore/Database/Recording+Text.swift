internal import SpreadModel

extension Recording {
  /// As stores keep it: a line for each response, with its definition, and for each part.
  var text: String {
    let responses = responses.responses.map { "response \($0.definition)\n" }
    let parts = parts.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, count in
      "part \(kind.rawValue) \(count == .max ? "all" : "\(count)")\n"
    }
    return (responses + parts).joined()
  }

  /// Reads what `text` gives.
  ///
  /// - Throws: `RunStoreError.unknownResponse` of a later program's; `MalformedBytes`.
  init(text: String, of database: StoreDatabase) throws {
    var responses: [Response] = []
    var parts: [PartKind: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw MalformedBytes("it does not say what is recorded") }
      if words[0] == "response" {
        guard let response = Response(definition: words[1]) else {
          throw RunStoreError.unknownResponse(folder: database.results, words[1])
        }
        responses.append(response)
        continue
      }
      let part = words[1].split(separator: " ").map(String.init)
      guard words[0] == "part", part.count == 2,
        let count = part[1] == "all" ? .max : Int(part[1]), count > 0
      else { throw MalformedBytes("it does not say what is recorded") }
      parts[PartKind(rawValue: part[0])] = count
    }
    self.init(responses: ResponseList(responses), parts: parts)
  }
}
