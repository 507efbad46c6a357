"""What is drawn: zoom, speed with a million people, counts, the clock."""

import math
import random
import statistics
import time

import pytest
from conftest import TALLY, Page, serving

MILLION = {"group_size": 1_000_000, "rule": "exact", "infection_probability": 30}


def test_zoom_keeps_the_cell_under_the_pointer(live):
    """At most one pixel of drift over wheel steps in and out, near the edges too."""
    live.start(group_size=10_000)
    box = live.page.locator("#grid").bounding_box()
    worst = 0.0
    for part_x, part_y in ((0.5, 0.4), (0.3, 0.15), (0.65, 0.75)):
        # Whole pixels: browsers round the pointer's place in wheel events.
        x, y = round(box["x"] + part_x * box["width"]), round(box["y"] + part_y * box["height"])
        live.page.keyboard.press("0") if live.page.evaluate(
            "document.activeElement.tagName") != "INPUT" else None
        live.page.mouse.move(x, y)
        place = f"spreadlab.viewport.toGrid({x - box['x']}, {y - box['y']})"
        start = live.page.evaluate(place)
        for direction in [-120] * 12 + [120] * 9 + [-37] * 5:
            live.page.mouse.wheel(0, direction)
            live.page.wait_for_timeout(15)
            now = live.page.evaluate(place)
            scale = live.page.evaluate("spreadlab.viewport.scale")
            drift = max(abs(now[0] - start[0]), abs(now[1] - start[1])) * scale
            worst = max(worst, drift)
    print(f"\nzoom anchor drift: {worst:.2e} px")
    assert worst <= 1


def test_zoom_reaches_44_pixels(live):
    live.start(group_size=1_000_000)
    for _ in range(30):
        live.page.click("#zoom-in")
    assert live.page.evaluate("spreadlab.viewport.scale") >= 44
    live.page.click("#zoom-fit")
    fit = live.page.evaluate("spreadlab.viewport.scale")
    assert fit < 1
    for button, factor in (("in", 1.5), ("out", 1)):
        live.page.click(f"#zoom-{button}")
        assert abs(live.page.evaluate("spreadlab.viewport.scale") / fit - factor) < 1e-9, button


class View:
    """A grid in a frame: fitted, it fills 96 % of it and is in its middle, with cells of at most 56 pixels."""

    def __init__(self):
        self.frame, self.grid, self.at, self.scale, self.is_fit = [1, 1], [1, 1], [0, 0], 1, None

    @property
    def fitted(self):
        return min(*(0.96 * frame / cells for frame, cells in zip(self.frame, self.grid)), 56)

    def fit(self):
        self.scale, self.is_fit = self.fitted, True
        self.at = [(frame - cells * self.scale) / 2 for frame, cells in zip(self.frame, self.grid)]

    def set_grid(self, *grid):
        self.grid = grid
        self.fit()

    def keep(self, margin):
        self.at = [max(margin - cells * self.scale, min(frame - margin, at))
                   for at, cells, frame in zip(self.at, self.grid, self.frame)]

    def pan(self, *by):
        self.at, self.is_fit = [at + one for at, one in zip(self.at, by)], False
        self.keep(48)

    def zoom_at(self, x, y, factor):
        """Nothing is seen from farther away than all of it; what lies beside the grid is no place to go to."""
        before, self.scale = self.scale, min(64, max(self.fitted, self.scale * factor))
        if self.scale == self.fitted:
            return self.fit()
        self.is_fit = False
        for part, place in enumerate((x, y)):
            at, size = self.at[part], self.grid[part] * self.scale
            place = min(max(place, at), at + self.grid[part] * before)
            at = place - (place - at) / before * self.scale
            if self.scale < before:
                room = (self.frame[part] - self.grid[part] * self.fitted) / 2
                at = min(max(at, self.frame[part] - size - room), room)
            self.at[part] = at
        return None

    def resize(self, *frame):
        self.at = [at + (after - before) / 2 for at, after, before in zip(self.at, frame, self.frame)]
        self.frame = [max(1, one) for one in frame]
        if self.is_fit:
            self.fit()
        else:
            self.keep(48)


