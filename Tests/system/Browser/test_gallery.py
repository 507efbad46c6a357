"""Scenarios: from the address to a spreading infection in one tap, on a phone and on a desktop; changed; saved and run again."""

import json
import re

import pytest
from command import ROOT, rows, run
from conftest import Page

TEXT = re.sub(r"\\\n\s*", "", (ROOT / "Sources/LivePage/Study/Gallery.swift").read_text())
STUDIES = {study["study"]: study for study in map(json.loads, re.findall(r'"""\n(.*?)\n    """', TEXT, re.S))}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
# Each start has a seed of its own: a small outbreak may be over after its first step.
SPREADS = ("(spreadlab.group?.step >= 2 || spreadlab.status?.stop === 'extinct' && spreadlab.group.step > 0)"
           " && spreadlab.group.ends.some((count) => count > 0)")


def choose(live, name, tap=False):
    button = live.page.locator(f"[data-scenario={name}]")
    (button.tap if tap else button.click)()
    live.wait(SPREADS, 20_000)


@pytest.mark.quick(3)
@pytest.mark.parametrize("options", [PHONE, {}], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", sorted(STUDIES))
def test_one_tap_leads_to_a_running_infection(browser, server, name, options):
    live = Page(browser, server.url, **options)
    assert live.page.locator("[data-scenario]").count() == 10
    study = STUDIES[name]
    button = live.page.locator(f"[data-scenario={name}]").inner_text()
    assert button.split("\n", 1)[0] == name.capitalize().replace("_", " ") and study["description"] in button
    choose(live, name, tap="has_touch" in options)
    shown = live.page.locator("#scenario-text")
    assert shown.inner_text() == study["description"] and shown.is_visible()
    assert live.page.evaluate("spreadlab.second !== null") == ("factors" in study)
    assert live.state()["size"] == study["model"]["group_size"]
    live.close()


def test_what_differs_between_two_groups_is_named(live):
    choose(live, "lockdown_timing")
    live.wait("document.querySelector('#legend-second').textContent === 'interventions late'")
    assert live.page.inner_text("#legend-first") == "interventions early"


def test_a_scenario_is_changed_and_starts_again_with_its_own_contacts(live):
    choose(live, "households")
    live.page.click("#back")
    assert live.page.evaluate("document.querySelector('#gallery').open") is False
    assert live.page.input_value("#infection_probability") == "30"
    assert "Households" in live.page.inner_text("#form-base")
    live.page.fill("#infection_probability", "100")
    live.page.click("#start")
    # Everybody meets the first person.
    live.wait("spreadlab.group.ends[1] === 5", 10_000)
    live.page.reload()
    live.page.wait_for_selector("#scenario:not([hidden])")
    live.page.click("#back")
    link = live.page.evaluate("JSON.parse(localStorage.parameters)")
    assert (link["gallery"], link["point"]) == ("households", "0")
    live.page.click("#defaults")
    assert live.page.is_hidden("#form-base")
    live.page.click("#start")
    live.wait("spreadlab.group?.size === 100")
    assert live.page.is_hidden("#scenario")


def test_people_linked_by_number_keep_their_number(live):
    choose(live, "small_world")
    live.page.click("#back")
    live.page.fill("#group_size", "900")
    live.page.click("#start")
    live.wait("!document.querySelector('#group_size-error').hidden")
    assert "press Reset" in live.page.inner_text("#group_size-error")


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["small_world", "superspreading", "lockdown_timing", "households"])
def test_a_saved_scenario_runs_again(live, tmp_path, name):
    choose(live, name)
    live.pause()
    groups = ["group", "second"] if "factors" in STUDIES[name] else ["group"]
    for group, path in zip(groups, live.saved(tmp_path, files=len(groups))):
        curve = [int(row["infected"]) for row in rows(run(path, tmp_path / group) / "curves.csv")]
        seen = live.page.evaluate(f"[...spreadlab.{group}.ends]")
        assert curve == seen[:len(curve)] and set(seen[len(curve):]) <= {seen[len(curve) - 1]}
