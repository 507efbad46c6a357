import Foundation

/// Any bytes in a store's row are runs or an error, in little memory; and runs that can be read
/// can be written and read again.
///
/// An input is the row: a byte of switches, the number of runs (2 bytes), the length of the part
/// with the runs (2 bytes) and of that with the curves (2 bytes), little endian, then the three
/// parts. Checksums are made right, or else nothing would pass them; a switch leaves them
/// out. Compiled by run.sh in one module with those files of Sources/RunStore that know no
/// database.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count >= 7 else { return -1 }
  let bytes = Data(bytes: data, count: count)
  func number(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
  let switches = bytes[0]
  // Now and then far more runs than any block has.
  let runs = switches & 1 == 0 ? 1 + number(1) : 1 << (number(1) % 62)
  let replicates = 3..<3 + runs
  var rest = bytes[7...]
  func part(_ length: Int, _ kind: PartKind) -> Data {
    let body = Data(rest.prefix(length))
    rest = rest.dropFirst(length)
    guard switches & 2 == 0 else { return body }
    var checksum = BlockChecksum(5, replicates, kind)
    body.withUnsafeBytes { checksum.add($0) }
    return body + withUnsafeBytes(of: checksum.value.littleEndian) { Data($0) }
  }
  var parts: [PartKind: Data] = [.runs: part(number(3), .runs)]
  if switches & 4 == 0 { parts[.curves] = part(number(5), .curves) }
  if switches & 8 == 0 {
    let others: [PartKind] = [.maps, .transmissions, .groupCurves, .maps]
    let kind = others[Int(switches >> 4) & 3]
    parts[kind] = part(rest.count, kind)
  }
  let block = EncodedBlock(point: 5, replicates: replicates, failed: 0, parts: parts)
  do throws(MalformedBytes) {
    let read = try block.decode()
    precondition(read.replicates == replicates && read.point == 5)
    let again = EncodedBlock(read)
    try again.checkSums()
    let readAgain = try again.decode()
    precondition(readAgain.runs.count == runs)
  } catch {
    precondition(!error.problem.isEmpty)
  }
  return 0
}