def test_the_view_is_where_it_was_moved_to(live):
    """Grids of cells that fit and do not, moved far beyond each edge."""
    script = [("resize", 300, 200)]
    for grid in ((100, 50), (1000, 900), (3, 4), (1, 1)):
        script += [("setGrid", *grid), ("resize", 320, 240), ("pan", 7, -9), ("resize", 300, 200), ("zoomAt", 70, 60, 1.7), ("pan", 30, 40),
                   ("pan", -3000, 5), ("pan", 9000, 5), ("pan", 1, -9000), ("pan", 1, 9000), ("resize", 100, 90), ("zoomAt", 10, 20, 1e-9),
                   ("zoomAt", 50, 40, 1.2), ("zoomAt", 99, 80, 1e9), ("resize", 0, 0), ("resize", 300, 200), ("fit",)]
    random.seed(8)
    for _ in range(200):
        script.append(random.choice([
            ("pan", random.randint(-90, 90), random.randint(-90, 90)),
            ("zoomAt", random.randint(0, 300), random.randint(0, 200), random.choice([0.5, 0.9, 1.1, 2])),
            ("resize", random.randint(50, 400), random.randint(50, 300))]))
    found = live.page.evaluate("""(script) => import("/viewport.js").then(({ Viewport }) => { const view = new Viewport();
      return script.map(([name, ...given]) => { view[name](...given);
        return [view.x, view.y, view.scale, view.toGrid(31, 17)].flat(); }); })""", script)
    view = View()
    for (name, *given), seen in zip(script, found):
        getattr(view, {"zoomAt": "zoom_at", "setGrid": "set_grid"}.get(name, name))(*given)
        grid = [(place - at) / view.scale for place, at in zip((31, 17), view.at)]
        assert seen == pytest.approx([*view.at, view.scale, *grid]), (name, given)


def test_a_turn_of_the_wheel_leaves_the_group_in_sight(live):
    """Wherever the pointer is, in and out: at least as much of the screen shows the group as where it shows everybody."""
    found = live.page.evaluate("""import("/viewport.js").then(({ Viewport }) => {
      const seen = ({ x, y, width, height, columns, rows, scale }) => Math.max(0, Math.min(width, x + columns * scale) - Math.max(0, x))
        * Math.max(0, Math.min(height, y + rows * scale) - Math.max(0, y)), wrong = [];
      for (const [columns, rows] of [[30, 30], [100, 10], [2, 50]]) for (const x of [0, 150, 399]) for (const y of [0, 200, 599])
        for (const turns of [[-200], [200], [-200, -200, 200], [-100, 50, 50, 50], [-200, -200, -200, 200, 200, 200, 200]]) {
          const view = new Viewport();
          view.resize(400, 600);
          view.setGrid(columns, rows);
          const all = seen(view);
          for (const turn of turns) {
            view.zoomAt(x, y, Math.exp(-0.002 * turn));
            if (seen(view) < 0.999 * all) wrong.push([columns, rows, x, y, turns, seen(view) / all]);
          }
        }
      return wrong; })""")
    assert found == []


# A view that is to show a cell: where it does not move by as little as puts the cell, with its room, in sight.
REVEALED = """import("/viewport.js").then(({ Viewport }) => { const wrong = [];
  for (const [width, height, room] of [[300, 200, 48], [100, 60, 15]]) for (const scale of [4, 12])
    for (let column = 0; column < 50; column += 3) for (let row = 0; row < 50; row += 7) {
      const place = { scale, x: 9 - 20 * scale, y: 7 - 20 * scale };
      const view = Object.assign(new Viewport(), { width, height, columns: 50, rows: 50, ...place });
      const nearest = (place, length) => Math.max(room, Math.min(length - room - scale, place));
      const expected = [nearest(view.x + column * scale, width), nearest(view.y + row * scale, height)];
      view.reveal(column, row);
      const found = [view.x + column * scale, view.y + row * scale];
      if (found.some((one, part) => Math.abs(one - expected[part]) > 1e-9)) wrong.push([width, scale, column, row]);
    }
  return wrong; })"""


def test_a_cell_is_brought_into_sight_by_as_little_as_needed(live):
    assert live.page.evaluate(REVEALED) == []


