internal import PageFiles

/// A file of the page, embedded in the program: nothing is read from disk on request, so no
/// address can lead out of the list.
package struct Asset: Equatable, Sendable {
  package var type: String
  package var bytes: [UInt8]

  /// By request target, exactly as sent: the files of `PageFiles`, and the controls made from the model's keys.
  package static let all: [String: Asset] = {
    var all = [
      "/controls.js": Asset(type: "text/javascript; charset=utf-8", bytes: PageControl.script)
    ]
    var index = 0
    while let file = page_file(index)?.pointee {
      all[String(cString: file.target)] = Asset(
        type: String(cString: file.type),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
      index += 1
    }
    return all
  }()
}
