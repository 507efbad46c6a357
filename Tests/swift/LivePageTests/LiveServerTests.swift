import Foundation
import Glibc
import LivePage
import PlainText
import StudyFiles
import TestSupport
import Testing
import WatchedStudies

/// A client of the server that waits on a thread of its own, never on one the server may need.
private final class Client: Sendable {
  private let descriptor: Int32

  init(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { close(descriptor) }

  /// Whether all of them were taken.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Exactly `count` bytes; nil where the stream ends before.
  func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = recv(descriptor, &bytes[done], count - done, 0)
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }

  /// What comes, and whether the stream has an end and was not broken off.
  func readToEnd() -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = recv(descriptor, &part, part.count, 0)
      guard got > 0 else { return (bytes, got == 0) }
      bytes += part[..<got]
    }
  }

  /// The header's lines.
  func readHead() -> [String] {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]), let next = read(1) { bytes += next }
    return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
  }

  /// A text message, masked as a browser masks it (here with zeros).
  func say(_ text: String) {
    let payload = Array(text.utf8)
    let length: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    send([0x81] + length + [0, 0, 0, 0] + payload)
  }

  /// The next message that is no ping: its kind (1 text, 2 binary) and its bytes; nil at the end,
  /// and where nothing but pings comes for two minutes.
  func hear() -> (kind: UInt8, bytes: [UInt8])? {
    for _ in 0..<12 {
      guard let start = read(2) else { return nil }
      let more = start[1] == 126 ? 2 : start[1] == 127 ? 8 : 0
      guard let longer = more == 0 ? [] : read(more) else { return nil }
      let length = more == 0 ? Int(start[1]) : longer.reduce(0) { $0 << 8 | Int($1) }
      guard let payload = length == 0 ? [] : read(length) else { return nil }
      if start[0] & 0x0f <= 2 { return (start[0] & 0x0f, payload) }
      // A pong, as browsers send it: the server shuts who is silent for 30 seconds.
      send([0x8a, 0x80, 0, 0, 0, 0])
    }
    return nil
  }

  /// Text messages of a type until `count` of them came.
  func hear(_ type: String, count: Int = 1) -> [[String: Any]] {
    var found: [[String: Any]] = []
    while found.count < count, let (kind, bytes) = hear() {
      guard kind == 1,
        let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      else { continue }
      if object["type"] as? String == type { found.append(object) }
      if object["type"] as? String == "problem", type != "problem" { break }
    }
    return found
  }
}

@Suite struct LiveServerTests {
  private static let token = "0123456789abcdef0123456789abcdef"

