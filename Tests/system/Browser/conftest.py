"""What all browser tests share: a server per test module, a browser, and a page that is ready.

The program under test is SPREADLAB (default .build/release/spreadlab). `--quick` runs the
tests marked `quick`, of `quick(3)` the first three cases, with fewer repetitions.
"""

import contextlib
import json
import math
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time
from collections import Counter
from fractions import Fraction

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from command import SPREADLAB, run
from playwright.sync_api import Error, sync_playwright

# People drawn, by state, counted one by one: healthy, infectious, latent, immune.
TALLY = """((group) => { const counts = [0, 0, 0, 0];
  for (let person = 0; person < group.size; person += 1) counts[group.stateOf(person)] += 1;
  return counts; })"""
STATE = """(() => { const { group, status, run } = spreadlab, tally = group && TALLY(group); return {
  count: group?.count, known: group?.known, step: group?.step, ends: [...group?.ends ?? []],
  engine: group?.engineCount, recount: tally && tally[1] + tally[2], size: group?.size,
  counts: [...group?.counts ?? []], tally, latent: [...group?.latent ?? []],
  immune: [...group?.immune ?? []],
  playing: status?.playing, ended: status?.ended, stop: status?.stop, run }; })()""".replace("TALLY", TALLY)
# What has changed is painted with the next frame, which pages in the background do not get.
HOLDS = """async (most) => { const end = performance.now() + most, sleep = (time) => new Promise((next) => setTimeout(next, time));
  if (EXPRESSION) return true;
  while (!(EXPRESSION)) {
    if (performance.now() > end) return false;
    await sleep(10);
  }
  await Promise.race([new Promise((next) => requestAnimationFrame(() => setTimeout(next))), sleep(50)]);
  return true; }"""
SCREENS = os.environ.get("SPREADLAB_SCREENSHOTS")  # a folder to keep pictures in
# A folder such as Sources/PageFiles/Web, whose files are then tried instead of those built into the program.
WEB = os.environ.get("SPREADLAB_WEB")
# How the page names the rules, and how many neighbors its picture of each has, and draws as certain and as possible.
RULES = [
    ("subset", "0 to k neighbors, at random (subset)", 8, 0, 3),
    ("exact", "Exactly k healthy neighbors (exact)", 8, 3, 0),
    ("at_least_one", "1 to k healthy neighbors, at random (at_least_one)", 8, 1, 2),
    ("virus_app", "All healthy neighbors in reading order, at most k infected (virus_app)", 8, 0, 6),
    ("capped", "All healthy neighbors, at most k infected (capped)", 8, 0, 6),
    ("push", "Exactly k of the four neighbors (push)", 4, 3, 0),
    ("each_contact", "All neighbors, each with the infection probability (each_contact)", 8, 0, 8),
    ("mixing", "A random number of neighbors, k on average (mixing)", 8, 0, 8)]
# What everybody is, and the numbers it is told by.
STATES = "[...spreadlab.group.cells.keys()].map(p => spreadlab.group.stateOf(p))"
HEALTHY, INFECTIOUS, LATENT, IMMUNE = range(4)
# A study whose results the page shows.
DEMO = {
    "spreadlab": 1, "study": "browser_demo", "seed": 5,
    "model": {"infection_factor": 2, "infection_probability": 0.6,
              "introductions": [{"step": 0, "at": "center"}, {"step": 6, "random": 5}]},
    "rules": {"wide": {"neighborhood": "moore", "pool": "all", "draw": "exact",
                       "update": "synchronous"}},
    "factors": {"group_size": {"values": [400, 2500]}, "rule": {"values": ["exact", "wide"]}},
    "replicates": 20,
}
TOKEN = "browser-tests-0123456789abcdef-0123456789"


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="the short form")


