"""The parameter screen is that of the model's keys: the same words and bounds as the study schema."""

import itertools
import json
import subprocess
import time

import pytest
from command import SPREADLAB
from conftest import Page

# What the page narrows; all other bounds are the model's own.
NARROWER = {"group_size": (1, 4_000_000), "infection_factor": (0, 1_000_000), "period": (0.05, 10),
            "start_people": (1, 4_000_000)}


def model_keys():
    schema = json.loads(subprocess.run(
        [SPREADLAB, "schema"], capture_output=True, text=True, check=True).stdout)
    return schema["properties"]["model"]["properties"], schema["properties"]["seed"]


def bounds(shape):
    for form in shape.get("anyOf", shape.get("oneOf", [shape])):
        if "minimum" in form:
            return form["minimum"], form["maximum"]
    return None


@pytest.mark.quick
def test_controls_have_the_words_and_bounds_of_their_keys(live):
    controls = live.page.evaluate("import('/controls.js').then(({ controls }) => controls)")
    keys, seed = model_keys()
    seen = set()
    for control in controls:
        name = control["name"]
        assert live.page.locator(f"label[for={name}]").text_content() == control["label"]
        element = live.page.locator(f"#{name}")
        described = element.get_attribute("aria-describedby").split()
        assert described == [f"{name}-note", f"{name}-error"]
        if name not in keys:
            assert name in ("neighborhood", "seed")
            continue
        seen.add(name)
        about = keys[name]["description"]
        assert about.lower().startswith(control["note"].lower()), name
        if name != "rule":
            assert live.page.text_content(f"#{name}-note") == control["note"]
        if name in NARROWER:
            assert (control["low"], control["high"]) == NARROWER[name]
        elif bounds(keys[name]):
            low, high = bounds(keys[name])
            factor = control["divisor"]
            assert (control["low"], control["high"]) == (low * factor, high * factor), name
        if control["kind"] not in ("choice", "name"):
            mode = None if control["words"] else "numeric" if control["kind"] == "whole" else "decimal"
            assert [element.get_attribute(one) for one in ("autocomplete", "inputmode", "placeholder")] \
                == ["off", mode, control.get("empty") or None]
        if control["kind"] == "choice":
            assert element.locator("option").all_text_contents() == keys[name]["enum"]
    assert len(seen) >= 7
    assert next(c for c in controls if c["name"] == "seed")["high"] == seed["maximum"]


def test_four_fields_and_the_rest_is_folded_away_until_it_is_needed(browser, server):
    live = Page(browser, server.url)
    shown = live.page.evaluate("""[...document.querySelectorAll("#form .field")]
      .filter((field) => field.checkVisibility()).map((field) => field.querySelector("[id]").id)""")
    assert shown == ["group_size", "infection_factor", "infection_probability", "period"]
    details = live.page.locator("#form details")
    assert details.locator("summary").inner_text() == "More"
    assert live.page.is_hidden("#latent_steps")
    groups = live.page.evaluate("import('/controls.js').then(({ controls }) => controls.flatMap(({ group }) => group || []))")
    assert details.locator("h2").all_text_contents() == [group for group, _ in itertools.groupby(groups)]
    details.locator("summary").click()
    live.page.fill("#infectious_steps", "0")
    details.locator("summary").click()
    live.page.click("#start")
    assert live.page.is_visible("#infectious_steps-error"), "a mistake folds it out"
    assert "or forever" in live.page.inner_text("#infectious_steps-error")
    live.page.fill("#infectious_steps", "3")
    live.page.locator("#infectious_steps").blur()
    live.page.reload()
    live.page.wait_for_selector("#link[data-state=open]", state="attached")
    assert live.page.input_value("#infectious_steps") == "3"
    assert live.page.is_visible("#infectious_steps"), "so does a value of the last time"
    live.page.click("#defaults")
    assert live.page.input_value("#infectious_steps") == "forever"
    assert live.page.input_value("#start_people") == ""
    live.close()


def test_time_runs_from_the_first_tap(live):
    live.start(playing=True, group_size=100, rule="exact", period=0.8)
    live.page.wait_for_timeout(600)
    assert live.page.inner_text("#play") == "Choose several" and live.state()["step"] == 0
    tapped = time.monotonic()
    live.page.mouse.click(*live.center_of(44))
    live.wait("spreadlab.group.step === 1")
    assert time.monotonic() - tapped > 0.7, "a whole period after the tap"
    live.page.click("#reset")
    live.wait("spreadlab.group.count === 0 && spreadlab.status?.playing")


