"""The page and the studies: stored runs watched, points opened, sessions saved and run again."""

import csv
import json

import pytest
from command import curve_of, run
from conftest import Page, serving

def open_page(browser, server):
    return Page(browser, server.url)


def test_watched_run_equals_the_stored_curve(browser, results):
    for point, replicate in ((3, 7), (0, 0), (2, 19)):
        with serving(str(results), "--point", str(point), "--replicate", str(replicate)) as server:
            live = open_page(browser, server)
            stored = curve_of(results, point, replicate)
            live.wait(f"spreadlab.group?.ends.length === {len(stored)}")
            assert live.state()["ends"] == stored
            assert "matches the stored one" in live.page.inner_text("#watch-badge")
            assert live.page.get_attribute("#curve-band", "d"), "the band is behind it"
            assert "20 runs" in live.page.inner_text("#curve-legend")
            # Back and forth in time.
            for step in (len(stored) - 1, 0, len(stored) // 2, 3, len(stored) - 2):
                live.page.locator("#scrub").fill(str(step))
                live.wait(f"spreadlab.group.count === {stored[step]}")
                assert live.state()["recount"] == stored[step]
            live.page.locator("#scrub").fill("0")
            live.page.check("#fast")
            live.page.click("#watch-play")
            live.wait(f"spreadlab.group.count === {stored[-1]}")
            live.wait(f"document.querySelector('#scrub').value === '{len(stored) - 1}'")
            live.close()


def test_watched_run_cannot_be_tapped(browser, results):
    with serving(str(results), "--point", "0") as server:
        live = open_page(browser, server)
        live.wait("spreadlab.group?.ends.length > 1")
        live.page.mouse.click(*live.center_of(0))
        live.page.wait_for_timeout(200)
        assert live.state()["count"] == 1
        # A step that is asked for before the first people have come misses nobody.
        assert live.page.evaluate("""import("/group.js").then(({ Group }) => {
          const group = new Group(9, 3, { tracksPeople: false });
          group.showStep(1);
          group.keep({ position: 0, step: 0, ends: [1, 2], changes: [4 << 4 | 1, 5 << 4 | 1], engineCount: 2 });
          group.showStep(1);
          return [...group.cells]; })""") == [0, 0, 0, 0, 1, 1, 0, 0, 0]
        live.close()


def test_a_run_on_a_network_is_watched(browser, tmp_path):
    path = tmp_path / "net.json"
    path.write_text(json.dumps({
        "spreadlab": 1, "study": "net", "seed": 4, "replicates": 3,
        "model": {"group_size": 300, "infection_probability": 0.4},
        "contacts": {"net": {"kind": "ring", "neighbors": 4, "rewire": 0.1}},
        "factors": {"contacts": {"values": ["net", "grid"]}}}))
    results = run(path, tmp_path / "net")
    with serving(str(results)) as server:
        live = open_page(browser, server)
        live.page.wait_for_selector("#study:not([hidden])")
        assert live.page.is_visible("#factor-0"), "a single factor is one to choose by"
        for point in ("0", "1"):
            live.page.fill("#point", point)
            live.page.fill("#replicate", "2")
            live.page.click("#watch")
            stored = curve_of(results, int(point), 2)
            live.wait(f"spreadlab.group?.ends.length === {len(stored)}")
            assert live.state()["ends"] == stored
            assert "matches the stored one" in live.page.inner_text("#watch-badge")
            assert live.page.evaluate("spreadlab.group.network?.people.length ?? 0") == (300 if point == "0" else 0)
            for step in (len(stored) - 1, 0, len(stored) // 2):
                live.page.locator("#scrub").fill(str(step))
                live.wait(f"spreadlab.group.count === {stored[step]}")
            live.wait(f"document.querySelector('#infected-count').textContent === '{stored[len(stored) // 2]}'")
            live.page.click("#back")
        live.close()


@pytest.mark.quick
def test_runs_are_chosen_on_the_page(browser, results):
    with serving(str(results)) as server:
        live = open_page(browser, server)
        live.page.wait_for_selector("#study:not([hidden])")
        assert live.page.inner_text("#point-note") == "0 to 3"
        live.page.evaluate("""() => { const { socket } = spreadlab.connection; window.asked = [];
          socket.send = (text) => { window.asked.push(JSON.parse(text).type); WebSocket.prototype.send.call(socket, text); }; }""")
        for field, wrong, right in (("point", "4", "0"), ("replicate", "x", "0"), ("replicate", "1000000001", "0")):
            live.page.fill(f"#{field}", wrong)
            live.page.click("#watch")
            assert "0 to" in live.page.inner_text(f"#{field}-error")
            assert live.page.evaluate("document.activeElement.id") == field
            live.page.fill(f"#{field}", right)
            assert live.page.is_hidden(f"#{field}-error"), "what was wrong is another value now"
        # Nor is anything wrong still when another run was seen meanwhile.
        live.page.fill("#point", "4")
        live.page.click("#use-point")
        assert live.page.is_visible("#point-error") and live.page.evaluate("window.asked") == []
        live.start(group_size=9)
        live.page.click("#back")
        assert live.page.is_hidden("#point-error")
        # The last replicate there may be does.
        live.page.fill("#point", "0")
        live.page.fill("#replicate", "1000000000")
        live.page.click("#use-point")
        live.wait("window.asked.includes('point')")
        live.page.fill("#replicate", "0")
        # By the levels of its factors, whatever its number is.
        assert live.page.locator("#factors label").all_inner_texts() == ["Group size", "Rule"]
        first, second = [live.page.locator(f"#factor-{place}") for place in (0, 1)]
        live.page.fill("#point", "2")
        levels = first.input_value(), second.input_value()
        live.page.fill("#point", "1")
        assert (first.input_value(), second.input_value()) != levels
        first.select_option(levels[0])
        second.select_option(levels[1])
        assert live.page.input_value("#point") == "2"
        live.page.fill("#point", "1")
        live.page.fill("#replicate", "2")
        live.page.click("#watch")
        stored = curve_of(results, 1, 2)
        live.wait(f"spreadlab.group?.ends.length === {len(stored)}")
        assert live.state()["ends"] == stored
        assert live.page.is_hidden("#tool-infect")
        assert live.panels() == {"watch-controls", "curve-figure"}
        live.close()


def test_a_point_is_opened_and_plays_as_its_first_run(browser, study, results):
    """Same seed, replicate 0 and common random numbers: the session is that run."""
    with serving(str(study), "--point", "3") as server:
        live = open_page(browser, server)
        live.wait("document.querySelector('#group_size').value === '2500'")
        assert live.page.input_value("#rule") == "wide"
        assert live.page.is_hidden("#watch"), "nothing is stored yet"
        live.page.click("#start")
        live.wait("spreadlab.status?.ready && spreadlab.group.count >= 1")
        assert live.state()["playing"], "somebody is infected: time runs"
        live.page.check("#fast")
        live.wait("spreadlab.status.ended", 60_000)
        live.wait("spreadlab.group.count === 2500")
        assert live.state()["ends"] == curve_of(results, 3, 0)
        live.close()


def test_what_happens_under_way_at_a_point_happens_on_the_page(browser, tmp_path):
    path = tmp_path / "study.json"
    path.write_text(json.dumps({
        "spreadlab": 1, "study": "masks", "seed": 4, "replicates": 1, "random_numbers": "common",
        "model": {"group_size": 400, "infection_probability": 0.9, "interventions": "masks"},
        "interventions": {"masks": [{"when": {"step": 3}, "multiply": {"infection_probability": 0.2}}]}}))
    stored = curve_of(run(path, tmp_path / "results"), 0, 0)
    with serving(str(path), "--point", "0") as server:
        live = open_page(browser, server)
        live.wait("document.querySelector('#group_size').value === '400'")
        live.page.click("#start")
        live.wait("spreadlab.status?.ready && spreadlab.group.count >= 1")
        live.page.check("#fast")
        live.wait("spreadlab.status.ended", 60_000)
        live.wait("spreadlab.group.count === 400")
        assert live.state()["ends"] == stored
        live.close()


@pytest.mark.quick(1)
@pytest.mark.parametrize("start", ["plain", "point"])
def test_saved_session_runs_again(browser, study, tmp_path, start):
    arguments = (str(study), "--point", "1") if start == "point" else ()
    with serving(*arguments) as server:
        live = open_page(browser, server)
        if start == "point":
            live.wait("document.querySelector('#rule').value === 'wide'")
            live.page.fill("#period", "10")
            live.page.click("#start")
            live.wait("spreadlab.status?.ready && spreadlab.group.count === 1")
            live.pause()
        else:
            live.start(group_size=2500, rule="exact", neighborhood="von_neumann",
                       infection_probability=45, infection_factor=2, seed=77)
        for person in (30, 333, 210):
            live.page.mouse.click(*live.center_of(person))
            live.step()
            live.step()
        live.page.fill("#random-count", "4")
        live.page.click("#random-form button")
        live.step()
        live.page.mouse.move(*live.center_of(20))
        live.page.mouse.down()
        live.page.mouse.move(*live.center_of(35))
        live.page.mouse.up()
        live.wait("spreadlab.group.tapped.length > 0")
        live.page.wait_for_timeout(200)
        with live.page.expect_download() as download:
            live.page.click("#save")
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        state, drawn = live.state(), live.infected()
        with live.page.expect_download() as download:
            live.page.click("#save-curve")
        curve = download.value.path().read_text()
        live.close()
    folder = run(path, tmp_path / "again")
    again = curve_of(folder, 0, 0)
    assert again[:-1] == state["ends"][:-1]
    assert again[-1] == state["count"], "the last taps belong to the last step"
    assert curve == (folder / "curves.csv").read_text()
    with open(folder / "maps.csv", newline="") as file:
        infected = [int(row["person"]) for row in csv.DictReader(file) if row["infected_at_step"]]
    assert sorted(infected) == drawn
