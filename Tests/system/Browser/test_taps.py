"""Taps never wait, and none is lost."""

import math
import random
import time

import pytest
from conftest import Page, serving


def test_taps_during_a_step_of_two_seconds(browser):
    """Painted before the step ends, infected when it ends, acting in the next one."""
    taps = 200
    with serving(step_delay=2.0) as server:
        live = Page(browser, server.url)
        live.start(group_size=2500, rule="exact", infection_factor=1)
        live.page.mouse.click(*live.center_of(0))
        live.wait("spreadlab.group.count === 1")
        chosen = random.Random(1).sample([p for p in range(100, 2500)], taps)
        places = [live.center_of(person) for person in chosen]
        live.page.evaluate("performance.clearMeasures()")
        tapped, healthy = [], 0  # a tap on somebody infected meanwhile paints nothing
        while len(tapped) < taps:
            before = live.state()["step"]
            infected = set(live.infected())
            live.page.click("#step")
            live.wait("spreadlab.status.computing")
            start = time.monotonic()
            batch = []
            while len(tapped) + len(batch) < taps and time.monotonic() - start < 1.4:
                index = len(tapped) + len(batch)
                live.page.mouse.click(*places[index])
                batch.append(chosen[index])
            assert live.page.evaluate("spreadlab.status.computing"), "the step was over too soon"
            drawn = set(live.infected())
            assert set(batch) <= drawn
            live.wait(f"spreadlab.group.step === {before + 1} && !spreadlab.status.computing")
            # The very next step begins with all of them: as introductions of the step before.
            live.page.click("#step")
            live.wait("spreadlab.status.computing")
            live.wait(f"spreadlab.group.ends[{before + 1}] >= {len(batch)}")
            known = live.page.evaluate(  # infected by the log, not by taps alone
                "[...spreadlab.group.cells.keys()].filter(p => spreadlab.group.cells[p] & 3)")
            assert set(batch) <= set(known)
            live.wait(f"spreadlab.group.step === {before + 2} && !spreadlab.status.computing")
            # All who were infected have acted, 1 source infects 1 person; two may meet in one.
            # A busy machine needs more steps for the taps: later nobody healthy is left to infect.
            ends = live.state()["ends"]
            if ends[before + 1] < 1000:
                assert ends[before + 2] - ends[before + 1] > ends[before + 1] / 4
            tapped += batch
            healthy += len(set(batch) - infected)
        painted = live.page.evaluate("performance.getEntriesByName('tap-to-paint').length")
        assert painted >= healthy > taps / 4
        live.close()


@pytest.mark.quick
def test_fast_swipe_leaves_no_gap(live):
    """Three events across 300 cells infect every cell of the line, and one undo takes it back."""
    live.start(group_size=90_000, rule="exact")
    left, right = live.center_of(150 * 300), live.center_of(151 * 300 - 1)
    middle = live.center_of(150 * 300 + 149)
    live.page.mouse.move(*left)
    live.page.mouse.down()
    live.page.mouse.move(*middle)
    live.page.mouse.move(*right)
    live.page.mouse.up()
    live.wait("spreadlab.group.count === 300")
    assert live.infected() == list(range(150 * 300, 151 * 300))
    live.page.click("#undo")
    live.wait("spreadlab.group.count === 0")


