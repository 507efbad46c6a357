"""The reducer of the page, message by message: no server takes part in what is judged."""

import json
import random
import struct

import pytest
from conftest import Page

OPENED = {"type": "opened", "session": "a", "run": 3, "columns": 3,
          "parameters": {"group_size": 9, "infection_factor": 3, "infection_probability": 1,
                         "rule": "exact", "boundary": "bounded", "seed": 1, "period": 1}}
STORED = {"type": "watching", "point": 1, "replicate": 2, "group_size": 9, "columns": 3, "steps": 4,
          "rule": "exact", "label": "x", "period": 1, "stop": "all_infected"}
STATUS = {"type": "status", "run": 3, "playing": False, "computing": False, "ready": True,
          "period": 1, "ended": False, "undoable": 0}


@pytest.fixture(scope="module")
def live(browser, server):
    """One page for all tests, which leave it as it is."""
    page = Page(browser, server.url)
    yield page
    page.close()


def after(live, messages, recipe=None):
    """What the page is after these messages, and the effects of the last one."""
    return live.page.evaluate("""async ([messages, recipe]) => {
      const { begin, reduce } = await import("/reducer.js");
      let page = begin(recipe);
      let effects = [];
      for (const message of messages) ({ page, effects } = reduce(page, message));
      return { screen: page.screen, number: page.run?.number ?? null, recipe: page.recipe, effects,
               kind: page.run?.constructor.name ?? null };
    }""", [json.loads(json.dumps(messages)), recipe])


def sent(result):
    return [effect[1] for effect in result["effects"] if effect[0] == "send"]


def test_start_and_watch_show_their_run(live):
    page = after(live, [OPENED])
    assert (page["screen"], page["kind"], page["number"]) == ("run", "PlayedRun", 3)
    empty = {"introduced": [], "step": 0, "playing": False, "painted": [], "made": []}
    assert {name: page["recipe"][name] for name in ("name", *empty)} == {"name": "a", **empty}
    page = after(live, [OPENED, STORED])
    assert (page["screen"], page["kind"], page["number"]) == ("run", "WatchedRun", 0)
    assert page["recipe"] is None


@pytest.mark.quick
def test_messages_of_another_run_change_nothing(live):
    other = {**STATUS, "run": 2, "ended": True}
    assert after(live, [OPENED, other])["effects"] == []
    frame = {"type": "frame", "frame": {"kind": "changes", "run": 2, "position": 0, "step": 0,
                                        "ends": [1], "changes": [4 << 4 | 1], "engineCount": 1}}
    assert after(live, [OPENED, frame])["effects"] == []
    introduced = {"type": "introduced", "run": 2, "number": 0, "step": 0, "people": [1]}
    assert after(live, [OPENED, introduced])["recipe"]["introduced"] == []
    assert after(live, [{"type": "nonsense"}])["effects"] == []


def test_no_message_of_a_run_that_is_not_there_changes_this_one(live):
    messages = [
        {**STATUS, "ended": True}, {"type": "introduced", "number": 0, "step": 0, "people": [1]}, {"type": "ensemble", "planned": 200},
        {"type": "painted", "number": 0, "immune": True, "people": [1]}, {"type": "past", "step": 1, "states": "AQAA"},
        {"type": "conditions", "made": [{"step": 0, "values": {"infection_factor": 2}}], "tracks_people": True}]
    states = live.page.evaluate("""([opened, messages]) => import("/reducer.js").then(({ begin, reduce }) => {
      let { page } = reduce(begin(null), opened);
      const frame = { kind: "changes", run: 3, position: 0, step: 0, ends: [1, 2, 3], changes: [65, 81, 97], engineCount: 3 };
      reduce(page, { type: "frame", frame });
      page.run.goTo(1);
      const look = () => { const { recipe, run: { status, ensemble, past, conditions, group } } = page;
        return JSON.stringify([recipe, status, ensemble, past, conditions, [...group.cells], group.tracksPeople]); };
      return messages.map((message) => [2, 3].map((run) => {
        const before = look();
        ({ page } = reduce(page, { ...message, run }));
        return look() !== before; }));
    })""", [OPENED, messages])
    assert states == [[False, True]] * len(messages)