def pytest_configure(config):
    config.addinivalue_line("markers", "quick(cases): what --quick runs")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--quick"):
        return
    cases, kept, left = Counter(), [], []
    for item in items:
        mark = item.get_closest_marker("quick")
        test = item.nodeid.partition("[")[0]
        cases[test] += 1
        is_kept = mark is not None and cases[test] <= (mark.args[0] if mark.args else math.inf)
        (kept if is_kept else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


@pytest.fixture(scope="session")
def quick(request):
    return request.config.getoption("--quick")


def axe(page, context="document"):
    """What axe finds: violations, and what it cannot decide. The page's policy forbids eval, which axe's runner
    does not need: it is injected by the debugging protocol."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("""(context) => axe.run(context === "document" ? document : context, {
      resultTypes: ["violations", "incomplete"], preload: false,
    }).then(({ violations, incomplete, passes }) => ({ violations, incomplete, passes: passes.length }))""", context)
    assert context != "document" or found["passes"] > 10, "axe looked at the page"
    return found


def found_by_axe(live):
    """Violations, and what axe cannot decide: rule and element."""
    results = axe(live.page)
    found = [(one["id"], node["target"]) for one in results["violations"] for node in one["nodes"]]
    for one in results["incomplete"]:
        for node in one["nodes"]:
            # What is half hidden where something scrolls is brought into view, and what lies across two of axe's
            # cells of 200 pixels, which it cannot decide, into one of them.
            [selector] = node["target"]
            doubts = []
            for shift in (0, 70):
                live.page.evaluate("""([selector, shift]) => {
                  document.querySelector("main").style.paddingTop = `${shift}px`;
                  document.querySelector(selector).scrollIntoView({ block: "center" }); }""", [selector, shift])
                again = axe(live.page, selector)
                doubts += [[(other["id"], selector) for kind in ("violations", "incomplete")
                            for other in again[kind] if other["id"] == one["id"]]]
            live.page.evaluate("document.querySelector('main').style.paddingTop = ''")
            found += min(doubts, key=len)
    return found


def keep(live, name):
    """Keeps a picture of the page where SPREADLAB_SCREENSHOTS says so."""
    if SCREENS:
        pathlib.Path(SCREENS).mkdir(parents=True, exist_ok=True)
        live.page.screenshot(path=f"{SCREENS}/{name}.png")


def strokes(path):
    """A path's commands, each with its numbers."""
    return [(letter, [float(number) for number in numbers.split()])
            for letter, numbers in re.findall(r"([MLHVZ])([^MLHVZ]*)", path or "")]


def same_strokes(path, expected):
    """Whether a path has these commands, to the two digits with which numbers are written."""
    found = strokes(path)
    return [letter for letter, _ in found] == [letter for letter, _ in expected] and all(
        len(seen) == len(numbers) and all(abs(one - other) <= 0.0051 for one, other in zip(seen, numbers))
        for (_, seen), (_, numbers) in zip(found, expected))


def line_of(values, last, height, first="M"):
    """The line through values by step, of at most 600 of them and the last; `height(value)`: how far below the top."""
    stride = math.ceil(len(values) / 600)
    steps = [step for step in range(len(values)) if step % stride == 0 or step == len(values) - 1]
    return [(first if place == 0 else "L", [min(300, 300 * step / max(1, last)), height(values[step])])
            for place, step in enumerate(steps)]


def end_of_axis(value, most):
    """The next of 1, 2, 5, 10, 20, ...; never beyond everybody."""
    ends = [digit * 10 ** zeros for zeros in range(8) for digit in (1, 2, 5)]
    return min(most, next(one for one in ends if one >= value))


def share(part, whole):
    """A share in percent with one digit; of what is less than a tenth away from 0 or 100, with two that tell it from them."""
    away, digits = Fraction(100 * min(part, whole - part), whole), 1
    while away and away < Fraction(1, 10 ** digits):
        digits += 1
    digits += digits > 1
    units = math.floor(Fraction(100 * part, whole) * 10 ** digits + Fraction(1, 2))  # halves up
    text = f"{units // 10 ** digits}.{units % 10 ** digits:0{digits}d}"
    return f"{text.rstrip('0').rstrip('.')} %"


def channels(text):
    """Red, green and blue of a color such as #e69f00."""
    return [int(text[i:i + 2], 16) for i in (1, 3, 5)]


def free_port(host="127.0.0.1"):
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


def second_address():
    """Where other devices reach this machine; if it has no network, an address of it beside 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: only asks for the way there
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.2"


def addresses():
    """One for each kind of address on which the page is served; None is the default."""
    return [None, second_address(), *(["::1"] if pathlib.Path("/proc/net/if_inet6").exists() else [])]


class Server:
    """`spreadlab live` in a process of its own; on an address of this machine that others reach, if one is given."""

    def __init__(self, *arguments, host=None, port=None, step_delay=0.0, token=TOKEN):
        self.host = host or "127.0.0.1"
        self.port = port or free_port(self.host)
        self.authority = f"[{host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        self.arguments = [SPREADLAB, "live", *arguments, "--port", str(self.port),
                          *(["--host", host] if host else [])]
        self.environment = {
            **os.environ,
            "SPREADLAB_LIVE_TOKEN": token,
            "SPREADLAB_LIVE_STEP_DELAY": str(step_delay),
        }
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            self.arguments, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline().strip()
        assert line.startswith(f"http://{self.authority}/"), f"no address: {line!r}"
        self.url = line
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.kill()

    def memory(self):
        """Resident bytes."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no VmRSS")


