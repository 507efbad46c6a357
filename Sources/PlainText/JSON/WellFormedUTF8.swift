/// The place of the first byte that belongs to no well-formed character; nil if there is none.
func firstMalformedUTF8(_ bytes: [UInt8]) -> Int? {
  var index = 0
  while index < bytes.count {
    let length = utf8Length(bytes, at: index)
    guard length > 0 else { return index }
    index += length
  }
  return nil
}

/// Bytes of the well-formed character at `index`; 0 if there is none. Source: Unicode 15,
/// table 3-7.
private func utf8Length(_ bytes: [UInt8], at index: Int) -> Int {
  let first = bytes[index]
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xbf
  switch first {
  case 0...0x7f: return 1
  case 0xc2...0xdf: length = 2
  case 0xe0: (length, second) = (3, 0xa0...0xbf)
  case 0xed: (length, second) = (3, 0x80...0x9f)
  case 0xe1...0xef: length = 3
  case 0xf0: (length, second) = (4, 0x90...0xbf)
  case 0xf4: (length, second) = (4, 0x80...0x8f)
  case 0xf1...0xf3: length = 4
  default: return 0
  }
  guard index + length <= bytes.count, second.contains(bytes[index + 1]),
    bytes[(index + 2)..<max(index + 2, index + length)].allSatisfy({ $0 & 0xc0 == 0x80 })
  else { return 0 }
  return length
}