def test_what_the_second_group_does_is_not_said_as_if_it_were_the_first(live):
    compared = [{**OPENED, "is_compared": True}, {**OPENED, "run": 4, "is_second": True}]
    second = {**STATUS, "run": 4}
    assert after(live, [*compared, STATUS, second, {**second, "ended": True}])["effects"] == []
    conditions = {"type": "conditions", "made": [{"step": 0, "values": {"infection_factor": 2}}], "tracks_people": False}
    said = [[effect[0] for effect in after(live, [*compared, STATUS, second, {**conditions, "run": run}])["effects"]] for run in (3, 4)]
    assert said == [["keep", "say"], ["keep"]]
    frame = {"kind": "changes", "position": 0, "step": 0, "ends": [1, 3], "engineCount": 3, "changes": [65, 1, 17]}
    assert after(live, [*compared, {"type": "frame", "frame": {**frame, "run": 4}}])["effects"] \
        == [["acknowledge", {"type": "shown", "run": 4, "step": 1}]]


def test_the_end_is_said_once(live):
    ended = {**STATUS, "ended": True}
    assert after(live, [OPENED, STATUS, ended])["effects"][0][0] == "say"
    assert after(live, [OPENED, STATUS, ended, ended])["effects"] == []
    assert after(live, [OPENED, ended])["effects"] == [], "it had ended before the page came"


def test_a_known_session_gets_the_rest(live):
    frame = {"type": "frame", "frame": {"kind": "changes", "run": 3, "position": 0, "step": 0,
                                        "ends": [1, 3], "engineCount": 3,
                                        "changes": [person << 4 | 1 for person in (4, 0, 1)]}}
    shown = after(live, [OPENED, frame])
    assert shown["effects"] == [["acknowledge", {"type": "shown", "run": 3, "step": 1}]]
    hello = after(live, [OPENED, frame, {"type": "link", "state": "open", "failures": 0}])
    assert sent(hello) == [
        {"type": "hello", "session": "a", "run": 3, "position": 3, "step": 1}]
    welcome = {"type": "welcome", "rules": [], "knows": True}
    assert sent(after(live, [OPENED, frame, welcome])) == []


@pytest.mark.quick
def test_an_unknown_session_is_repeated_where_the_page_is(live):
    introduced = {"type": "introduced", "run": 3, "number": 0, "step": 2, "people": [4, 5]}
    welcome = {"type": "welcome", "rules": [], "knows": False}
    repeated = after(live, [OPENED, introduced, welcome])
    assert [message["type"] for message in sent(repeated)] == [
        "restore", "restore_taps", "restore_end"]
    assert sent(repeated)[1] == {"type": "restore_taps", "step": 2, "people": [4, 5]}
    opened = {**OPENED, "session": "b", "run": 1}
    page = after(live, [OPENED, introduced, welcome, opened])
    assert page["recipe"]["name"] == "b"
    assert page["recipe"]["introduced"] == [{"step": 2, "people": [4, 5]}]
    again = after(live, [OPENED, introduced, welcome, opened, opened])
    assert again["recipe"]["introduced"] == [], "a start of its own begins without any"
    back = after(live, [OPENED, {"type": "back"}, welcome, opened])
    assert back["screen"] == "setup"


def test_a_reloaded_page_comes_back_to_its_session(live):
    recipe = {"name": "a", "parameters": OPENED["parameters"], "introduced": [], "step": 2,
              "playing": True}
    hello = after(live, [{"type": "link", "state": "open", "failures": 0}], recipe)
    assert sent(hello) == [
        {"type": "hello", "session": "a", "run": None, "position": 0, "step": 0}]
    assert after(live, [OPENED], recipe)["screen"] == "run"
    repeated = after(live, [{"type": "welcome", "rules": [], "knows": False}], recipe)
    assert sent(repeated)[0] == {
        "type": "restore", "parameters": OPENED["parameters"], "step": 2, "playing": True}