def test_what_moves_is_drawn_with_fewer_pixels_until_it_stands_still(browser, server):
    live = Page(browser, server.url, device_scale_factor=2)
    live.start(group_size=400)
    ratio = "document.querySelector('#grid').width / document.querySelector('#grid').clientWidth"
    live.wait(f"{ratio} === 2")
    live.page.evaluate("""() => { window.ratios = [];
      const look = () => { window.ratios.push(RATIO); requestAnimationFrame(look); };
      requestAnimationFrame(look); }""".replace("RATIO", ratio))
    live.page.click("#zoom-in")
    live.wait("window.ratios.some((one) => one < 1.51)")
    live.wait("window.ratios.at(-1) === 2")
    live.close()


# A painter whose clock, timers and frames are made up: what it does at each time. Given are a time in milliseconds, what
# happens then, and with what; a frame comes 10 ms after it was asked for, if not said otherwise.
PAINTED = """(script) => Promise.all(["/painter.js", "/group.js", "/viewport.js"].map((name) => import(name)))
  .then(([{ Painter }, { Group }, { Viewport }]) => {
    const kept = ["requestAnimationFrame", "setTimeout", "clearTimeout"].map((name) => [name, window[name]]), { now, measure } = performance;
    const calls = [], viewport = new Viewport(), canvas = document.createElement("canvas"), has = { hidden: false, next: Infinity, lag: 10 };
    let [time, last, timers] = [0, 0, []];
    const later = (act, wait) => { timers.push({ act, due: time + wait, id: last += 1 }); return last; };
    window.requestAnimationFrame = (act) => (has.hidden ? 0 : later(act, has.lag));
    window.setTimeout = (act, wait) => later(act, wait);
    window.clearTimeout = (id) => { timers = timers.filter((one) => one.id !== id); };
    performance.now = () => time;
    performance.measure = (name, { start, end }) => calls.push(["measured", start, end]);
    Object.defineProperty(document, "hidden", { configurable: true, get: () => has.hidden });
    document.body.append(canvas);
    document.getElementById("simulation").hidden = false;
    const log = (name) => (...given) => { calls.push([name, time, ...given]); };
    const run = (step) => ({ group: new Group(9, 3), step, lastStep: step, advance: () => has.hasEnded ?? false, isAnimated: false, isOver: false,
      marksStep: false, takesTaps: true, band: null, ensemble: null });
    const painter = new Painter(canvas, viewport, { send: log("send"), say: () => calls.push(["say", time]), moved: () => calls.push(["moved", time]),
      ended: () => calls.push(["ended", time]), goTo: log("goTo"), painted: () => has.next });
    const { view } = painter;
    Object.assign(view, { glow: { begin() {}, coolsAt: Infinity }, needsAll: false, resize: (isRough) => { view.isRough = isRough; },
      paint: () => { calls.push(["paint", time, view.isRough, view.needsAll]); view.needsAll = false; } });
    let shown = null;
    const pass = (until) => { for (;;) {
      const [next] = timers.filter(({ due }) => due <= until).sort((one, other) => one.due - other.due || one.id - other.id);
      if (!next) break;
      timers = timers.filter((one) => one !== next);
      time = Math.max(time, next.due);
      next.act();
    } time = until; };
    const found = script.map(([at, what, given]) => {
      pass(at);
      if (what === "has") { Object.assign(has, given); if ("cools" in given) view.glow.coolsAt = given.cools; }
      else if (what === "show") painter.show(shown = given === null ? null : run(given));
      else if (what === "step") { shown.step = given; painter.ask(); }
      else if (what === "set") Object.assign(shown, given);
      else if (what === "focus") document.getElementById(given).focus();
      else if (what !== "pass") painter[what](given);
      return calls.splice(0); });
    for (const [name, value] of kept) window[name] = value;
    Object.assign(performance, { now, measure });
    delete document.hidden;
    canvas.remove();
    document.getElementById("simulation").hidden = true;
    return found; })"""
SHOWN = [[0, "show", 0], [300, "pass"]]


