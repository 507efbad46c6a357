"""Immune people before the first step, and interventions by button while a session runs."""

import json

import pytest
from command import rows, run
from conftest import IMMUNE, INFECTIOUS, STATES, Page, Server, free_port
from fingers import pinch, swipe

def people(live, state):
    return [p for p, one in enumerate(live.page.evaluate(STATES)) if one == state]


def said(live, text):
    live.wait(f"document.querySelector('#announcer').textContent.includes({json.dumps(text)})")


def in_force(live):
    return live.page.inner_text("#in-force")


def run_saved(live, folder):
    """The saved study, and the curve and the map that the command makes of it."""
    [study] = live.saved(folder)
    results = run(study, folder / "results")
    curve = [int(row["infected"]) for row in rows(results / "curves.csv")]
    infected = {int(row["person"]) for row in rows(results / "maps.csv") if row["infected_at_step"]}
    return json.loads(study.read_text()), curve, infected


@pytest.mark.quick
def test_paint_by_mouse_and_interventions_are_saved_and_run_again(live, tmp_path):
    live.start(group_size=441, rule="exact", infection_factor=4, infection_probability=60, seed=3)
    live.page.uncheck("#ensemble")  # its band may reach further than the run
    live.page.click("#tool-paint")
    box = [live.center_of(p) for p in (44, 48)]
    live.page.mouse.move(*box[0])
    live.page.mouse.down()
    live.page.mouse.move(*box[1], steps=2)
    live.page.mouse.up()
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 5")
    live.page.mouse.click(*live.center_of(46))
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 4")
    assert people(live, IMMUNE) == [44, 45, 47, 48]
    live.wait("document.querySelector('#immune-count').textContent === '4'")
    # A swipe that begins on an immune person erases, and does not paint the healthy ones it crosses.
    live.page.mouse.move(*live.center_of(45))
    live.page.mouse.down()
    live.page.mouse.move(*live.center_of(47), steps=3)
    live.page.mouse.up()
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 2")
    assert people(live, IMMUNE) == [44, 48]
    live.page.click("#tool-infect")
    live.page.mouse.click(*live.center_of(220))
    live.page.mouse.click(*live.center_of(44))
    live.step()
    assert live.page.evaluate("document.activeElement.id") == "step", "only a focus that would be lost moves"
    assert people(live, IMMUNE) == [44, 48]
    assert live.page.is_hidden("#tool-paint")
    assert live.page.is_disabled("#original")
    live.step()
    live.change(factor="some", probability=101)
    assert live.page.evaluate("document.activeElement.id") == "later-infection_factor"
    for key in ("factor", "probability"):
        assert live.page.is_visible(f"#later-infection_{key}-error")
    live.change(factor=2, probability=60)
    live.wait("document.querySelector('#in-force').textContent.startsWith('From the next step on')")
    assert live.page.is_hidden("#later-infection_factor-error") and live.page.is_hidden("#later-infection_probability-error")
    said(live, "infection factor 2")
    live.step()
    live.wait("document.querySelector('#in-force').textContent.includes('since step 2')")
    live.change(probability=30)
    live.step()
    live.wait("document.querySelector('#in-force').textContent.includes('since step 3')")
    live.page.mouse.click(*live.center_of(7))
    live.page.click("#original")
    # The fields show what waits.
    live.wait("document.querySelector('#later-infection_factor').value === '4'")
    live.wait("document.querySelector('#later-infection_probability').value === '60'")
    live.step()
    live.wait("document.querySelector('#in-force').textContent === ''")
    live.step()
    state = live.state()
    lines = "".join(f"M{300 * at / state['step']:.2f} 0V120" for at in (2, 3, 4))
    live.wait(f"document.querySelector('#curve-changes').getAttribute('d') === '{lines}'")
    study, curve, infected = run_saved(live, tmp_path)
    assert study["model"]["immune_people"] == [44, 48]
    assert study["interventions"]["as_played"] == [
        {"when": {"step": 2}, "set": {"infection_factor": 2}, "until": {"step": 3}},
        {"when": {"step": 3}, "set": {"infection_factor": 2, "infection_probability": 0.3}, "until": {"step": 4}}]
    assert curve == state["ends"]
    assert infected == set(people(live, INFECTIOUS))
    # What is in force at the end of a run stays.
    live.change(probability=100)
    live.step()
    live.wait("!document.querySelector('#original').disabled")
    live.page.check("#fast")
    live.page.click("#play")
    live.wait("spreadlab.status.ended")
    assert in_force(live) != "" and live.page.is_disabled("#original") and live.page.is_disabled("#change")


