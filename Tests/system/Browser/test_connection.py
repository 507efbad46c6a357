"""Lost connections and restarted servers: said so, and nothing is forgotten."""

import subprocess
import time

import pytest
from command import SPREADLAB
from conftest import Page, Server, free_port


@pytest.mark.quick
def test_restart_with_state_kept(browser, quick):
    """`spreadlab live` is killed and started again; the page comes back to the same state."""
    port = free_port()
    server = Server(port=port).start()
    live = Page(browser, server.url)
    live.start(group_size=2500, rule="exact", infection_probability=50, infection_factor=1)
    restarts = 2 if quick else 20
    for turn in range(restarts):
        live.page.mouse.click(*live.center_of(60 * turn + 30))
        live.step()
        before = live.state()
        server.kill()
        live.page.wait_for_selector("#link[data-state=lost]", state="attached")
        assert live.page.is_visible("#notice")
        assert "No connection" in live.page.inner_text("#notice")
        assert live.page.inner_text("#state-word") == "" and live.page.inner_text("#play") != "Pause", "nothing runs"
        kept = live.state()
        assert (kept["step"], kept["count"]) == (before["step"], before["count"]), \
            "the page still shows what it knows"
        server = Server(port=port).start()
        live.page.wait_for_selector("#link[data-state=open]", state="attached", timeout=15_000)
        live.wait(f"spreadlab.group.step === {before['step']} && spreadlab.status?.ready "
                  f"&& spreadlab.group.known === {before['known']}")
        after = live.state()
        assert after["ends"] == before["ends"]
        assert after["recount"] == before["recount"]
    server.stop()
    live.close()
    print(f"\n{restarts} restarts, state equal each time")


# A connection by sockets that are made up: what it says of itself, and after how long it tries again.
TRIED = """(script) => import("/connection.js").then(async ({ Connection }) => {
  const { WebSocket: real, setTimeout: later, fetch: get } = window, sockets = [], said = [], tries = [], asked = [];
  let isThere = true;
  window.WebSocket = Object.assign(class extends EventTarget {
    constructor(url, protocols) { super(); Object.assign(this, { url, protocols, readyState: 0, sent: [] }); sockets.push(this); }
    send(text) { this.sent.push(JSON.parse(text)); }
  }, { OPEN: real.OPEN });
  window.setTimeout = (act, time) => { tries.push([time, act]); return 0; };
  window.fetch = async (...given) => { asked.push(given); if (isThere === null) throw new Error(); return { ok: isThere }; };
  const take = (name) => (...given) => { said.push([name, ...given.map((one) => (one instanceof ArrayBuffer ? one.byteLength : one))]); };
  const connection = new Connection({ text: take("text"), frame: take("frame"), state: take("state") });
  const found = [];
  for (const [what, given] of script) {
    const socket = sockets.at(-1), dispatch = (event) => socket.dispatchEvent(event);
    if (what === "open") connection.open("abc");
    if (what === "opened") { socket.readyState = real.OPEN; dispatch(new Event("open")); }
    if (what === "message") dispatch(new MessageEvent("message", { data: given ?? new ArrayBuffer(8) }));
    if (what === "close") {
      isThere = given;
      socket.readyState = real.CLOSED;
      dispatch(new Event("close"));
      await new Promise((next) => later(next, 0));
    }
    if (what === "again") tries.pop()[1]();
    if (what === "send") said.push(["sent", connection.send(given)]);
    found.push([said.splice(0), tries.map(([time]) => time), sockets.length, connection.isOpen, asked.splice(0).length]);
  }
  Object.assign(window, { WebSocket: real, setTimeout: later, fetch: get });
  return [found, sockets.map(({ url, protocols, binaryType, sent }) => [url, protocols, binaryType, sent])]; })"""


def test_how_often_a_connection_is_tried_and_what_is_said_of_it(live, server):
    script = [("send", {"a": 1}), ("open",), ("send", {"a": 2}), ("opened",), ("send", {"a": 3}), ("message", '{"b": 4}'), ("message",),
              ("close", True)]
    states = [[["sent", False]], [["state", "connecting", 0]], [["sent", False]], [["state", "open", 0]], [["sent", True]],
              [["text", {"b": 4}]], [["frame", 8]], [["state", "lost", 1]]]
    waits = {len(script) - 1: 200}
    for failures, there in ((2, True), (3, False), (4, None), (5, True), (6, True), (7, True)):
        script += [("again",), ("close", there)]
        states += [[["state", "lost", failures - 1]], [["state", "lost", failures], *([["state", "refused", failures]] if there else [])]]
        waits[len(script) - 1] = min(3000, 100 * 2 ** failures)
    script += [("again",), ("opened",), ("close", True), ("again",)]
    states += [[["state", "lost", 7]], [["state", "open", 0]], [["state", "lost", 1]], [["state", "lost", 1]]]
    waits[len(script) - 2] = 200
    found, sockets = live.page.evaluate(TRIED, script)
    assert [said for said, *_ in found] == states
    assert {at: times for at, (_, times, *_) in enumerate(found) if times} == {at: [time] for at, time in waits.items()}
    assert [is_open for *_, is_open, _ in found] == [3 <= at <= 6 or at == len(script) - 3 for at in range(len(script))]
    assert [count for *_, count in found] == [int(what[0] == "close" and 7 < at < len(script) - 4) for at, what in enumerate(script)]
    protocols = ["spreadlab.live.1", "token.abc"]
    assert [socket[:3] for socket in sockets] == [[f"ws://127.0.0.1:{server.port}/live", protocols, "arraybuffer"]] * 9
    assert [sent for *_, sent in sockets] == [[{"a": 3}], *[[]] * 8]


