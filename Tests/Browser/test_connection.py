"""Lost connections and restarted servers: said so, and nothing is forgotten."""

import subprocess
import time

from command import SPREADLAB
from conftest import Page, Server, free_port


def test_restart_with_state_kept(browser, quick):
    """`spreadlab live` is killed and started again; the page comes back to the same state."""
    port = free_port()
    server = Server(port=port).start()
    live = Page(browser, server.url)
    live.start(group_size=2500, rule="exact", infection_probability=50, infection_factor=1)
    restarts = 4 if quick else 20
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


def test_connection_lost_while_the_server_lives(browser, server, quick):
    """The network goes and comes; the server kept playing, and the page catches up."""
    live = Page(browser, server.url)
    live.start(group_size=40_000, rule="capped", infection_probability=20, period=0.1)
    live.page.mouse.click(*live.center_of(20_100))
    live.page.click("#play")
    live.wait("spreadlab.group.step >= 3")
    for _ in range(2 if quick else 10):
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


def test_taps_lost_on_their_way_are_sent_again(live):
    live.start(group_size=400, rule="exact")
    live.page.evaluate("spreadlab.connection.socket.send = () => {}")
    live.page.mouse.click(*live.center_of(210))
    live.page.evaluate("spreadlab.connection.socket.close()")
    live.wait("spreadlab.connection.isOpen")
    live.step()
    assert live.state()["ends"][0] == 1


def test_closed_browser_is_ordinary(browser, server, quick):
    for _ in range(2 if quick else 5):
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
