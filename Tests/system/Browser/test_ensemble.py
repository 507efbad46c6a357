"""The band of 200 runs behind a played session: it equals what `spreadlab run` makes of its study."""

import json
import re

import pytest
from command import rows, run
from conftest import Page, axe

MOST_STEPS = 5000


def two_hundred(path, tmp_path):
    """The study of a saved session, run to its end with 200 replicates."""
    study = json.loads(path.read_text())
    study["replicates"] = 200
    study["model"]["stop"]["max_steps"] = MOST_STEPS
    path.write_text(json.dumps(study))
    return run(path, tmp_path / "runs")


def ended(live):
    live.wait("spreadlab.ensemble?.band?.n === 200", 60_000)
    return live.page.evaluate("spreadlab.ensemble")


@pytest.mark.quick(1)
@pytest.mark.parametrize("fields", [
    {"rule": "exact", "infection_probability": 60},
    {"rule": "capped", "infectious_steps": 2, "infection_factor": 1, "infection_probability": 60,
     "immune_share": 10},
    {"start_people": 4, "infectious_steps": 1, "infection_factor": 1},
], ids=["lasting", "recovering", "at random"])
def test_the_band_is_that_of_the_saved_study(live, tmp_path, fields):
    live.start(group_size=900, seed=5, **fields, playing="start_people" in fields)
    if "start_people" not in fields:
        assert live.page.evaluate("spreadlab.ensemble?.planned ?? null") is None, "no step is due"
        healthy = live.page.evaluate(
            "[...spreadlab.group.cells.keys()].filter(p => spreadlab.group.isHealthy(p))")
        for place in (435, 44):
            live.page.mouse.click(*live.center_of(healthy[place]))
        live.wait("spreadlab.group.tapped.length === 2")
        live.step()
    else:
        live.wait("spreadlab.group.step >= 1")
        live.pause()
    [path] = live.saved(tmp_path)
    person = live.page.evaluate("[...spreadlab.group.cells.keys()].findLast(p => spreadlab.group.isHealthy(p))")
    live.page.mouse.click(*live.center_of(person))
    live.step()
    ensemble = ended(live)
    folder = two_hundred(path, tmp_path)
    summary = rows(folder / "curve_summary.csv", series="infected")
    band = ensemble["band"]
    assert len(summary) == len(band["median"]) == len(band["q05"]) > 3
    for name in ("median", "q05", "q95"):
        assert band[name] == pytest.approx([float(row[name]) for row in summary], rel=1e-12)
    runs = rows(folder / "runs.csv")
    assert len(runs) == 200
    died = [int(row["steps"]) for row in runs if row["stop_reason"] == "extinct"]
    assert ensemble["died_out"] == died
    assert bool(died) == ("infectious_steps" in fields)
    # In words, of the step that is shown; and drawn.
    live.wait("document.querySelector('#curve-legend').textContent.includes('of 200 runs')")
    step = live.state()["step"]
    share = 100 * sum(end <= step for end in died) / 200
    said = f"By step {step}, {share:g} % of these runs" in live.page.inner_text("#ensemble-words")
    assert said == bool(died), "only where the infection can die out"
    assert live.page.get_attribute("#curve-band", "d").endswith("Z")
    assert live.page.get_attribute("#curve-median", "d")


def test_the_switch_ends_it_and_a_reset_begins_it_anew(live):
    live.start(group_size=400, rule="exact", seed=2)
    live.page.mouse.click(*live.center_of(10))
    live.step()
    first = ended(live)
    live.page.focus("#ensemble")
    live.page.keyboard.press("Space")
    live.wait("!spreadlab.ensemble?.band")
    live.wait("!document.querySelector('#curve-band').getAttribute('d')")
    assert live.page.inner_text("#curve-legend") == live.page.inner_text("#ensemble-words") == ""
    live.page.keyboard.press("Space")
    assert ended(live) == first
    live.page.click("#reset")
    live.wait("spreadlab.group.step === 0 && !spreadlab.ensemble?.band")
    live.pause()
    live.page.mouse.click(*live.center_of(399))
    live.step()
    assert ended(live)["band"] != first["band"], "somebody else is infected at the start"
    # Switched off, it stays off, also in the next session.
    live.page.uncheck("#ensemble")
    live.page.click("#back")
    live.start(group_size=100)
    live.page.mouse.click(*live.center_of(10))
    live.step()
    live.page.wait_for_timeout(300)
    assert not live.page.evaluate("spreadlab.ensemble?.planned ?? 0")
    assert not live.page.is_checked("#ensemble")
    live.page.reload()
    live.page.wait_for_selector("#simulation:not([hidden])")
    assert not live.page.is_checked("#ensemble"), "also after a reload"


