/// Why a request is not answered with what it asked for.
package struct Refusal: Error, Equatable, Sendable {
  /// HTTP status code, 400...599.
  package var status: Int
  /// One sentence for the person or program that asked.
  package var reason: String

  /// The phrase of the status line (RFC 9110, section 15).
  package static func phrase(for status: Int) -> String {
    switch status {
    case 101: "Switching Protocols"
    case 200: "OK"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 421: "Misdirected Request"
    case 426: "Upgrade Required"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Error"
    }
  }
}
