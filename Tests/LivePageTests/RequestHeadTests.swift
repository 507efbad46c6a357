import LivePage
import Testing

@Suite struct RequestHeadTests {
  private func refusal(of text: String) -> Int? {
    do {
      _ = try RequestHead.end(in: Array(text.utf8))
      return nil
    } catch { return error.status }
  }

  @Test("every line ends with CR LF, the last of the head too")
  func lineEnds() {
    #expect(refusal(of: "GET / HTTP/1.1\r\nHost: a\r\n\r\n") == nil)
    #expect(refusal(of: "GET / HTTP/1.1\nHost: a\r\n\r\n") == 400)
    #expect(refusal(of: "GET / HTTP/1.1\r\nHost: a\n\n") == 400)
    #expect(refusal(of: "\nGET / HTTP/1.1\r\n\r\n") == 400)
  }

  @Test("a head is refused when it is too long, not when it ends")
  func length() {
    let (line, most) = ("GET / HTTP/1.1\r\nX: ", 16_384)
    func head(_ bytes: Int) -> String {
      line + String(repeating: "a", count: bytes - line.utf8.count)
    }
    #expect(refusal(of: head(most)) == nil, "it may still end")
    #expect(refusal(of: head(most + 1)) == 431)
    #expect(refusal(of: head(most - 4) + "\r\n\r\n") == nil)
    #expect(refusal(of: head(most) + "\r\n\r\n") == 431)
  }
}