def test_a_watched_run_is_asked_for_again_until_it_is_left(live):
    welcome = {"type": "welcome", "rules": [], "knows": False,
               "study": {"name": "s", "points": 2, "results": True, "open_point": 1}}
    assert ["openAsked", welcome["study"]] in after(live, [welcome])["effects"]
    again = after(live, [STORED, welcome])
    assert sent(again) == [{"type": "watch", "point": 1, "replicate": 2}]
    assert [effect[0] for effect in again["effects"]] == ["offer", "send"]
    left = after(live, [STORED, {"type": "back"}, welcome])
    assert (left["screen"], left["kind"]) == ("setup", None)


def test_problems_are_told_where_the_user_is(live):
    problem = {"type": "problem", "message": "no", "mistakes": [{"field": "seed", "message": "x"}]}
    assert after(live, [problem])["effects"][0] == ["showMistakes", "no", problem["mistakes"]]
    assert after(live, [OPENED, problem])["effects"][0] == ["flash", "no"]
    left = after(live, [OPENED, {"type": "back"}, problem])
    assert left["effects"][0][0] == "showMistakes"


def test_what_was_undone_is_said_once(live):
    tapped = {"type": "frame", "frame": {"kind": "tapped", "run": 3, "stay": 0, "people": []}}
    undone = [OPENED, {"type": "undone", "what": "tap"}, tapped]
    assert after(live, undone)["effects"][0][1].startswith("Undone.")
    assert after(live, [*undone, tapped])["effects"] == []


def test_an_earlier_step_is_shown_only_while_it_is_wanted(live):
    frame = {"kind": "changes", "run": 3, "position": 0, "step": 0, "ends": [1, 2], "changes": [4 << 4 | 1, 5 << 4 | 1],
             "engineCount": 2}
    past = {"type": "past", "run": 3, "step": 0, "states": "AAEA"}  # person 4 alone is infected
    shown = live.page.evaluate("""async ([opened, frame, past]) => {
      const { begin, reduce } = await import("/reducer.js");
      return [[], [0], [0, 1]].map((wanted) => {
        let { page } = reduce(begin(null), opened);
        ({ page } = reduce(page, { type: "frame", frame }));
        for (const step of wanted) page.run.goTo(step);
        ({ page } = reduce(page, past));
        return [page.run.step, [...page.run.group.cells]]; }); }""", [OPENED, frame, past])
    last = [1, [0, 0, 0, 0, 1, 1, 0, 0, 0]]
    assert shown == [last, [0, [0, 0, 0, 0, 1, 0, 0, 0, 0]], last]


def test_what_can_be_pressed_depends_on_the_step_shown_and_the_connection(live):
    """At the last step of two, at the one before and at the first; nothing without a connection."""
    frame = {"kind": "changes", "run": 3, "position": 0, "step": 0, "ends": [1, 2, 3],
             "changes": [person << 4 | 1 for person in (4, 5, 6)], "engineCount": 3}
    found = live.page.evaluate("""async ([opened, status, frame]) => {
      const { begin, reduce } = await import("/reducer.js");
      let { page } = reduce(begin(null), opened);
      for (const message of [status, { type: "frame", frame }]) ({ page } = reduce(page, message));
      const free = (isOpen) => Object.entries(page.run.controls(isOpen))
        .filter(([, { disabled }]) => disabled === false).map(([name]) => name).sort();
      return [2, 1, 0].map((step) => {
        if (step < 2) {
          page.run.goTo(step);
          ({ page } = reduce(page, { type: "past", run: 3, step, states: "AAEA" }));
        }
        return [free(true), free(false)]; }); }""", [OPENED, STATUS, frame])
    always = {"anew", "change", "play", "reset", "rewind", "save", "scrub", "step"}
    moves = [{"step-back"}, {"step-back", "step-forward"}, {"step-forward"}]
    assert [(set(opened), closed) for opened, closed in found] == [(always | move, []) for move in moves]


