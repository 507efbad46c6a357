"""Where things are on small, middle and large screens: what belongs together is seen together, and stays where it is."""

import pytest
from conftest import Page, serving

SIZES = [(360, 740), (390, 844), (768, 1024), (1366, 768), (1920, 1080)]


def opened(browser, server, size, compared=False, **fields):
    width, height = size
    mobile = width < 800
    live = Page(browser, server.url, viewport={"width": width, "height": height}, has_touch=mobile, is_mobile=mobile)
    if compared:
        live.page.evaluate("document.querySelector('#compare').open = true")
        live.page.select_option("#compare-what", "infection_probability")
        live.page.fill("#compare-value", "20")
    live.start(**{"group_size": 400, "rule": "exact", "infection_probability": 60, **fields})
    live.wait("document.querySelector('#scenario').hidden")
    return live


def send(live, kind, **more):
    live.page.evaluate("(message) => spreadlab.connection.send(message)", {"type": kind, **more})


def box(live, selector):
    found = live.page.locator(selector).bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def seen(live, selector, size):
    """Whether all of it is on the screen, with nothing over its middle."""
    left, top, right, bottom = box(live, selector)
    is_on_top = live.page.evaluate("""([selector, x, y]) => {
      const element = document.querySelector(selector), found = document.elementFromPoint(x, y);
      return element.contains(found) || found.contains(element); }""", [selector, (left + right) / 2, (top + bottom) / 2])
    return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1] and is_on_top


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["alone", "ill", "compared"])
def test_the_group_and_its_curve_are_seen_together_and_stay_where_they_are(browser, server, size, kind):
    more = {"infectious_steps": 3, "immune_steps": 20} if kind == "ill" else {}
    live = opened(browser, server, size, compared=kind == "compared", **more)
    curve = "#comparison .curves" if kind == "compared" else "#curve"
    names = ["#grid", curve, "#play", "#zoom-in"]
    before = [box(live, name) for name in names]
    assert [seen(live, name, size) for name in names] == [True] * 4
    assert box(live, curve)[3] <= box(live, "#play")[1] or size[0] > 800, "the bar lies below the curve"
    send(live, "infect", people=[210, 211, 30], number=1)
    for step in range(1, 9):
        send(live, "step")
        live.wait(f"spreadlab.group.step === {step}")
        live.page.wait_for_timeout(50)
        assert [box(live, name)[1::2] for name in names] == [one[1::2] for one in before], step
    assert live.page.evaluate("scrollY") == 0
    live.close()


def test_a_million_people_leave_the_buttons_where_they_are(browser, server):
    size = 360, 740
    live = opened(browser, server, size, group_size=1_000_000)
    send(live, "infect_random", count=31, number=1)
    live.wait("document.querySelector('#infected-share').textContent === '0.0031 %'")
    for name in ("#zoom-out", "#zoom-in", "#zoom-fit", "#tool-paint", "#tool-infect"):
        assert seen(live, name, size), name
    live.close()


@pytest.mark.parametrize("size", SIZES[2:])
def test_labels_of_two_curves_lie_beside_their_curves_in_a_presentation_too(browser, server, size):
    live = opened(browser, server, size, compared=True)
    send(live, "infect", people=[210], number=1)
    send(live, "step")
    live.wait("spreadlab.group.step === 1")
    for presents in (False, True):
        if presents:
            live.page.click("#present")
            live.page.wait_for_timeout(300)
        left, top, right, bottom = box(live, "#comparison .difference")
        for label in ("#difference-high", "#difference-low"):
            assert top - 2 <= box(live, label)[1] and box(live, label)[3] <= bottom + 2 and box(live, label)[2] <= left, label
        zero = box(live, "#comparison .plot > .zero")
        assert zero[3] <= box(live, "#comparison .curves")[3] + 2
    live.close()


@pytest.mark.quick(1)
def test_a_run_that_is_watched_begins_in_view_and_the_name_is_whole_at_any_width(browser, results):
    with serving(str(results), "--point", "1", "--replicate", "2") as server:
        live = Page(browser, server.url)
        for width in range(320, 1400, 60):
            live.page.set_viewport_size({"width": width, "height": 740})
            assert seen(live, "#watch-play", (width, 740)), width
            assert live.page.evaluate("""[document.documentElement.scrollWidth - innerWidth,
              ...[document.querySelector(".brand")].map((name) => name.scrollWidth - name.clientWidth)]""") == [0, 0], width
        live.close()


@pytest.mark.quick(1)
def test_what_tells_two_groups_apart_is_read_at_any_size(browser, server):
    live = opened(browser, server, (1366, 768), compared=True)
    for size in [(width, height) for height in (375, 740) for width in range(360, 1400, 120)]:
        live.page.set_viewport_size({"width": size[0], "height": size[1]})
        for name in ("#caption-first", "#caption-second"):
            assert box(live, name)[3] <= box(live, "#grid")[1], size
            assert live.page.evaluate("(name) => { const { scrollWidth, clientWidth } = document.querySelector(name); "
                                      "return scrollWidth - clientWidth; }", name) <= 0, size
    live.close()
