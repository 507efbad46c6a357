"""Reading a session: reproduction number and doubling time, earlier steps, a saved session opened again, median and
band in words."""

import json
import math
import re

import pytest
from command import rows, run
from conftest import Page, found_by_axe, keep, serving

ILL = {"group_size": 400, "rule": "exact", "infection_factor": 2, "infection_probability": 60, "latent_steps": 1,
       "infectious_steps": 3, "seed": 3}
# A text: lists of tens of thousands take seconds on their way.
STATES = "[...spreadlab.{0}.cells.keys()].map((person) => spreadlab.{0}.stateOf(person)).join('')"


def tap(live, person):
    live.page.mouse.click(*live.center_of(person))
    live.wait(f"!spreadlab.group.isHealthy({person})")


def play(live, steps, **fields):
    """Starts a group, infects two people, and makes steps; returns everybody's state after each of them."""
    live.start(**{**ILL, **fields})
    tap(live, 210)
    tap(live, 44)
    seen = [live.page.evaluate(STATES.format("group"))]
    for _ in range(steps):
        live.step()
        seen.append(live.page.evaluate(STATES.format("group")))
    shows(live, steps)  # words come with the next frame
    return seen


def shows(live, step):
    live.wait(f"document.querySelector('#step-count').textContent === '{step}'")


def scrub(live, step):
    live.page.locator("#scrub").fill(str(step))
    shows(live, step)


def open_files(live, paths, opens=True):
    live.page.set_input_files("#open-file", [str(path) for path in paths])
    if opens:
        live.page.wait_for_selector("#simulation:not([hidden])")


def number(words, text):
    found = re.search(words + r" ([\d.,]+)", text)
    return float(found[1].replace(",", "")) if found else None


# Reproduction number and doubling time

@pytest.mark.quick
def test_the_reproduction_number_is_the_response_of_the_saved_study(live, tmp_path):
    play(live, 6)
    shown = number("Reproduction number", live.page.inner_text("#growth"))
    [path] = live.saved(tmp_path)
    [row] = rows(run(path, tmp_path / "runs") / "runs.csv")
    response = float(row["reproduction_number"])
    assert live.page.evaluate("spreadlab.status.reproduction_number") == response > 0
    assert shown == float(f"{response:.3g}")
    marked = live.page.evaluate("[...document.querySelectorAll('#growth b')].map((e) => e.textContent)")
    assert [float(text) for text in marked][0] == shown
    # Nobody recovers: infections go on for ever, and no study has the response.
    live.page.click("#back")
    live.page.click("#defaults")
    live.start(group_size=400, rule="exact")
    tap(live, 210)
    live.step()
    shows(live, 1)
    assert "Reproduction" not in live.page.inner_text("#growth")


def test_the_doubling_time_is_that_of_the_last_five_steps_and_only_of_growth(live):
    def time(ends, step):
        return live.page.evaluate(
            "([ends, step]) => import('/counts.js').then(({ doublingTime }) => doublingTime(ends, step))", [ends, step])

    assert time([1, 2, 4, 8, 16, 32, 64], 6) == pytest.approx(1)
    assert time([1, 4], 1) == pytest.approx(0.5)
    # Ten steps from 100 to 200 are five from 100 to about 141.
    assert time([100] * 5 + [100 * 2 ** (step / 10) for step in range(6)], 10) == pytest.approx(10)
    for ends, step in (([5], 0), ([5, 5], 1), ([5, 4], 1), ([0, 3], 1), ([3, 0], 1), ([0, 0], 1)):
        assert time(ends, step) is None
    play(live, 4)
    ends = live.state()["ends"]
    expected = 4 * math.log(2) / math.log(ends[4] / ends[0])
    assert number("oubling time", live.page.inner_text("#growth")) == float(f"{expected:.2g}")


# Earlier steps

@pytest.mark.parametrize("fields", [{}, {"group_size": 90_000, "infection_probability": 100}], ids=["small", "large"])
def test_an_earlier_step_is_shown_and_play_goes_on_from_the_last_one(live, fields):
    seen = play(live, 7, **fields)
    ends = live.state()["ends"]
    live.page.focus("#scrub")
    live.page.wait_for_timeout(1_100)
    live.page.evaluate("document.querySelector('#announcer').textContent = ''")
    for step in (3, 0, 6, 1):
        scrub(live, step)
        assert live.page.evaluate(STATES.format("group")) == seen[step]
        assert live.state()["count"] == ends[step]
        assert live.page.inner_text("#step-of") == "of 7"
        assert live.page.get_attribute("#scrub", "aria-valuetext") == f"step {step} of 7"
        assert live.page.get_attribute("#curve-cursor", "d")
    assert live.page.inner_text("#announcer") == "", "a slider says its own words"
    # Looking changes nothing, and nobody is infected at an earlier step.
    healthy = live.page.evaluate("[...spreadlab.group.cells.keys()].find((p) => spreadlab.group.isHealthy(p))")
    live.page.mouse.click(*live.center_of(healthy))
    assert live.page.evaluate(f"spreadlab.group.isHealthy({healthy})")
    live.page.click("#play")
    live.wait("spreadlab.group.step >= 8")
    live.pause()
    live.wait("!spreadlab.status.computing")
    assert live.state()["ends"][:8] == ends and live.page.is_hidden("#rewind")
    live.page.reload()
    live.wait("spreadlab.group?.step >= 8")
    scrub(live, 2)
    assert live.page.evaluate(STATES.format("group")) == seen[2]