# A run in every state in which it can be: what its controls are, and the word beside the step.
PHASES = """([opened, phases]) => import("/reducer.js").then(({ begin, reduce }) => phases.map(
  ([status, ends, latent, isBack, conditions, isOpen, parameters]) => {
    let { page } = reduce(begin(null), { ...opened, parameters: { ...opened.parameters, ...parameters } });
    const take = (message) => { ({ page } = reduce(page, { run: 3, ...message })); };
    const head = ends.at(-1) - latent;
    const packed = new Uint8Array(3);
    for (let person = 0; person < ends.at(-1); person += 1) packed[person >> 2] |= (person < head ? 1 : 2) << (2 * (person & 3));
    take({ type: "frame", frame: { kind: "states", run: 3, position: 5, step: 0, engineCount: ends.at(-1), packed,
      steps: ends.map((count, at) => ({ infectious: count - (at === ends.length - 1 ? latent : 0), latent: at === ends.length - 1 ? latent : 0,
        immune: 0, news: 0 })) } });
    if (status) take({ type: "status", ...status });
    if (conditions) take({ type: "conditions", ...conditions });
    if (isBack) { page.run.goTo(1); take({ type: "past", step: 1, states: "AAAA" }); }
    const { run } = page;
    return [run.controls(isOpen), { word: run.word, waits: run.waits, canInfect: run.canInfect, canPaint: run.canPaint,
      marksStep: run.marksStep, step: run.step, isOver: Boolean(run.isOver) }]; }))"""
NO_CHANGE = {"made": [], "tracks_people": False}


def phases():
    """Status, people infected after each step and how many of them are latent, whether an earlier step is shown, what
    holds, whether there is a connection, and parameters."""
    statuses = [None, *({**STATUS, **more} for more in (
        {}, {"ready": False}, {"playing": True}, {"undoable": 2, "first_step": 1}, {"ended": True, "stop": "all_infected"},
        {"ended": True, "stop": "max_steps"}, {"ended": True, "stop": "no_spread"}, {"stop": "no_spread"}, {"stop": "extinct"},
        {"playing": True, "stop": "no_spread"}, {"playing": True, "stop": "extinct"}))]
    for status in statuses:
        for ends, latent in (([0], 0), ([2], 0), ([1, 3, 4], 2), ([1, 3, 0], 0), ([1, 0, 1, 1], 1)):
            yield status, ends, latent, False, None, True, {}
            if len(ends) > 1 and not (status or {}).get("playing"):
                yield status, ends, latent, True, None, True, {}
        yield status, [1, 3], 0, False, None, False, {}
    yield STATUS, [1, 3], 0, False, {**NO_CHANGE, "refusal": "no"}, True, {}
    yield STATUS, [1, 3], 0, False, {**NO_CHANGE, "made": [{"step": 1, "values": {"infection_factor": 2}}]}, True, {}
    yield STATUS, [1, 3], 0, False, {**NO_CHANGE, "made": [{"step": 1, "values": {}}], "waiting": {}}, True, {}
    for parameters in ({"infection_factor": 0}, {"infection_probability": 0}):
        yield {**STATUS, "stop": "no_spread"}, [1, 1], 0, False, None, True, parameters


def test_controls_in_every_state_of_a_run(live):
    cases = list(phases())
    found = live.page.evaluate(PHASES, [OPENED, cases])
    assert len(cases) > 60
    for (status, ends, latent, is_back, conditions, is_open, parameters), (controls, run) in zip(cases, found):
        case = status, ends, is_back, is_open
        given = status or {}
        last, now = len(ends) - 1, ends[-1]
        step = 1 if is_back and last > 1 else last
        is_past = step < last
        ended, playing, stop = given.get("ended", True), given.get("playing", False), given.get("stop")
        died_out = stop == "extinct" and now == 0 and any(ends)
        waits = stop in ("no_spread", "extinct") and now == 0
        first = given.get("first_step", 0)
        has_begun = last > 0 and not ended
        done = died_out and playing
        disabled = {
            "play": ended or done, "step": playing or (ended and not is_past), "scrub": last == first, "step-back": step <= first,
            "step-forward": not is_past, "rewind": False, "undo": not given.get("undoable", 0), "reset": False, "anew": False,
            "save": False, "change": ended or "refusal" in (conditions or {}),
            "original": ended or not (conditions or {}).get("made", []) or "refusal" in (conditions or {})}
        assert {name: one["disabled"] for name, one in controls.items() if "disabled" in one} \
            == {name: one or not is_open for name, one in disabled.items()}, case
        assert controls["play"]["text"] == (
            ("Choose several" if waits else "Pause") if playing and not done else "Continue" if has_begun and not done else "Start"), case
        scrub = controls["scrub"]
        assert [scrub[name] for name in ("min", "max", "value", "valueText")] == [first, last, step, f"step {step} of {last}"], case
        assert controls["rewind-box"]["hidden"] == (not is_past), case
        if "refusal" in (conditions or {}):
            assert controls["in-force"]["text"] == conditions["refusal"], case
        assert run == {
            "word": run["word"], "waits": waits, "canInfect": not (status and ended) and not is_past, "marksStep": is_past, "step": step,
            "canPaint": bool(given.get("ready")) and last == 0, "isOver": bool(status) and (ended or died_out)}, case
        if is_past:
            kind = "earlier"
        elif stop == "all_infected":
            kind = "everybody"
        elif died_out:
            kind = "died out"
        elif stop not in ("no_spread", "extinct"):
            kind = "playing" if playing else ""
        elif now == 0:
            kind = "nobody can be" if ended else "tap"
        elif ended:
            kind = "nobody else"
        elif 0 in parameters.values():
            kind = "can infect anybody"
        else:
            kind = "waiting" if playing else ""
        assert kind in run["word"] and bool(kind) == bool(run["word"]), case