def test_time_that_runs_waits_for_nobody(live):
    """From the tap on, before its first step; and where only the second group can still change."""
    def words():
        return live.page.inner_text("#state-word"), live.page.inner_text("#play")

    live.start(playing=True, group_size=100, rule="exact", period=10)
    assert words() == ("tap somebody to infect", "Choose several")
    live.page.mouse.click(*live.center_of(44))
    live.wait("spreadlab.group.tapped.length === 1")
    assert live.state()["step"] == 0 and words() == ("playing", "Pause")
    live.page.click("#back")
    live.page.evaluate("document.querySelector('#compare').open = true")
    live.page.select_option("#compare-what", "infection_factor")
    live.page.fill("#compare-value", "2")
    live.start(playing=True, group_size=2500, infection_factor=0, infectious_steps=2, period=0.1)
    live.page.mouse.click(*live.center_of(1275))
    live.wait("spreadlab.status?.stop && spreadlab.group.step > 4 && !spreadlab.second.ends.includes(2500)")
    assert words()[1] == "Pause" and words()[0] != "waiting for a tap" and live.page.is_enabled("#play")
    step = live.state()["step"]
    live.wait(f"spreadlab.group.step > {step}")
    live.page.click("#play")
    live.wait("!spreadlab.status.playing")


def test_time_runs_at_once_if_somebody_is_infected(live):
    live.start(playing=True, group_size=100, rule="exact", period=0.05, start_people=2)
    live.wait("spreadlab.group.step >= 2")


@pytest.mark.quick
def test_messages_name_what_is_allowed(live):
    for field, text, message in [
        ("group_size", "0", "Group size: enter a whole number from 1 to 4,000,000, for example 100."),
        ("infection_probability", "100,5", "Infection probability, %: enter a number from 0 to 100, for example 100."),
        ("period", "", "Period, s is missing: enter a number from 0.05 to 10, for example 1."),
        ("columns", "101", "Columns: enter at most 100, the number of people in the group."),
    ]:
        live.page.click("#defaults")
        live.unfold()
        live.page.fill(f"#{field}", text)
        live.page.click("#start")
        assert live.page.inner_text(f"#{field}-error") == message


def test_a_remembered_rule_is_chosen_again(live):
    live.unfold()
    live.page.select_option("#rule", "push")
    live.page.reload()
    live.wait("document.querySelector('#rule').value === 'push'")
    assert "four neighbors" in live.page.inner_text("#rule-note")


def test_fill_at_random_is_always_right(live):
    for _ in range(50):
        live.page.click("#fill")
        assert live.page.evaluate("""() => import("/field-checks.js").then(async ({ problem }) => {
          const { controls } = await import("/controls.js");
          return controls.map((one) => problem(one, document.getElementById(one.name).value));
        })""") == [""] * live.page.evaluate("document.querySelectorAll('#form .field').length")


def test_filling_at_random_keeps_what_was_chosen(live):
    live.unfold()
    live.page.select_option("#rule", "push")
    live.page.fill("#infectious_steps", "3")
    live.page.select_option("#boundary", "torus")
    for _ in range(20):
        live.page.click("#fill")
        assert [live.page.input_value(f"#{name}") for name in ("rule", "infectious_steps", "seed")] == ["push", "3", ""]
        assert live.page.input_value("#boundary") == "bounded", "rows may not fit another number of people"


def test_each_start_has_a_seed_of_its_own_unless_one_is_typed(browser, server):
    """Of the form's own group, of a scenario, and of a second group with the first."""
    pages = [Page(browser, server.url) for _ in range(2)]
    seeds = []
    for live in pages:
        for turn in range(2):
            live.start(group_size=100, seed="")
            seeds.append(live.page.inner_text("#seed-shown"))
            live.page.click("#back")
            assert live.page.input_value("#seed") == ""
            assert seeds[-1].split()[-1] in live.page.inner_text("#seed-note"), "the last one can be typed"
        live.page.evaluate("document.querySelector('#gallery').open = true")
        live.page.click("[data-scenario=two_rules]")
        live.wait("spreadlab.second?.ends.length > 0 && spreadlab.status?.ready")
        seeds.append(live.page.inner_text("#seed-shown"))
    assert len(set(seeds)) == 6 and "seed 1" not in seeds
    live = pages[0]
    for _ in range(2):
        live.page.click("#back")
        live.page.evaluate("document.querySelector('#compare').open = true")
        live.page.select_option("#compare-what", "")
        live.start(group_size=100, seed=77)
        assert live.page.inner_text("#seed-shown") == "seed 77"
    for live in pages:
        live.close()


