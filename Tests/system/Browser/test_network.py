"""Networks and honeycombs: drawn, played by mouse and keyboard, watched, saved and run again."""

import json
import subprocess

import pytest
from command import SPREADLAB, rows, run
from conftest import Page, serving

CONTACTS = {
    "random": {"kind": "random", "mean_degree": 4},
    "regular": {"kind": "random_regular", "degree": 3},
    "hubs": {"kind": "preferential", "links": 2},
}
BEES = {"bees": {"neighborhood": "hexagonal", "pool": "healthy", "draw": "exact", "update": "synchronous"}}


def written(tmp_path, people=1000, **others):
    path = tmp_path / "net.json"
    path.write_text(json.dumps({
        "spreadlab": 1, "study": "net", "seed": 4, "replicates": 2, "contacts": CONTACTS, "rules": BEES,
        "model": {"group_size": people, "infection_factor": 8, "infection_probability": 0.5, **others},
        "record": {"curves": "all"}}))
    return path


def start(live):
    """Starts the point's group with nobody infected."""
    live.page.click("#use-point")
    live.wait("document.querySelector('#study-note').textContent.startsWith('Point 0')")
    live.page.click("#start")
    live.wait("spreadlab.status?.ready")
    live.pause()


@pytest.mark.quick(1)
@pytest.mark.parametrize("contacts", sorted(CONTACTS))
def test_a_network_is_drawn_played_and_saved(browser, tmp_path, contacts):
    with serving(str(written(tmp_path, contacts=contacts, introductions=[]))) as server:
        live = Page(browser, server.url)
        start(live)
        live.wait("spreadlab.group.network !== null")
        network = live.page.evaluate("""(() => { const { people, at, edges } = spreadlab.group.network;
          return { people: people.length, at: [...at], edges: [...edges] }; })()""")
        assert network["people"] == 1000 and len(network["at"]) == 2000
        neighbors = {}
        for one, other in zip(network["edges"][::2], network["edges"][1::2]):
            neighbors.setdefault(one, set()).add(other)
            neighbors.setdefault(other, set()).add(one)
        first = max(neighbors, key=lambda person: len(neighbors[person]))
        live.page.mouse.click(*live.center_of(first))
        live.wait("spreadlab.group.count === 1")
        assert live.infected() == [first]
        live.step()
        # Only those at the ends of somebody's lines are infected.
        assert set(live.infected()) - {first} <= neighbors[first] and live.state()["count"] > 1
        live.step()
        [path] = live.saved(tmp_path)
        curve = rows(run(path, tmp_path / "again") / "curves.csv")
        assert [int(row["infected"]) for row in curve] == live.state()["ends"]
        # The same structure has the same places.
        live.page.click("#reset")
        live.wait("spreadlab.group.step === 0 && spreadlab.group.network !== null")
        assert live.page.evaluate("[...spreadlab.group.network.at]") == network["at"]
        live.close()


def test_of_many_people_a_part_is_drawn(browser, tmp_path):
    with serving(str(written(tmp_path, people=6000, contacts="hubs", introductions=[]))) as server:
        live = Page(browser, server.url)
        start(live)
        live.wait("spreadlab.group.network !== null", 60_000)
        assert live.page.evaluate("spreadlab.group.network.people.length") == 5000
        live.wait("document.querySelector('#sample').textContent === '6,000 people, 5,000 of whom are drawn'")
        live.close()


def test_by_keyboard_and_what_is_said(browser, tmp_path):
    with serving(str(written(tmp_path, people=60, contacts="random", introductions=[]))) as server:
        live = Page(browser, server.url)
        start(live)
        live.wait("spreadlab.group.network !== null")
        said = "document.querySelector('#announcer').textContent"
        live.page.focus("#grid")
        live.page.keyboard.press("Home")
        live.wait(f"{said} === 'Person 1, healthy'")
        live.page.wait_for_timeout(1100)
        live.page.keyboard.press("ArrowRight" if live.page.evaluate("spreadlab.group.neighborOf(0, 1, 0)") else "ArrowLeft")
        live.wait(f"/^Person (?!1,)\\d+, healthy$/.test({said})")
        person = int(live.page.evaluate(said).split()[1].rstrip(",")) - 1
        live.page.keyboard.press("Enter")
        live.wait("spreadlab.group.count === 1")
        assert live.infected() == [person]
        live.wait(f"{said}.startsWith('Person {person + 1} infected.')")
        scale = live.page.evaluate("spreadlab.viewport.scale")
        live.page.keyboard.press("+")
        live.wait(f"spreadlab.viewport.scale > {scale}")
        # As of more than 5,000 people, whose places take seconds: a part is drawn, and the page says so.
        assert live.page.is_hidden("#sample")
        live.page.evaluate("(() => { const { network } = spreadlab.group; network.people = network.people.slice(0, 50); })()")
        live.page.keyboard.press("s")
        live.wait("document.querySelector('#sample').textContent === '60 people, 50 of whom are drawn'")
        assert live.page.is_visible("#sample")
        live.close()


def test_a_honeycomb_is_played_and_watched(browser, tmp_path):
    path = written(tmp_path, people=100, rule="bees")
    folder = tmp_path / "bees"
    subprocess.run([SPREADLAB, "run", str(path), "-o", str(folder), "--quiet"], check=True)
    with serving(str(folder)) as server:
        live = Page(browser, server.url)
        live.page.wait_for_selector("#study:not([hidden])")
        live.page.click("#watch")
        live.wait("spreadlab.group?.places === 'honeycomb' && spreadlab.group.ends.length > 1")
        live.page.click("#back")
        live.page.click("#use-point")
        live.wait("document.querySelector('#study-note').textContent.startsWith('Point 0')")
        live.page.fill("#infection_probability", "100")
        live.page.click("#start")
        live.wait("spreadlab.status?.ready && spreadlab.group.places === 'honeycomb'")
        live.pause()
        live.page.click("#reset")
        live.pause()
        live.wait("spreadlab.group.count === 1 && spreadlab.group.step === 0")
        # Somebody of an odd row, whose place lies half a cell to the right, and whom they touch.
        live.page.mouse.click(*live.center_of(17))
        live.wait("!spreadlab.group.isHealthy(17)")
        live.step()
        assert {7, 8, 16, 18, 27, 28} <= set(live.infected())
        for near in (7, 8, 16, 18, 27, 28):
            distance = live.page.evaluate(f"""(() => {{ const [a, b] = [17, {near}].map((one) => spreadlab.group.centerOf(one));
              return Math.hypot(a[0] - b[0], a[1] - b[1]); }})()""")
            assert abs(distance - 1) < 1e-6
        live.close()
