import Glibc

/// A moment in universal time, to the second, whatever the time zone and locale.
package struct UniversalTime: Hashable, Sendable {
  private let seconds: time_t

  package static var now: UniversalTime { UniversalTime(seconds: time(nil)) }

  /// ISO 8601, such as `2026-11-21T02:08:00Z`.
  package var text: String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}
