"""Bad inputs: named beside the field, kept as typed, and nothing breaks."""

import math
import re

import pytest

BAD = [
    ("group_size", text) for text in (
        "", " ", "0", "-1", "1.5", "1e2", "abc", "4000001", "99999999999999999999", "NaN",
        "Infinity", "0x10", "１００", "<img src=x onerror=alert(1)>", "100 people", "100 %")
] + [
    ("infection_factor", text) for text in ("", "-1", "2.5", "three", "1000001", "1/2")
] + [
    ("infection_probability", text) for text in (
        "", "-0.1", "100.1", "50 %%", "0,5,5", "1,234,5", "1e400", "NaN", "--5")
] + [
    ("period", text) for text in ("", "0", "0.04", "10.1", "-1", "fast", "0,04")
] + [
    ("columns", text) for text in ("0", "101", "-3", "1.5", "squares")
] + [
    ("seed", text) for text in ("-1", "9007199254740992", "1.0", "seed")
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


def is_number(control, text):
    """Whether a text is a number that the field takes."""
    text = text.strip()
    if control["label"].endswith("%"):
        text = text.removesuffix("%").strip()
    form = r"[+-]?\d+" if control["kind"] == "whole" else r"[+-]?(\d+\.?\d*|\.\d+)([eE]-?\d+)?"
    if not re.fullmatch(form, text):
        return False
    low, high, value = control["low"], control["high"], float(text)
    return (low < value if control.get("aboveLow") else low <= value) and (value < high if control.get("belowHigh") else value <= high)


@pytest.mark.quick
def test_each_field_takes_what_lies_between_its_ends_and_nothing_else(form):
    controls = form.page.evaluate("import('/controls.js').then(({ controls }) => controls)")
    # None of them leaves out an end; a key may.
    controls.append({"name": "open", "kind": "number", "label": "Open", "low": 0, "high": 7, "aboveLow": True, "belowHigh": True, "words": [],
                     "first": "1", "divisor": 1, "allowed": "a number"})
    cases = []
    for control in controls:
        if control["kind"] in ("choice", "name"):
            continue
        near = 1 if control["kind"] == "whole" else 0.001
        ends = [f"{end + by:.16g}" for end in (control["low"], control["high"]) for by in (0, -near, near)]
        words = [word + case for word in control["words"] for case in ("", " ")] + [word.upper() for word in control["words"]]
        cases += [(control, text) for text in [*ends, *words, "", " ", ".5", "5.", "+3", "-0", "2e0", "2E0", "30e-1", "7 %", "7 people", "1e", "."]]
    found = form.page.evaluate("""(cases) => Promise.all(["/field-checks.js", "/parameters.js"].map((name) => import(name)))
      .then(([{ problem }, { typed, valueOf }]) => cases.map(([control, text]) => {
        const value = valueOf(control, text);
        return [problem(control, text) === "", value, typed(control, value)]; }))""", cases)
    assert len(cases) > 200
    for (control, text), (is_right, value, again) in zip(cases, found):
        case = control["name"], text
        word = text.strip().lower()
        is_word = word in control["words"] or word == "" and len(control["words"]) > 0
        assert is_right == (is_word or is_number(control, text) or (word == "" and bool(control.get("empty")))), case
        if is_word:
            assert value == again == (word or control["words"][0]), case
        elif is_right and word:
            number = float(text.strip().removesuffix("%"))
            assert value == pytest.approx(number / control["divisor"], rel=1e-15), case
            assert float(again) == pytest.approx(number, rel=1e-14), case


def test_numbers_are_read_as_people_write_them(form):
    """With the digits in groups, and with a decimal comma; as it was read, a number is shown when its field is left."""
    read = {
        "group_size": {"10,000": "10000", "1.000.000": "1000000", "10 000": "10000", "10\u202f000": "10000", "2'500": "2500", "1.000": "1000"},
        "infection_probability": {"0,5": "0.5", "12,5 %": "12.5", "0,125": "0.125", "12,500": "12.500", "1,234": "1.234", ",5": ".5"},
        "period": {"1,5": "1.5", "0,05": "0.05", "1.500": "1.500"}, "seed": {"1,234,567.0": None, "1,234,567": "1234567", "12,34": None},
        "infection_factor": {"1,00": None, "01,000": None, "1,000,00": None, "1,000.000": None, "1 000,000": None},
    }
    page = form.page
    for field, texts in read.items():
        for text, number in texts.items():
            page.click("#defaults")
            form.unfold()
            page.fill(f"#{field}", text)
            page.locator(f"#{field}").blur()
            assert page.is_visible(f"#{field}-error") == (number is None), (field, text)
            assert page.input_value(f"#{field}") == (number or text), (field, text)
    sent = page.evaluate("""Promise.all(["/controls.js", "/parameters.js", "/relations.js"].map((name) => import(name)))
      .then(([{ controls }, { valueOf }, { relationProblem }]) => { const control = (key) => controls.find(({ name }) => name === key);
        return [valueOf(control("infection_probability"), "0,5"), valueOf(control("group_size"), "1.000.000"),
          relationProblem("columns", { group_size: "1,000", columns: "1 001", boundary: "bounded" }) !== "",
          relationProblem("boundary", { group_size: "1,000", columns: "10", boundary: "torus" })]; })""")
    assert sent == [0.005, 1_000_000, True, ""]
    page.click("#defaults")


def test_what_fields_must_be_together(form):
    cases = [(people, columns, boundary) for people in ("12", "9", "x", "0", "2.5") for columns in ("3", "5", "13", "square", "", "0", "2.5")
             for boundary in ("bounded", "torus")]
    found = form.page.evaluate("""(cases) => import("/relations.js").then(({ relationProblem }) => cases.map(([group_size, columns, boundary]) =>
      ["group_size", "columns", "boundary"].map((field) => relationProblem(field, { group_size, columns, boundary }))))""", cases)
    for (people, columns, boundary), messages in zip(cases, found):
        wide = {"square": math.ceil(float(people) ** 0.5) if people.isdigit() else 1}.get(columns or "square", columns)
        is_judged = people in ("12", "9") and columns not in ("0", "2.5")
        broken = [False, is_judged and int(wide) > int(people), is_judged and boundary == "torus" and int(people) % int(wide) != 0]
        assert [message != "" for message in messages] == broken, (people, columns, boundary)
        assert all(people in message for message in messages if message)


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


@pytest.mark.quick
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