def test_what_is_said_waits_and_what_is_shown_goes(live):
    """Once a second at most, the newest text; a line of notice for five seconds, or until there is another."""
    found = live.page.evaluate("""Promise.all(["/announcer.js", "/notice.js"].map((name) => import(name))).then(([{ Announcer }, { Notice }]) => {
      const { setTimeout: later, clearTimeout: end } = window, { now } = performance;
      let [time, timers, last] = [5000, [], 0];
      window.setTimeout = (act, wait) => { timers.push({ act, due: time + wait, id: last += 1 }); return last; };
      window.clearTimeout = (id) => { timers = timers.filter((one) => one.id !== id); };
      performance.now = () => time;
      const pass = (until) => { time = until; const due = timers.filter((one) => one.due <= time);
        timers = timers.filter((one) => one.due > time); for (const { act } of due) act(); };
      const element = document.createElement("p"), line = document.createElement("p"), announcer = new Announcer(element), notice = new Notice(line);
      let changes = 0;
      Object.defineProperty(element, "textContent", { get() { return this.text ?? ""; }, set(text) { this.text = text; changes += 1; } });
      const said = [["a"], [], ["b"], ["c"], [], ["c"], [], ["d"]].map(([text], at) => {
        const times = [5000, 5000, 5400, 5500, 5999, 6000, 7100, 7100];
        pass(times[at]); if (text) announcer.say(text); return [element.textContent, changes, timers.length]; });
      pass(9000);
      said.push([element.textContent, changes, timers.length]);
      const shown = [["flash", "x"], ["pass", 13_999], ["pass", 14_000], ["flash", "y"], ["pass", 18_000], ["flash", "z"],
        ["pass", 19_500], ["pass", 23_000], ["flash", "u"], ["stay", "v"], ["pass", 40_000], ["take", "u"], ["take", "v"], ["stay", "w"], ["clear"]].map(([name, given]) => {
          if (name === "pass") pass(given); else notice[name](given); return [line.textContent, line.hidden]; });
      Object.assign(window, { setTimeout: later, clearTimeout: end });
      performance.now = now;
      return [said, shown]; })""")
    assert found[0] == [["", 0, 1], ["a", 1, 0], ["a", 1, 1], ["a", 1, 1], ["a", 1, 1], ["c", 2, 1], ["c", 2, 0], ["c", 2, 1], ["d", 3, 0]]
    texts = ["x", "x", "", "y", "y", "z", "z", "", "u", "v", "v", "v", "", "w", ""]
    assert found[1] == [[text, text == ""] for text in texts]


def test_connection_lost_while_the_server_lives(browser, server):
    """The network goes and comes; the server kept playing, and the page catches up."""
    live = Page(browser, server.url)
    live.start(group_size=40_000, rule="capped", infection_probability=20, period=0.1)
    live.page.mouse.click(*live.center_of(20_100))
    live.page.click("#play")
    live.wait("spreadlab.group.step >= 3")
    for _ in range(10):
        before = live.state()
        # Ends the socket under the page; it notices and connects again.
        live.page.evaluate("spreadlab.connection.socket.close()")
        live.wait("spreadlab.connection.isOpen")
        live.wait(f"spreadlab.group.step > {before['step'] + 2}")
        state = live.state()
        assert state["run"] == before["run"], "it is the same session"
        assert state["ends"][: before["step"]] == before["ends"][: before["step"]]
    live.page.click("#play")
    live.close()


@pytest.mark.quick
def test_taps_lost_on_their_way_are_sent_again(live):
    live.start(group_size=400, rule="exact")
    live.page.evaluate("spreadlab.connection.socket.send = () => {}")
    live.page.mouse.click(*live.center_of(210))
    live.page.evaluate("spreadlab.connection.socket.close()")
    live.wait("spreadlab.connection.isOpen")
    live.step()
    assert live.state()["ends"][0] == 1


def test_closed_browser_is_ordinary(browser, server):
    for _ in range(5):
        live = Page(browser, server.url)
        live.start(group_size=1_000_000, rule="exact", period=0.1)
        live.page.mouse.click(*live.center_of(500_500))
        live.page.click("#play")
        live.page.wait_for_timeout(150)
        live.close()
    time.sleep(0.5)
    assert server.process.poll() is None
    live = Page(browser, server.url)
    live.close()


@pytest.mark.quick
def test_port_taken(server):
    result = subprocess.run(
        [SPREADLAB, "live", "--port", str(server.port)], capture_output=True, text=True, timeout=20)
    assert result.returncode == 6
    assert f"port {server.port} is taken" in result.stderr
    assert result.stdout == ""


def test_a_second_server_takes_another_port():
    servers = [subprocess.Popen([SPREADLAB, "live"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
               for _ in range(2)]
    addresses = {server.stdout.readline().split("/#")[0] for server in servers}
    for server in servers:
        server.terminate()
        server.communicate()
    assert len(addresses) == 2 and all(one.startswith("http://127.0.0.1:") for one in addresses)


@pytest.mark.quick
def test_page_without_a_token_says_so(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector("#form-error:not([hidden])")
    assert "address" in page.inner_text("#form-error")
    context.close()


def test_a_page_in_the_background_goes_on(live):
    """Browsers give no frames to pages nobody sees."""
    live.start(group_size=400, rule="exact", infection_factor=8, infection_probability=100, period=0.05)
    live.page.mouse.click(*live.center_of(0))
    live.wait("document.querySelector('#infected-count').textContent === '1'")
    live.page.evaluate("""(() => {
      Object.defineProperty(document, "hidden", { get: () => true });
      window.requestAnimationFrame = () => 0; })()""")
    live.page.click("#step")
    live.wait("document.querySelector('#infected-count').textContent === '4'")
    live.page.check("#fast")
    live.page.click("#play")
    live.wait("document.querySelector('#infected-count').textContent === '400'")
