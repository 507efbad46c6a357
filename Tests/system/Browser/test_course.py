"""Recovery and immunity on the page: what is drawn, counted and said, played and watched."""

import csv
import json
import subprocess

import pytest
from command import SPREADLAB
from conftest import HEALTHY, IMMUNE, INFECTIOUS, LATENT, STATES, Page, serving

SHOWN = """() => Object.fromEntries(["healthy", "infected", "latent", "immune"].map((id) =>
  [id, Number(document.querySelector(`#${id}-count`).textContent.replace(/,/g, ""))]))"""


def check_counts(live, size):
    """The four counts on the screen are those of the people drawn, and add up to the group."""
    state = live.state()
    live.wait(f"document.querySelector('#step-count').textContent === '{state['step']}'")
    live.wait(f"document.querySelector('#latent-count').textContent === '{state['counts'][LATENT]}'")
    shown = live.page.evaluate(SHOWN)
    seen = live.page.evaluate(STATES)
    assert [shown["healthy"], shown["infected"], shown["latent"], shown["immune"]] \
        == [seen.count(number) for number in range(4)] == state["tally"] == state["counts"]
    assert sum(shown.values()) == size
    if live.page.evaluate("spreadlab.group.tapped.length") == 0:
        assert state["count"] == state["engine"] == state["ends"][-1]
        assert shown["latent"] == state["latent"][-1]
        live.wait(f"document.querySelector('#curve-values').textContent.endsWith("
                  f"'{shown['latent']} latent, {shown['immune']} immune')")
    assert shown["immune"] == state["immune"][-1]
    return seen


@pytest.mark.quick
def test_people_recover_are_immune_and_healthy_again(browser, server):
    """D = 2, L = 1, W = 2: everybody takes the same way, in the same number of steps."""
    live = Page(browser, server.url)
    live.start(group_size=400, rule="exact", infection_factor=2, infection_probability=80, seed=4,
               latent_steps=1, infectious_steps=2, immune_steps=2, immune_share=5)
    assert live.page.is_visible("#latent-count") and live.page.is_visible("#immune-count")
    assert live.page.inner_text("#infected-word") == "Infectious"
    walls = [p for p, state in enumerate(check_counts(live, 400)) if state == IMMUNE]
    assert len(walls) == 20
    live.page.mouse.click(*live.center_of(walls[0]))
    person = next(p for p in range(200, 400) if p not in walls)
    live.page.mouse.click(*live.center_of(person))
    live.wait(f"spreadlab.group.stateOf({person}) === {LATENT}")
    ways = [check_counts(live, 400)]
    for _ in range(12):
        live.step()
        ways.append(check_counts(live, 400))
    way = [seen[person] for seen in ways]
    assert way[:6] == [LATENT, INFECTIOUS, INFECTIOUS, IMMUNE, IMMUNE, way[5]]
    assert way[5] in (HEALTHY, LATENT), "healthy again, or infected once more in that very step"
    assert all(seen[wall] == IMMUNE for seen in ways for wall in walls)
    nexts = {state: {b[p] for a, b in zip(ways, ways[1:]) for p in range(400)
                     if a[p] == state and p not in walls} for state in range(4)}
    assert nexts[HEALTHY] <= {HEALTHY, LATENT}
    assert nexts[LATENT] == {INFECTIOUS}
    assert nexts[INFECTIOUS] == {INFECTIOUS, IMMUNE}
    assert nexts[IMMUNE] <= {IMMUNE, HEALTHY, LATENT} and HEALTHY in nexts[IMMUNE]
    # Infected people alone, on an axis of their size; or everybody.
    assert [live.page.get_attribute(f"#curve-{area}", "d")[:1] for area in ("latent", "immune", "healthy")] == ["M", "", ""]
    live.page.check("#curve-all")
    live.wait("document.querySelector('#curve-high').textContent === '400'")
    for area in ("infectious", "latent", "immune", "healthy"):
        assert live.page.get_attribute(f"#curve-{area}", "d").startswith("M")
    assert live.page.inner_text("#curve-title") == "People by state and step"
    live.page.click("#help-open")
    assert "immune" in live.page.inner_text("#help")
    live.close()


