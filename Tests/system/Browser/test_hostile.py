"""The hostile matrix: what other pages, other programs and broken clients may try.

S1 sockets, S2 Host, S3 Origin, S4 methods, S5 token, S6 paths, S7 sizes and frames, S8 framing
of requests, S9 half-open requests, S10 text that wants to be code.
"""

import contextlib
import os
import pathlib
import re
import socket
import struct
import threading
import time

import pytest
from command import ROOT
from conftest import TOKEN, Page, addresses, serving, wait_until


@pytest.fixture(scope="module", params=addresses(), ids=str)
def server(request):
    """On each kind of address: what is refused on one is refused on all."""
    with serving(host=request.param) as running:
        yield running


def ask(server, raw, wait=5.0):
    """Sends bytes, returns all bytes of the answer."""
    with socket.create_connection((server.host, server.port), timeout=wait) as client:
        try:
            client.sendall(raw)
        except (BrokenPipeError, ConnectionResetError):
            pass
        answer = b""
        try:
            while part := client.recv(65536):
                answer += part
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def status(answer):
    match = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(match.group(1)) if match else 0


def request(server, *fields, line="GET / HTTP/1.1", host=None, body=b""):
    host = f"Host: {server.authority}" if host is None else host
    head = "\r\n".join([line, *([host] if host else []), *fields]) + "\r\n\r\n"
    return ask(server, head.encode("latin-1") + body)


def upgrade(server, origin="own", protocols="good", host=None, more=()):
    fields = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    if origin == "own":
        origin = f"http://{server.authority}"
    if origin is not None:
        fields.append(f"Origin: {origin}")
    if protocols == "good":
        protocols = f"spreadlab.live.1, token.{TOKEN}"
    if protocols is not None:
        fields.append(f"Sec-WebSocket-Protocol: {protocols}")
    head = "\r\n".join([
        "GET /live HTTP/1.1", host or f"Host: {server.authority}", *fields, *more])
    client = socket.create_connection((server.host, server.port), timeout=5)
    client.sendall(head.encode("latin-1") + b"\r\n\r\n")
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = client.recv(4096)
        if not part:
            break
        answer += part
    return client, status(answer)


def refused(server, **options):
    client, code = upgrade(server, **options)
    client.close()
    return code


@pytest.mark.quick
def test_s1_listens_on_its_address_only(server):
    inodes = set()
    folder = pathlib.Path(f"/proc/{server.process.pid}/fd")
    for name in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            target = os.readlink(name)
            if target.startswith("socket:["):
                inodes.add(target[8:-1])
    listening = []
    for table in ("tcp", "tcp6", "udp", "udp6"):
        for row in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            cells = row.split()
            if cells[9] in inodes and cells[3] in ("0A", "07"):
                listening.append((table, cells[1]))
    packed = socket.inet_pton(socket.AF_INET6 if ":" in server.host else socket.AF_INET, server.host)
    words = "".join(f"{word:08X}" for word in struct.unpack(f"={len(packed) // 4}I", packed))
    table = "tcp6" if ":" in server.host else "tcp"
    assert listening == [(table, f"{words}:{server.port:04X}")]


@pytest.mark.quick
def test_s2_host(server):
    port, bare = server.port, server.authority.rpartition(":")[0]
    own = [bare, *(["localhost"] if bare == "127.0.0.1" else [])]
    others = {"127.0.0.1", "localhost", "127.0.0.2", "[::1]", "0.0.0.0", "[::]"} - set(own)
    for name in (f"evil.example:{port}", f"{bare}:{port + 1}", bare, *(f"{name}:{port}" for name in others),
                 f"localhost.evil.example:{port}", f"{bare}.nip.io:{port}",
                 f"2130706433:{port}", f"user@{bare}:{port}"):
        assert status(request(server, host=f"Host: {name}")) in (400, 403, 421), name
    assert status(request(server, host="Host:")) == 400
    assert status(request(server, host="")) == 400
    assert status(request(server, f"Host: evil.example:{port}")) == 400, "two Hosts"
    for name in own:
        assert status(request(server, host=f"Host: {name}:{port}")) == 200