def test_paint_by_keyboard_alone(live):
    live.start(group_size=100, rule="exact")
    page = live.page
    page.focus("#tool-paint")
    page.keyboard.press("Enter")
    assert page.get_attribute("#tool-paint", "aria-pressed") == "true"
    page.focus("#grid")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Space")
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 1")
    said(live, "Row 1, column 1 made immune.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 2")
    page.keyboard.press("Enter")
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 1")
    said(live, "Row 1, column 2 healthy again.")
    page.evaluate("spreadlab.connection.send({ type: 'infect', people: [45], number: 90 })")
    page.focus("#tool-paint")
    page.evaluate("spreadlab.connection.send({ type: 'step' })")
    live.wait("spreadlab.group.step === 1")
    assert page.evaluate("document.activeElement.id") == "grid", "the focus is not lost with the tool"
    assert page.get_attribute("#tool-infect", "aria-pressed") == "true"


def test_paint_holds_time_and_reset_keeps_the_walls(live):
    live.start(group_size=100, rule="exact", period=0.05, playing=True)
    live.page.click("#tool-paint")
    live.wait("!spreadlab.status.playing")
    live.paint(range(5, 100, 10))
    said(live, "10 people are immune.")
    assert people(live, IMMUNE) == list(range(5, 100, 10))
    live.page.click("#tool-infect")
    live.page.mouse.click(*live.center_of(43))
    live.page.mouse.click(*live.center_of(46))
    live.wait("spreadlab.group.count === 2")
    live.page.wait_for_timeout(300)
    assert live.state()["step"] == 0
    live.page.click("#play")
    live.wait("spreadlab.group.step >= 3")
    live.page.click("#reset")
    live.wait(f"spreadlab.group.step === 0 && spreadlab.group.counts[{IMMUNE}] === 10")
    assert live.page.is_visible("#tool-paint")
    live.paint(range(5, 100, 10), immune=False)
    live.wait("document.querySelector('#immune-box').hidden")


def test_a_new_start_waits_while_the_paint_tool_is_chosen(live):
    live.start(group_size=100, rule="exact", period=0.05)
    live.page.click("#tool-paint")
    run = live.state()["run"]
    live.page.click("#reset")
    live.wait(f"spreadlab.run !== {run} && spreadlab.status?.ready")
    live.page.wait_for_timeout(300)
    assert live.state()["step"] == 0 and not live.state()["playing"]


def test_a_restarted_server_repeats_paint_taps_and_interventions(browser):
    port = free_port()
    server = Server(port=port).start()
    live = Page(browser, server.url)
    live.start(group_size=400, rule="virus_app", infection_factor=4, infection_probability=70)
    live.paint(range(10, 400, 20))
    live.page.click("#tool-paint")
    live.page.mouse.click(*live.center_of(210))
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 19")
    live.page.click("#tool-infect")
    live.page.mouse.click(*live.center_of(63))
    live.step()
    live.change(factor=2)
    live.step()
    live.change(factor=3, probability=35)
    live.page.mouse.click(*live.center_of(300))
    live.step()
    before, states, words = live.state(), live.page.evaluate(STATES), in_force(live)
    assert words == "In force since step 2: infection factor 3, infection probability 35 %."
    for reload in (False, True):
        server.kill()
        live.page.wait_for_selector("#link[data-state=lost]", state="attached")
        server = Server(port=port).start()
        if reload:
            live.page.wait_for_timeout(400)
            live.page.reload()
        live.page.wait_for_selector("#link[data-state=open]", state="attached", timeout=15_000)
        live.wait("spreadlab.group?.step === 3 && spreadlab.status?.ready")
        live.wait(f"document.querySelector('#in-force').textContent === {json.dumps(words)}")
        after = live.state()
        assert (after["ends"], after["immune"]) == (before["ends"], before["immune"])
        assert live.page.evaluate(STATES) == states
    server.stop()
    live.close()


