extension String {
  /// With each of some texts replaced, in one pass over the bytes; of those that begin at one place the first in
  /// the list counts. Pictures are long, and Report is not optimized, so it stands here.
  ///
  /// - Precondition: none of the texts is empty.
  package func replacing(_ changes: [(from: String, to: String)]) -> String {
    let bytes = Array(utf8)
    let changes = changes.map { (from: Array($0.from.utf8), to: Array($0.to.utf8)) }
    var starts = [[Int]](repeating: [], count: 256)
    for (index, change) in changes.enumerated() { starts[Int(change.from[0])].append(index) }
    var changed: [UInt8] = []
    changed.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let found = starts[Int(bytes[place])].first { bytes[place...].starts(with: changes[$0].from) }
      if let found {
        changed += changes[found].to
        place += changes[found].from.count
      } else {
        changed.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: changed, as: UTF8.self)
  }
}