def test_a_page_that_comes_back_gets_it(live):
    live.start(group_size=400, rule="exact", seed=2)
    live.page.mouse.click(*live.center_of(10))
    live.step()
    first = ended(live)
    live.page.reload()
    assert ended(live) == first


def test_what_would_take_too_long_is_said(live):
    live.start(group_size=4_000_000, infectious_steps=1, immune_steps=0, start_people=5,
               period=10)
    live.page.click("#step")
    live.wait("spreadlab.ensemble?.planned === 0", 60_000)
    live.wait("document.querySelector('#ensemble-words').textContent.includes('take too long')")


def test_taps_are_painted_at_once_while_it_is_made(live):
    live.start(group_size=1_000_000, rule="exact", start_people=1, period=10)
    live.page.click("#step")
    live.wait("spreadlab.ensemble?.planned === 200", 30_000)
    for index in range(25):
        live.page.mouse.click(400 + 10 * index, 300)
        live.page.wait_for_timeout(40)
    assert live.page.evaluate("(spreadlab.ensemble.band?.n ?? 0) < 200"), "it was made meanwhile"
    times = sorted(live.page.evaluate(
        "performance.getEntriesByName('tap-to-paint').map(({ duration }) => duration)"))
    print(f"\ntap to paint, median {times[len(times) // 2]:.0f} ms, p95 {times[int(0.95 * len(times))]:.0f} ms")
    assert times[int(0.9 * len(times))] < 100


def test_where_the_runs_are_cut_off_is_said(live):
    def said(most):
        return live.page.evaluate("""async (most) => (await import("/ensemble.js")).ensembleInWords(
          { band: { n: 9, median: [1, 2, 3], q05: [1, 2, 3], q95: [1, 2, 3] }, died_out: [], most_steps: most }, 1)""", most)

    whole, cut = said(3), said(2)
    assert cut.startswith(whole) and "2" in cut.removeprefix(whole)


def test_the_runs_of_a_step_in_numbers(live):
    """A run that has ended keeps its last value; runs that died out count from that step on."""
    band = {"n": 1200, "median": [1, 5.5, 1234], "q05": [1, 2.4, 900], "q95": [1, 8.6, 1500]}
    ended = [2] * 300 + [9]
    found = live.page.evaluate("""([band, died_out]) => import("/ensemble.js").then(({ bandInWords, ensembleInWords, legendOf }) => [
      [0, 1, 2, 7, 9].map((step) => ensembleInWords({ band, died_out, planned: 1200, most_steps: 9 }, step)),
      bandInWords(null, 1), ensembleInWords({ band: null, planned: 200 }, 1),
      [{ band: null }, { band }, { band, planned: 1200 }, { band, planned: 2000 }].map(legendOf)])""", [band, ended])
    numbers = [re.findall(r"\d[\d,.]*\d|\d", words) for words in found[0]]
    assert numbers == [
        ["90", "1,200", "1", "0", "1", "0", "0"], ["90", "1,200", "2", "9", "1", "6", "1", "0"],
        ["90", "1,200", "900", "1,500", "2", "1,234", "2", "25"], ["90", "1,200", "900", "1,500", "7", "1,234", "7", "25"],
        ["90", "1,200", "900", "1,500", "9", "1,234", "9", "25.1"]]
    assert found[1:3] == ["", ""]
    assert [re.findall(r"[\d,]+(?= runs| of)", words) for words in found[3]] == [[], ["1,200"], ["1,200"], ["1,200", "2,000"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_and_320_pixels(browser, server, scheme):
    live = Page(browser, server.url, color_scheme=scheme, viewport={"width": 320, "height": 640})
    live.start(group_size=400, infectious_steps=2, seed=3)
    live.page.mouse.click(*live.center_of(100))
    live.step()
    ended(live)
    live.page.locator("#ensemble").scroll_into_view_if_needed()
    assert axe(live.page)["violations"] == []
    assert live.page.evaluate("document.scrollingElement.scrollWidth") <= 320
    live.close()
