import CGSL

/// A failure reported by the GNU Scientific Library; `code` is one of gsl_errno.h.
package struct GSLError: Error, Hashable, Sendable, CustomStringConvertible {
  package let function: String
  package let code: Int32
  package var description: String { "\(function): \(String(cString: gsl_strerror(code)))" }
}

/// The only door to GSL: every `gsl_` function that can fail is called through it.
package enum GSL {
  /// GSL's version as it reports it at run time, such as `2.7.1`.
  package static var version: String { String(cString: cgsl_version()) }

  /// Turns off, once and before the first call, the handler that prints and aborts: one bad
  /// fit would end the whole study. It is global to the process, so nothing turns it on again.
  private static let abortIsOff: Void = { _ = gsl_set_error_handler_off() }()

  /// The code of functions for which all went well.
  static let success = Int32(GSL_SUCCESS)

  /// Calls a function that returns a status code.
  static func check(_ function: String, _ call: () -> Int32) throws(GSLError) {
    let code = code(call)
    guard code == success else { throw GSLError(function: function, code: code) }
  }

  /// Calls a function whose code the caller judges itself.
  static func code(_ call: () -> Int32) -> Int32 { withoutAbort(call) }

  /// Calls a function that returns its value, and NaN where its arguments make no sense.
  ///
  /// Not throwing: callers rule out such arguments beforehand, and NaN cannot be mistaken.
  static func value(_ call: () -> Double) -> Double { withoutAbort(call) }

  private static func withoutAbort<Found>(_ call: () -> Found) -> Found {
    _ = abortIsOff
    return call()
  }

  /// Calls an allocator, which returns null when memory is short or a size makes no sense.
  static func allocate<Resource>(
    _ function: String, _ call: () -> UnsafeMutablePointer<Resource>?
  ) throws(GSLError) -> UnsafeMutablePointer<Resource> {
    guard let resource = withoutAbort(call) else {
      throw GSLError(function: function, code: Int32(GSL_ENOMEM))
    }
    return resource
  }
}
