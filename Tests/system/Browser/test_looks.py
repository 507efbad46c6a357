"""Accessibility by axe in both schemes, sizes of targets, and every kind of screen."""


import pytest
from conftest import Page, found_by_axe, keep, serving

# Ways to look at the page.
LOOKS = {
    "small, dark": {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark", "axe": True},
    "laptop": {"viewport": {"width": 1280, "height": 800}, "axe": True},
    "phone": {"viewport": {"width": 390, "height": 844}},
    "landscape": {"viewport": {"width": 844, "height": 390}},
    "projector": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "small": {"viewport": {"width": 320, "height": 640}, "axe": True},
    "dark": {"color_scheme": "dark", "axe": True},
    "forced colors": {"forced_colors": "active", "axe": True},
    "zoom 200 %": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2, "axe": True},
}


@pytest.fixture(scope="module")
def studied(results):
    """A server with a study's results: all of the page's screens are there."""
    with serving(str(results)) as running:
        yield running


def play(live, people=400):
    live.start(group_size=people, rule="exact", infection_probability=60, infection_factor=2,
               seed=3, period=0.1)
    live.page.mouse.click(*live.center_of(live.page.evaluate(
        "Math.floor(spreadlab.group.rows / 2) * spreadlab.group.columns"
        " + Math.floor(spreadlab.group.columns / 2)")))
    for _ in range(5):
        live.step()


def every_screen(live):
    """Goes through all screens, and says which one is there."""
    page = live.page
    yield "parameters"
    page.click("#gallery summary")
    yield "gallery"
    page.click("[data-scenario=herd_immunity]")
    live.wait("spreadlab.group?.step >= 3")
    live.pause()
    yield "scenario"
    page.click("#back")
    page.click("#defaults")
    live.unfold()
    page.evaluate("document.querySelector('#compare').open = true")
    page.select_option("#compare-what", "rule")
    yield "all-parameters"
    page.select_option("#compare-what", "")
    page.fill("#group_size", "nobody")
    page.click("#start")
    yield "mistake"
    page.click("#defaults")
    live.start(group_size=400, rule="exact", infection_probability=60, infection_factor=2, seed=3, period=0.1)
    yield "waiting"
    page.click("#tool-paint")
    live.paint(range(9, 400, 20))
    page.wait_for_timeout(300)  # until the button has its color
    yield "painting"
    page.click("#tool-infect")
    page.locator("#grid").scroll_into_view_if_needed()
    page.mouse.click(*live.center_of(205))
    for _ in range(4):
        live.step()
    live.change(factor=1)
    live.step()
    live.wait("(spreadlab.ensemble?.band?.n ?? 0) >= 20")
    yield "simulation"
    page.click("#help-open")
    yield "instructions"
    page.keyboard.press("Escape")
    page.click("#back")
    page.evaluate("document.querySelector('#compare').open = true")
    page.select_option("#compare-what", "infection_probability")
    page.fill("#compare-value", "30")
    page.click("#start")
    live.wait("spreadlab.second?.ends.length > 0 && spreadlab.status?.ready")
    live.pause()
    page.mouse.click(*live.center_of(205))
    for _ in range(4):
        live.step()
    yield "comparison"
    page.click("#back")
    page.click("#watch")
    live.wait("document.querySelector('#watch-badge').textContent.includes('matches')")
    yield "watched"


