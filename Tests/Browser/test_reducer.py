"""The reducer of the page, message by message: no server takes part in what is judged."""

import json

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


def test_messages_of_another_run_change_nothing(live):
    other = {**STATUS, "run": 2, "ended": True}
    assert after(live, [OPENED, other])["effects"] == []
    frame = {"type": "frame", "frame": {"kind": "changes", "run": 2, "position": 0, "step": 0,
                                        "ends": [1], "changes": [4 << 4 | 1], "engineCount": 1}}
    assert after(live, [OPENED, frame])["effects"] == []
    introduced = {"type": "introduced", "run": 2, "number": 0, "step": 0, "people": [1]}
    assert after(live, [OPENED, introduced])["recipe"]["introduced"] == []
    assert after(live, [{"type": "nonsense"}])["effects"] == []


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