# Binary messages as the server writes them.
def frame_of(*numbers, rest=b""):
    return list(struct.pack(f"<{len(numbers)}i", *numbers) + rest)


@pytest.mark.quick
def test_binary_messages_are_read_as_they_are_written(live):
    position = 5 * 2 ** 32 + 2 ** 31 + 7
    low, high = position % 2 ** 32 - 2 ** 32, position // 2 ** 32
    messages = [
        frame_of(1, 9, 12, low, high, 4, 3, 2, 0, 1, 16, 33, 50), frame_of(2, 9, 3, 20, 21, 22), frame_of(2, 9, 0),
        frame_of(3, 9, 12, low, high, 4, 2, 5, 6, 7, 8, 50, 60, 70, 80, rest=bytes([27, 228, 1])),
        frame_of(4, 9, 3, 2, 10, 20, 30, *(round(one * 1e6) for one in (0, 0.25, 0.5, 0.75, 1, 0.125)), 0, 1, 1, 2),
    ]
    found = live.page.evaluate("""(messages) => import("/protocol.js").then(({ readFrame }) => messages.map((bytes) => {
      const plain = (one) => (ArrayBuffer.isView(one) ? [...one] : one?.people ? Object.fromEntries(
        Object.entries(one).map(([name, value]) => [name, plain(value)])) : one);
      return Object.fromEntries(Object.entries(readFrame(Uint8Array.from(bytes).buffer)).map(([name, value]) => [name, plain(value)]));
    }))""", messages)
    head = {"run": 9, "engineCount": 12, "position": position, "step": 4}
    assert found == [
        {"kind": "changes", **head, "ends": [position + 2, position + 2, position + 3], "changes": [16, 33, 50]},
        {"kind": "tapped", "run": 9, "stay": 3, "people": [20, 21, 22]}, {"kind": "tapped", "run": 9, "stay": 0, "people": []},
        {"kind": "states", **head, "packed": [27, 228, 1], "steps": [
            dict(zip(("infectious", "latent", "immune", "news"), counts)) for counts in ((5, 6, 7, 8), (50, 60, 70, 80))]},
        {"kind": "network", "run": 9, "network": {
            "people": [10, 20, 30], "places": [0, 0.25, 0.5, 0.75, 1, 0.125], "edges": [0, 1, 1, 2]}}]


# A group that is told what happens, and after each message everything that is known of it.
GROUP = """(script) => import("/group.js").then(({ Group }) => {
  const group = new Group(40, 7, { tracksPeople: true });
  let drawn = Array(40).fill(0);
  return script.map(([name, ...given]) => {
    group.redrawn();
    const take = given[0]?.packed ? [{ ...given[0], packed: Uint8Array.from(given[0].packed) }] : given;
    if (name !== "look") group[name](...take);
    const now = [...Array(40).keys()].map((person) => group.stateOf(person));
    const missed = now.filter((state, person) => state !== drawn[person] && !group.changed.includes(person)).length;
    drawn = now;
    const { counts, known, head, ends, latent, immune, news, positions, tapped, engineCount, step, count, lastCount } = group;
    return structuredClone({ now, counts, known, head, ends, latent, immune, news, positions, tapped, engineCount, step, count, lastCount,
      fresh: [...group.fresh].sort((a, b) => a - b), isMissed: missed > 0 && !group.hasChangedMuch, waiting: group.waiting(99),
      few: group.waiting(2).length, unanswered: group.unanswered().map(({ number }) => number), all: group.hasChangedMuch }); }); })"""


