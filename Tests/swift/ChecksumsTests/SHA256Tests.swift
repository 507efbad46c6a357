import Checksums
import Testing

@Suite struct SHA256Tests {
  @Test(
    "gives the published digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func published(text: String, digest: String) {
    #expect(SHA256.hexDigest(of: Array(text.utf8)) == digest)
  }

  @Test("does not depend on how the bytes come in pieces")
  func pieces() {
    let bytes = (0..<1000).map { UInt8($0 * 7 % 251) }
    for size in [1, 3, 63, 64, 65, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(hash.hexDigest() == SHA256.hexDigest(of: bytes))
    }
  }

  @Test("covers bytes that do not lie in one piece")
  func scattered() {
    let bytes = (0..<200).lazy.map { UInt8($0) }
    #expect(SHA256.hexDigest(of: bytes) == SHA256.hexDigest(of: Array(bytes)))
    #expect(SHA256.hexDigest(of: bytes) != SHA256.hexDigest(of: []))
  }
}
