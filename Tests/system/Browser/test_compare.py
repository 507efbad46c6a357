"""Two groups side by side: each equals its own study, with the same taps, and the page shows how they differ."""

import json
import math

import pytest
from command import curve_of, run
from conftest import IMMUNE, Page, axe, channels, end_of_axis, line_of, same_strokes, serving, share

SECOND = "[...spreadlab.second?.ends ?? []]"


def compare(live, what, value, **fields):
    live.page.evaluate("document.querySelector('#compare').open = true")
    live.unfold()
    fields.setdefault("seed", 1)
    for name, text in fields.items():
        field = live.page.locator(f"#{name}")
        if field.evaluate("e => e.tagName") == "SELECT":
            field.select_option(str(text))
        else:
            field.fill(str(text))
    live.page.select_option("#compare-what", what)
    field = live.page.locator("#compare-value")
    if field.evaluate("e => e.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)
    live.page.click("#start")
    live.page.wait_for_selector("#simulation:not([hidden])")
    live.wait("spreadlab.status?.ready && spreadlab.status.playing && spreadlab.second !== null")
    live.wait("spreadlab.second.engineCount !== undefined && spreadlab.second.ends.length > 0")
    live.pause()


def step(live):
    live.step()
    live.wait("spreadlab.second.step === spreadlab.group.step")


def on_second(live, person):
    x, y = live.center_of(person)
    first = live.page.locator("#grid").bounding_box()
    second = live.page.locator("#grid-second").bounding_box()
    return x - first["x"] + second["x"], y - first["y"] + second["y"]


def look(place):
    """The color of a place on the second grid, as an expression."""
    x, y = (int(one) for one in place)
    return f"document.querySelector('#grid-second').getContext('2d').getImageData({x}, {y}, 1, 1).data.join()"


def both_saved(live, tmp_path):
    paths = sorted(live.saved(tmp_path, files=2), key=lambda path: len(path.name))
    assert paths[1].name.endswith("-second.json")
    assert all(path.name in live.page.inner_text("#notice") for path in paths)
    return paths


def lasting(curve, steps):
    """A run that has ended keeps its last value."""
    return curve + [curve[-1]] * (steps + 1 - len(curve))


@pytest.mark.quick(1)
@pytest.mark.parametrize("what,value,fields", [
    ("infection_probability", "30", {"rule": "exact", "infection_probability": 80}),
    ("rule", "virus_app", {"rule": "capped", "infection_probability": 50}),
    ("infectious_steps", "1", {"rule": "exact", "infectious_steps": 3, "infection_factor": 2}),
    ("infection_factor", "0", {"rule": "exact", "infection_factor": 2}),
])
def test_both_curves_equal_runs_of_their_studies(live, tmp_path, what, value, fields):
    compare(live, what, value, group_size=400, seed=9, **fields)
    live.page.mouse.click(*live.center_of(210))
    live.wait("spreadlab.group.count === 1 && spreadlab.second.count === 1")
    for _ in range(3):
        step(live)
    # On the second grid, the same person in both.
    live.page.mouse.click(*on_second(live, 399))
    live.wait("!spreadlab.group.isHealthy(399) && !spreadlab.second.isHealthy(399)")
    step(live)
    step(live)
    ends, second = live.state()["ends"], live.page.evaluate(SECOND)
    assert ends != second and len(ends) == len(second) == 6
    for number, (path, seen) in enumerate(zip(both_saved(live, tmp_path), (ends, second))):
        again = curve_of(run(path, tmp_path / str(number)), 0, 0)
        assert lasting(again, len(seen) - 1) == seen
    words = live.page.inner_text("#comparison-words")
    assert f"difference {second[-1] - ends[-1]}." in words and words.startswith("Step 5: ")
    assert live.panels() == {"live-controls", "again", "interventions", "random-form", "save", "comparison"}
    legend = live.page.inner_text("#legend-first"), live.page.inner_text("#legend-second")
    assert legend[0] != legend[1] and legend[1].endswith(value + (" %" if what.endswith("ity") else ""))
    paths = [live.page.get_attribute(f"#comparison-{name}", "d") for name in ("first", "second", "difference")]
    assert all(path.startswith("M") and path.count("L") == 5 for path in paths)
    dashes = [live.page.evaluate(f"getComputedStyle(document.querySelector('#comparison-{name}')).strokeDasharray")
              for name in ("first", "second")]
    assert dashes[0] == "none" != dashes[1]


def test_paint_and_interventions_act_on_both(live, tmp_path):
    immune = lambda group: f"spreadlab.{group}.counts[{IMMUNE}]"
    compare(live, "infection_probability", "50", group_size=441, rule="exact", infection_probability=90, seed=9,
            infection_factor=8)
    live.paint(range(10, 441, 21))
    live.wait(f"{immune('group')} === 21 && {immune('second')} === 21")
    live.page.click("#tool-paint")
    live.page.mouse.click(*on_second(live, 31))  # of the wall: a gap
    live.wait(f"{immune('group')} === 20 && {immune('second')} === 20")
    live.page.mouse.click(*live.center_of(1))
    live.wait(f"{immune('group')} === 21 && {immune('second')} === 21")
    live.page.click("#tool-infect")
    live.page.mouse.click(*live.center_of(220 - 2))
    live.wait("spreadlab.group.count === 1 && spreadlab.second.count === 1")
    step(live)
    step(live)
    live.change(probability=45)
    for _ in range(3):
        step(live)
    assert live.page.inner_text("#in-force") == "In force since step 2: infection probability 45 %."
    ends, second = live.state()["ends"], live.page.evaluate(SECOND)
    assert ends[:3] != second[:3] and ends != second
    for number, (path, seen) in enumerate(zip(both_saved(live, tmp_path), (ends, second))):
        study = json.loads(path.read_text())
        assert len(study["model"]["immune_people"]) == 21 and len(study["interventions"]["as_played"]) == 1
        assert lasting(curve_of(run(path, tmp_path / str(number)), 0, 0), len(seen) - 1) == seen


def test_one_clock_reset_and_the_way_back(live):
    compare(live, "infection_probability", "20", group_size=900, rule="exact", period=0.05, seed=4)
    live.page.mouse.click(*live.center_of(435))
    live.page.click("#play")
    live.wait("spreadlab.group.step > 10")
    live.page.click("#play")
    live.wait("!spreadlab.status.playing && !spreadlab.status.computing")
    live.wait("spreadlab.second.step === spreadlab.group.step")
    live.page.click("#reset")
    live.wait("spreadlab.group.step === 0 && spreadlab.second?.step === 0 && spreadlab.second.count === 0")
    live.pause()
    live.page.mouse.click(*live.center_of(7))
    live.wait("!spreadlab.second.isHealthy(7)")
    # The same people look the same in both, also when nobody is new any more.
    live.page.evaluate("document.activeElement.blur()")  # the keyboard's choice is marked in the first alone
    live.page.wait_for_timeout(600)
    # One of them may be a pixel wider.
    assert live.page.evaluate("""(() => { const grids = ["grid", "grid-second"].map((id) => document.getElementById(id));
      const width = Math.min(...grids.map((grid) => grid.width));
      const [one, other] = grids.map((grid) => grid.getContext("2d").getImageData(0, 0, width, grid.height).data);
      return one.length === other.length && one.every((value, at) => value === other[at]); })()""")
    # Both grids follow the view.
    box = live.page.locator("#grid").bounding_box()
    x, y = live.center_of(0)
    corner = x - box["x"], y - box["y"]
    at_edge = live.page.evaluate(look((1, 1)))
    assert live.page.evaluate(look(corner)) != at_edge, "somebody stands there"
    live.page.click("#zoom-in")
    live.wait(f"{look((1, 1))} !== '{at_edge}'")
    live.page.click("#zoom-fit")
    # And the scheme of the device, when it turns dark.
    live.page.emulate_media(color_scheme="dark")
    sheet = live.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--sheet').trim()")
    for grid in ("grid", "grid-second"):
        live.wait(f"{look((1, 1))} === '{','.join(map(str, channels(sheet)))},255'".replace("grid-second", grid))
    live.page.click("#undo")
    live.wait("spreadlab.second.isHealthy(7) && spreadlab.group.isHealthy(7)")
    live.page.click("#back")
    live.wait("spreadlab.second === null")
    live.page.click("#continue")
    live.wait("spreadlab.second?.ends.length > 0")
    live.page.reload()
    live.wait("spreadlab.second?.ends.length > 0 && spreadlab.group?.size === 900")
    # One group again.
    live.page.click("#back")
    live.page.evaluate("document.querySelector('#compare').open = true")
    live.page.select_option("#compare-what", "")
    live.start(group_size=25)
    assert live.page.evaluate("spreadlab.second") is None
    assert not live.page.is_visible("#grid-second") and live.page.is_visible("#curve")


# Two groups that are made up, of which the curves, their axes and what is said of them are returned.
CURVES = """(pairs) => Promise.all(["/comparison.js", "/group.js", "/viewport.js"].map((name) => import(name)))
  .then(([{ Comparison }, { Group }, { Viewport }]) => {
    const $ = (id) => document.getElementById(id), said = [], viewport = new Viewport();
    const comparison = new Comparison(viewport, (text) => said.push(text));
    $("simulation").hidden = false;
    const run = ({ ends, size, probability, ...more }) => {
      const group = new Group(size, 10);
      group.replace({ position: 0, step: 0, packed: new Uint8Array(Math.ceil(size / 4)), engineCount: 0,
        steps: ends.map((infectious) => ({ infectious, latent: 0, immune: 0, news: 0 })) });
      return { group, recipe: { parameters: { infection_probability: probability } }, ...more };
    };
    comparison.show(null);
    const none = [$("comparison").hidden, comparison.paint(0, false)];
    return [none, pairs.map(([first, second]) => {
      const one = Object.assign(run(first), { isCompared: true, second: run(second) });
      if (first.isScrubbed) $("scrub").focus();
      else document.activeElement.blur();
      comparison.show(one);
      const greeting = said.splice(0);
      comparison.paint(0, false);
      comparison.paint(0, false);
      return { greeting, said: said.splice(0), hidden: ["comparison", "grid-second", "caption-first", "curve-figure"].map((id) => $(id).hidden),
        paths: ["first", "second", "difference", "cursor"].map((id) => $(`comparison-${id}`).getAttribute("d")),
        texts: ["comparison-high", "difference-high", "difference-low", "comparison-last", "comparison-words", "caption-first",
          "caption-second", "legend-first", "legend-second"].map((id) => $(id).textContent) };
    })]; })"""


def test_both_lines_and_their_difference_are_where_their_values_are(live):
    rising, falling = [1, 4, 9, 16, 25, 36], [1, 8, 27, 30, 20, 6]
    pairs = [(rising, falling, 5), (rising, falling, 2), (falling, rising[:4], 5), (rising, rising, 5), ([3], [3], 0), ([0, 0], [0, 0], 1),
             (list(range(0, 2500, 2)), list(range(1250)), 1249), ([1100] * 3, [2000] * 3, 2)]
    size = 2500
    made = [({"ends": first, "size": size, "probability": 0.5, "step": step, "isOver": place % 2 == 0, "isScrubbed": place == 7},
             {"ends": second, "size": size, "probability": 0.25, "step": step, "isOver": place % 4 == 0})
            for place, (first, second, step) in enumerate(pairs)]
    none, found = live.page.evaluate(CURVES, made)
    assert none == [True, math.inf]
    for place, ((first, second, step), seen) in enumerate(zip(pairs, found)):
        last = min(len(first), len(second)) - 1
        at = min(step, last)
        counts = first[-1], second[-1]
        first, second = first[:last + 1], second[:last + 1]
        difference = [b - a for a, b in zip(first, second)]
        most = max([1, *map(abs, difference)])
        top = end_of_axis(max([1, *first, *second]), size)
        height = lambda value: 120 - 118 * value / top
        lines = [line_of(first, last, height), line_of(second, last, height),
                 line_of(difference, last, lambda value: 30 - 30 * value / most),
                 [("M", [300 * at / last, 0]), ("V", [120])] if at < last else []]
        assert all(same_strokes(path, line) for path, line in zip(seen["paths"], lines)), place
        words = (f"Step {at:,}: {first[at]:,} ({share(first[at], size)}) infected in the first group, {second[at]:,} ({share(second[at], size)})"
                 f" in the second; difference {difference[at]:,}.")
        assert seen["texts"] == [
            f"{top:,}", f"+{most:,}", f"-{most:,}", f"step {last:,}", words,
            *[f"{count:,} infected: Infection probability {one} %" for count, one in zip(counts, (50, 25))],
            "Infection probability 50 %", "Infection probability 25 %"]
        assert seen["hidden"] == [False, False, False, True] and len(seen["greeting"]) == 1
        is_over = at == last and place % 4 == 0
        assert len(seen["said"]) == (1 if last > 0 and at > 0 and place != 7 else 0), "the slider says its own words"
        assert not seen["said"] or (seen["said"] == [words]) != is_over and seen["said"][0].endswith(words)


def test_by_keyboard_alone(live):
    page = live.page
    page.focus("#compare > summary")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "compare-what"
    page.keyboard.type("Infection prob")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "compare-value"
    page.keyboard.press("Control+A")
    page.keyboard.type("120")
    page.keyboard.press("Enter")
    assert "0 to 100" in page.inner_text("#compare-error")
    assert page.evaluate("document.activeElement.id") == "compare-value"
    page.keyboard.press("Control+A")
    page.keyboard.type("100")
    page.keyboard.press("Enter")
    assert "another value" in page.inner_text("#compare-error")
    page.keyboard.press("Control+A")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    live.wait("spreadlab.second?.ends.length > 0 && spreadlab.status?.ready")
    assert page.evaluate("document.activeElement.id") == "grid"
    page.keyboard.press("p")
    live.wait("!spreadlab.status.playing")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    live.wait("spreadlab.group.count === 1 && spreadlab.second.count === 1")
    page.keyboard.press("s")
    live.wait("spreadlab.group.step === 1 && spreadlab.second.step === 1")


@pytest.mark.parametrize("scheme,width", [("light", 1280), ("dark", 1280), ("light", 320), ("dark", 390)])
def test_axe_and_small_screens(browser, server, scheme, width):
    live = Page(browser, server.url, color_scheme=scheme, viewport={"width": width, "height": 720})
    page = live.page

    def look():
        assert axe(page)["violations"] == []
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width

    page.click("#compare > summary")
    page.select_option("#compare-what", "rule")
    look()
    compare(live, "infection_probability", "20", group_size=100, rule="exact")
    page.mouse.click(*live.center_of(45))
    live.wait("spreadlab.second.count === 1")
    step(live)
    look()
    boxes = [page.locator(f"#{name}").bounding_box() for name in ("grid", "grid-second")]
    assert boxes[0]["width"] == boxes[1]["width"] and boxes[0]["height"] == boxes[1]["height"]
    assert boxes[0]["y"] == boxes[1]["y"]
    page.evaluate("window.scrollTo(0, 0)")
    controls = page.locator("#live-controls").bounding_box()
    assert width > 800 or all(box["y"] + box["height"] <= controls["y"] for box in boxes), "no map lies under the bar"
    live.close()


def test_a_server_that_was_restarted_says_what_is_lost(browser):
    with serving() as server:
        live = Page(browser, server.url)
        compare(live, "infection_probability", "20", group_size=100, rule="exact")
        live.page.mouse.click(*live.center_of(45))
        step(live)
        ends = live.state()["ends"]
        server.kill()
        server.start()
        live.wait("spreadlab.status?.ready && spreadlab.second === null", 20_000)
        live.wait(f"spreadlab.group.ends.length === {len(ends)}")
        assert live.state()["ends"] == ends, "the first group goes on alone"
        live.close()
