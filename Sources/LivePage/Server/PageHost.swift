import Glibc
import PlainText

/// The address of this machine on which the page is served, IPv4 or IPv6.
package struct PageHost: Equatable, Sendable {
  /// As browsers write it (RFC 5952), without brackets.
  package let text: String
  let family: Int32

  /// Reached from this machine alone.
  package static let loopback = PageHost(text: "127.0.0.1", family: AF_INET)

  /// Whether only this machine reaches it.
  package var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }

  private init(text: String, family: Int32) {
    self.text = text
    self.family = family
  }

  /// - Throws: `Failure` with `badOption` unless `text` is one address of this machine that browsers can open.
  package init(_ text: String) throws {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(text: text, family: AF_INET)
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self.init(text: Self.written(AF_INET6, &six), family: AF_INET6)
    } else {
      throw Self.unfit("\(setting: "host", text) is no IP address (names are not looked up)")
    }
    guard self.text != "0.0.0.0", self.text != "::" else {
      throw Self.unfit(
        "\(setting: "host", text) would serve the page in every network of this machine")
    }
    guard self.text.hasPrefix("127.") || Self.ofThisMachine.contains(self.text) else {
      throw Self.unfit(
        "\(setting: "host", text) is no address of this machine that browsers can open")
    }
  }

  private static func unfit(_ message: CallerText) -> Failure {
    Failure(
      .badOption, message,
      advice: "Name one of this machine's addresses: \(ofThisMachine.joined(separator: ", ")).")
  }

  /// The addresses of this machine's interfaces, those that others can reach first. Those of a link
  /// are left out: they need the name of an interface, for which addresses of pages have no room.
  package static var ofThisMachine: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    let found = sequence(first: first) { $0?.pointee.ifa_next }.compactMap { entry -> String? in
      guard let address = entry?.pointee.ifa_addr else { return nil }
      switch Int32(address.pointee.sa_family) {
      case AF_INET:
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          written(AF_INET, &$0.pointee.sin_addr)
        }
      case AF_INET6:
        let text = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          written(AF_INET6, &$0.pointee.sin6_addr)
        }
        // fe80::/10, of which all that is used begins so.
        return text.hasPrefix("fe80:") ? nil : text
      default: return nil
      }
    }
    let own = found.filter { PageHost(text: $0, family: AF_INET).isLoopback }
    return found.filter { !own.contains($0) } + own
  }

  private static func written(_ family: Int32, _ address: UnsafeRawPointer) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(family, address, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Host and port as they stand in addresses and in the header Host.
  func authority(_ port: UInt16) -> String {
    family == AF_INET6 ? "[\(text)]:\(port)" : "\(text):\(port)"
  }
}