def test_keys_go_back_and_forth(live):
    seen = play(live, 5)
    live.page.focus("#grid")
    for _ in range(3):
        live.page.keyboard.press("b")
    shows(live, 2)
    assert live.page.evaluate(STATES.format("group")) == seen[2]
    live.page.keyboard.press("s")
    shows(live, 3)
    live.page.keyboard.press("s")
    shows(live, 4)
    live.page.keyboard.press("s")
    shows(live, 5)
    assert live.page.evaluate(STATES.format("group")) == seen[5]
    assert live.state()["count"] == live.state()["ends"][5]
    live.page.keyboard.press("s")
    live.wait("spreadlab.group.step === 6")
    # While it plays, a step back holds time.
    live.page.keyboard.press("p")
    live.wait("spreadlab.status.playing")
    live.page.keyboard.press("b")
    live.wait("!spreadlab.status.playing && document.querySelector('#step-of').textContent !== ''")
    live.page.keyboard.press("Control+z")
    live.wait("spreadlab.group.step === 0 && document.querySelector('#step-of').textContent === ''")


def test_going_on_from_an_earlier_step_drops_the_later_ones(live, tmp_path):
    seen = play(live, 6)
    ends = live.state()["ends"]
    tap(live, 399)
    live.step()
    live.step()
    scrub(live, 4)
    live.page.click("#rewind")
    live.wait("spreadlab.group.step === 4 && spreadlab.status?.ready")
    assert live.page.evaluate(STATES.format("group")) == seen[4]
    assert live.page.is_hidden("#rewind") and live.state()["playing"] is False
    live.step()
    live.step()
    assert live.state()["ends"] == ends, "as if nobody had been tapped later"
    scrub(live, 5)
    [path] = live.saved(tmp_path)
    assert [int(row["infected"]) for row in rows(run(path, tmp_path / "runs") / "curves.csv")] == ends


def test_both_groups_of_a_comparison_are_looked_at_together(live):
    live.page.click("[data-scenario=small_world]")
    live.wait("spreadlab.second?.step >= 6 && spreadlab.group.network !== null")
    live.pause()
    live.wait("!spreadlab.status.computing && spreadlab.second.step === spreadlab.group.step")
    ends = [live.page.evaluate(f"[...spreadlab.{group}.ends]") for group in ("group", "second")]
    scrub(live, 3)
    live.wait(f"spreadlab.second.count === {ends[1][3]}")
    assert live.state()["count"] == ends[0][3]
    assert live.page.inner_text("#comparison-words").startswith(f"Step 3: {ends[0][3]} ")
    assert live.page.inner_text("#caption-second") == f"{ends[1][3]} infected: contacts ring with shortcuts"
    live.page.click("#rewind")
    live.wait("spreadlab.group.step === 3 && spreadlab.second?.step === 3 && spreadlab.status?.ready")
    live.step()
    assert live.state()["ends"] == ends[0][:5]
    live.wait(f"spreadlab.second.ends.length === 5 && spreadlab.second.ends[4] === {ends[1][4]}")


# Saved sessions