@pytest.mark.parametrize("name, script, expected", [
    ("a run comes, and is drawn sharp when all stands still", [*SHOWN], [["paint", 10, True, True], ["moved", 10], ["paint", 160, False, True]]),
    ("a move", [*SHOWN, [300, "move"], [400, "move"], [600, "pass"]],
     [["paint", 310, True, True], ["paint", 410, True, True], ["paint", 560, False, True]]),
    ("asked twice", [*SHOWN, [300, "ask"], [302, "ask"], [400, "pass"]], [["paint", 310, False, False]]),
    ("a frame is acknowledged when it is painted", [*SHOWN, [300, "acknowledge", {"a": 1}], [304, "acknowledge", {"a": 2}], [400, "pass"]],
     [["paint", 310, False, False], ["send", 310, {"a": 1}], ["send", 310, {"a": 2}]]),
    ("a slow frame alone", [*SHOWN, [300, "has", {"lag": 25}], [300, "acknowledge", {"a": 1}], [900, "pass"]],
     [["paint", 325, False, False], ["send", 350, {"a": 1}]]),
    ("not quite slow", [*SHOWN, [300, "has", {"lag": 24}], [300, "acknowledge", {"a": 1}], [900, "pass"]],
     [["paint", 324, False, False], ["send", 324, {"a": 1}]]),
    ("slow frames that follow each other", [*SHOWN, [300, "has", {"lag": 30}], [300, "acknowledge", {"a": 1}], [400, "acknowledge", {"a": 2}],
                                            [600, "pass"], [1000, "pass"]],
     [["paint", 330, False, False], ["send", 360, {"a": 1}], ["paint", 430, False, False], ["send", 460, {"a": 2}],
      ["paint", 670, False, True]]),
    ("slow frames far from each other", [*SHOWN, [300, "has", {"lag": 30}], [300, "acknowledge", {"a": 1}], [510, "acknowledge", {"a": 2}],
                                         [999, "pass"]],
     [["paint", 330, False, False], ["send", 360, {"a": 1}], ["paint", 540, False, False], ["send", 570, {"a": 2}]]),
    ("another run comes before it is acknowledged", [*SHOWN, [300, "has", {"lag": 30}], [300, "acknowledge", {"a": 1}], [340, "show", 0],
                                                     [345, "has", {"lag": 10}], [600, "pass"]],
     [["paint", 330, False, False], ["paint", 370, True, True], ["paint", 500, False, True]]),
    ("a page nobody sees", [*SHOWN, [300, "has", {"hidden": True}], [300, "acknowledge", {"a": 1}], [900, "pass"]],
     [["paint", 400, False, False], ["send", 400, {"a": 1}]]),
    ("a tap", [*SHOWN, [300, "tapped", 297], [400, "tapped", 399], [500, "pass"]],
     [["paint", 310, False, False], ["measured", 297, 310], ["paint", 410, False, False], ["measured", 399, 410]]),
    ("somebody glows", [*SHOWN, [300, "has", {"cools": 380}], [300, "ask"], [370, "has", {"cools": math.inf, "next": 450}],
                        [452, "has", {"next": math.inf}], [900, "pass"]],
     [["paint", 310, False, False], ["paint", 390, False, False], ["paint", 460, False, False]]),
    ("a run that moves by itself, and ends", [*SHOWN, [300, "set", {"isAnimated": True}], [300, "ask"], [325, "set", {"isAnimated": False}],
                                              [325, "has", {"hasEnded": True}], [400, "pass"]],
     [["paint", 310, False, False], ["paint", 320, False, False], ["paint", 330, False, False], ["ended", 330]]),
    ("other counts", [*SHOWN, [300, "step", 2], [400, "step", 2], [500, "focus", "pace"], [500, "step", 3], [600, "set", {"isCompared": True}],
                      [600, "step", 4], [700, "set", {"isCompared": False}], [700, "focus", "scrub"], [700, "step", 5], [800, "pass"]],
     [["paint", 310, False, False], ["say", 310], ["moved", 310], ["paint", 410, False, False], ["paint", 510, False, False], ["say", 510],
      ["moved", 510], ["paint", 610, False, False], ["moved", 610], ["paint", 710, False, False], ["moved", 710]]),
    ("counts of a slow device", [*SHOWN, [300, "has", {"lag": 30}], [300, "acknowledge", {"a": 1}], [400, "acknowledge", {"a": 2}],
                                 [470, "step", 2], [560, "step", 3], [900, "pass"]],
     [["paint", 330, False, False], ["send", 360, {"a": 1}], ["paint", 430, False, False], ["send", 460, {"a": 2}],
      ["paint", 500, True, False], ["paint", 590, True, False], ["say", 590], ["moved", 590], ["paint", 670, False, True]]),
    ("no run", [*SHOWN, [300, "show", None], [300, "ask"], [400, "pass"]], []),
])
def test_when_what_is_painted_and_said(watched, name, script, expected):
    found = [call for calls in watched.page.evaluate(PAINTED, script) for call in calls]
    begun = [["paint", 10, True, True], ["moved", 10], ["paint", 160, False, True]]
    assert found == (expected if script == SHOWN else begun + expected)


