"""The assignment's whole scenario: by mouse, by touch, by keyboard alone; and every rule."""

import pytest
from conftest import RULES, Page
from fingers import pinch, swipe


@pytest.mark.quick
def test_by_mouse(live):
    live.start(group_size=100, infection_factor=3, rule="exact", period=0.1)
    assert live.state()["count"] == 0
    live.page.mouse.click(*live.center_of(44))
    live.wait("spreadlab.group.count === 1")
    assert live.infected() == [44]
    live.wait("document.querySelector('#infected-count').textContent === '1'")
    assert live.page.inner_text("#healthy-share") == "99 %"
    live.step()
    assert live.state()["count"] == 4
    live.page.click("#play")
    live.wait("spreadlab.status.ended", 20_000)
    live.wait("document.querySelector('#infected-count').textContent === '100'")
    assert live.page.inner_text("#infected-share") == "100 %"
    assert live.page.inner_text("#state-word") == "everybody is infected"
    live.page.click("#reset")
    live.wait("spreadlab.group.count === 0 && spreadlab.group.step === 0")
    live.page.click("#back")
    assert live.page.input_value("#group_size") == "100"


@pytest.mark.quick
def test_by_touch(browser, server):
    live = Page(browser, server.url, viewport={"width": 390, "height": 844}, has_touch=True,
                is_mobile=True, device_scale_factor=3)
    live.page.fill("#group_size", "64")
    live.tap("#form summary", until="document.querySelector('#form details').open")
    live.page.select_option("#rule", "exact")
    live.tap("#start", until="spreadlab.status?.ready && spreadlab.status.playing")
    assert live.page.is_visible("#state-word") and live.page.inner_text("#state-word") == "tap somebody to infect"
    live.tap("#play", until="!spreadlab.status.playing")
    live.page.evaluate("window.scrollTo(0, 0)")
    live.page.touchscreen.tap(*live.center_of(9))
    live.wait("spreadlab.group.count === 1")
    assert live.infected() == [9]
    swipe(live, live.center_of(16), live.center_of(23))
    live.wait("spreadlab.group.count === 9")
    assert live.infected() == [9, *range(16, 24)]
    live.tap("#undo", until="spreadlab.group.count === 1")
    live.page.evaluate("window.scrollTo(0, 0)")
    # Up, down and across: a finger infects whichever way it goes.
    for first, last, people in ((58, 2, range(2, 64, 8)), (5, 61, range(5, 64, 8)), (63, 0, range(0, 64, 9))):
        swipe(live, live.center_of(first), live.center_of(last))
        live.wait(f"[{','.join(map(str, people))}].every((person) => !spreadlab.group.isHealthy(person))")
        assert live.page.evaluate("window.scrollY") == 0
        live.tap("#undo", until="spreadlab.group.count === 1")
        live.page.evaluate("window.scrollTo(0, 0)")
    scale = live.page.evaluate("spreadlab.viewport.scale")
    pinch(live, live.center_of(27), 1.7)
    live.wait(f"spreadlab.viewport.scale > {1.3 * scale}")  # a move waits for the next frame
    assert live.state()["count"] == 1, "a pinch infects nobody"
    live.tap("#step", until="spreadlab.group.step === 1")
    assert live.state()["count"] == 4
    live.close()


