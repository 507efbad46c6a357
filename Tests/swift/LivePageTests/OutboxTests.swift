import LivePage
import Testing

@Suite("What waits for a page") struct OutboxTests {
  @Test("is given in its order, and too much beyond 32 MiB; what was taken counts no more")
  func limit() {
    var outbox = Outbox()
    let frames = (1...4).map { [UInt8](repeating: $0, count: Outbox.limit / 4) }
    for frame in frames { outbox.append(frame) }
    #expect(!outbox.isOverfull)
    outbox.append([9])
    #expect(outbox.isOverfull)
    let first = outbox.next()
    #expect(first == frames[0])
    #expect(!outbox.isOverfull)
    var rest: [[UInt8]] = []
    while let frame = outbox.next() { rest.append(frame) }
    #expect(rest == Array(frames.dropFirst()) + [[9]])
  }
}