def test_slanted_swipe_is_connected(live):
    live.start(group_size=90_000, rule="exact")
    live.page.mouse.move(*live.center_of(10 * 300 + 20))
    live.page.mouse.down()
    live.page.mouse.move(*live.center_of(260 * 300 + 140))
    live.page.mouse.up()
    live.wait("spreadlab.group.count > 300")
    cells = [(p % 300, p // 300) for p in live.infected()]
    # Crossed cells are neighbors by a side: |dx| + |dy| + 1 of them, in one piece.
    assert len(cells) == 120 + 250 + 1
    met = {cells[0]}
    edge = [cells[0]]
    while edge:
        x, y = edge.pop()
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell in set(cells) and cell not in met:
                met.add(cell)
                edge.append(cell)
    assert len(met) == len(cells)


def test_a_tap_on_somebody_infected_infects_nobody_else(live):
    """Small cells: who is under the pointer is meant; only beside the grid the nearest one is."""
    live.start(group_size=10_000, rule="exact")
    x, y = live.center_of(5050)
    for _ in range(2):
        live.page.mouse.click(x, y)
    live.wait("spreadlab.group.count === 1")
    edge = live.center_of(50 * 100)
    live.page.mouse.click(edge[0] - 18, edge[1])
    live.wait("spreadlab.group.count === 2")
    assert live.infected() == [5000, 5050]
    live.page.mouse.click(edge[0] - 40, edge[1])
    time.sleep(0.2)
    assert live.state()["count"] == 2, "40 pixels off is nobody's tap"


# Taps at places in and around a group: whom they infect, and whom they should by looking at everybody.
TAPPED = """async () => { const [{ Group }, { personForTap, Viewport }] =
    await Promise.all(["/group.js", "/viewport.js"].map((name) => import(name)));
  const wrong = [], kinds = new Set();
  for (const places of ["squares", "honeycomb"]) for (const scale of [5, 14, 40]) {
    const group = new Group(58, 8, { places }), viewport = Object.assign(new Viewport(), { scale, x: 60, y: 50 });
    group.ask([0, 3, 4, 9, 24, 33, 40, 41, 56, 57], 1);
    for (let x = 20; x < 120 + 9 * scale; x += 7) for (let y = 21; y < 110 + 8 * scale; y += 7) {
      const [gridX, gridY] = viewport.toGrid(x, y), under = group.personAt(gridX, gridY);
      const away = (person) => Math.hypot(...group.centerOf(person).map((one, part) => one - [gridX, gridY][part])) * scale;
      const near = [...Array(58).keys()].filter((person) => group.isHealthy(person) && away(person) <= 22)
        .sort((one, other) => away(one) - away(other))[0] ?? -1;
      const expected = under < 0 ? near : group.isHealthy(under) ? under : -1;
      const found = personForTap(group, viewport, x, y);
      const isAsGood = under < 0 && found >= 0 && Math.abs(away(found) - away(near)) < 1e-9;
      kinds.add([under < 0, expected < 0].join());
      if (found !== expected && !isAsGood) wrong.push([places, scale, x, y, found, expected]);
    }
  }
  return [wrong, kinds.size]; }"""


@pytest.mark.quick
def test_a_tap_means_who_is_under_it_and_beside_the_group_the_nearest_healthy_one(live):
    assert live.page.evaluate(TAPPED) == [[], 4]


# Lines in all directions, also along and through corners of cells: those whose cells do not go step by step from one end
# to the other, or of which one is not touched by the line.
LINES = """async () => { const { cellsCrossed } = await import("/cells-crossed.js"), wrong = [];
  const ends = [-1.1, -1, -0.7, 0, 1 / 3, 0.5, 2 / 3, 1, 1.9, 3, 4 + 1 / 3, 7.3].flatMap((x, place, all) => all.map((y) => [x, y]));
  for (const from of ends) for (const to of ends) {
    const cells = cellsCrossed(...from, ...to);
    const length = [0, 1].reduce((sum, part) => sum + Math.abs(Math.floor(to[part]) - Math.floor(from[part])), 1);
    const isTouched = (cell) => { let [low, high] = [0, 1];
      for (const part of [0, 1]) {
        const way = to[part] - from[part], borders = [cell[part] - 1e-9, cell[part] + 1 + 1e-9].map((border) => border - from[part]);
        if (way === 0) { if (borders[0] > 0 || borders[1] < 0) return false; continue; }
        const [near, far] = borders.map((border) => border / way).sort((one, other) => one - other);
        [low, high] = [Math.max(low, near), Math.min(high, far)];
      }
      return low <= high; };
    const isRight = cells.length === length && cells[0].every((one, part) => one === Math.floor(from[part]))
      && cells.at(-1).every((one, part) => one === Math.floor(to[part])) && cells.every(isTouched)
      && cells.slice(1).every((cell, at) => Math.abs(cell[0] - cells[at][0]) + Math.abs(cell[1] - cells[at][1]) === 1);
    if (!isRight) wrong.push([from, to, cells]);
  }
  return wrong.slice(0, 3); }"""


def test_a_line_crosses_cells_one_after_the_other(live):
    assert live.page.evaluate(LINES) == []


# Lines across a honeycomb: whom they cross, and whom they should by looking at a thousand places of each.
CROSSED = """async () => { const { Group } = await import("/group.js"), group = new Group(58, 8, { places: "honeycomb" });
  const corners = [[0.4, 0.5], [7.6, 0.5], [7.9, 5.7], [0.6, 5.6], [3.3, 3.1]];
  return corners.flatMap((from) => corners.map((to) => {
    const seen = new Set(Array.from({ length: 1001 }, (_, step) =>
      group.personAt(...[0, 1].map((part) => from[part] + ((to[part] - from[part]) * step) / 1000))));
    const crossed = [...group.crossed(from, to)];
    // Somebody of whom less than a fifth of a cell is crossed may be left out.
    return [crossed.filter((person) => !seen.has(person)).length,
      [...seen].filter((person) => !crossed.includes(person)).length <= seen.size / 4,
      crossed[0] === group.personAt(...from) && crossed.at(-1) === group.personAt(...to)]; })); }"""


def test_a_swipe_across_a_honeycomb_means_those_on_its_line(live):
    assert live.page.evaluate(CROSSED) == [[0, True, True]] * 25


# A canvas of its own, on which pointers of every kind do what they are told; returned is what came of it, call by call,
# and where the view is then. Cells have 10 pixels; a swipe takes everybody
# but those of one column.
GESTURES = """(script) => Promise.all(["/gestures.js", "/group.js", "/viewport.js"].map((name) => import(name)))
  .then(([{ listenForGestures }, { Group }, { Viewport }]) => {
    const canvas = document.createElement("canvas"), viewport = new Viewport(), calls = [], has = { stroke: true };
    Object.assign(canvas.style, { position: "fixed", left: "30px", top: "40px", width: "300px", height: "200px" });
    canvas.tabIndex = 0;
    document.body.append(canvas);
    viewport.resize(300, 200);
    viewport.setGrid(200, 100);
    Object.assign(viewport, { scale: 10, x: 0, y: 0, isFit: false });
    const group = new Group(200, 20), taken = (person) => person % 20 !== 5;
    listenForGestures(canvas, viewport, {
      group: () => group, moved: () => calls.push("moved"),
      begin: ({ x, y }) => { calls.push(["begin", x, y]); return has.stroke ? {
        personAt: (left, top) => group.personAt(...viewport.toGrid(left, top)), takes: taken,
        apply: (people) => calls.push(["apply", ...people]) } : null; } });
    const event = (type, id, x, y, more = {}) => {
      const { coalesced = [], ...others } = more;
      const make = (left, top) => new (type === "wheel" ? WheelEvent : type === "contextmenu" ? MouseEvent : PointerEvent)(type, {
        pointerId: id, pointerType: id === 1 ? "mouse" : "touch", clientX: 30 + left, clientY: 40 + top, cancelable: true, bubbles: true,
        ...(coalesced.length > 0 ? { coalescedEvents: coalesced.map(([a, b]) => make2(a, b)) } : {}), ...others });
      const make2 = (left, top) => new PointerEvent(type, { pointerId: id, clientX: 30 + left, clientY: 40 + top });
      const made = make(x, y);
      canvas.dispatchEvent(made);
      if (made.defaultPrevented) calls.push("prevented");
    };
    for (const [type, ...given] of script) {
      if (type === "has") Object.assign(has, given[0]);
      else event(type === "wheel" || type === "contextmenu" ? type : `pointer${type}`, ...given);
    }
    const { x, y, scale } = viewport, hasFocus = document.activeElement === canvas;
    canvas.remove();
    return { calls, view: [x, y, scale], hasFocus }; })"""
MOUSE, ONE, TWO, THREE = 1, 2, 3, 4  # pointers
STILL = [0, 0, 10]


def wheel(x, y, scale):
    """The view after the place (100, 80) was brought nearer to this scale, with the room beside it that everybody has."""
    return [min(6, 100 - (100 - x) * scale / 10), min(28, 80 - (80 - y) * scale / 10), scale]


@pytest.mark.quick
@pytest.mark.parametrize("name, script, calls, view", [
    ("a click", [["down", MOUSE, 33, 14], ["up", MOUSE, 33, 14]], [["begin", 33, 14], ["apply", 23]], STILL),
    ("a click on the first person", [["down", MOUSE, 1, 1], ["up", MOUSE, 1, 1]], [["begin", 1, 1], ["apply", 0]], STILL),
    ("a click beside everybody", [["down", MOUSE, 250, 14], ["up", MOUSE, 250, 14]], [["begin", 250, 14]], STILL),
    ("a drag", [["down", MOUSE, 33, 14], ["move", MOUSE, 72, 14], ["move", MOUSE, 72, 35], ["up", MOUSE, 72, 35]],
     [["begin", 33, 14], ["apply", 23], ["apply", 23, 24, 26, 27], ["apply", 27, 47, 67]], STILL),
    ("a drag across nobody who is meant", [["down", MOUSE, 250, 14], ["move", MOUSE, 250, 30], ["move", MOUSE, 51, 30],
                                           ["move", MOUSE, 55, 50]],
     [["begin", 250, 14], ["apply", *[80 - p for p in range(1, 15)]]], STILL),
    ("a drag to the first person", [["down", MOUSE, 25, 5], ["move", MOUSE, 5, 5]], [["begin", 25, 5], ["apply", 2], ["apply", 2, 1, 0]], STILL),
    ("moves in one event", [["down", MOUSE, 33, 14], ["move", MOUSE, 53, 34, {"coalesced": [[43, 14], [43, 34]]}],
                            ["move", MOUSE, 43, 44]],
     [["begin", 33, 14], ["apply", 23], ["apply", 23, 24], ["apply", 24, 44, 64], ["apply", 64, 84]], STILL),
    ("a pointer that only passes", [["move", MOUSE, 33, 14], ["up", MOUSE, 33, 14], ["move", MOUSE, 50, 14]], [], STILL),
    ("a drag by the right button", [["down", MOUSE, 33, 14, {"button": 2}], ["move", MOUSE, 53, 24], ["move", MOUSE, 50, 30],
                                    ["up", MOUSE, 50, 30], ["move", MOUSE, 80, 80]],
     ["prevented", "moved", "moved"], [17, 16, 10]),
    ("a drag by the middle button", [["down", MOUSE, 33, 14, {"button": 1}], ["move", MOUSE, 34, 16]], ["prevented", "moved"], [1, 2, 10]),
    ("a drag where nobody may be tapped", [["has", {"stroke": False}], ["down", MOUSE, 33, 14], ["move", MOUSE, 53, 24]],
     [["begin", 33, 14], "prevented", "moved"], [20, 10, 10]),
    ("a menu", [["contextmenu", MOUSE, 33, 14]], ["prevented"], STILL),
    ("a finger", [["down", ONE, 33, 14], ["move", ONE, 41, 14], ["up", ONE, 41, 14]], [["begin", 33, 14], ["apply", 23]], STILL),
    ("a finger that is taken away", [["down", ONE, 33, 14], ["cancel", ONE, 33, 14], ["move", ONE, 90, 14]], [["begin", 33, 14]], STILL),
    ("a finger to the side", [["down", ONE, 33, 14], ["move", ONE, 42, 14], ["move", ONE, 43, 36], ["up", ONE, 43, 36]],
     [["begin", 33, 14], ["apply", 23, 24], ["apply", 24, 44, 64]], STILL),
    ("as far to the side as down", [["down", ONE, 33, 14], ["move", ONE, 42, 23]],
     [["begin", 33, 14], ["apply", 23, 43, 44]], STILL),
    ("a finger up", [["down", ONE, 33, 34], ["move", ONE, 33, 25], ["up", ONE, 33, 25]], [["begin", 33, 34], ["apply", 63, 43]], STILL),
    ("a finger down", [["down", ONE, 33, 14], ["move", ONE, 33, 23], ["up", ONE, 33, 23]], [["begin", 33, 14], ["apply", 23, 43]], STILL),
    ("two fingers apart", [["down", ONE, 50, 80], ["down", TWO, 90, 80], ["move", TWO, 130, 80], ["move", ONE, 10, 80],
                           ["up", TWO, 130, 80], ["move", ONE, 60, 80], ["up", ONE, 60, 80]],
     [["begin", 50, 80], "moved", "moved"], [10 - 5 * 30, 80 - 8 * 30, 30]),
    ("two fingers down", [["down", ONE, 50, 80], ["down", TWO, 50, 120], ["move", TWO, 50, 140]],
     [["begin", 50, 80], "moved"], [50 - 50 * 1.5, 80 - 80 * 1.5, 15]),
    ("two fingers at one place", [["down", ONE, 50, 80], ["down", TWO, 50, 80], ["move", TWO, 52, 80]],
     [["begin", 50, 80], "moved"], [50 - 50 * 2 + 1, 80 - 80 * 2, 20]),
    ("a third finger", [["down", ONE, 50, 80], ["down", TWO, 90, 80], ["down", THREE, 10, 10], ["up", THREE, 10, 10], ["move", TWO, 130, 80]],
     [["begin", 50, 80]], STILL),
    ("a finger after two", [["down", ONE, 50, 80], ["down", TWO, 90, 80], ["up", ONE, 50, 80], ["up", TWO, 90, 80], ["down", ONE, 33, 14],
                            ["up", ONE, 33, 14]], [["begin", 50, 80], ["begin", 33, 14], ["apply", 23]], STILL),
    ("the wheel", [["wheel", 0, 100, 80, {"deltaY": 100}]], ["moved", "prevented"], wheel(0, 0, 10 * math.exp(-0.2))),
    ("the wheel back", [["wheel", 0, 100, 80, {"deltaY": -150}]], ["moved", "prevented"], wheel(0, 0, 10 * math.exp(0.3))),
    ("the wheel far", [["wheel", 0, 100, 80, {"deltaY": -999}]], ["moved", "prevented"], wheel(0, 0, 10 * math.exp(0.4))),
    ("the wheel far back", [["wheel", 0, 100, 80, {"deltaY": 999}]], ["moved", "prevented"], wheel(0, 0, 10 * math.exp(-0.4))),
    ("the wheel by lines", [["wheel", 0, 100, 80, {"deltaY": 3, "deltaMode": 1}]], ["moved", "prevented"],
     wheel(0, 0, 10 * math.exp(-0.096))),
    ("the wheel by pages", [["wheel", 0, 100, 80, {"deltaY": -0.5, "deltaMode": 2}]], ["moved", "prevented"],
     wheel(0, 0, 10 * math.exp(0.2))),
    ("two fingers on a trackpad", [["wheel", 0, 100, 80, {"deltaY": 10, "ctrlKey": True}]], ["moved", "prevented"],
     wheel(0, 0, 10 * math.exp(-0.1))),
    ("the wheel with Shift", [["wheel", 0, 100, 80, {"deltaY": 3, "deltaMode": 1, "shiftKey": True}]], ["moved", "prevented"], [-48, 0, 10]),
    ("to the side with Shift", [["wheel", 0, 100, 80, {"deltaX": -20, "deltaY": 7, "shiftKey": True}]], ["moved", "prevented"], [20, 0, 10]),
])
def test_what_a_gesture_does(pointers, name, script, calls, view):
    found = pointers.page.evaluate(GESTURES, script)
    assert found["calls"] == calls
    assert found["view"] == pytest.approx(view)
    assert found["hasFocus"] == ("prevented" in calls and "down" in [event[0] for event in script])


# Keys on a canvas of its own, or elsewhere: each with who is chosen before; returned are who is chosen then, and the calls.
KEYS = """(script) => Promise.all(["/keyboard.js", "/group.js"].map((name) => import(name))).then(([{ listenForKeys }, { Group }]) => {
  // The page's own keys are to be still.
  document.querySelector("#shortcuts").checked = false;
  const canvas = document.createElement("canvas"), view = {}, has = {}, calls = [], other = document.createElement("p");
  canvas.tabIndex = 0;
  const field = (type) => Object.assign(document.createElement("input"), { type });
  const targets = { canvas, other, text: field("text"), range: field("range"), checkbox: field("checkbox") };
  document.body.append(...Object.values(targets));
  const network = new Group(9, 3, { places: "network" });
  network.setNetwork({ people: [4, 2, 7, 5], places: [0, 0, 0.5, 0, 1, 0, 0.5, 1], edges: [] });
  const groups = { small: new Group(58, 8), large: new Group(1600, 40), network, none: null };
  const call = (name) => (...given) => { calls.push([name, ...given]); };
  listenForKeys(canvas, {
    view, viewport: { reveal: call("reveal") }, group: () => groups[has.group], isShown: () => has.isShown,
    singleKeysEverywhere: () => has.everywhere,
    ...Object.fromEntries(["choose", "undo", "zoom", "fit", "togglePlay", "step", "stepBack", "help", "present", "describe", "moved"]
      .map((name) => [name, call(name)])) });
  const found = script.map(([cursor, key, { on = "canvas", mark = true, dialog = false, ...more }]) => {
    Object.assign(has, { group: "small", isShown: true, everywhere: true }, more);
    Object.assign(view, { cursor });
    calls.length = 0;
    canvas.matches = (selector) => selector === ":focus-visible" && mark;
    if (dialog) document.querySelector("#help").show();
    const event = ["focus", "blur"].includes(key) ? new Event(key)
      : new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    targets[on].dispatchEvent(event);
    document.querySelector("#help").close();
    return [view.cursor, calls.map(([name, ...given]) => [name, ...given.map((one) => Number(one.toFixed(3)))]), event.defaultPrevented];
  });
  for (const target of Object.values(targets)) target.remove();
  return found; })"""
SHIFT, CTRL, LARGE, NET = {"shiftKey": True}, {"ctrlKey": True}, {"group": "large"}, {"group": "network"}
# Who is chosen before, the key, and who is chosen then. The last row of eight is not full.
MOVES = [
    (27, "ArrowLeft", {}, 26), (27, "ArrowRight", {}, 28), (27, "ArrowUp", {}, 19), (27, "ArrowDown", {}, 35),
    (27, "ArrowLeft", SHIFT, 24), (27, "ArrowRight", SHIFT, 31), (27, "ArrowUp", SHIFT, 3), (27, "ArrowDown", SHIFT, 57),
    (27, "Home", {}, 24), (27, "End", {}, 31), (27, "Home", CTRL, 0), (27, "End", CTRL, 57), (27, "PageUp", {}, 3),
    (27, "PageDown", {}, 57), (0, "ArrowLeft", {}, 0), (0, "ArrowUp", {}, 0), (57, "ArrowRight", {}, 57), (49, "ArrowDown", {}, 57),
    (50, "ArrowDown", {}, 57), (7, "ArrowRight", {}, 7), (-1, "ArrowRight", {}, 28), (-1, "Home", LARGE, 760),
    (820, "ArrowLeft", {**LARGE, **SHIFT}, 810), (820, "ArrowRight", {**LARGE, **SHIFT}, 830),
    (820, "ArrowUp", {**LARGE, **SHIFT}, 420), (820, "ArrowDown", {**LARGE, **SHIFT}, 1220),
    (820, "PageUp", LARGE, 420), (820, "PageDown", LARGE, 1220),
    (4, "ArrowRight", NET, 2), (2, "ArrowRight", NET, 7), (7, "ArrowRight", NET, 7), (4, "ArrowRight", {**NET, **SHIFT}, 7),
    (7, "ArrowLeft", NET, 2), (2, "ArrowUp", NET, 2), (2, "ArrowDown", NET, 5), (5, "ArrowUp", NET, 2), (5, "ArrowDown", NET, 5),
    (5, "ArrowLeft", NET, 5), (2, "Home", NET, 4), (2, "End", NET, 5), (-1, "ArrowRight", NET, 2),
]
ZOOM = 1.5
# A key, where it is pressed and when, and what it calls beside what every choice does.
PRESSED = [
    ("+", {}, ["zoom", ZOOM]), ("=", {}, ["zoom", ZOOM]), ("-", {}, ["zoom", 0.667]), ("_", {}, ["zoom", 0.667]), ("0", {}, ["fit"]),
    ("f", {}, ["present"]), ("p", {}, ["togglePlay"]), ("s", {}, ["step"]), ("b", {}, ["stepBack"]), ("?", {}, ["help"]),
    ("P", {}, ["togglePlay"]), ("s", {"on": "other"}, ["step"]), ("s", {"on": "other", "everywhere": False}, None),
    ("s", {"everywhere": False}, ["step"]), ("s", {"on": "text"}, None), ("s", {"on": "range"}, None), ("s", {"isShown": False}, None),
    ("?", {"isShown": False}, ["help"]), ("?", {"on": "other", "everywhere": False}, None), ("s", CTRL, None),
    ("s", {"altKey": True}, None), ("s", {"metaKey": True}, None), ("x", {}, None), ("s", {"dialog": True}, None),
    ("z", CTRL, ["undo"]), ("Z", {"metaKey": True}, ["undo"]), ("z", {}, None), ("z", {**CTRL, "on": "text"}, None),
    ("z", {**CTRL, "on": "range"}, ["undo"]), ("z", {**CTRL, "on": "checkbox"}, ["undo"]), ("z", {**CTRL, "on": "other"}, ["undo"]),
    ("z", {**CTRL, "isShown": False}, None), ("z", {**CTRL, "dialog": True}, None),
    ("ArrowUp", {"group": "none"}, None), ("ArrowUp", {"altKey": True}, None), ("ArrowUp", {"metaKey": True}, None),
    ("focus", {"group": "none"}, None), ("focus", {"mark": False}, None),
]


def test_whom_a_key_chooses_and_what_it_does(pointers):
    """Whoever is chosen is brought into sight and described."""
    choices = [
        (-1, "focus", {}, [27, [["reveal", 3, 3], ["moved"]], False]), (5, "focus", {}, [5, [["reveal", 5, 0], ["moved"]], False]),
        (-1, "focus", NET, [4, [["reveal", 0.5, 0.5], ["moved"]], False]), (5, "blur", {}, [5, [["moved"]], False]),
        (-1, "Enter", {}, [27, [["reveal", 3, 3], ["moved"], ["choose", 27]], True]),
        (9, " ", {}, [9, [["reveal", 1, 1], ["moved"], ["choose", 9]], True]),
        (9, "Enter", {"repeat": True}, [9, [["reveal", 1, 1], ["moved"]], True]),
        (4, "Enter", NET, [4, [["reveal", 0.5, 0.5], ["moved"], ["choose", 4]], True]), (4, "PageDown", NET, [4, [], False]),
        *[(6, key, more, [6, [call] if call else [], call is not None]) for key, more, call in PRESSED]]
    for cursor, key, more, chosen in MOVES:
        columns = {"large": 40, "network": 3}.get(more.get("group"), 8)
        place = [float(chosen % columns), float(chosen // columns)]
        if more.get("group") == "network":
            place = {4: [0.5, 0.5], 2: [2.5, 0.5], 7: [4.5, 0.5], 5: [2.5, 4.5]}[chosen]
        choices.append((cursor, key, more, [chosen, [["reveal", *[round(one, 3) for one in place]], ["moved"], ["describe", chosen]], True]))
    found = pointers.page.evaluate(KEYS, [choice[:3] for choice in choices])
    for choice, seen in zip(choices, found):
        assert seen == choice[3], choice[:3]


@pytest.fixture(scope="module")
def pointers(browser, server):
    """One page for all gestures and keys, which have canvases of their own."""
    live = Page(browser, server.url)
    yield live
    live.close()


def test_undo_and_two_ways_to_begin_again(live):
    """Undo goes back before taps that steps were made with; Reset keeps the random numbers, New numbers does not."""
    live.start(group_size=100, rule="exact", infection_probability=50, seed=1)

    def played():
        live.page.mouse.click(*live.center_of(55))
        for _ in range(6):
            live.step()
        return live.state()["ends"]

    first = played()
    live.page.mouse.click(*live.center_of(0))
    live.step()
    live.page.click("#undo")
    live.wait("spreadlab.group.step === 6 && spreadlab.status?.ready")
    assert live.state()["ends"] == first and 0 not in live.infected()
    live.page.keyboard.press("Control+z")
    live.wait("spreadlab.group.step === 0 && spreadlab.status?.ready && spreadlab.group.count === 0")
    assert live.page.is_disabled("#undo")
    live.page.keyboard.press("Control+z")
    live.wait("document.querySelector('#notice').textContent.includes('Nothing to undo')")
    assert played() == first
    live.page.click("#reset")
    live.wait("spreadlab.group.step === 0 && spreadlab.status?.ready")
    live.wait("document.querySelector('#notice').textContent.includes('the same random numbers (seed 1)')")
    live.pause()
    assert played() == first
    live.page.click("#anew")
    live.wait("spreadlab.group.step === 0 && spreadlab.status?.ready")
    live.wait("document.querySelector('#notice').textContent.includes('new random numbers')")
    live.pause()
    assert live.page.inner_text("#seed-shown") != "seed 1"
    assert played() != first
    live.page.click("#back")
    assert live.page.input_value("#seed") == "1", "what was typed stays"


def test_tools_and_buttons_without_dragging(live):
    live.start(group_size=100, rule="exact")
    live.page.fill("#random-count", "10")
    live.page.click("#random-form button")
    live.wait("spreadlab.group.count === 10")
    assert live.panels() == {"live-controls", "again", "interventions", "random-form", "save", "ensemble-panel", "curve-figure"}
    for tool in ("paint", "infect", "move"):
        live.page.click(f"#tool-{tool}")
        assert live.page.evaluate("""[...document.querySelectorAll(".tools [aria-pressed=true]")].map(({ id }) => id).concat(
          ["grid", "grid-second"].map((id) => document.getElementById(id).dataset.tool))""") == [f"tool-{tool}", tool, tool]
    before = live.page.evaluate("spreadlab.viewport.x")
    x, y = live.center_of(55)
    live.page.mouse.move(x, y)
    live.page.mouse.down()
    live.page.mouse.move(x + 50, y + 20)
    live.page.mouse.up()
    assert live.page.evaluate("spreadlab.viewport.x") == before + 50
    assert live.state()["count"] == 10
    live.page.click("#zoom-fit")
    assert abs(live.page.evaluate("spreadlab.viewport.x") - before) < 1e-9
    live.step()
    assert live.page.get_attribute("#tool-move", "aria-pressed") == "true", "only Paint goes with the first step"