@pytest.fixture(scope="module")
def watched(browser, server):
    """One page for all painters, which have canvases and clocks of their own."""
    live = Page(browser, server.url)
    yield live
    live.close()


def test_a_slow_device_draws_fewer_pixels_while_frames_follow_each_other(browser, server):
    live = Page(browser, server.url, device_scale_factor=2)
    live.page.evaluate("""import("/grid-view.js").then(({ GridView: { prototype } }) => {
      const { paint } = prototype;
      window.painted = [];
      prototype.paint = function (now) {
        const end = performance.now() + 40;
        while (performance.now() < end);
        window.painted.push(this.ratio);
        paint.call(this, now);
      };
    })""")
    live.start(group_size=10_000, rule="capped", infection_probability=1, infection_factor=1)
    live.page.mouse.click(*live.center_of(5_050))
    live.wait("window.painted.at(-1) === 2")
    live.page.check("#fast")
    live.page.click("#play")
    live.wait("window.painted.slice(-6).every((ratio) => ratio < 2)", 60_000)
    live.page.click("#play")
    live.wait("window.painted.at(-1) === 2")
    live.close()


def test_a_million_people_are_counted_as_they_are_drawn(browser):
    """While every step is computed and sent as fast as possible."""
    with serving() as server:
        live = Page(browser, server.url)
        live.start(**MILLION)
        live.page.fill("#random-count", "30")
        live.page.click("#random-form button")
        live.wait("spreadlab.group.count === 30")
        live.page.check("#fast")
        live.page.click("#play")
        for _ in range(4):
            live.page.wait_for_timeout(500)
            state = live.state()
            assert state["recount"] == state["count"] and state["step"] > 0
        live.close()


def test_ten_thousand_steps_need_no_more_memory_than_a_thousand(browser):
    with serving() as server:
        live = Page(browser, server.url)
        live.start(group_size=400, rule="exact", infection_probability=50, infectious_steps=3, immune_steps=2)
        live.page.fill("#random-count", "100")
        live.page.click("#random-form button")
        live.page.uncheck("#ensemble")  # its 200 curves are as long
        live.page.check("#fast")
        live.page.click("#play")
        debugger = live.page.context.new_cdp_session(live.page)

        def used(step):
            live.wait(f"spreadlab.group.step >= {step}", 600_000)
            debugger.send("HeapProfiler.collectGarbage")
            return debugger.send("Runtime.getHeapUsage")["usedSize"] >> 10, server.memory() >> 10

        first, last = used(1_000), used(10_000)
        state = live.state()
        assert state["recount"] == state["count"] > 0
        print(f"\nKiB after 1,000 and 10,000 steps: page {first[0]}, {last[0]}; server {first[1]}, {last[1]}")
        # Four counts of each step are kept.
        assert last[0] - first[0] < 2 << 10 and last[1] - first[1] < 4 << 10
        live.close()


def test_five_tabs_play_at_the_same_time(browser, server):
    pages = [Page(browser, server.url) for _ in range(5)]
    for number, live in enumerate(pages):
        live.start(group_size=900, rule="exact", infection_factor=8, infection_probability=100, seed=number, period=0.05)
        live.page.mouse.click(*live.center_of(number))
        live.page.click("#play")
    for live in pages:
        # Everybody infects all neighbors: as many steps as a king needs to the far row.
        live.wait("spreadlab.status.stop === 'all_infected'", 60_000)
        live.wait("spreadlab.group.step >= 29")  # the last picture may be under way still
        state = live.state()
        assert state["count"] == state["recount"] == 900 and state["step"] == 29
        live.close()


