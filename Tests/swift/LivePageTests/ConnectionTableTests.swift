import Glibc
import LivePage
import Testing

/// Two sockets joined to each other.
private final class SocketPair {
  let ours: Int32
  let theirs: Int32

  init() {
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    (ours, theirs) = (ends[0], ends[1])
  }

  deinit {
    close(ours)
    close(theirs)
  }

  /// Whether the server's end was shut down: reading the other then gives the end of the stream.
  var isShut: Bool {
    var byte: UInt8 = 0
    return recv(theirs, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }
}

@Suite struct ConnectionTableTests {
  @Test("a full table gives the place of the oldest connection that has not spoken yet")
  func full() throws {
    let table = ConnectionTable(limit: 3)
    let pairs = (0..<4).map { _ in SocketPair() }
    let ids = try pairs.prefix(3).map {
      try #require(table.add($0.ours, patience: .seconds(60)))
    }
    table.extend(ids[0], patience: .seconds(60))
    #expect(table.add(pairs[3].ours, patience: .seconds(60)) != nil)
    #expect(pairs.map(\.isShut) == [false, true, false, false])
    #expect(table.count == 3)
  }

  @Test("a table full of connections in use takes no other")
  func busy() throws {
    let table = ConnectionTable(limit: 2)
    let pairs = (0..<3).map { _ in SocketPair() }
    for pair in pairs.prefix(2) {
      let id = try #require(table.add(pair.ours, patience: .seconds(60)))
      table.extend(id, patience: .seconds(60))
    }
    #expect(table.add(pairs[2].ours, patience: .seconds(60)) == nil)
    #expect(pairs.map(\.isShut) == [false, false, false])
  }

  @Test("a connection that has got its answer makes room, but has its time to end by itself")
  func answered() throws {
    let table = ConnectionTable(limit: 2)
    let pairs = (0..<3).map { _ in SocketPair() }
    let ids = try pairs.prefix(2).map {
      try #require(table.add($0.ours, patience: .seconds(60)))
    }
    for id in ids { table.extend(id, patience: .seconds(60)) }
    table.release(ids[1], patience: .seconds(60))
    table.reap()
    #expect(pairs.map(\.isShut) == [false, false, false])
    #expect(table.add(pairs[2].ours, patience: .seconds(60)) != nil)
    #expect(pairs.map(\.isShut) == [false, true, false])
    // Not the time it had for its request.
    table.release(ids[0], patience: .seconds(-1))
    table.reap()
    #expect(pairs.map(\.isShut) == [true, true, false])
  }

  @Test("a connection is shut when its patience is over, the others are not")
  func patience() throws {
    let table = ConnectionTable()
    let pairs = (0..<3).map { _ in SocketPair() }
    #expect(table.add(pairs[0].ours, patience: .seconds(-1)) != nil)
    #expect(table.add(pairs[1].ours, patience: .seconds(60)) != nil)
    // What it did in time gives it more.
    let third = try #require(table.add(pairs[2].ours, patience: .seconds(-1)))
    table.extend(third, patience: .seconds(60))
    table.reap()
    #expect(pairs.map(\.isShut) == [true, false, false])
    #expect(table.count == 2)
    // Its descriptor may already be another connection's.
    let gone = try #require(table.add(pairs[1].ours, patience: .seconds(-1)))
    table.remove(gone)
    table.reap()
    #expect(pairs.map(\.isShut) == [true, false, false] && table.count == 2)
  }
}