class Told:
    """What is known of a group by the messages: states by the log, and who is tapped or asked for on top of them."""

    def __init__(self):
        self.states, self.steps, self.tapped, self.asked, self.known, self.engine = [0] * 40, [], [], [], 0, 0
        self.past = None

    def look(self):
        pass

    def follow(self, frame):
        self.known, self.engine = frame["position"] + len(frame["changes"]), frame["engineCount"]
        before = self.steps[frame["step"]][3] if frame["step"] < len(self.steps) else 0
        del self.steps[frame["step"]:]
        start = 0
        for end in frame["ends"]:
            for change in frame["changes"][start:end - frame["position"]]:
                self.states[change >> 4] = change & 3
                before += (change >> 2 & 3) == 0 and change & 3 != 3
            start = end - frame["position"]
            self.add_step(end, before)
            before = 0
        self.asked = [one for one in self.asked if not one[2]]

    def add_step(self, end, news, counts=None):
        counts = counts or [self.states.count(state) for state in range(4)]
        infected = counts[1] + counts[2]
        self.steps.append((infected, counts[2], counts[3], news if self.steps else infected, end))

    def replace(self, frame):
        self.known, self.engine = frame["position"], frame["engineCount"]
        self.states = [frame["packed"][person // 4] >> 2 * (person % 4) & 3 for person in range(40)]
        del self.steps[frame["step"]:]
        for step in frame["steps"]:
            counts = [step[name] for name in ("infectious", "latent", "immune")]
            self.add_step(frame["position"], step["news"], [40 - sum(counts), *counts])
        self.asked = [one for one in self.asked if not one[2]]

    def applyTapped(self, frame):
        self.tapped = self.tapped[:frame["stay"]] + frame["people"]
        self.asked = [one for one in self.asked if not one[2]]

    def ask(self, people, number):
        self.asked.append([people, number, False])

    def taken(self, number):
        for one in self.asked:
            if one[1] == number and not one[2]:
                one[2] = True
                return

    def lookBack(self, packed):
        self.past = [packed[person // 4] >> 2 * (person % 4) & 3 for person in range(40)]

    def lookAhead(self):
        self.past = None

    def last(self):
        waiting = {*self.tapped, *(person for people, _, _ in self.asked for person in people)}
        return [state or (1 if person in waiting else 0) for person, state in enumerate(self.states)]

    def seen(self):
        now, last = self.past or self.last(), self.last()
        columns = [list(column) for column in zip(*self.steps)] or [[]] * 5
        head = self.steps[-1] if self.steps else (0, 0, 0)
        counts = [now.count(state) for state in range(4)]
        return {
            "now": now, "counts": counts, "known": self.known,
            "head": [40 - head[0] - head[2], head[0] - head[1], head[1], head[2]],
            **dict(zip(("ends", "latent", "immune", "news", "positions"), columns)), "tapped": self.tapped, "engineCount": self.engine,
            "step": max(0, len(self.steps) - 1), "count": counts[1] + counts[2], "lastCount": sum(one in (1, 2) for one in last),
            "isMissed": False, "waiting": [person for people, _, _ in self.asked for person in people] + self.tapped,
            "few": min(2, sum(len(people) for people, _, _ in self.asked) + len(self.tapped)),
            "unanswered": [number for _, number, is_taken in self.asked if not is_taken]}


def packed_of(states):
    return [sum(state << 2 * place for place, state in enumerate(states[at:at + 4])) for at in range(0, len(states), 4)]


@pytest.mark.parametrize("seed", range(4))
def test_a_group_is_what_it_was_told(live, seed):
    """By messages at random: changes of steps, which may go on in the next message, everybody's state, taps and answers."""
    chance, told, script, number = random.Random(seed), Told(), [["look"]], 0
    models, is_open = [Told().seen()], False
    for _ in range(150):
        kind = chance.choice(["follow"] * 4 + ["replace", "ask", "ask", "taken", "taken", "applyTapped", "lookBack"])
        if kind == "follow":
            step = max(0, len(told.steps) - is_open)
            states, changes, ends, people = list(told.states), [], [], chance.sample(range(40), 40)
            for _ in range(chance.choice([1, 1, 2, 4, 5])):
                for person in (people.pop() for _ in range(chance.randrange(4))):
                    state = chance.choice([one for one in range(4) if one != states[person]])
                    changes.append(person << 4 | states[person] << 2 | state)
                    states[person] = state
                ends.append(told.known + len(changes))
            given = [{"position": told.known, "step": step, "ends": ends, "changes": changes, "engineCount": chance.randrange(99)}]
            is_open = chance.random() < 0.3
        elif kind == "replace":
            states = [chance.randrange(4) for _ in range(40)]
            steps = [dict(zip(("infectious", "latent", "immune", "news"), (chance.randrange(9) for _ in range(4)))) for _ in range(2)]
            steps.append({**dict(zip(("infectious", "latent", "immune"), (states.count(one) for one in (1, 2, 3)))), "news": 3})
            given = [{"position": told.known + 5, "step": max(0, len(told.steps) - is_open), "steps": steps,
                      "packed": packed_of(states), "engineCount": 8}]
            is_open = False
        elif kind == "ask":
            number += 1
            given = [chance.sample(range(40), 3), number]
        elif kind == "taken":
            given = [chance.randint(max(1, number - 2), number + 1)]
        elif kind == "applyTapped":
            given = [{"stay": chance.randint(0, len(told.tapped)), "people": []}]
            given[0]["people"] = chance.sample([one for one in range(40) if one not in told.tapped[:given[0]["stay"]]], 2)
        else:
            given = [packed_of([chance.randrange(4) for _ in range(40)])]
        for name, *values in ([kind, *given], ["lookAhead"]) if kind == "lookBack" else ([kind, *given],):
            before = told.last()
            getattr(told, name)(*values)
            script.append([name, *json.loads(json.dumps(values))])
            model = told.seen()
            # Who becomes infected is news, but of many steps at once and where everybody is drawn anew.
            if name not in ("replace", "lookBack", "lookAhead", "taken"):
                model["fresh"] = [] if name == "follow" and len(values[0]["ends"]) > 4 else "those"
            models.append(json.loads(json.dumps(model)) | {"before": before})
    for (name, *_), model, seen in zip(script, models, live.page.evaluate(GROUP, script)):
        fresh, before = model.pop("fresh", None), model.pop("before", None)
        newly = [p for p, (a, b) in enumerate(zip(before or [], seen["now"])) if a == 0 and b in (1, 2)]
        if fresh == "those" and not seen["all"]:
            assert set(newly) <= set(seen["fresh"])
        elif fresh == [] or name in ("replace", "lookBack", "lookAhead"):
            assert seen["fresh"] == []
        assert {one: seen.get(one) for one in model} == model, name


@pytest.mark.parametrize("ended", [False, True])
def test_what_changes_a_run_leaves_the_earlier_step_that_is_shown(live, ended):
    """Of three steps the second is shown: by command, what is sent, and the step that is shown then."""
    commands = {
        "togglePlay": ([], [] if ended else [{"type": "play"}], 2), "undo": ([], [{"type": "undo"}], 2),
        "intervene": ([{"a": 1}], [{"type": "intervene", "a": 1}], 2),
        "infectAtRandom": ([5, 9], [{"type": "infect_random", "count": 5, "number": 9}], 2),
        "goTo": ([2], [], 2), "stepBy": ([1], [], 2), "rewind": ([], [{"type": "rewind", "step": 1}], 1),
        "save": ([], [{"type": "save"}], 1), "curve": ([], [{"type": "curve"}], 1), "reset": ([], [{"type": "reset"}], 1),
        "setPeriod": ([3], [{"type": "period", "period": 3}], 1), "wantEnsemble": ([True], [{"type": "ensemble", "wanted": True}], 1)}
    frame = {"kind": "changes", "run": 3, "position": 0, "step": 0, "ends": [1, 2, 3],
             "changes": [person << 4 | 1 for person in (4, 5, 6)], "engineCount": 3}
    messages = [OPENED, {**STATUS, "ended": ended}, {"type": "frame", "frame": frame}]
    found = live.page.evaluate("""([messages, commands]) => import("/reducer.js").then(({ begin, reduce }) =>
      commands.map(([name, given]) => {
        let page = begin(null);
        for (const message of messages) ({ page } = reduce(page, message));
        page.run.goTo(1);
        ({ page } = reduce(page, { type: "past", run: 3, step: 1, states: "AAUA" }));
        const sent = page.run[name](...given);
        return [sent, page.run.step, page.run.group.count, page.run.controls(true).scrub.value]; }))""",
                               [messages, [[name, given] for name, (given, _, _) in commands.items()]])
    assert dict(zip(commands, found)) == {name: [sent, step, step + 1, step] for name, (_, sent, step) in commands.items()}


def test_leaving_a_playing_run_pauses_it(live):
    playing = {**STATUS, "playing": True}
    assert sent(after(live, [OPENED, playing, {"type": "back"}])) == [{"type": "pause"}]
    assert sent(after(live, [OPENED, STATUS, {"type": "back"}])) == []


def test_in_a_watched_run_who_was_infected_in_the_steps_just_shown_is_new(live):
    """Forward, up to three steps; what a step back undoes and what a jump passes over is no news."""
    fresh = live.page.evaluate("""async (stored) => {
      const { WatchedRun } = await import("/watched-run.js"), run = new WatchedRun(stored);
      const infected = (person) => (person << 4) | 1, recovered = (person) => (person << 4) | (1 << 2);
      run.take({ kind: "changes", position: 0, step: 0, ends: [1, 2, 3, 4, 5], engineCount: 3,
        changes: [infected(4), infected(5), recovered(4), infected(6), infected(7)] });
      return [1, 2, 1, 4, 0, 4].map((step) => { run.group.redrawn(); run.goTo(step); return run.group.fresh; });
    }""", STORED)
    assert fresh == [[5], [], [], [6, 7], [], []]
    # People who come again, such as after a lost connection, are shown as they are at the step where it stands.
    seen = live.page.evaluate("""async (stored) => {
      const { WatchedRun } = await import("/watched-run.js");
      return ["extinct", "max_steps"].flatMap((stop) => [0, 1, 3, 4].map((step) => {
        const run = new WatchedRun({ ...stored, stop }, { stored, step, isPlaying: false, period: 1 });
        run.take({ kind: "changes", position: 0, step: 0, ends: [1, 2], changes: [(4 << 4) | 1, (5 << 4) | 1], engineCount: 2 });
        run.take({ kind: "changes", position: 2, step: 2, ends: [3, 4, 4], changes: [(6 << 4) | 1, (7 << 4) | 1], engineCount: 4 });
        return [run.group.count, run.word !== "", run.isOver]; })); }""", STORED)
    assert seen == [[count, stop == "extinct" and step == 4, step == 4] for stop in ("extinct", "max_steps")
                    for step, count in ((0, 1), (1, 2), (3, 4), (4, 4))]


def test_the_clock_of_a_watched_run_counts_from_where_it_was_started(live):
    """Four steps of a second each; a press at the end begins anew, and a jump starts the clock again."""
    seen = live.page.evaluate("""async (stored) => {
      const { WatchedRun } = await import("/watched-run.js"), run = new WatchedRun(stored);
      const at = (...times) => times.map((time) => [run.advance(1000 * time), run.step]);
      run.togglePlay();
      const first = at(5, 5.99, 6, 8.5, 8.99, 9, 20);
      run.togglePlay();
      const again = at(21, 22);
      run.goTo(3);
      again.push(...at(23.5, 24.49, 24.5));
      run.goTo(1);
      run.togglePlay();
      run.setPeriod(0);
      return [first, again, at(30), (run.togglePlay(), at(30, 30, 30, 30))]; }""", STORED)
    assert seen == [
        [[False, 0], [False, 0], [False, 1], [False, 3], [False, 3], [True, 4], [False, 4]],
        [[False, 0], [False, 1], [False, 3], [False, 3], [True, 4]],
        [[False, 2]], [[False, 2]] * 4]