@pytest.mark.quick
def test_counts_equal_the_engine_in_every_frame(live, quick):
    """The page counts its cells again at each frame; the engine's own count came with it."""
    wanted = 100 if quick else 1000
    # So slow a spread takes some 2,800 steps: more than there are frames to look at.
    live.start(group_size=40_000, rule="capped", infection_probability=1, infection_factor=1)
    live.page.mouse.click(*live.center_of(20_100))
    live.page.check("#fast")
    live.page.evaluate("""() => {
      window.checks = { frames: 0, wrong: [] };
      let last = -1;
      const look = () => {
        const { group } = spreadlab;
        if (group.step > 0 && group.step !== last) {
          last = group.step;
          window.checks.frames += 1;
          const text = Number(document.querySelector("#infected-count").textContent.replace(/,/g, ""));
          const counts = [TALLY(group)[1] + TALLY(group)[2], group.count, group.engineCount, group.known];
          if (new Set(counts).size !== 1) window.checks.wrong.push([group.step, text, ...counts]);
        }
        requestAnimationFrame(look); };
      requestAnimationFrame(look); }""".replace("TALLY", TALLY))
    live.page.click("#play")
    live.wait(f"window.checks.frames >= {wanted}", 120_000)
    live.page.click("#play")
    checks = live.page.evaluate("window.checks")
    print(f"\n{checks['frames']} frames compared, {len(checks['wrong'])} differ")
    assert checks["wrong"] == []
    live.page.wait_for_timeout(300)
    shown = int(live.page.inner_text("#infected-count").replace(",", ""))
    assert shown == live.state()["engine"]


@pytest.mark.parametrize("period", [0.05, 0.4])
def test_period_is_kept(live, period):
    """Mean error at most 5 %, and no drift: the last step is due when the first says it is."""
    seconds = 60 if period == 0.05 else 15
    # At 10 percent everybody is infected after 860 steps, before the minute is over.
    live.start(group_size=250_000, rule="capped", infection_probability=5, infection_factor=1,
               period=period)
    live.page.mouse.click(*live.center_of(20_100))
    live.page.evaluate("""() => {
      window.arrivals = []; let last = 0;
      window.timer = setInterval(() => {
        const { step } = spreadlab.group;
        if (step !== last) { last = step; window.arrivals.push([step, performance.now()]); } }, 4);
      }""")
    live.page.click("#play")
    live.page.wait_for_timeout(1000 * seconds + 500)
    live.page.click("#play")
    arrivals = live.page.evaluate("window.arrivals")
    (first, start), (last, end) = arrivals[0], arrivals[-1]
    mean = (end - start) / 1000 / (last - first)
    # Against the line through the first step: how late each step came.
    late = [(time - start) / 1000 - (step - first) * period for step, time in arrivals]
    drift = statistics.mean(late[-5:]) - statistics.mean(late[:5])
    print(f"\nperiod {period} s: mean {mean:.5f} s over {last - first} steps, drift {drift * 1000:.1f} ms")
    assert abs(mean / period - 1) <= 0.05
    assert abs(drift) <= 0.05


def test_period_changes_while_playing(live):
    live.start(group_size=250_000, rule="capped", infection_probability=10, period=10)
    assert live.page.inner_text("#pace-value") == live.page.get_attribute("#pace", "aria-valuetext") == "10 s"
    assert live.page.input_value("#pace") == "100"
    live.page.mouse.click(*live.center_of(125_250))
    live.page.click("#play")
    live.page.wait_for_timeout(300)
    assert live.state()["step"] == 0
    live.page.locator("#pace").fill("50")
    assert live.page.inner_text("#pace-value") == "0.71 s"
    live.page.locator("#pace").fill("0")
    assert live.page.inner_text("#pace-value") == "0.05 s"
    live.wait("spreadlab.group.step >= 5", 3000)
    live.page.click("#play")
    live.page.wait_for_timeout(150)
    step = live.state()["step"]
    live.page.wait_for_timeout(400)
    assert live.state()["step"] == step
    live.page.check("#fast")
    live.page.click("#play")
    time.sleep(1)
    assert live.state()["step"] > step + 10