@pytest.mark.quick
def test_s3_origin(server):
    own, port = server.authority, server.port
    bare = own.rpartition(":")[0]
    foreign = ["http://evil.example", "null", None, f"https://{own}", f"http://{bare}:{port + 1}",
               f"http://{bare}", f"http://localhost:{port}", f"http://127.0.0.3:{port}",
               f"http://{own}.evil.example", f"http://evil.example/{own}", f"http://{own}@evil.example",
               "file://", "", f"http://{own}/"]
    for origin in foreign:
        for protocols in ("good", None):
            assert refused(server, origin=origin, protocols=protocols) == 403, origin
            answer = request(server, *([f"Origin: {origin}"] if origin else []),
                             line="POST / HTTP/1.1")
            assert status(answer) == 405
    assert refused(server, protocols=None) == 403
    client, code = upgrade(server)
    client.close()
    assert code == 101


@pytest.mark.quick
def test_s4_nothing_changes_by_request(server):
    files = [path.name for path in (ROOT / "Sources/PageFiles/Web").iterdir()]
    targets = ["/", "/live", *(f"/{name}" for name in files if name != "index.html")]
    for target in targets:
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
            assert status(request(server, line=f"{method} {target} HTTP/1.1")) == 405
        for site in ("cross-site", "same-site"):
            answer = request(server, f"Sec-Fetch-Site: {site}", line=f"GET {target} HTTP/1.1")
            assert status(answer) == 403
        answer = request(server, line=f"GET {target} HTTP/1.1")
        assert status(answer) == (426 if target == "/live" else 200), target


@pytest.mark.quick
def test_s5_token(server):
    off = TOKEN[:-1] + chr(ord(TOKEN[-1]) ^ 1)
    for token in ("", off, TOKEN[:-1], TOKEN + "x", TOKEN.upper(), TOKEN[::-1], "*"):
        assert refused(server, protocols=f"spreadlab.live.1, token.{token}") == 403, token
    assert refused(server, protocols="spreadlab.live.1") == 403
    assert refused(server, protocols=f"token.{TOKEN}") == 403
    page = request(server)
    assert b"Referrer-Policy: no-referrer" in page
    assert TOKEN.encode() not in page


@pytest.mark.quick
def test_s6_paths(server):
    dots = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "%252e%252e%252f", "..;/",
            "..%00/", ".%2e/", "%c0%ae%c0%ae/", "..//", "....//"]
    targets = [f"/{start}{dot * 8}etc/passwd" for dot in dots for start in ("", "static/", "app.js/")]
    targets += ["//etc/passwd", "/etc/passwd", "/.git/config", "/index.html", "/Web/app.js",
                "/%2fetc/passwd", "/app.js%00.html"]
    assert len(targets) >= 40
    for target in targets:
        answer = request(server, line=f"GET {target} HTTP/1.1")
        assert status(answer) in (400, 404), target
        assert b"root:" not in answer


