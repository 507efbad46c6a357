import Checksums
import Glibc
import PlainText

/// Labels with the numbers of their first appearance: bytes one behind the other, and a table of
/// places (open addressing), so that ten million labels take no more than they must.
struct LabelTable {
  private var bytes: [UInt8] = []
  /// Where each label begins, and where the last one ends.
  private var starts = [0]
  /// Numbers plus 1; 0 where there is none. A power of two.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)
  private(set) var haveNumbers = false

  var count: Int { starts.count - 1 }

  func withBytes<Result>(
    of number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[starts[number]..<starts[number + 1]]))
    }
  }

  /// The number of a label; nil if it is not there.
  func find(_ label: UnsafeBufferPointer<UInt8>) -> Int? {
    let slot = slot(of: label)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// The number of a label, the next one if it is new.
  mutating func number(of label: UnsafeBufferPointer<UInt8>) -> Int {
    var place = slot(of: label)
    if slots[place] != 0 { return Int(slots[place]) - 1 }
    if 2 * (count + 1) > slots.count {
      grow()
      place = slot(of: label)
    }
    bytes.append(contentsOf: label)
    starts.append(bytes.count)
    slots[place] = UInt32(count)
    if !haveNumbers { haveNumbers = label.allSatisfy { (0x30...0x39).contains($0) } }
    return count - 1
  }

  /// The numbers of two labels that look alike, the first of them; of labels that are not plain the first
  /// 100,000 are compared.
  var alike: (Int, Int)? {
    let special = (0..<count).lazy.filter { number in
      withBytes(of: number) { $0.contains { $0 == 0x20 || $0 >= 0x80 } }
    }
    func label(_ number: Int) -> String {
      withBytes(of: number) { String(decoding: $0, as: UTF8.self) }
    }
    func number(of label: String) -> Int? {
      var label = label
      return label.withUTF8(find)
    }
    // A plain label looks like itself, so only others can look like it.
    for special in special.prefix(LookAlikes.most) {
      if let plain = number(of: LookAlikes.visible(label(special))), plain != special {
        return (plain, special)
      }
    }
    guard let (one, other) = LookAlikes.first(of: special.map(label)),
      let first = number(of: one), let second = number(of: other)
    else { return nil }
    return (first, second)
  }

  /// SHA-256, in hexadecimal, of the labels, a zero byte behind each.
  var digest: String {
    var hash = SHA256()
    for number in 0..<count {
      withBytes(of: number) { hash.update($0) }
      hash.update([0])
    }
    return hash.hexDigest()
  }

  private func slot(of label: UnsafeBufferPointer<UInt8>) -> Int {
    var place = Int(truncatingIfNeeded: Self.hash(label)) & (slots.count - 1)
    while slots[place] != 0 {
      let isSame = withBytes(of: Int(slots[place]) - 1) { known in
        guard known.count == label.count, let a = known.baseAddress, let b = label.baseAddress
        else {
          return known.count == label.count
        }
        return memcmp(a, b, label.count) == 0
      }
      if isSame { break }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for number in 0..<count {
      var place = withBytes(of: number) {
        Int(truncatingIfNeeded: Self.hash($0)) & (slots.count - 1)
      }
      while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = UInt32(number + 1)
    }
  }

  /// FNV-1a with a last mixing. It decides no number: those follow from first appearance.
  private static func hash(_ label: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in label { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash ^ (hash >> 29)
  }
}
