"""Bad inputs: named beside the field, kept as typed, and nothing breaks."""

import pytest

BAD = [
    ("group_size", text) for text in (
        "", " ", "0", "-1", "1.5", "1e2", "abc", "4000001", "99999999999999999999", "NaN",
        "Infinity", "0x10", "１００", "<img src=x onerror=alert(1)>", "100 people", "100 %")
] + [
    ("infection_factor", text) for text in ("", "-1", "2.5", "three", "1000001", "1/2")
] + [
    ("infection_probability", text) for text in (
        "", "-0.1", "100.1", "50 %%", "0,5", "1e400", "NaN", "--5")
] + [
    ("period", text) for text in ("", "0", "0.04", "10.1", "-1", "fast", "1,5")
] + [
    ("columns", text) for text in ("0", "101", "-3", "1.5", "squares")
] + [
    ("seed", text) for text in ("", "-1", "9007199254740992", "1.0", "seed")
] + [
    ("start_people", text) for text in ("0", "4000001", "all")
] + [
    ("infectious_steps", text) for text in ("0", "1.5", "always")
] + [
    ("recovery_probability", text) for text in ("", "-1", "101", "often")
]


@pytest.fixture(scope="module")
def form(browser, server):
    from conftest import Page

    page = Page(browser, server.url)
    yield page
    page.close()


@pytest.mark.parametrize("field,text", BAD)
def test_bad_input(form, field, text):
    page = form.page
    page.click("#defaults")
    form.unfold()
    page.fill(f"#{field}", text)
    page.click("#start")
    element = page.locator(f"#{field}")
    assert page.is_hidden("#simulation")
    assert element.input_value() == text, "what was typed is kept"
    assert element.get_attribute("aria-invalid") == "true"
    error = page.locator(f"#{field}-error")
    assert error.is_visible()
    assert f"{field}-error" in element.get_attribute("aria-describedby").split()
    message = error.inner_text()
    assert any(sign.isdigit() for sign in message), f"no range named: {message}"
    assert page.evaluate("document.activeElement.id") == field, "the field is where the focus is"
    page.fill(f"#{field}", {"period": "1", "columns": "10", "infection_probability": "50 %"}.get(field, "50"))
    assert error.is_hidden(), "the message goes as soon as the value is right"


def test_torus_with_a_partial_row(form):
    page = form.page
    page.click("#defaults")
    form.unfold()
    page.fill("#group_size", "99")
    # The form says so by itself, before anything is sent.
    page.evaluate("spreadlab.connection.socket.send = () => {}")
    page.select_option("#boundary", "torus")
    page.click("#start")
    assert "99 people do not fill rows of 10" in page.inner_text("#boundary-error")
    page.fill("#columns", "11")
    page.locator("#columns").blur()
    assert page.is_hidden("#boundary-error")


def test_bad_number_to_infect_at_random(live):
    live.start(group_size=10)
    for text in ("", "0", "11", "x"):
        live.page.fill("#random-count", text)
        live.page.click("#random-form button")
        assert live.page.is_visible("#random-error")
    assert live.state()["count"] == 0
    live.page.fill("#random-count", "10")
    live.page.click("#random-form button")
    live.wait("spreadlab.group.count === 10")


def test_server_checks_for_itself(server):
    """Messages no page of ours sends: an answer each, and the connection lives."""
    import json

    from conftest import TOKEN
    from websockets.sync.client import connect

    address = f"127.0.0.1:{server.port}"
    with connect(f"ws://{address}/live", origin=f"http://{address}",
                 subprotocols=["spreadlab.live.1", f"token.{TOKEN}"]) as socket:
        good = {"group_size": 100, "infection_factor": 3, "infection_probability": 1.0,
                "rule": "exact", "boundary": "bounded", "seed": 1, "period": 1}
        messages = ["", "{", "[]", "null", "1", '{"type":"nope"}', '{"type":"start"}',
                    '{"type":"infect","people":["a"],"number":1}', "[" * 5000, '{"type":5}']
        messages += [json.dumps({"type": "start", "parameters": {**good, **change}}) for change in (
            {"group_size": 0}, {"group_size": 10**18}, {"group_size": 1.5}, {"group_size": "100"},
            {"infection_factor": -1}, {"infection_probability": 2}, {"rule": "x" * 1000},
            {"columns": 0}, {"columns": 101}, {"boundary": "x"}, {"seed": -1}, {"period": 0.01},
            {"period": -1}, {"neighborhood": "x"}, {"point": 3}, {"boundary": "torus", "columns": 7})]
        for message in messages:
            socket.send(message)
            answer = json.loads(socket.recv(timeout=5))
            assert answer["type"] == "problem", message
        socket.send(json.dumps({"type": "hello", "session": "nope", "position": 0, "step": 0}))
        assert json.loads(socket.recv(timeout=5))["type"] == "welcome"
        for message in ({"type": "play"}, {"type": "step"}, {"type": "reset"}, {"type": "save"},
                        {"type": "shown", "run": -5, "position": -1, "step": 10**15},
                        {"type": "restore_taps", "step": -1, "people": [1]},
                        {"type": "restore_end"}, {"type": "watch", "point": 0, "replicate": 0}):
            socket.send(json.dumps(message))
        socket.send(json.dumps({"type": "undo"}))
        kinds = [json.loads(socket.recv(timeout=5))["type"] for _ in range(2)]
        assert kinds == ["problem", "undone"]
        socket.send(json.dumps({"type": "start", "parameters": good}))
        assert json.loads(socket.recv(timeout=5))["type"] == "opened"
        socket.send(json.dumps(
            {"type": "infect", "number": 1, "people": [-1, 100, 2**62, 5, 5]}))
        while True:
            answer = socket.recv(timeout=5)
            if isinstance(answer, str) and json.loads(answer)["type"] == "taken":
                break
        assert json.loads(answer)["count"] in (0, 1)  # 0 if it came before the group was ready
