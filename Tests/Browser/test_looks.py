"""Accessibility by axe in both schemes, sizes of targets, and every kind of screen."""

import os
import pathlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Page

SCREENS = os.environ.get("SPREADLAB_SCREENSHOTS")  # a folder to keep pictures in
VIEWPORTS = {"phone": (390, 844), "small": (320, 640), "tablet": (820, 1180),
             "laptop": (1280, 800), "desktop": (1920, 1080)}


def keep(live, name):
    if SCREENS:
        pathlib.Path(SCREENS).mkdir(parents=True, exist_ok=True)
        live.page.screenshot(path=f"{SCREENS}/{name}.png")


def play(live, people=400):
    live.start(group_size=people, rule="exact", infection_probability=60, infection_factor=2,
               seed=3, period=0.1)
    live.page.mouse.click(*live.center_of(live.page.evaluate(
        "Math.floor(spreadlab.group.rows / 2) * spreadlab.group.columns"
        " + Math.floor(spreadlab.group.columns / 2)")))
    for _ in range(5):
        live.step()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser, server, scheme):
    live = Page(browser, server.url, color_scheme=scheme)
    # The page's policy forbids eval, which axe's runner does not need: it is injected by the
    # debugging protocol.
    found = {}

    def look(name):
        results = Axe().run(live.page)
        assert len(results.response["passes"]) > 10, "axe looked at the page"
        found[name] = [
            (violation["id"], [node["target"] for node in violation["nodes"]])
            for violation in results.response["violations"]]
        keep(live, f"{name}-{scheme}")

    look("parameters")
    live.page.fill("#group_size", "nobody")
    live.page.click("#start")
    look("mistake")
    live.page.click("#defaults")
    play(live)
    look("simulation")
    live.page.click("#help-open")
    look("instructions")
    live.page.keyboard.press("Escape")
    print(f"\naxe, {scheme}: {sum(map(len, found.values()))} violations on {len(found)} screens")
    assert all(not violations for violations in found.values()), found
    live.close()


@pytest.mark.parametrize("name", VIEWPORTS)
def test_every_screen_size(browser, server, name):
    width, height = VIEWPORTS[name]
    live = Page(browser, server.url, viewport={"width": width, "height": height})

    def check(screen):
        assert live.page.evaluate("document.scrollingElement.scrollWidth") <= width, "reflows"
        targets = live.page.evaluate("""() => [...document.querySelectorAll(
            "button, input:not([type=checkbox]), select, label.check")]
          .filter((e) => e.checkVisibility() && e.getClientRects().length > 0)
          .map((e) => [e.id || e.textContent, e.getBoundingClientRect()])
          .map(([name, box]) => [name.trim(), box.width, box.height])""")
        assert len(targets) > 5
        small = [target for target in targets if min(target[1:]) < 44]
        assert small == [], "targets are at least 44 x 44"
        keep(live, f"{screen}-{name}")

    check("parameters")
    play(live, people=100)
    check("simulation")
    assert live.page.is_visible("#infected-count") and live.page.is_visible("#healthy-share")
    live.page.click("#help-open")
    check("instructions")
    live.page.keyboard.press("Escape")
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
