import Glibc
import PlainText

/// How many files the program may have open at a time (`ulimit -n`).
enum OpenFiles {
  /// Enough for every command. With fewer than eight, Dispatch ends `live` without a word.
  private static let least: rlim_t = 32

  /// Raises the limit where it is too low and the system lets us.
  ///
  /// - Throws: `Failure` with `file_error` where it stays too low.
  static func makeRoom() throws {
    let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < least else { return }
    var wanted = rlimit(rlim_cur: least, rlim_max: max(least, limit.rlim_max))
    guard setrlimit(resource, &wanted) != 0 else { return }
    throw Failure(
      .fileError,
      "the program may have \(limit.rlim_cur) files open at a time, and needs \(least); raise the limit with `ulimit -n \(least)`"
    )
  }
}