  /// Runs `body`, which may block, beside a server of its own.
  private func withServer<Result: Sendable>(
    _ openedStudy: OpenedStudy? = nil, _ body: @escaping @Sendable (UInt16) -> Result
  ) async throws -> Result {
    let token = try #require(AccessToken(Self.token))
    let server = try LiveServer(LiveServer.Options(port: 0, openedStudy: openedStudy, token: token))
    let task = Task { try await server.run() }
    defer { task.cancel() }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body(server.port)) }
    }
  }

  /// A page that has said hello and was welcomed.
  private static func page(_ port: UInt16) -> Client {
    let client = Client(port: port)
    let lines = [
      "GET /live HTTP/1.1", "Host: 127.0.0.1:\(port)", "Upgrade: websocket",
      "Connection: Upgrade", "Origin: http://127.0.0.1:\(port)",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: spreadlab.live.1, token.\(token)", "", "",
    ]
    client.send(Array(lines.joined(separator: "\r\n").utf8))
    _ = client.readHead()
    client.say(#"{"type":"hello","position":0,"step":0}"#)
    _ = client.hear("welcome")
    return client
  }

  private static func parameters(people: Int) -> String {
    """
    {"group_size":\(people),"infection_factor":8,"infection_probability":1,"rule":"exact",\
    "boundary":"bounded","seed":3,"period":0}
    """
  }

  @Test("HEAD is answered as GET without the body; nobody may frame the page")
  func head() async throws {
    let (get, head) = try await withServer { port in
      let answers = ["GET", "HEAD"].map { method in
        let client = Client(port: port)
        client.send(Array("\(method) / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n".utf8))
        return (client.readHead(), client.readToEnd().bytes)
      }
      return (answers[0], answers[1])
    }
    #expect(get.0 == head.0)
    #expect(head.1.isEmpty)
    #expect(get.0.contains("Content-Length: \(get.1.count)") && get.1.count > 1000)
    #expect(get.0.contains("X-Frame-Options: DENY"))
    #expect(get.0.contains { $0.contains("frame-ancestors 'none'") })
  }

  @Test("an answer has its end, also where the client sends what nobody reads")
  func ends() async throws {
    let (answers, closing) = try await withServer { port in
      // More than is read at once, and less than would have to wait for a reader.
      let more = [UInt8](repeating: 120, count: 8_000)
      let answers = ["/", "/none"].map { target in
        let client = Client(port: port)
        client.send(Array("GET \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n".utf8) + more)
        return client.readToEnd()
      }
      let page = Self.page(port)
      // No such kind of frame.
      page.send([0x83, 0x80, 0, 0, 0, 0] + more + more + more)
      return (answers, page.readToEnd())
    }
    #expect(
      answers.map { $0.bytes.dropFirst(9).prefix(3) } == ["200", "404"].map { Array($0.utf8)[...] })
    #expect(closing.bytes.suffix(4) == [0x88, 2, 3, 0xea])
    #expect(answers.allSatisfy(\.isWhole) && closing.isWhole)
  }

  @Test(
    "of what follows a request megabytes are read, so that the answer arrives, and not all there is"
  )
  func follows() async throws {
    let (isWhole, sent) = try await withServer { port in
      let part = [UInt8](repeating: 120, count: 1 << 20)
      let request = Array("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n".utf8)
      let much = Client(port: port)
      much.send(request + part + part)
      let isWhole = much.readToEnd().isWhole
      let endless = Client(port: port)
      endless.send(request)
      var sent = 0
      while sent < 256, endless.send(part) { sent += 1 }
      return (isWhole, sent)
    }
    // What is on its way in the system's buffers counts as sent.
    #expect(isWhole && sent < 64)
  }

  @Test("while 256 pages are open the next one is told so")
  func full() async throws {
    let answer = try await withServer { port in
      let pages = (0..<256).map { _ in Self.page(port) }
      return withExtendedLifetime(pages) { Client(port: port).readHead()[0] }
    }
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
  }

  @Test(
    "a session is restored with its taps in the order of their steps, and plays on if it played",
    arguments: [false, true])
  func restored(isPlaying: Bool) async throws {
    let (taps, plays) = try await withServer { port -> ([(Int, [Int])], Bool?) in
      let page = Self.page(port)
      page.say(
        #"{"type":"restore","step":3,"playing":\#(isPlaying),"#
          + #""parameters":\#(Self.parameters(people: 400))}"#)
      page.say(#"{"type":"restore_taps","step":2,"people":[400,5,-1]}"#)
      page.say(#"{"type":"restore_taps","step":-1,"people":[7]}"#)
      page.say(#"{"type":"restore_taps","step":0,"people":[0,399]}"#)
      page.say(#"{"type":"restore_end"}"#)
      var taps: [(Int, [Int])] = []
      var status: [String: Any] = [:]
      while taps.count < 2 || status["ready"] as? Bool != true, let (kind, bytes) = page.hear() {
        guard kind == 1,
          let news = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { continue }
        if let step = news["step"] as? Int, let people = news["people"] as? [Int] {
          taps.append((step, people.sorted()))
        }
        if news["type"] as? String == "status" { status = news }
      }
      return (taps, status["playing"] as? Bool)
    }
    #expect(taps.map(\.0) == [0, 2] && taps.map(\.1) == [[0, 399], [5]] && plays == isPlaying)
  }

  @Test("a session that is saved while it is repeated is saved whole, and so is its curve")
  func savedWhileRepeated() async throws {
    let (text, rows) = try await withServer { port -> (String?, Int?) in
      let page = Self.page(port)
      page.say(
        #"{"type":"restore","step":9,"playing":false,"#
          + #""parameters":\#(Self.parameters(people: 40_000))}"#)
      for step in 0..<9 {
        page.say(#"{"type":"restore_taps","step":\#(step),"people":[\#(4_000 * step)]}"#)
      }
      page.say(#"{"type":"restore_end"}"#)
      page.say(#"{"type":"save"}"#)
      page.say(#"{"type":"curve"}"#)
      // In whatever order they are written.
      var (text, rows): (String?, Int?)
      while text == nil || rows == nil, let (kind, bytes) = page.hear() {
        guard kind == 1,
          let news = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { continue }
        if let files = news["files"] as? [[String: String]] { text = files.first?["text"] }
        if news["type"] as? String == "curve", let table = news["text"] as? String {
          rows = table.split(separator: "\n").count
        }
      }
      return (text, rows)
    }
    let saved = try OpenedSession(
      bytes: Array(try #require(text).utf8), file: "saved.json", rules: OfferedRule.builtIn)
    #expect(saved.step == 9 && saved.recipe.introduced.map(\.step) == Array(0..<9))
    #expect(rows == 11)
  }

  @Test(
    "pages that wait for long runs hold nobody up, and are not shown one they wait for no longer")
  func watchers() async throws {
    let study = try Study.parse(bytes: Array(OpenedStudyTests.study.utf8), file: "study.json")
    var openedStudy = OpenedStudy(study, try study.points())
    openedStudy.watch = { _, _ in
      while !Task.isCancelled { usleep(1_000) }
      throw CancellationError()
    }
    let (isAnswered, opened) = try await withServer(openedStudy) { port in
      // More than there are threads in Swift's own pool.
      let pages = (0..<ProcessInfo.processInfo.activeProcessorCount + 4).map { _ in Self.page(port)
      }
      for page in pages { page.say(#"{"type":"watch","point":0,"replicate":0}"#) }
      usleep(100_000)
      let isAnswered = Self.knows(Self.page(port), "none")
      pages[0].say(#"{"type":"start","parameters":\#(Self.parameters(people: 9))}"#)
      let opened = pages[0].hear("opened").count
      pages[1].say(#"{"type":"undo"}"#)
      return withExtendedLifetime(pages) { (isAnswered, [opened, pages[1].hear("undone").count]) }
    }
    #expect(isAnswered == false && opened == [1, 1])
  }

  @Test("a session is restored with its paint, stroke by stroke")
  func restoredPaint() async throws {
    let painted = try await withServer { port in
      let page = Self.page(port)
      page.say(
        #"{"type":"restore","step":0,"playing":false,"parameters":\#(Self.parameters(people: 400))}"#
      )
      page.say(#"{"type":"restore_paint","people":[7,8],"immune":true,"number":5}"#)
      page.say(#"{"type":"restore_paint","people":[9],"immune":true,"number":5}"#)
      page.say(
        #"{"type":"restore_paint","people":[8],"immune":false,"number":\#(Int.max)}"#)
      page.say(#"{"type":"restore_end"}"#)
      let painted = page.hear("painted", count: 3)
      while page.hear("status").first?["ready"] as? Bool == false {}
      // A page that counts from 1 again.
      page.say(#"{"type":"paint","people":[20],"immune":true,"number":1}"#)
      var all = painted + page.hear("painted")
      for left in [3, 2] {
        page.say(#"{"type":"undo"}"#)
        all += page.hear("painted", count: left)
      }
      return all.map { ($0["immune"] as? Bool, $0["people"] as? [Int], $0["gesture"] as? Int) }
    }
    #expect(painted.map(\.0).prefix(3) == [true, true, false])
    #expect(painted.map(\.1).prefix(3) == [[7, 8], [9], [8]])
    #expect(painted.map(\.2).prefix(3) == [1, 1, 2])
    #expect(painted.map(\.1).dropFirst(3) == [[20], [7, 8], [9], [8], [7, 8], [9]])
  }

  /// Has a page turn to a new session; returns its name.
  private static func newSession(_ page: Client) -> String {
    page.say(
      #"{"type":"restore","step":0,"playing":false,"parameters":\#(parameters(people: 9))}"#)
    page.say(#"{"type":"restore_end"}"#)
    return page.hear("opened").first?["session"] as? String ?? ""
  }

  /// Whether the server still has a session, to which the page then turns.
  private static func knows(_ page: Client, _ name: String) -> Bool? {
    page.say(#"{"type":"hello","session":"\#(name)","position":0,"step":0}"#)
    let knows = page.hear("welcome").first?["knows"] as? Bool
    if knows == true { _ = page.hear("opened") }
    return knows
  }

  @Test("of more than 64 sessions the one that nobody has looked at for longest gives way")
  func forgotten() async throws {
    let known = try await withServer { port in
      let names = (0..<66).map { _ in
        let page = Self.page(port)
        defer { usleep(2_000) }
        return Self.newSession(page)
      }
      return [2, 65, 0, 1].map { Self.knows(Self.page(port), names[$0]) }
    }
    #expect(known == [true, true, false, false])
  }

  @Test("a session is over when its last page has turned to something else, not when that has gone")
  func left() async throws {
    let known = try await withServer { port in
      let (one, other) = (Self.page(port), Self.page(port))
      let first = Self.newSession(one)
      var known = [Self.knows(other, first)]
      let second = Self.newSession(one)
      let third = Self.newSession(other)
      known += [Self.knows(Self.page(port), first), Self.knows(Self.page(port), second)]
      do {
        let page = Self.page(port)
        known.append(Self.knows(page, third))
      }
      return withExtendedLifetime((one, other)) { known + [Self.knows(Self.page(port), third)] }
    }
    #expect(known == [true, false, true, true, true])
  }

  @Test("a page that starts again stays in its session, but for a comparison")
  func startsAgain() async throws {
    let opened = try await withServer { port in
      let page = Self.page(port)
      let one = Self.parameters(people: 9)
      var opened: [(name: String, run: Int)] = []
      for groups in [one, one, #"\#(one),"compared":\#(one)"#, one, one] {
        page.say(#"{"type":"start","parameters":\#(groups)}"#)
        for news in page.hear("opened", count: groups == one ? 1 : 2) {
          opened.append((news["session"] as? String ?? "", news["run"] as? Int ?? 0))
        }
      }
      return opened
    }
    let names = opened.map(\.name)
    try #require(opened.map(\.run) == [1, 2, 1, 1_000_001, 1, 2])
    #expect(names[0] == names[1] && names[2] == names[3] && names[4] == names[5])
    #expect(Set(names).count == 3)
  }

  @Test("sessions somebody looks at are not thrown out for a new one")
  func crowded() async throws {
    let (opened, problem) = try await withServer { port in
      let pages = (0..<65).map { _ in Self.page(port) }
      func start(_ page: Client) {
        page.say(#"{"type":"start","parameters":\#(Self.parameters(people: 9))}"#)
      }
      for page in pages.prefix(64) { start(page) }
      let opened = pages.prefix(64).map { $0.hear("opened").count }
      start(pages[64])  // pages that begin at once are served in any order
      // They look on until it was answered.
      return withExtendedLifetime(pages) {
        (opened, pages[64].hear("problem").first?["message"] as? String)
      }
    }
    #expect(opened == [Int](repeating: 1, count: 64))
    #expect(problem?.contains("Too many sessions") == true)
  }

  @Test("a page that says nothing of what it has shown gets two pictures and no more")
  func flow() async throws {
    let frames = try await withServer { port in
      let page = Self.page(port)
      page.say(#"{"type":"start","parameters":\#(Self.parameters(people: 90_000))}"#)
      _ = page.hear("opened")
      page.say(#"{"type":"infect","number":1,"people":[45000]}"#)
      page.say(#"{"type":"play"}"#)
      // Every quarter of a second the server goes on by itself; six of them, then an end; later
      // where a busy machine has not made the first picture yet.
      let end = ContinuousClock.now + .milliseconds(1_500)
      var pictures = 0
      while ContinuousClock.now < end || pictures == 0 && ContinuousClock.now < end + .seconds(60) {
        usleep(50_000)
        page.say(#"{"type":"point","number":0}"#)  // its answer wakes the reader below
        while let (kind, bytes) = page.hear() {
          if kind == 2, bytes.first == 1 { pictures += 1 }
          if kind == 1, String(decoding: bytes, as: UTF8.self).contains("\"problem\"") { break }
        }
      }
      return pictures
    }
    #expect((1...2).contains(frames))
  }

  @Test("a page that says what it has shown gets the next step at once")
  func shown() async throws {
    let steps = try await withServer { port in
      let page = Self.page(port)
      // People become healthy again: there is always a next step.
      let ill = """
        {"group_size":2500,"infection_probability":0.3,"rule":"exact","infectious_steps":3,\
        "immune_steps":2,"start_people":50,"seed":11,"period":0}
        """
      page.say(#"{"type":"start","parameters":\#(ill)}"#)
      var step = 0
      // Without it there are four steps a second.
      let end = ContinuousClock.now + .seconds(120)
      while step < 600, ContinuousClock.now < end, let (kind, bytes) = page.hear() {
        guard kind == 2, bytes.count >= 28, bytes[0] != 2 else { continue }
        let head = Self.numbers(in: Array(bytes.prefix(28)))
        step = head[5] + head[6] - 1
        page.say(#"{"type":"shown","run":\#(head[1]),"step":\#(step)}"#)
      }
      return step
    }
    #expect(steps >= 600)
  }

  @Test("a tap that waits is said alone, not with all that wait; taking it back is as short")
  func waitingTaps() async throws {
    let (known, longest) = try await withServer { port in
      let page = Self.page(port)
      page.say(#"{"type":"start","parameters":\#(Self.parameters(people: 90_000))}"#)
      // Ready: a tap is not dropped any more.
      while page.hear("status").first?["ready"] as? Bool == false {}
      page.say(#"{"type":"pause"}"#)
      // As a page keeps them: a frame says how many taps stay, and which follow.
      // A tap owes the page a frame even if it took nobody, so an empty one may come between.
      var known = 0
      var longest = 0
      func say(_ message: String, untilKnown expected: Int) {
        page.say(message)
        while let (kind, bytes) = page.hear() {
          guard kind == 2, bytes.first == 2 else { continue }
          let numbers = Self.numbers(in: bytes)
          longest = max(longest, bytes.count)
          known = numbers[2] + numbers.count - 3
          if known == expected { return }
        }
      }
      for turn in 0..<200 {
        say(
          #"{"type":"infect","number":\#(turn),"people":[\#(80_000 - 400 * turn)]}"#,
          untilKnown: turn + 1)
      }
      say(#"{"type":"infect","number":200,"people":[80000]}"#, untilKnown: 200)
      say(#"{"type":"undo"}"#, untilKnown: 199)
      return (known, longest)
    }
    #expect(known == 199)
    // Kind, run, how many stay, one person.
    #expect(longest <= 16)
  }

  /// The numbers of a frame, its kind first.
  private static func numbers(in frame: [UInt8]) -> [Int] {
    stride(from: 0, to: frame.count, by: 4).map { start in
      Int(frame[start..<start + 4].reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) })
    }
  }

  @Test("a page that comes back keeps what it has: its run is not opened for it a second time")
  func comesBack() async throws {
    let opened = try await withServer { port in
      let page = Self.page(port)
      page.say(#"{"type":"start","parameters":\#(Self.parameters(people: 9))}"#)
      let first = page.hear("opened").first
      guard let name = first?["session"] as? String, let run = first?["run"] as? Int else {
        return -1
      }
      let hello = #"{"type":"hello","session":"\#(name)","run":\#(run),"position":0,"step":0}"#
      for _ in 0..<200 { page.say(hello) }
      page.say(#"{"type":"undo"}"#)
      // All that is said before the answer to the last message.
      var count = 0
      while let (kind, bytes) = page.hear() {
        let text = kind == 1 ? String(decoding: bytes, as: UTF8.self) : ""
        if text.contains("\"opened\"") { count += 1 }
        if text.contains("\"undone\"") { break }
      }
      return count
    }
    #expect(opened == 0)
  }

  @Test("a page that says it knows what cannot be is shown the run, and the server goes on")
  func impossiblePlaces() async throws {
    let isAlive = try await withServer { port in
      let page = Self.page(port)
      page.say(
        #"{"type":"restore","step":4,"playing":false,"parameters":\#(Self.parameters(people: 400))}"#
      )
      page.say(#"{"type":"restore_taps","step":0,"people":[210]}"#)
      page.say(#"{"type":"restore_end"}"#)
      guard let name = page.hear("opened").first?["session"] as? String else { return false }
      // Ready once it has got to its step again.
      while page.hear("status").first?["ready"] as? Bool == false {}
      let numbers = [-1, 0, 1, 2, 5, 9, 30, 100, 400, 401, Int.max, Int.min]
      for position in numbers {
        for step in numbers {
          let other = Self.page(port)
          other.say(
            #"{"type":"hello","session":"\#(name)","run":1,"position":\#(position),"step":\#(step)}"#
          )
          other.say(#"{"type":"undo"}"#)
          guard other.hear("undone").count == 1 else { return false }
        }
      }
      return true
    }
    #expect(isAlive)
  }

  @Test(
    "what is no wish for an ensemble is refused; changing one's mind a hundred times does no harm")
  func ensembleMessages() async throws {
    let isMade = try await withServer { port in
      let page = Self.page(port)
      let wrong = [
        "", #","wanted":1"#, #","wanted":null"#, #","wanted":"true""#, #","wanted":[true]"#,
      ]
      for rest in wrong {
        page.say(#"{"type":"ensemble"\#(rest)}"#)
        guard page.hear("problem").count == 1 else { return false }
      }
      // Before there is a session.
      page.say(#"{"type":"ensemble","wanted":true}"#)
      page.say(#"{"type":"start","parameters":\#(Self.parameters(people: 400))}"#)
      while page.hear("status").first?["ready"] as? Bool == false {}
      page.say(#"{"type":"infect_random","number":1,"count":3}"#)
      guard page.hear("taken").first?["count"] as? Int == 3 else { return false }
      page.say(#"{"type":"step"}"#)
      for turn in 0..<200 { page.say(#"{"type":"ensemble","wanted":\#(turn % 2 == 1)}"#) }
      while let news = page.hear("ensemble").first {
        if (news["band"] as? [String: Any])?["n"] as? Int == 200 { return true }
      }
      return false
    }
    #expect(isMade)
  }

  @Test("what cannot be opened or looked back at does no harm, in whatever order it comes")
  func readingMessages() async throws {
    let isAlive = try await withServer { port in
      let page = Self.page(port)
      // There is no session, and no file.
      for message in [
        #"{"type":"look","step":3}"#, #"{"type":"rewind","step":3}"#,
        #"{"type":"open_text","text":"{"}"#,
      ] {
        page.say(message)
      }
      page.say(#"{"type":"open_end"}"#)
      guard page.hear("problem").count == 1 else { return false }
      for _ in 0..<5 { page.say(#"{"type":"open_file","name":"../../etc/passwd"}"#) }
      page.say(#"{"type":"open_end"}"#)
      guard page.hear("problem").count == 1 else { return false }
      // More than a file may have; the next one begins anew.
      page.say(#"{"type":"open_file","name":"large.json"}"#)
      let much = String(repeating: " ", count: 60_000)
      for _ in 0..<300 { page.say(#"{"type":"open_text","text":"\#(much)"}"#) }
      page.say(#"{"type":"open_end"}"#)
      guard page.hear("problem").count == 1 else { return false }
      page.say(#"{"type":"start","parameters":\#(Self.parameters(people: 9))}"#)
      page.say(#"{"type":"infect","number":1,"people":[4]}"#)
      page.say(#"{"type":"pause"}"#)
      page.say(#"{"type":"step"}"#)
      for step in [0, -1, 1, 7, Int.max, Int.min] {
        page.say(#"{"type":"look","step":\#(step)}"#)
        guard let past = page.hear("past").first?["step"] as? Int, (0...1).contains(past) else {
          return false
        }
        page.say(#"{"type":"rewind","step":\#(step)}"#)
      }
      page.say(#"{"type":"save"}"#)
      guard let files = page.hear("saved").first?["files"] as? [[String: String]],
        let text = files.first?["text"], let quoted = try? JSONEncoder().encode(text)
      else { return false }
      // Of a name with folders the last part, of a long one the beginning.
      for (name, shown) in [
        ("saved.json", "saved.json"), ("/a/b.json", "b.json"), (#"C:\\c\\d.json"#, "d.json"),
        ("", "session.json"),
        (String(repeating: "e", count: 201), String(repeating: "e", count: 200)),
      ] {
        page.say(#"{"type":"open_file","name":"\#(name)"}"#)
        page.say(#"{"type":"open_text","text":\#(String(decoding: quoted, as: UTF8.self))}"#)
        page.say(#"{"type":"open_end"}"#)
        while let opened = page.hear("opened").first {
          if opened["file"] as? String == shown { break }
          if opened["file"] is String { return false }
        }
      }
      return true
    }
    #expect(isAlive)
  }

  @Test("a run that cannot be watched is refused with the reason")
  func unwatchable() async throws {
    let place = try Scratch()
    let folder = try StoredFolder(OpenedStudyTests.study, at: place.file("results"))
    try folder.run()
    let openedStudy = try OpenedStudy.open(path: folder.path)
    func refusals(_ openedStudy: OpenedStudy?) async throws -> [String?] {
      try await withServer(openedStudy) { port in
        let page = Self.page(port)
        return [(4, 0), (0, 3)].map { point, replicate in
          page.say(#"{"type":"watch","point":\#(point),"replicate":\#(replicate)}"#)
          return page.hear("problem").first?["message"] as? String
        }
      }
    }
    #expect(
      try await refusals(openedStudy) == [
        "point 4: the study has points 0...3", "replicate 3: the study has replicates 0...2",
      ])
    #expect(try await refusals(nil).allSatisfy { $0?.contains("no results folder") == true })
  }

  @Test("groups that cannot be compared are refused; others are told of and saved together")
  func comparisonMessages() async throws {
    let isWhole = try await withServer { port in
      let page = Self.page(port)
      let nine = Self.parameters(people: 9)
      let many = Self.parameters(people: 2_000_001)
      let wrong = [
        (nine, Self.parameters(people: 16)),
        (nine, nine.replacing("\"seed\":3", with: "\"seed\":4")),
        (nine, nine.replacing("\"period\":0", with: "\"period\":1")), (many, many),
        (nine, nine.replacing("\"exact\"", with: "\"none\"")), (nine, "7"), (nine, "[]"),
        (nine, nine.replacing("\"seed\":3", with: "\"seed\":3,\"columns\":2")),
      ]
      for (first, second) in wrong {
        page.say(#"{"type":"start","parameters":\#(first),"compared":\#(second)}"#)
        guard page.hear("problem").count == 1 else { return false }
      }
      page.say(
        #"{"type":"start","parameters":\#(nine),"compared":\#(nine.replacing("8", with: "0"))}"#)
      let opened = page.hear("opened") + page.hear("opened")
      guard opened.map({ $0["is_second"] as? Bool }) == [false, true] else { return false }
      // Both groups go on.
      page.say(#"{"type":"pause"}"#)
      page.say(#"{"type":"infect","number":1,"people":[4]}"#)
      guard page.hear("taken").first?["count"] as? Int == 1 else { return false }
      func saved() -> [String] {
        page.say(#"{"type":"save"}"#)
        let files = page.hear("saved").first?["files"] as? [[String: String]] ?? []
        return files.compactMap { $0["text"] }
      }
      func open(_ texts: [String]) {
        for (place, text) in texts.enumerated() {
          page.say(#"{"type":"open_file","name":"\#(place == 0 ? "a" : "a-second").json"}"#)
          let quoted = (try? JSONEncoder().encode(text)) ?? Data()
          page.say(#"{"type":"open_text","text":\#(String(decoding: quoted, as: UTF8.self))}"#)
        }
        page.say(#"{"type":"open_end"}"#)
      }
      let before = saved()
      page.say(#"{"type":"step"}"#)
      var after = saved()
      while after.count == 2, after == before { after = saved() }
      guard before.count == 2, after.count == 2 else { return false }
      // The two of one moment belong together, those of different steps do not.
      open([before[0], after[1]])
      guard page.hear("problem").count == 1 else { return false }
      // The first group is told first, in whatever order its file comes.
      return [after, after.reversed()].allSatisfy { files in
        open(files)
        let factors = page.hear("opened", count: 2).map {
          ($0["parameters"] as? [String: Any])?["infection_factor"] as? Int
        }
        return factors == [8, 0]
      }
    }
    #expect(isWhole)
  }
}