@pytest.mark.quick
def test_a_saved_session_opens_as_it_stood(live, tmp_path):
    live.start(**ILL)
    live.page.click("#tool-paint")
    live.paint(range(0, 400, 21))
    live.page.click("#tool-infect")
    tap(live, 205)
    for _ in range(3):
        live.step()
    live.change(probability=95)
    live.step()
    healthy = live.page.evaluate("[...spreadlab.group.cells.keys()].find((p) => spreadlab.group.isHealthy(p))")
    tap(live, healthy)
    live.step()
    live.step()
    seen, state = live.page.evaluate(STATES.format("group")), live.state()
    [path] = live.saved(tmp_path)
    live.page.click("#back")
    live.page.click("#defaults")
    live.start(group_size=9)
    live.page.click("#back")
    open_files(live, [path])
    live.wait("spreadlab.group?.size === 400 && spreadlab.group.step === 6 && spreadlab.status?.ready")
    again = live.state()
    assert live.page.evaluate(STATES.format("group")) == seen and again["playing"] is False
    assert [again[name] for name in ("ends", "latent", "immune")] == [state[name] for name in ("ends", "latent", "immune")]
    assert live.page.inner_text("#in-force") == "In force since step 3: infection probability 95 %."
    [same] = live.saved(tmp_path)
    assert same.name.removesuffix(".json") == path.name.removesuffix(".json")
    assert same.read_bytes() == path.read_bytes()
    # Its steps are there, its taps can be undone, and a page that is loaded again finds it.
    scrub(live, 2)
    assert live.state()["count"] == state["ends"][2]
    live.page.click("#undo")
    live.wait("spreadlab.group.step === 4 && spreadlab.status?.ready")
    live.page.reload()
    live.wait("spreadlab.group?.step === 4 && spreadlab.status?.ready")
    assert live.page.evaluate(f"spreadlab.group.isHealthy({healthy})")


def test_a_comparison_on_networks_opens_from_its_two_files(live, tmp_path):
    live.page.click("[data-scenario=small_world]")
    live.wait("spreadlab.second?.step >= 4 && spreadlab.group.network !== null")
    live.pause()
    live.wait("!spreadlab.status.computing && spreadlab.second.step === spreadlab.group.step")
    tap(live, 500)
    live.step()
    seen = [live.page.evaluate(STATES.format(group)) for group in ("group", "second")]
    edges = live.page.evaluate("[...spreadlab.group.network.edges]")
    paths = live.saved(tmp_path, files=2)
    live.page.click("#back")
    for order in (paths, paths[::-1]):
        open_files(live, order)
        step = json.loads(paths[0].read_text())["model"]["stop"]["max_steps"]
        live.wait(f"spreadlab.second?.step === {step} && spreadlab.group.step === {step} && spreadlab.status?.ready"
                  " && spreadlab.group.network !== null")
        assert [live.page.evaluate(STATES.format(group)) for group in ("group", "second")] == seen
        assert live.page.evaluate("[...spreadlab.group.network.edges]") == edges
        live.page.click("#back")
    # One file alone is one group.
    open_files(live, paths[1:])
    live.wait(f"spreadlab.group?.step === {step} && spreadlab.second === null && spreadlab.status?.ready")
    assert live.page.evaluate(STATES.format("group")) == seen[1]


@pytest.mark.parametrize("text, place", [
    ("not a study", "1:1"),
    ('{"spreadlab": 1, "study": "s", "seed": 1, "model": {"group_size": "nine"}}', "$.model.group_size"),
    ('{"spreadlab": 1, "study": "s", "seed": 1, "model": {"group_size": 9}, "replicates": 7}', "mine.json"),
], ids=["damaged", "wrong", "another study"])
def test_a_wrong_file_is_named_and_nothing_is_lost(live, tmp_path, text, place):
    play(live, 3)
    ends = live.state()["ends"]
    live.page.click("#back")
    path = tmp_path / "mine.json"
    path.write_text(text)
    open_files(live, [path], opens=False)
    live.wait("!document.querySelector('#open-error').hidden")
    words = live.page.inner_text("#open-error")
    assert "mine.json" in words and place in words
    # It is gone as soon as another file is chosen, and nothing is said of none.
    live.page.evaluate("(() => { spreadlab.connection.socket.send = () => {}; })()")
    open_files(live, [path], opens=False)
    live.wait("document.querySelector('#open-error').hidden && document.querySelector('#open-file').value === ''")
    live.page.evaluate("delete spreadlab.connection.socket.send")
    live.page.click("#continue")
    live.wait("spreadlab.group?.step === 3")
    assert live.state()["ends"] == ends


def test_a_dropped_file_opens_and_three_do_not(live, tmp_path):
    play(live, 2)
    [path] = live.saved(tmp_path)
    live.page.click("#back")
    open_files(live, [path] * 3, opens=False)
    live.wait("!document.querySelector('#open-error').hidden")
    live.page.evaluate("""([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      document.querySelector("#setup").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }""", [path.name, path.read_text()])
    live.wait("spreadlab.group?.step === 2 && spreadlab.status?.ready && !document.querySelector('#simulation').hidden")


def test_a_restarted_server_asks_for_the_file_again(browser, tmp_path):
    with serving() as server:
        live = Page(browser, server.url)
        play(live, 2)
        [path] = live.saved(tmp_path)
        live.page.click("#back")
        open_files(live, [path])
        live.wait("spreadlab.group?.step === 2 && spreadlab.status?.ready")
        server.kill()
        live.page.wait_for_selector("#link[data-state=lost]", state="attached")
        server.start()
        live.page.wait_for_selector("#link[data-state=open]", state="attached")
        live.wait("!document.querySelector('#open-error').hidden")
        assert path.name in live.page.inner_text("#open-error") and live.page.is_hidden("#continue")
        open_files(live, [path])
        live.wait("spreadlab.group?.step === 2 && spreadlab.status?.ready")
        live.close()


