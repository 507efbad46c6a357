#!/usr/bin/env python3
"""What the live page takes in Chromium, printed as a table: make bench-page.

Taps are measured from the event to the paint after it, while steps of a million people are computed. "slow" is a
phone with a processor four times slower (Chromium's emulation). Figures are of the machine: of a browser
without a graphics card on a busy one they say little.
"""

import argparse
import math
import pathlib
import statistics
import sys

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/system/Browser"))
from conftest import Page, chromium, serving  # noqa: E402
from fingers import touch  # noqa: E402

# People become healthy again: steps are computed for as long as anybody looks.
MILLION = {"group_size": 1_000_000, "rule": "exact", "infection_probability": 30, "infectious_steps": 3,
           "immune_steps": 2}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
LOOK = """() => { window.seen = []; window.views = new Set();
  const look = (time) => {
    window.seen.push(time);
    const { x, y, scale } = spreadlab.viewport;
    window.views.add([x, y, scale].join());
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look); }"""


def open_page(browser, server, is_slow):
    live = Page(browser, server.url, **(PHONE if is_slow else {}))
    if is_slow:
        live.page.context.new_cdp_session(live.page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return live


def playing_million(browser, server, is_slow):
    live = open_page(browser, server, is_slow)
    live.start(**MILLION)
    live.page.fill("#random-count", "1000")
    live.page.click("#random-form button")
    live.wait("spreadlab.group.count >= 1000", 30_000)
    live.page.evaluate("document.querySelector('#fast').checked || document.querySelector('#fast').click()")
    live.page.click("#play")
    live.wait("spreadlab.group.step > 3", 60_000)
    live.page.evaluate("scrollTo(0, 0); document.querySelector('#stage').scrollIntoView({ block: 'center' })")
    return live


def leave(live):
    """A session that is left playing goes on, and takes its time from the next measurement."""
    live.page.click("#play")
    live.wait("!spreadlab.status.playing")
    live.close()


def taps(browser, server, is_slow, count=120):
    """Milliseconds from a tap to the paint that shows it: median, 95 of 100."""
    live = playing_million(browser, server, is_slow)
    live.page.evaluate("performance.clearMeasures()")
    before = live.state()["step"]
    x, y = live.center_of(500_500)
    for number in range(count):
        place = (x - 60 + number, y - 30 + number // 2)
        (live.page.touchscreen.tap if is_slow else live.page.mouse.click)(*place)
        live.page.wait_for_timeout(40)
    # A tap on somebody infected changes nothing.
    live.wait(f"performance.getEntriesByName('tap-to-paint').length >= {count // 8}", 60_000)
    times = sorted(live.page.evaluate("performance.getEntriesByName('tap-to-paint').map(({ duration }) => duration)"))
    steps = live.state()["step"] - before
    leave(live)
    return {"median": times[len(times) // 2], "p95": times[int(0.95 * len(times))], "n": len(times), "steps meanwhile": steps}


def rate(live):
    times = live.page.evaluate("window.seen")
    return 1000 * (len(times) - 1) / (times[-1] - times[0])


def moving(live):
    """Frames a second while the group moved, which it has to."""
    views = live.page.evaluate("window.views.size")
    assert views > 20, f"the group was seen in {views} places only"
    return {"frames a second": rate(live)}


def pinch(browser, server, people):
    """Frames a second while two fingers move apart and back."""
    live = open_page(browser, server, True)
    live.start(group_size=people, rule="exact")
    x, y = live.center_of(people // 2 + math.isqrt(people) // 2)
    live.page.evaluate(LOOK)
    moves = [("touchMove", [(x - 40 - 2 * turn, y), (x + 40 + 2 * turn, y)]) for turn in [*range(40), *range(40, 0, -1)]]
    touch(live, ("touchStart", [(x - 40, y)]), ("touchStart", [(x - 40, y), (x + 40, y)]), *moves, ("touchEnd", []))
    found = moving(live)
    live.close()
    return found


def scroll(browser, server, people):
    """Frames a second while a finger moves the group."""
    live = open_page(browser, server, True)
    live.start(group_size=people, rule="exact")
    live.page.click("#tool-move")
    live.page.click("#zoom-in")
    x, y = live.center_of(people // 2 + math.isqrt(people) // 2)
    live.page.evaluate(LOOK)
    moves = [("touchMove", [(x + turn, y + turn % 7)]) for turn in [*range(80), *range(80, 0, -1)]]
    touch(live, ("touchStart", [(x, y)]), *moves, ("touchEnd", []))
    found = moving(live)
    live.close()
    return found


def watching(browser, server, is_slow):
    """Frames a second while a million people are computed and shown as fast as possible."""
    live = playing_million(browser, server, is_slow)
    live.page.evaluate(LOOK)
    before = live.state()["step"]
    live.page.wait_for_timeout(4_000)
    found = {"frames a second": rate(live), "steps shown a second": (live.state()["step"] - before) / 4}
    leave(live)
    return found


MEASURED = {
    "taps, 10^6 people": lambda *given: taps(*given, False),
    "taps, 10^6 people, slow": lambda *given: taps(*given, True),
    "pinch, 2,500 people, slow": lambda *given: pinch(*given, 2_500),
    "pinch, 10^6 people, slow": lambda *given: pinch(*given, 1_000_000),
    "scroll, 10^6 people, slow": lambda *given: scroll(*given, 1_000_000),
    "watching 10^6 people": lambda *given: watching(*given, False),
    "watching 10^6 people, slow": lambda *given: watching(*given, True),
}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("-k", default="", help="only what has this in its name")
    options = parser.parse_args()
    with sync_playwright() as playwright, serving() as server:
        browser = chromium(playwright)
        for name, measure in MEASURED.items():
            if options.k not in name:
                continue
            rounds = [measure(browser, server) for _ in range(options.rounds)]
            figures = ", ".join(
                f"{key} {statistics.median(one[key] for one in rounds):.1f}"
                f" ({min(one[key] for one in rounds):.1f} to {max(one[key] for one in rounds):.1f})" for key in rounds[0])
            print(f"{name}: {figures}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
