/// The secret in the printed address; whoever has it may use the page.
///
/// It stands in the fragment of the address (`#token`), which browsers never send: it reaches no
/// log, no Referer and no other server on this machine, as a cookie would (cookies do not know
/// ports).
package struct AccessToken: Sendable {
  /// 32...128 characters of `[A-Za-z0-9_-]`.
  package let text: String

  /// A new random token of 256 bits from the system's generator.
  package init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let word = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - word.count) + word
    }.joined()
  }

  /// A token chosen by the user, or nil if it is too short or holds other characters.
  package init?(_ text: String) {
    let allowed = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard allowed, (32...128).contains(text.utf8.count) else { return nil }
    self.text = text
  }

  /// Whether `candidate` is the token, in a time that depends on its length only.
  package func matches(_ candidate: String) -> Bool {
    let own = Array(text.utf8)
    let other = Array(candidate.utf8)
    var difference = own.count ^ other.count
    for index in other.indices {
      difference |= Int(own[index % own.count] ^ other[index])
    }
    return difference == 0
  }
}