# Median and band

def test_median_and_band_of_a_step_are_said(live):
    play(live, 5)
    live.wait("spreadlab.ensemble?.band?.n === 200", 60_000)
    band = live.page.evaluate("spreadlab.ensemble.band")
    for step in (5, 2):
        scrub(live, step)
        low, high, median = (math.floor(band[name][step] + 0.5) for name in ("q05", "q95", "median"))
        live.wait("document.querySelector('#ensemble-words b')")
        numbers = live.page.evaluate("[...document.querySelectorAll('#ensemble-words b')].map((e) => e.textContent)")
        assert numbers[:6] == ["90 %", "200", str(low), str(high), str(step), str(median)]
        sentence = live.page.inner_text("#ensemble-words").split(". ")[0]
        assert sentence in live.page.get_attribute("#plot", "aria-valuetext")
    assert live.page.get_attribute("#curve-median", "d")


# Leftovers

def test_a_scenario_of_equal_fields_starts_two_groups_again(live):
    live.page.click("[data-scenario=small_world]")
    live.wait("spreadlab.second?.step >= 2")
    live.page.click("#back")
    offered = live.page.locator("#compare-what [value=scenario]")
    assert live.page.input_value("#compare-what") == "scenario" and offered.count() == 1
    assert live.page.is_visible("#compare-what"), "what would start a second group is not folded away"
    live.page.click("#start")
    live.wait("spreadlab.second?.ends.length > 0 && spreadlab.second.step < 2")
    live.wait("spreadlab.second.step >= 2")
    live.page.click("#back")
    live.page.click("#defaults")
    assert live.page.input_value("#compare-what") == "" and offered.count() == 0
    live.page.click("#start")
    live.wait("spreadlab.group?.size === 100")
    assert live.page.evaluate("spreadlab.second") is None


def test_a_phone_presents(browser, server):
    live = Page(browser, server.url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    live.page.tap("[data-scenario=herd_immunity]")
    live.wait("spreadlab.group?.step >= 2")
    live.page.tap("#present")
    live.wait("document.body.hasAttribute('data-presenting')")
    live.page.tap("#present-leave")
    live.wait("!document.body.hasAttribute('data-presenting')")
    live.close()


# How it looks

@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1366, 768), (1920, 1080)])
def test_axe_and_no_sideways_scrolling(browser, server, tmp_path, size, scheme):
    width, height = size
    live = Page(browser, server.url, viewport={"width": width, "height": height}, color_scheme=scheme)
    name = f"reading-{width}-{scheme}"

    def check(screen):
        assert live.page.evaluate("document.scrollingElement.scrollWidth") <= width, screen
        small = live.page.evaluate("""() => [...document.querySelectorAll("button, input[type=range]")]
          .filter((e) => e.checkVisibility()).map((e) => [e.id, e.getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < 44).map(([id]) => id)""")
        assert small == [], screen
        if width in (360, 1366) and screen not in ("played", "earlier"):  # in which there is nothing that "band" has not
            assert found_by_axe(live) == [], screen
        keep(live, f"{name}-{screen}")

    path = tmp_path / "a session that was damaged.json"
    path.write_text('{"spreadlab": 1, "study": "s", "seed": 1, "model": {"group_size": "nine"}}')
    open_files(live, [path], opens=False)
    live.wait("!document.querySelector('#open-error').hidden")
    live.page.evaluate("document.querySelector('#gallery').open = false")
    check("open")
    play(live, 9)
    live.wait("spreadlab.ensemble?.band?.n === 200", 60_000)
    live.page.evaluate("window.scrollTo(0, 0)")
    check("played")
    scrub(live, 6)
    live.page.locator("#timeline").scroll_into_view_if_needed()
    check("earlier")
    live.page.locator("#ensemble").scroll_into_view_if_needed()
    check("band")
    live.page.click("#back")
    live.page.evaluate("document.querySelector('#compare').open = true")
    live.page.select_option("#compare-what", "infection_probability")
    live.page.fill("#compare-value", "30")
    live.page.click("#start")
    live.wait("spreadlab.second?.ends.length > 0 && spreadlab.status?.ready")
    live.pause()
    tap(live, 210)
    for _ in range(5):
        live.step()
    live.wait("spreadlab.second.step === 5")
    scrub(live, 3)
    live.page.evaluate("window.scrollTo(0, 0)")
    check("compared")
    live.close()