def test_who_sets_up_the_next_run_stays_there(browser):
    """A server that is started anew repeats the session without showing it."""
    from conftest import Server, free_port

    port = free_port()
    server = Server(port=port).start()
    live = Page(browser, server.url)
    live.start(group_size=100, rule="exact")
    live.page.mouse.click(*live.center_of(44))
    live.step()
    live.page.click("#back")
    server.kill()
    live.page.wait_for_selector("#link[data-state=lost]", state="attached")
    live.page.click("#start")
    assert "no connection" in live.page.inner_text("#form-error")
    server = Server(port=port).start()
    live.page.wait_for_selector("#link[data-state=open]", state="attached", timeout=15_000)
    live.wait("spreadlab.status?.ready && spreadlab.group.step === 1")
    assert live.page.is_visible("#setup") and live.page.is_hidden("#simulation") and live.page.is_hidden("#form-error")
    live.close()
    server.stop()


def test_the_slider_of_the_period_is_logarithmic(live):
    """From 0.05 to 10 seconds; each period that it can have is at its place again."""
    found = live.page.evaluate("""import("/pace.js").then(({ Pace }) => {
      const $ = (id) => document.getElementById(id), chosen = [], pace = new Pace((period) => chosen.push(period));
      const look = () => [pace.period, $("fast").checked, $("pace").disabled, Number($("pace").value), $("pace-value").textContent,
        $("pace").getAttribute("aria-valuetext"), chosen.splice(0)];
      const set = (period) => { pace.set(period); return look(); };
      const by = (id, name, value, type) => { $(id)[name] = value; $(id).dispatchEvent(new Event(type)); return look(); };
      const places = Array.from({ length: 101 }, (_, place) => by("pace", "value", String(place), "input"));
      return { places, again: places.map(([period]) => set(period)), fast: [set(1), by("fast", "checked", true, "change"),
        by("fast", "checked", false, "change"), set(0), set(10)] }; })""")
    for place, (chosen, again) in enumerate(zip(found["places"], found["again"])):
        period = float(f"{0.05 * 200 ** (place / 100):.2g}")
        assert chosen == [period, False, False, place, f"{period:g} s", f"{period:g} s", [period]]
        assert [*again[:3], *again[4:]] == [period, False, False, f"{period:g} s", f"{period:g} s", []]
        assert abs(again[3] - place) <= 1, "periods are rounded"
    fast = "as fast as possible"
    assert found["fast"] == [
        [1, False, False, 57, "1 s", "1 s", []], [0, True, True, 57, fast, fast, [0]], [1, False, False, 57, "1 s", "1 s", [1]],
        [0, True, True, 57, fast, fast, []], [10, False, False, 100, "10 s", "10 s", []]]


def test_values_at_random_lie_between_their_ends(live):
    """At both ends and in the middle, which is the geometric one where numbers are drawn by their ratio."""
    drawn = live.page.evaluate("""import("/controls.js").then(({ controls }) => {
      const { random } = Math, filled = controls.filter((control) => control.random);
      const found = filled.map(({ name, random }) => ({ name, ...random, values: [] }));
      for (const share of [0, 0.5, 1 - 2 ** -53]) {
        Math.random = () => share;
        document.querySelector("#fill").click();
        for (const one of found) one.values.push(Number(document.querySelector(`#${one.name}`).value));
      }
      Math.random = random;
      return found; })""")
    assert len(drawn) >= 4 and any(one["byRatio"] for one in drawn)
    for one in drawn:
        low, high = one["low"], one["high"]
        middle = (low * high) ** 0.5 if one["byRatio"] else (low + high) / 2
        for value, expected in zip(one["values"], (low, middle, high)):
            assert abs(value - expected) <= 0.51 * 10 ** -one["digits"], one


def test_the_diagram_of_the_rule_lies_within_its_frame(live):
    live.unfold()
    for rule in ("exact", "push", "subset"):
        live.page.select_option("#rule", rule)
        frame, drawn = live.page.evaluate("""(() => {
          const svg = document.querySelector("svg.diagram"), ends = ({ x, y, width, height }) => [x, y, x + width, y + height];
          return [ends(svg.viewBox.baseVal), ends(svg.getBBox())]; })()""")
        assert frame[2] - frame[0] > 0 and drawn[2] > drawn[0], rule
        assert all(one >= end for one, end in zip(drawn[:2], frame[:2])), (rule, frame, drawn)
        assert all(one <= end for one, end in zip(drawn[2:], frame[2:])), (rule, frame, drawn)