SMALL = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim()))
  .map((e) => [e.id || e.className || e.tagName, Number.parseFloat(getComputedStyle(e).fontSize)])
  .filter(([, size]) => size < 14)"""
# Whose text runs out of them, over what stands beside.
CROWDED = """() => [...document.querySelectorAll("button, label, summary, h2, h3, p")]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
  .filter((e) => getComputedStyle(e).overflowX === "visible" && getComputedStyle(e).display !== "inline")
  .map((e) => [e.id || e.textContent.trim(), e.scrollWidth, e.clientWidth])"""


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", LOOKS)
def test_every_screen_is_accessible_and_as_wide_as_the_window(browser, studied, name):
    look = dict(LOOKS[name])
    has_axe, found = look.pop("axe", False), {}
    live = Page(browser, studied.url, **look)
    width = live.page.viewport_size["width"]
    for screen in every_screen(live):
        assert live.page.evaluate("document.scrollingElement.scrollWidth") <= width, f"{screen} reflows"
        targets = live.page.evaluate("""() => [...document.querySelectorAll(
            "button, input:not([type=checkbox]), select, summary, label.check")]
          .filter((e) => e.checkVisibility() && e.getClientRects().length > 0)
          .map((e) => [e.id || e.textContent, e.getBoundingClientRect()])
          .map(([name, box]) => [name.trim(), box.width, box.height])""")
        assert len(targets) > 5
        small = [target for target in targets if min(target[1:]) < 44]
        assert small == [], f"{screen}: targets are at least 44 x 44"
        assert live.page.evaluate(CROWDED) == [], f"{screen}: text has room"
        if live.page.is_visible("#map"):
            places = [live.page.locator(f"#stage > .{part}").bounding_box() for part in ("map", "bar")]
            assert places[0]["y"] + places[0]["height"] <= places[1]["y"], "no button lies over people"
        if width >= 1920:
            assert live.page.evaluate(SMALL) == [], f"{screen}: no label is small on a projector"
        if has_axe:
            found[screen] = found_by_axe(live)
        keep(live, f"{screen}-{name}")
    assert {screen: what for screen, what in found.items() if what} == {}
    live.close()


def test_forced_colors_and_reduced_motion(browser, server):
    live = Page(browser, server.url, forced_colors="active", reduced_motion="reduce")
    play(live)
    keep(live, "simulation-forced-colors")
    durations = live.page.evaluate(
        "[...document.querySelectorAll('button')].map(e => getComputedStyle(e).transitionDuration)")
    assert set(durations) == {"0s"}
    live.close()


def test_healthy_and_infected_differ_in_shape_and_shade(browser, server):
    """A ring against a disc: without any color, the middles of the cells tell them apart."""
    from io import BytesIO

    from PIL import Image

    live = Page(browser, server.url, reduced_motion="reduce")
    play(live)
    healthy = live.page.evaluate(
        "[...spreadlab.group.cells.keys()].find(p => spreadlab.group.cells[p] === 0)")
    infected = live.infected()[0]
    image = Image.open(BytesIO(live.page.screenshot())).convert("L")

    def shades(person):
        x, y = live.center_of(person)
        scale = live.page.evaluate("spreadlab.viewport.scale")
        return [image.getpixel((round(x + part * scale), round(y))) for part in (0, 0.3, 0.38)]

    middle, rim, _ = shades(healthy)
    assert abs(middle - rim) > 100, "a ring: its middle and its rim differ"
    middle, rim, _ = shades(infected)
    assert abs(middle - rim) < 20, "a disc: the same from the middle to the rim"
    live.close()


def test_live_region_speaks_at_most_once_a_second(live):
    live.start(group_size=10_000, rule="capped", infection_probability=20, period=0.1)
    live.page.evaluate("""() => { window.said = [];
      new MutationObserver(() => window.said.push(performance.now()))
        .observe(document.querySelector("#announcer"), { childList: true, characterData: true,
          subtree: true }); }""")
    live.page.mouse.click(*live.center_of(5050))
    live.page.click("#play")
    live.page.wait_for_timeout(4500)
    live.page.click("#play")
    times = live.page.evaluate("window.said")
    assert len(times) >= 3
    assert min(b - a for a, b in zip(times, times[1:])) >= 950


@pytest.mark.parametrize("width, height", [(1920, 1080), (768, 1024)])
def test_presentation_fills_the_screen_and_escape_leaves_it(browser, server, width, height):
    live = Page(browser, server.url, viewport={"width": width, "height": height})
    page = live.page
    page.click("[data-scenario=herd_immunity]")
    live.wait("spreadlab.group?.step >= 3")
    live.pause()
    letters = page.locator("#infected-count").bounding_box()["height"]
    for enter, leave in ((lambda: page.click("#present"), lambda: page.keyboard.press("Escape")),
                         (lambda: page.keyboard.press("f"), lambda: page.click("#present-leave"))):
        enter()
        live.wait("document.fullscreenElement !== null")
        assert page.is_hidden(".top") and page.is_hidden("#interventions") and page.is_visible("#grid")
        assert page.evaluate("document.activeElement.id") == "grid"
        live.wait("document.querySelector('#announcer').textContent === 'Presentation. Escape leaves it.'")
        if width == 1920:
            assert page.locator("#infected-count").bounding_box()["height"] > 1.1 * letters
            box = page.locator("#curve").bounding_box()
            assert box["y"] + box["height"] <= height, "the curve is in sight"
        assert found_by_axe(live) == []
        leave()
        live.wait("document.fullscreenElement === null && !document.body.hasAttribute('data-presenting')")
        assert page.is_visible(".top") and page.is_hidden("#present-leave")
        page.wait_for_timeout(1_100)
    page.keyboard.press("f")
    live.wait("document.fullscreenElement !== null")
    page.evaluate("document.exitFullscreen()")  # as the browser's own Escape does
    live.wait("!document.body.hasAttribute('data-presenting')")
    page.keyboard.press("f")
    live.wait("document.body.hasAttribute('data-presenting')")
    page.go_back()
    live.wait("!document.body.hasAttribute('data-presenting')")
    live.close()
