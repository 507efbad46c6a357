"""The way between the screens: Start, Back, Continue, addresses, small screens."""

import pytest
from conftest import Page, Server, free_port


def begin(live):
    live.start(group_size=400, rule="exact")
    live.page.mouse.click(*live.center_of(210))
    live.step()
    return live.state()


@pytest.mark.quick
def test_back_of_the_browser_leads_to_the_parameters_and_forward_to_the_run(live):
    before = begin(live)
    live.page.go_back()
    live.page.wait_for_selector("#setup:not([hidden])")
    assert all(live.page.is_hidden(f"#{one}") for one in ("simulation", "back", "present"))
    live.page.go_forward()
    live.page.wait_for_selector("#simulation:not([hidden])")
    state = live.state()
    assert (state["run"], state["ends"]) == (before["run"], before["ends"])
    # What was left playing goes on playing.
    live.page.click("#play")
    live.wait("spreadlab.status.playing")
    live.page.click("#back")
    live.wait("!spreadlab.status.playing")
    live.page.click("#continue")
    live.wait("spreadlab.status.playing")
    live.pause()
    # And once more by the buttons, which the browser's Back follows.
    live.page.click("#back")
    live.page.wait_for_selector("#setup:not([hidden])")
    assert live.page.evaluate("document.activeElement.id") == "continue"
    live.page.click("#continue")
    live.page.wait_for_selector("#simulation:not([hidden])")
    live.step()
    assert live.state()["run"] == before["run"]
    live.page.go_back()
    live.page.wait_for_selector("#setup:not([hidden])")


def test_single_keys_work_outside_the_group_unless_they_are_not_wanted(live):
    live.start(group_size=100, rule="exact")
    live.page.mouse.click(*live.center_of(55))
    page = live.page
    page.focus("#save")
    page.keyboard.press("s")
    live.wait("spreadlab.group.step === 1")
    page.keyboard.press("?")
    page.evaluate("document.querySelector('#shortcuts').click()")
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")
    page.focus("#save")
    page.keyboard.press("s")
    page.focus("#grid")
    page.keyboard.press("s")
    live.wait("spreadlab.group.step === 2 && !spreadlab.status.computing")
    page.reload()
    live.wait("spreadlab.group?.step === 2")
    assert not page.is_checked("#shortcuts")
    # Nor does an earlier page of the browser's history open the instructions.
    assert page.evaluate("history.state.help") is None


def test_there_is_nothing_to_continue_before_the_first_start(live):
    assert live.page.is_hidden("#continue")


def test_start_leads_to_the_group_also_for_those_who_do_not_see_it(live):
    begin(live)
    live.page.reload()
    live.page.wait_for_selector("#simulation:not([hidden])")
    assert live.page.evaluate("document.activeElement.id") == "grid"
    live.page.click("#back")
    live.page.wait_for_selector("#setup:not([hidden])")
    live.page.click("#start")
    live.page.wait_for_selector("#simulation:not([hidden])")
    assert live.page.evaluate("document.activeElement.id") == "grid"
    live.wait("document.getElementById('announcer').textContent.includes('infect')")


def test_a_server_with_another_token_says_which_address_to_open(browser):
    port = free_port()
    server = Server(port=port).start()
    live = Page(browser, server.url)
    before = begin(live)
    server.kill()
    other = "f" * 32
    server = Server(port=port, token=other).start()
    live.page.wait_for_selector("#link[data-state=refused]", state="attached", timeout=20_000)
    assert "address" in live.page.inner_text("#notice")
    live.page.click("#back")
    live.page.click("#start")
    assert "Open the address" in live.page.inner_text("#form-error"), "where Start is, too, and nothing else"
    live.page.click("#continue")
    # The new address, pasted into this tab: the session goes on.
    live.page.evaluate(f"location.hash = '{other}'")
    live.page.wait_for_selector("#link[data-state=open]", state="attached", timeout=15_000)
    live.wait(f"spreadlab.group?.step === {before['step']}")
    assert live.state()["ends"] == before["ends"]
    assert "#" not in live.page.url
    server.stop()
    # The refused request is reported by the browser itself.
    live.errors.clear()
    live.close()


@pytest.mark.parametrize("width, height", [(360, 740), (740, 360), (320, 568)])
def test_what_begins_a_run_is_in_view_on_a_phone(browser, server, width, height):
    live = Page(browser, server.url, viewport={"width": width, "height": height})
    box = live.page.locator("[data-scenario]").first.bounding_box()
    assert box["y"] >= 0 and box["y"] + 44 <= height
    # Whoever makes a group of their own folds the scenarios away.
    live.page.click("#gallery summary")
    live.page.evaluate("window.scrollTo(0, 0)")
    box = live.page.locator("#start").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= height
    live.unfold()
    box = live.page.locator("#start").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= height
    live.close()


def test_instructions_open_with_what_can_be_done_on_the_screen(live):
    def part():
        live.page.click("#help-open")
        shown = live.page.evaluate("[...document.querySelectorAll('#help details[open]')].map(({ id }) => id)")
        live.page.click("#help-close")
        live.page.wait_for_selector("#help", state="hidden")
        return shown

    assert part() == ["help-see"]
    live.start(group_size=9)
    assert part() == ["help-infect"]
    live.page.click("#help-open")
    live.page.click("#help-look summary")
    live.page.click("#help-close")
    assert part() == ["help-infect"], "not where it was left"


def test_instructions_open_at_their_beginning(browser, server):
    live = Page(browser, server.url, viewport={"width": 360, "height": 500})
    live.start(group_size=9)
    live.page.click("#help-open")
    live.page.wait_for_selector("#help[open]")
    assert live.page.evaluate("document.getElementById('help').scrollTop") == 0
    close = live.page.locator("#help-close").bounding_box()
    assert 0 <= close["y"] < 100, "Close is where the instructions begin"
    live.page.evaluate("document.getElementById('help').scrollTop = 1e6")
    assert live.page.locator("#help-close").bounding_box()["y"] >= 0, "and stays in sight"
    live.page.go_back()
    live.page.wait_for_selector("#help", state="hidden")
    assert live.page.is_visible("#simulation"), "Back closes the instructions alone"
    live.close()
