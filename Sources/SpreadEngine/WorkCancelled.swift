/// Contacts, or a pass, were given up before their end.
struct WorkCancelled: Error {
  /// Asks at every 256th `count` whether to give up: a question takes longer than a draw.
  ///
  /// - Throws: `WorkCancelled` where that is so.
  @inline(__always) static func check(_ count: Int, _ isCancelled: () -> Bool) throws {
    if count & 0xff == 0, isCancelled() { throw WorkCancelled() }
  }
}
