import LivePage
import Testing

@Suite struct RequestHeadTests {
  private func refusal(of text: String) -> Int? {
    do {
      _ = try RequestHead.end(in: Array(text.utf8))
      return nil
    } catch { return error.status }
  }

  private struct Read: Equatable {
    var line: [String]
    var fields: [String]
  }

  /// Method and target, and each field; nil if it is refused as malformed.
  private func read(_ text: String) -> Read? {
    do {
      let head = try RequestHead(parsing: Array(text.utf8))
      return Read(
        line: [head.method, head.target], fields: head.fields.map { "\($0.name)=\($0.value)" })
    } catch {
      #expect(error.status == 400)
      return nil
    }
  }

  @Test("is read as method, target and fields, of which there may be none")
  func fields() {
    #expect(read("GET / HTTP/1.1\r\n\r\n") == Read(line: ["GET", "/"], fields: []))
    #expect(
      read("HEAD /a?b=%20 HTTP/1.1\r\nHost: x\r\nX-Y:\t1, 2 \r\nx-y:Z:\r\nE:\r\n\r\n")
        == Read(
          line: ["HEAD", "/a?b=%20"], fields: ["host=x", "x-y=1, 2", "x-y=Z:", "e="]))
    for text in [
      "", "\r\n", "\r\n\r\n", "GET / HTTP/1.1", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nA: b\r\n",
      "GET / HTTP/1.1\r\nA: b\r\nC\r\n\r\n", "GET / HTTP/1.1\r\n\r\n\r\n", "GET /\r\n\r\n",
    ] { #expect(read(text) == nil, "\(text.debugDescription)") }
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
