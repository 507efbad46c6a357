internal import CNettle

/// SHA-256 (FIPS 180-4) of bytes that may come in pieces; by Nettle, which uses the processor's
/// instructions for it where there are any.
package struct SHA256: Sendable {
  // Plain numbers without pointers: a copy goes on by itself.
  private var context = sha256_ctx()

  package init() {
    nettle_sha256_init(&context)
  }

  package mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, start)
  }

  package mutating func update(_ bytes: some Collection<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { update($0) }
    if done == nil { Array(bytes).withUnsafeBufferPointer { update($0) } }
  }

  /// The digest of everything so far, as 64 lower-case hexadecimal digits.
  package func hexDigest() -> String {
    digest().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// The 32 bytes of the digest of everything so far.
  package func digest() -> [UInt8] {
    var last = context
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { bytes, count in
      cnettle_sha256_finish(&last, bytes.baseAddress)
      count = Int(SHA256_DIGEST_SIZE)
    }
  }

  package static func hexDigest(of bytes: some Collection<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexDigest()
  }
}