@contextlib.contextmanager
def serving(*arguments, **options):
    server = Server(*arguments, **options).start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def server():
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def browser(quick):
    with sync_playwright() as playwright:
        browser = chromium(playwright, "chromium-headless-shell" if quick else "chromium")
        yield browser
        browser.close()


def chromium(playwright, program="chromium"):
    """The browser as people have it, or what is in it without windows: the same engine, for a third of the time."""
    return playwright.chromium.launch(
        executable_path=shutil.which(program) or f"/usr/bin/{program}",
        args=["--no-sandbox", "--disable-dev-shm-usage",
              # A page that comes from disk would not be let at the server otherwise.
              *(["--disable-features=LocalNetworkAccessChecks"] if WEB else [])])


def from_disk(route):
    """Answers a request for one of the page's files, with the server's headers."""
    name = route.request.url.split("#")[0].split("/", 3)[-1] or "index.html"
    file = pathlib.Path(WEB, name)
    if route.request.method == "GET" and file.is_file():
        route.fulfill(response=route.fetch(), body=file.read_bytes())
    else:
        route.continue_()


class Page:
    """A page of the live server and what the tests do on it."""

    def __init__(self, browser, url, **options):
        options.setdefault("viewport", {"width": 1280, "height": 800})
        self.context = browser.new_context(**options)
        if WEB:
            self.context.route("**/*", from_disk)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self.page.goto(url)
        self.page.wait_for_selector("#link[data-state=open]", state="attached")
        self.wait("document.querySelector('#rule').options.length > 0")

    def _note(self, message):
        # A lost connection, that nobody is there, and that an address of the network without encryption cannot
        # have its window to itself are reported by the browser itself.
        expected = ("WebSocket", "ERR_CONNECTION_REFUSED", "Cross-Origin-Opener-Policy")
        if message.type == "error" and not any(word in message.text for word in expected):
            self.errors.append(message.text)

    def close(self):
        self.context.close()
        assert self.errors == []

    def unfold(self):
        """Shows all fields."""
        self.page.evaluate("document.querySelector('#form details').open = true")

    def start(self, playing=False, **fields):
        """Starts a session with these parameters; pauses it unless it is to play. The seed is 1, if not another one."""
        self.unfold()
        fields.setdefault("seed", 1)
        for name, value in fields.items():
            field = self.page.locator(f"#{name}")
            if field.evaluate("e => e.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        self.page.click("#start")
        self.page.wait_for_selector("#simulation:not([hidden])")
        self.wait("spreadlab.status?.ready && (spreadlab.status.playing || spreadlab.status.ended)")
        if not playing:
            self.pause()

    def paint(self, people, immune=True):
        """Makes people immune, or healthy again, in one stroke."""
        before = self.page.evaluate("spreadlab.group.counts[3]")
        people = list(people)
        self.page.evaluate("(message) => spreadlab.connection.send(message)",
                           {"type": "paint", "people": people, "immune": immune, "number": 1})
        self.wait(f"spreadlab.group.counts[3] === {before + len(people) * (1 if immune else -1)}")

    def pause(self):
        self.page.evaluate("spreadlab.connection.send({ type: 'pause' })")
        self.wait("!spreadlab.status.playing")

    def state(self):
        return self.page.evaluate(STATE)

    def infected(self):
        """Numbers of the people drawn as infected."""
        return self.page.evaluate(
            "[...spreadlab.group.cells.keys()].filter(p => spreadlab.group.cells[p] !== 0)")

    def center_of(self, person):
        """Where a person stands on the screen, in pixels."""
        return self.page.evaluate("""(person) => {
          const { group, viewport } = spreadlab;
          const box = document.querySelector("#grid").getBoundingClientRect();
          const [x, y] = group.centerOf(person);
          return [box.left + viewport.x + x * viewport.scale, box.top + viewport.y + y * viewport.scale]; }""", person)

    def wait(self, expression, timeout=10_000):
        """Until the expression holds. Not wait_for_function: the page's policy forbids eval.

        The page looks by itself: to ask it again and again from here takes ten times as much of the processor.
        """
        look = HOLDS.replace("EXPRESSION", expression)
        end = time.monotonic() + timeout / 1000
        held = None
        while held is None:
            try:
                held = self.page.evaluate(look, 1000 * (end - time.monotonic()))
            except Error as error:  # the page was left meanwhile, for itself
                if "context was destroyed" not in str(error):
                    raise
        assert held, f"never: {expression}; {self.page.evaluate(STATE)}"

    def panels(self):
        """What leads the run, of all that can."""
        names = ["live-controls", "again", "interventions", "random-form", "save", "watch-controls", "ensemble-panel", "curve-figure",
                 "comparison", "rewind-box"]
        return {name for name in names if self.page.is_visible(f"#{name}")}

    def tap(self, selector, until):
        """Taps by finger until the expression holds: what a starved browser takes for a long press
        clicks nothing, and a person taps again."""
        for _ in range(4):
            self.page.tap(selector)
            end = time.monotonic() + 5
            while time.monotonic() < end:
                if self.page.evaluate(until):
                    return
                self.page.wait_for_timeout(10)
        self.wait(until)

    def change(self, factor=None, probability=None):
        """Has another infection factor, or probability in percent, hold from the next step on."""
        for name, value in (("factor", factor), ("probability", probability)):
            if value is not None:
                self.page.fill(f"#later-infection_{name}", str(value))
        self.page.click("#change")

    def step(self, button="#step"):
        before = self.state()["step"]
        self.page.click(button)
        self.wait(f"spreadlab.group.step > {before} && !spreadlab.status.computing")

    def saved(self, folder, files=1):
        """The paths of the files that Save gives, in this folder."""
        downloads = []

        def take(download):
            downloads.append(download)

        self.page.on("download", take)
        self.page.click("#save")
        for _ in range(500):
            if len(downloads) == files:
                break
            self.page.wait_for_timeout(20)
        assert len(downloads) == files
        paths = [folder / download.suggested_filename for download in downloads]
        for path, download in zip(paths, downloads):
            download.save_as(path)
        self.page.remove_listener("download", take)
        return paths


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "study.json"
    path.write_text(json.dumps(DEMO))
    return path


@pytest.fixture(scope="module")
def results(study, tmp_path_factory):
    return run(study, tmp_path_factory.mktemp("results") / "browser_demo")


@pytest.fixture
def live(browser, server):
    page = Page(browser, server.url)
    yield page
    page.close()


def wait_until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
