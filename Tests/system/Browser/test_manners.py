"""What people stumble over: contrast, covered buttons, unsaid changes, stale texts, jumps."""

import subprocess

import pytest
from command import SPREADLAB
from conftest import Page, Server, channels, free_port

RGB = """(element) => { const { color, backgroundColor } = getComputedStyle(element);
  const behind = getComputedStyle(document.querySelector(".panel")).backgroundColor;
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const own = numbers(backgroundColor);
  return [numbers(color), own[3] === 0 ? numbers(behind) : own]; }"""


def contrast(one, other):
    def light(color):
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
                 for c in (part / 255 for part in color[:3])]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.quick
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colors_can_be_told_from_their_ground(browser, server, scheme):
    live = Page(browser, server.url, color_scheme=scheme, reduced_motion="reduce")
    live.start(group_size=1)
    live.page.mouse.click(*live.center_of(0))
    live.page.click("#step")
    live.wait("document.querySelector('#play').disabled")
    live.page.hover("#play", force=True)
    text, ground = live.page.evaluate(RGB, live.page.query_selector("#play"))
    assert contrast(text, ground) >= 4.5, "a disabled button under the pointer"
    colors = dict(live.page.evaluate("""["sheet", "surface", "healthy", "infected"].map((name) =>
      [name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()])"""))
    healthy = channels(colors["healthy"])
    for ground in ("sheet", "surface"):
        assert contrast(healthy, channels(colors[ground])) >= 3, ground
    assert contrast(healthy, channels(colors["infected"])) >= 2.8
    live.close()


@pytest.mark.parametrize("width, height", [(640, 400), (320, 568)])
def test_what_has_the_focus_is_not_covered(browser, server, width, height):
    """640 x 400 is a laptop at a zoom of 200 %."""
    live = Page(browser, server.url, viewport={"width": width, "height": height})
    covered = """() => { const at = document.activeElement, box = at.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2];
      const there = document.elementFromPoint(x, y);
      return at === document.body || at.contains(there) || there?.closest("label")?.control === at
        ? "" : `${at.id || at.textContent} is covered by ${there?.id || there?.className}`; }"""

    def go_through():
        seen = set()
        live.page.evaluate("document.activeElement.blur()")
        for _ in range(45):
            live.page.keyboard.press("Tab")
            assert live.page.evaluate(covered) == ""
            seen.add(live.page.evaluate("document.activeElement.id"))
        return seen

    live.unfold()
    assert {"group_size", "seed", "immune_share", "start"} <= go_through()
    live.start(group_size=64)
    assert {"grid", "play", "pace", "random-count", "save"} <= go_through()
    live.close()


def test_another_screen_is_announced(live):
    assert live.page.title() == "Parameters - spreadlab live" or live.page.title() == "spreadlab live"
    live.start(group_size=12, columns=4)
    assert live.page.title() == "The group - spreadlab live"
    live.wait("document.querySelector('#announcer').textContent.includes('12 people, rows 3, columns 4')")
    live.page.click("#back")
    live.wait("document.querySelector('#announcer').textContent === 'Parameters.'")
    live.page.click("#continue")
    live.wait("document.querySelector('#announcer').textContent.includes('Step 0: 0 of 12 infected')")


def test_nothing_stays_that_was_said_of_other_values(live):
    page = live.page
    said, error = (f"document.querySelector('#form-{name}').hidden" for name in ("said", "error"))

    def leave():
        live.start(group_size=9)
        page.click("#back")

    for act in (lambda: page.select_option("#boundary", "torus"), lambda: page.click("#fill"), lambda: page.click("#defaults"), leave):
        live.unfold()
        page.click("#copy-link")
        live.wait(f"!({said})")
        act()
        assert page.evaluate(said) and page.inner_text("#form-said") == ""
    for act in (lambda: page.fill("#group_size", "16"), leave):
        page.evaluate("""spreadlab.connection.socket.dispatchEvent(new MessageEvent("message", {
          data: JSON.stringify({ type: "problem", message: "no", mistakes: [] }) }))""")
        assert page.inner_text("#form-error") == "no"
        act()
        assert page.evaluate(error)


def test_people_are_named_by_row_and_column(live):
    live.start(group_size=12, columns=4)
    live.page.focus("#grid")
    live.page.keyboard.press("Control+Home")
    live.page.keyboard.press("ArrowRight")
    live.page.keyboard.press("Enter")
    live.wait("document.querySelector('#announcer').textContent.startsWith('Row 1, column 2 infected.')")
    live.page.keyboard.press("Enter")
    live.wait("document.querySelector('#announcer').textContent === 'Row 1, column 2 is infected already.'")


def test_nobody_is_asked_to_tap_when_somebody_is_infected(live):
    live.start(group_size=100)
    assert live.page.inner_text("#notice") == "Tap somebody to infect them."
    live.page.mouse.click(*live.center_of(50))
    live.page.wait_for_selector("#notice", state="hidden")
    # Nobody is again, in the next group, after an undo in this one.
    live.page.click("#undo")
    live.page.click("#back")
    live.start(group_size=100)
    assert live.page.inner_text("#notice") == "Tap somebody to infect them."
    live.page.fill("#random-count", "10")
    live.page.click("#random-form button")
    live.page.wait_for_selector("#notice", state="hidden")
    live.page.reload()
    live.wait("spreadlab.status?.ready && spreadlab.group.count > 0")
    live.wait("document.querySelector('#notice').hidden")


def test_examples_are_numbers(live):
    live.unfold()
    for field in ("columns", "infectious_steps"):
        live.page.fill(f"#{field}", "x")
        live.page.locator(f"#{field}").blur()
        assert live.page.inner_text(f"#{field}-error").endswith("for example 10.")


def test_the_help_names_the_port_that_is_taken():
    text = subprocess.run([SPREADLAB, "live", "--help"], capture_output=True, text=True, check=True).stdout
    assert "7373" in text


def test_nothing_jumps_when_the_connection_is_lost(browser):
    server = Server(port=free_port()).start()
    live = Page(browser, server.url, viewport={"width": 320, "height": 700})
    live.start(group_size=100)
    boxes = "['.top', '#grid'].map((s) => Object.values(document.querySelector(s).getBoundingClientRect().toJSON()))"
    before = live.page.evaluate(boxes)
    server.kill()
    live.page.wait_for_selector("#link[data-state=lost]", state="attached")
    assert live.page.evaluate(boxes) == before
    live.close()