def test_a_session_that_died_out_says_so_and_goes_on_with_a_tap(browser, server):
    live = Page(browser, server.url)
    live.start(group_size=9, rule="exact", infection_factor=0, infectious_steps=1)
    live.page.mouse.click(*live.center_of(4))
    live.step()
    live.wait("document.querySelector('#state-word').textContent === 'died out'")
    live.wait("document.querySelector('#announcer').textContent.includes('died out')")
    assert live.page.inner_text("#play") != "Pause", "nothing runs"
    live.page.mouse.click(*live.center_of(4))
    live.page.mouse.click(*live.center_of(0))
    live.wait("spreadlab.group.count === 1")
    live.wait("document.querySelector('#state-word').textContent !== 'died out'")
    live.step()
    check_counts(live, 9)
    assert live.state()["step"] == 2 and live.state()["immune"] == [0, 1, 2]
    live.close()


def test_a_reloaded_page_sees_the_same_people(browser, server):
    live = Page(browser, server.url)
    live.start(group_size=900, rule="subset", seed=8, infectious_steps=3, immune_steps=5,
               start_people=300, period=10)
    live.page.uncheck("#ensemble")  # its runs would go on for 5,000 steps
    for _ in range(9):
        live.step()
    # So much has changed that everybody's state is sent instead, and the counts of each step.
    live.wait("document.querySelector('#curve-values').textContent.startsWith('Step 9:')")
    assert live.state()["known"] > 900 / 8 + 1000
    before, shown = live.page.evaluate(STATES), live.page.inner_text("#curve-values")
    live.page.reload()
    live.wait("spreadlab.status?.ready && spreadlab.group.step === 9")
    assert live.page.evaluate(STATES) == before
    live.wait(f"document.querySelector('#curve-values').textContent === {json.dumps(shown)}")
    check_counts(live, 900)
    live.close()


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    (folder / "study.json").write_text(json.dumps({
        "spreadlab": 1, "study": "ill", "seed": 9, "replicates": 5,
        "model": {"group_size": 225, "infection_factor": 2, "infection_probability": 0.4,
                  "latent_steps": 1, "recovery_probability": 0.4, "immune_share": 0.1,
                  "immune_people": [0, 224], "stop": {"max_steps": 200}}}))
    done = subprocess.run([SPREADLAB, "run", str(folder / "study.json"), "-o",
                           str(folder / "results"), "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "results"


@pytest.mark.quick
def test_a_stored_run_is_watched_back_and_forth(browser, results):
    with open(results / "curves.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["replicate"] == "3"]
    with serving(str(results), "--point", "0", "--replicate", "3") as server:
        live = Page(browser, server.url)
        live.wait(f"spreadlab.group?.ends.length === {len(rows)}")
        assert "matches the stored one" in live.page.inner_text("#watch-badge")
        assert live.page.evaluate("spreadlab.group.news") == [int(row["new_infections"]) for row in rows]
        for row in rows[::-1] + rows[::3]:
            live.page.locator("#scrub").fill(row["step"])
            live.wait(f"document.querySelector('#step-count').textContent === '{row['step']}'")
            shown = live.page.evaluate(SHOWN)
            assert shown["infected"] + shown["latent"] == int(row["infected"])
            assert (shown["latent"], shown["immune"]) == (int(row["latent"]), int(row["immune"]))
            assert sum(shown.values()) == 225
        live.page.locator("#scrub").fill(rows[-1]["step"])
        live.wait("document.querySelector('#state-word').textContent.endsWith('died out')")
        assert live.page.get_attribute("#curve-band", "d"), "the band of `infected` is there"
        live.close()


# Simulated by the matrices of Machado, Oliveira and Fernandes (2009), doi:10.1109/TVCG.2009.113,
# for linear RGB.
VISION = {
    "normal": [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "protanopia": [(0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)],
    "deuteranopia": [(0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)],
    "tritanopia": [(1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)],
}


def lab(color, matrix):
    """CIE L*a*b* (D65) of a color `#rrggbb` as it is seen."""
    linear = [(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
              for c in (int(color[i:i + 2], 16) / 255 for i in (1, 3, 5))]
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, linear)))) for row in matrix)
    xyz = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b, \
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    x, y, z = (c ** (1 / 3) if c > 216 / 24389 else (841 / 108) * c + 4 / 29 for c in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colors_of_states_differ_for_every_kind_of_vision(browser, server, scheme):
    live = Page(browser, server.url, color_scheme=scheme)
    colors = live.page.evaluate("""["--healthy", "--infected", "--latent", "--immune"].map((name) =>
      getComputedStyle(document.documentElement).getPropertyValue(name).trim())""")
    for vision, matrix in VISION.items():
        seen = [lab(color, matrix) for color in colors]
        for i, a in enumerate(seen):
            for b in seen[i + 1:]:
                distance = sum((p - q) ** 2 for p, q in zip(a, b)) ** 0.5
                assert distance > 20, f"{vision}: {colors} {distance}"
    live.close()