def frame(opcode, payload, final=True, masked=True, length=None):
    size = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    flag = 0x80 if masked else 0
    if size < 126:
        head += bytes([flag | size])
    elif size < 65536:
        head += bytes([flag | 126]) + struct.pack(">H", size)
    else:
        head += bytes([flag | 127]) + struct.pack(">Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


def close_code(server, *frames):
    """The code with which the server closes after these bytes."""
    client, code = upgrade(server)
    assert code == 101
    try:
        for bytes_ in frames:
            client.sendall(bytes_)
    except (BrokenPipeError, ConnectionResetError):
        pass
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except (TimeoutError, ConnectionResetError):
        pass
    client.close()
    position = 0
    while position + 2 <= len(received):
        opcode, size = received[position] & 15, received[position + 1]
        start = position + 2
        if size == 126:
            size = struct.unpack(">H", received[start:start + 2])[0]
            start += 2
        elif size == 127:
            size = struct.unpack(">Q", received[start:start + 8])[0]
            start += 8
        if opcode == 8:
            return struct.unpack(">H", received[start:start + 2])[0]
        position = start + size
    return None


@pytest.mark.quick
def test_s7_sizes_and_frames(server):
    before = server.memory()
    assert status(request(server, "X: " + "a" * 16_384)) == 431
    assert status(request(server, *["X: a"] * 6000)) == 431
    assert status(request(server, line="GET /" + "a" * 4000 + " HTTP/1.1")) == 414
    body = b"x" * (2 << 20)
    answer = request(server, f"Content-Length: {len(body)}", line="POST / HTTP/1.1", body=body)
    assert status(answer) == 413
    assert status(request(server, "Content-Length: 5", body=b"12345")) == 400
    assert close_code(server, frame(1, b"x" * 65_537)) == 1009
    assert close_code(server, frame(1, b"", length=1 << 40)) == 1009
    assert close_code(server, frame(1, b"x" * 40_000, final=False), frame(0, b"x" * 40_000)) == 1009
    bomb = frame(1, b"", final=False) + frame(0, b"", final=False) * 5000
    assert close_code(server, bomb) == 1009
    assert close_code(server, frame(1, b"{}", masked=False)) == 1002
    assert close_code(server, frame(1, b"\xff\xfe")) == 1007
    assert close_code(server, frame(2, b"x")) == 1003
    assert close_code(server, frame(8, struct.pack(">H", 1000))) == 1000
    assert server.memory() - before < 16 << 20


def test_s7_connections(server, browser):
    """256 WebSockets at a time; one more is told so, and pages are served when some leave."""
    held = []

    def hold():
        # Pages of the tests before may be leaving just now.
        client, code = upgrade(server)
        if code == 101:
            held.append(client)
        else:
            client.close()
        return len(held) == 256

    wait_until(hold)
    assert status(request(server)) in (0, 503), "0: closed before its request was read"
    for client in held:
        client.close()
    wait_until(lambda: status(request(server)) == 200)


@pytest.mark.quick
def test_s8_request_framing(server):
    host = f"Host: {server.authority}"
    cases = [
        "POST / HTTP/1.1\r\n{h}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\n{h}\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX",
        "POST / HTTP/1.1\r\n{h}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\n{h}\r\nTransfer-Encoding: xchunked\r\n\r\n",
        "POST / HTTP/1.1\r\n{h}\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\n{h}\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\n{h}\r\nContent-Length: 0x1\r\n\r\na",
        "GET / HTTP/1.1\n{h}\n\n",
        "GET / HTTP/1.1\r\n{h}\r\nX: a\nY: b\r\n\r\n",
        "GET / HTTP/1.1\r\n{h}\r\n X: folded\r\n\r\n",
        "GET / HTTP/1.1\r\n{h}\r\nX\r\n\r\n",
        "GET / HTTP/1.1\r\n{h}\r\nX: \0\r\n\r\n",
        "GET\t/ HTTP/1.1\r\n{h}\r\n\r\n",
        "GET /\r\n{h}\r\n\r\n",
    ]
    for case in cases:
        answer = ask(server, case.format(h=host).encode())
        assert status(answer) == 400, case
        assert answer.count(b"HTTP/1.1 ") == 1, "closed after one answer"
    pipelined = f"GET / HTTP/1.1\r\n{host}\r\n\r\nGET /style.css HTTP/1.1\r\n{host}\r\n\r\n"
    assert ask(server, pipelined.encode()).count(b"HTTP/1.1 200") == 1


def test_s9_half_open_requests(server, browser):
    """200 requests that never end: the page is answered before they go, all are closed in 15 seconds."""
    held = []
    for _ in range(200):
        client = socket.create_connection((server.host, server.port), timeout=5)
        client.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        held.append(client)
    opened = time.monotonic()

    def feed():
        while time.monotonic() - opened < 15:
            for client in held:
                try:
                    client.sendall(b"a")
                except OSError:
                    pass
            time.sleep(1)

    threading.Thread(target=feed, daemon=True).start()
    start = time.monotonic()
    assert status(request(server)) == 200
    first = time.monotonic() - start
    start = time.monotonic()
    live = Page(browser, server.url)
    whole = time.monotonic() - start
    live.close()
    print(f"\nwith 200 half-open requests: answer {first * 1000:.0f} ms, whole page {whole:.2f} s")
    open_ones = list(held)
    while open_ones and time.monotonic() - opened < 15:
        for client in list(open_ones):
            client.settimeout(0.001)
            try:
                if client.recv(4096) == b"":
                    open_ones.remove(client)
            except TimeoutError:
                pass
            except OSError:
                open_ones.remove(client)
    print(f"{len(open_ones)} still open after {time.monotonic() - opened:.1f} s")
    assert open_ones == []


def test_s9_clients_that_never_close(server):
    """As many as there may be, answered but still there: the next one is answered before they go (2 seconds)."""
    held = []
    for _ in range(64):
        client = socket.create_connection((server.host, server.port), timeout=5)
        client.sendall(f"GET /cells-crossed.js HTTP/1.1\r\nHost: {server.authority}\r\n\r\n".encode())
        held.append(client)
    for client in held:
        assert status(client.recv(4096)) == 200
    start = time.monotonic()
    assert status(request(server)) == 200
    assert time.monotonic() - start < 2
    for client in held:
        client.close()


PAYLOADS = [
    "<script>window.hit=1</script>", "<img src=x onerror=window.hit=1>", "<svg onload=window.hit=1>",
    "\"><script>window.hit=1</script>", "'><img src=x onerror=window.hit=1>", "javascript:window.hit=1",
    "<iframe srcdoc='<script>parent.hit=1</script>'>", "<body onload=window.hit=1>",
    "<a href=javascript:window.hit=1>x</a>", "${window.hit=1}", "{{window.hit=1}}", "<!--<script>-->",
    "</title><script>window.hit=1</script>", "<math><mtext></mtext><script>window.hit=1</script></math>",
    "<details open ontoggle=window.hit=1>", "<input autofocus onfocus=window.hit=1>",
    "<style>@import 'x'</style>", "<object data=javascript:window.hit=1>", "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0;url=//evil.example>", "<form action=javascript:window.hit=1>",
    "&lt;script&gt;window.hit=1&lt;/script&gt;", "\\u003cscript\\u003ewindow.hit=1", "<template><script>",
    "<video><source onerror=window.hit=1>", "`-window.hit=1-`", "';window.hit=1;//", "\";window.hit=1;//",
    "<link rel=stylesheet href=//evil.example>", "<marquee onstart=window.hit=1>",
]


# What the page does with a text is the same on every address.
@pytest.mark.parametrize("server", [None], indirect=True)
def test_s10_text_stays_text(live, server):
    """30 payloads in every field a person or a server message can fill: none runs."""
    page = live.page
    assert len(PAYLOADS) == 30
    page.click("#form details > summary")
    for payload in PAYLOADS:
        for field in ("group_size", "seed", "columns"):
            page.fill(f"#{field}", payload)
        page.click("#start")
        text = page.inner_text("#group_size-error")
        assert text
    page.evaluate("window.hit = window.hit ?? 0")
    live.start(group_size=9, seed=1, columns="square")
    for payload in PAYLOADS:
        # As if the server had said it: problem texts, labels, names of rules.
        page.evaluate("""(text) => {
          const say = (message) => spreadlab.connection.socket.dispatchEvent(
            new MessageEvent("message", { data: JSON.stringify(message) }));
          say({ type: "problem", message: text, mistakes: [{ field: "group_size", message: text }] });
          say({ type: "welcome", knows: true, limits: { group_size_max: 9 },
                rules: [{ name: text, explanation: text }],
                study: { name: text, points: 1, results: true },
                gallery: [{ name: text, text, groups: [{}], labels: [text] }] });
        }""", payload)
    page.wait_for_timeout(100)
    assert page.evaluate("window.hit") == 0
    assert page.evaluate("document.querySelectorAll('script').length") == 1
    assert page.evaluate("document.querySelectorAll('iframe, img, object, base, form').length") == 4
    assert page.url == f"http://{server.authority}/"


@pytest.mark.quick
def test_s10_headers(server):
    for target in ("/", "/app.js", "/style.css", "/nothing"):
        answer = request(server, line=f"GET {target} HTTP/1.1").split(b"\r\n\r\n")[0].decode()
        policy = re.search(r"Content-Security-Policy: (.*)", answer).group(1)
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "X-Content-Type-Options: nosniff" in answer
    context_free = request(server).decode()
    assert "<script>" not in context_free and " on" + "click=" not in context_free


def test_s12_page_asks_nobody_else(live, server):
    seen = []
    live.page.on("request", lambda request: seen.append(request.url))
    live.page.reload()
    live.page.wait_for_selector("#link[data-state=open]", state="attached")
    live.start(group_size=100)
    assert seen and all(url.startswith((f"http://{server.authority}/", "data:", "blob:")) for url in seen)


def test_server_survives_it_all(server):
    assert server.process.poll() is None
    assert status(request(server)) == 200