@pytest.mark.quick
def test_by_keyboard_alone(live):
    keys = live.page.keyboard

    def tab_to(selector):
        for _ in range(40):
            if live.page.evaluate(
                    "s => document.activeElement?.matches(s) ?? false", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")

    tab_to("#group_size")
    keys.press("Control+a")
    keys.type("25")
    tab_to("#form summary")
    keys.press("Enter")
    tab_to("#rule")
    keys.type("exact")
    tab_to("#start")
    keys.press("Enter")
    live.wait("spreadlab.status?.ready && spreadlab.status.playing")
    keys.press("p")
    live.wait("!spreadlab.status.playing")
    tab_to("#grid")
    # The cursor starts in the middle: person 12 of 25.
    keys.press("ArrowLeft")
    keys.press("ArrowUp")
    keys.press("Enter")
    live.wait("spreadlab.group.count === 1")
    assert live.infected() == [6]
    keys.press("Control+End")
    keys.press(" ")
    live.wait("spreadlab.group.count === 2")
    assert live.infected() == [6, 24]
    keys.press("Control+z")
    live.wait("spreadlab.group.count === 1")
    scale = live.page.evaluate("spreadlab.viewport.scale")
    # Between the largest people there are and everybody.
    for key, expected in (("+", 64), ("-", scale), ("_", scale), ("=", 64)):
        keys.press(key)
        assert live.page.evaluate("spreadlab.viewport.scale") == expected, key
    keys.press("0")
    assert live.page.evaluate("spreadlab.viewport.scale") == scale
    keys.press("s")
    live.wait("spreadlab.group.step === 1")
    assert live.state()["count"] == 4
    tab_to("#random-count")
    keys.press("Control+a")
    keys.type("3")
    keys.press("Enter")
    live.wait("spreadlab.group.count === 7")
    live.page.focus("#grid")
    keys.press("Control+z")
    live.wait("spreadlab.group.count === 4")
    assert live.page.input_value("#random-count") == "3", "what was typed is not undone"
    tab_to("#fast")
    keys.press(" ")
    live.page.evaluate("document.activeElement.blur()")
    keys.press("p")
    live.wait("spreadlab.status.ended && spreadlab.group.count === 25")
    keys.press("?")
    assert live.page.is_visible("#help")
    keys.press("Escape")
    assert not live.page.is_visible("#help")


# Keys on a group whose last row is not full, and on twelve people in a line: whom they lead to.
KEYS = """async (presses) => { const [{ Group }, { listenForKeys }] =
    await Promise.all(["/group.js", "/keyboard.js"].map((name) => import(name)));
  const grid = new Group(394, 20), line = new Group(12, 4, { places: "network" }), view = {};
  line.setNetwork({ people: [...Array(12).keys()], edges: [],
    places: Array.from({ length: 24 }, (_, at) => (at % 2 ? 0.5 : at / 22)) });
  const canvas = document.createElement("canvas");
  let group = grid;
  listenForKeys(canvas, { group: () => group, view, viewport: { reveal() {} }, moved() {}, describe() {} });
  return presses.map(([person, key]) => { group = person < 12 ? line : grid; view.cursor = person;
    const [name, held] = key.split("+").reverse();
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: name, [`${held}Key`]: true }));
    return view.cursor; }); }"""


def test_keys_go_by_rows_and_columns_and_in_a_network_to_who_is_next(live):
    ways = [(251, "ArrowLeft", 250), (251, "ArrowRight", 252), (251, "ArrowUp", 231), (251, "ArrowDown", 271),
            (251, "shift+ArrowLeft", 241), (245, "shift+ArrowRight", 255), (251, "shift+ArrowUp", 51),
            (151, "shift+ArrowDown", 351), (251, "PageUp", 51), (151, "PageDown", 351), (251, "Home", 240), (251, "End", 259),
            (251, "ctrl+Home", 0), (251, "ctrl+End", 393), (251, "alt+ArrowLeft", 251), (251, "x", 251),
            # Not beyond the edges.
            (240, "ArrowLeft", 240), (259, "ArrowRight", 259), (12, "PageUp", 12), (391, "ArrowDown", 391),
            (379, "ArrowDown", 393), (0, "ArrowRight", 1), (1, "shift+ArrowRight", 11), (11, "shift+ArrowLeft", 1),
            (5, "Home", 0), (5, "End", 11), (5, "PageDown", 5), (5, "ArrowDown", 5)]
    assert live.page.evaluate(KEYS, [way[:2] for way in ways]) == [way[2] for way in ways]


def test_rules_run_by_name(live):
    for rule, *_ in RULES:
        live.start(group_size=49, rule=rule, infection_factor=8, columns=7, period=0.1)
        live.page.mouse.click(*live.center_of(24))
        live.page.check("#fast")
        live.page.click("#play")
        live.wait("spreadlab.status.ended && spreadlab.group.count === 49", 30_000)
        live.page.click("#back")


def test_neighborhood_is_the_one_chosen(live):
    live.start(group_size=25, rule="exact", infection_factor=8, neighborhood="von_neumann")
    live.page.mouse.click(*live.center_of(12))
    live.step()
    assert live.infected() == [7, 11, 12, 13, 17]


def test_two_pages_play_independently(browser, server):
    pages = [Page(browser, server.url) for _ in range(2)]
    for page, seed in zip(pages, (1, 2)):
        page.start(group_size=400, rule="exact", seed=seed)
    pages[0].page.mouse.click(*pages[0].center_of(0))
    pages[0].wait("spreadlab.group.count === 1")
    assert pages[1].state()["count"] == 0
    for page in pages:
        page.close()