def test_messages_that_cannot_be_are_refused_in_words(live):
    live.start(group_size=100, rule="exact", infection_factor=1)

    def refused(message, words):
        live.page.evaluate("(m) => spreadlab.connection.send(m)", message)
        live.wait(f"document.querySelector('#notice').textContent.includes({json.dumps(words)})")

    strange = "does not understand"
    for person in (-1, 100, 2**40, -2**50):
        refused({"type": "paint", "people": [3, person], "immune": True},
                f"There is no person {person}: their numbers are 0 to 99.")
    refused({"type": "intervene", "infection_factor": "nonsense"}, strange)
    refused({"type": "intervene", "infection_factor": 0}, "whole number from 1")
    refused({"type": "intervene", "infection_probability": 0}, "above 0")
    refused({"type": "intervene"}, "Nothing would be changed.")
    refused({"type": "paint", "people": "all", "immune": True}, strange)
    refused({"type": "paint", "people": [5], "immune": False}, "Only people who were painted")
    assert people(live, IMMUNE) == [], "nothing of a refused message is done"
    live.page.mouse.click(*live.center_of(5))
    live.wait("spreadlab.group.count === 1")
    refused({"type": "paint", "people": [5], "immune": True}, "Only healthy people")
    live.step()
    late = "before the first step only"
    refused({"type": "paint", "people": [3], "immune": True}, late)
    # A session nobody played: nonsense is left out, and the server lives.
    for message in (
            {"type": "restore", "step": 3, "playing": False,
             "parameters": {"group_size": 9, "infection_factor": 3, "infection_probability": 1,
                            "rule": "exact", "boundary": "bounded", "seed": 1, "period": 1}},
            {"type": "restore_paint", "people": [0, 9, -1, 2**62], "immune": True},
            {"type": "restore_intervention", "step": -5, "infection_factor": 2},
            {"type": "restore_intervention", "step": 2**62, "infection_factor": 2},
            {"type": "restore_intervention", "step": 0},
            {"type": "restore_taps", "step": 0, "people": [0, 4]},
            {"type": "restore_end"}):
        live.page.evaluate("(m) => spreadlab.connection.send(m)", message)
    live.wait("spreadlab.group.size === 9 && spreadlab.status?.ready")
    assert people(live, IMMUNE) == [0]
    assert in_force(live) == ""


def test_paint_by_touch(browser, server):
    """A tap and a swipe paint, two fingers zoom and leave everybody as they are, and a tap on somebody painted erases."""
    live = Page(browser, server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True,
                device_scale_factor=3)
    live.start(group_size=64, rule="exact", infection_factor=8, infection_probability=100)
    live.tap("#tool-paint", until="!document.querySelector('#immune-box').hidden")
    places = [live.center_of(p) for p in range(64)]
    live.page.touchscreen.tap(*live.center_of(9))
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 1")
    live.wait("document.querySelector('#immune-count').textContent === '1'")
    assert [live.center_of(p) for p in range(64)] == places, "nobody moves when the first is painted"
    swipe(live, places[33], places[37])
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 6")
    assert people(live, IMMUNE) == [9, 33, 34, 35, 36, 37]
    scale = live.page.evaluate("spreadlab.viewport.scale")
    pinch(live, live.center_of(27), 2)
    live.wait(f"spreadlab.viewport.scale > {1.3 * scale}")
    assert people(live, IMMUNE) == [9, 33, 34, 35, 36, 37], "two fingers only look"
    live.tap("#zoom-fit", until=f"spreadlab.viewport.scale < {1.1 * scale}")
    live.page.touchscreen.tap(*live.center_of(35))
    live.wait(f"spreadlab.group.counts[{IMMUNE}] === 5")
    live.paint([9, 33, 34, 36, 37], immune=False)
    live.page.touchscreen.tap(*live.center_of(20))
    live.tap("#tool-infect", until="document.querySelector('#grid').dataset.tool === 'infect'")
    live.page.touchscreen.tap(*live.center_of(27))
    live.wait("spreadlab.group.count === 1")
    live.step()
    # A person in the middle has eight neighbors, one of whom is painted.
    assert people(live, IMMUNE) == [20] and live.state()["count"] == 8
    live.close()
