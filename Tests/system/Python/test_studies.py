"""Studies: built, checked, run, stopped and continued."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import KEYS

import spreadlab

LONG = KEYS | {"replicates": 4_000_000, "record": {"curves": "none"}, "analysis": {}}


def test_keys_and_file_are_the_same_study(results, tmp_path):
    file = tmp_path / "small.json"
    file.write_text(spreadlab.Study("small", **KEYS).to_json())
    again = spreadlab.Study.read(file).run(tmp_path / "again")
    assert again.manifest["study_digest"] == results.manifest["study_digest"]
    for name in results.tables:
        if name != "timings":
            assert again.table(name).equals(results.table(name)), name


def test_numbers_of_numpy_are_numbers():
    keys = KEYS | {"seed": np.int64(7), "factors": {
        "group_size": {"values": np.array([25, 100])},
        "infection_probability": {"values": np.array([0.2, 0.6])}}}
    assert json.loads(spreadlab.Study("small", **keys).to_json()) == json.loads(
        spreadlab.Study("small", **KEYS).to_json())


def test_check_says_what_the_study_takes():
    estimate = spreadlab.Study("small", **KEYS).check()
    assert (estimate.points, estimate.runs) == (4, 160)
    assert estimate.seconds > 0 and estimate.memory_bytes > 0 and estimate.disk_bytes > 0
    settings = {"replicates": 5, "model.boundary": "torus"}
    assert spreadlab.Study("small", **KEYS).check(settings=settings).runs == 20


def test_notes_are_warnings(tmp_path, monkeypatch):
    keys = {"seed": 7, "model": {"group_size": 25}, "replicates": 4, "factors": {
        "infection_factor": {"values": [0, 2]}, "infection_probability": {"values": [0.0, 0.5]}}}
    study = spreadlab.Study("small", **keys)
    expected = {note["code"] for note in study.check().notes}
    for map_ in (None, map):
        with pytest.warns(spreadlab.Note) as caught:
            results = study.run(tmp_path / f"{map_ is None}", map=map_)
        assert {note.message.code for note in caught} == expected != set()
        assert {note.filename for note in caught} == {__file__}
    monkeypatch.setenv("PATH", str(tmp_path))  # no gnuplot
    with pytest.warns(spreadlab.Note) as caught:
        results.report()
    assert [note.message.code for note in caught] == ["without_pictures"]
    x = pd.Series(range(1, 9), dtype=float)
    with pytest.warns(spreadlab.Note) as caught:
        spreadlab.fit(pd.DataFrame({"x": x, "y": (x ** 2).where(x != 4)}), x="x", y="y", model="power")
    assert [note.message.code for note in caught] == ["rows_left_out"]


def test_a_mistake_names_place_and_remedy(tmp_path):
    keys = {**KEYS, "factors": {**KEYS["factors"], "infection_probabilty": {"values": [0.2]}}}
    study = spreadlab.Study("small", **keys)
    with pytest.raises(spreadlab.Mistake) as caught:
        study.check()
    message = str(caught.value)
    line = 1 + study.to_json().splitlines().index('    "infection_probabilty": {')
    place = f"Study('small').to_json():{line}:5: error[unknown_key] $.factors.infection_probabilty"
    assert place in message and "/" not in message, message
    assert (caught.value.exit_code, caught.value.code) == (2, "unknown_key")
    with pytest.raises(spreadlab.Mistake, match="infection_probabilty"):
        study.run(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(spreadlab.ProgramError, match="nowhere.json"):
        spreadlab.Study.read(tmp_path / "nowhere.json").run(tmp_path / "none")


def test_the_folder_is_named_after_the_study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert spreadlab.Study("small", **KEYS).run().folder == Path("results/small")
    assert (tmp_path / "results" / "small" / "runs.csv").is_file()


def test_a_folder_of_another_study_is_refused(results):
    other = spreadlab.Study("small", **KEYS | {"seed": 8})
    with pytest.raises(spreadlab.ProgramError) as caught:
        other.run(results.folder)
    assert (caught.value.exit_code, caught.value.code) == (5, "another_study")


def test_failed_runs_are_a_warning(tmp_path, monkeypatch):
    monkeypatch.setenv("SPREADLAB", str(Path(os.environ["SPREADLAB"]).with_name("throwing-rule")))
    keys = KEYS | {"model": KEYS.get("model", {}) | {"rule": "throwing_20"}}
    with pytest.warns(spreadlab.RunsFailed, match="^[0-9]+ runs failed"):
        results = spreadlab.Study("small", **keys).run(tmp_path / "failed")
    failed = results.runs["status"] == "failed"
    assert 0 < failed.sum() < len(failed) / 4


def test_a_time_limit_stops_and_the_same_call_goes_on(tmp_path):
    study = spreadlab.Study("long", **LONG)
    done = []
    for _ in range(2):
        with pytest.raises(spreadlab.Stopped) as caught:
            study.run(tmp_path / "long", time_limit="1s")
        assert (caught.value.exit_code, caught.value.code) == (75, "time_limit")
        done.append(runs_done(tmp_path / "long"))
    assert 0 < done[0] < done[1] < 4 * LONG["replicates"]


def runs_done(folder):
    words = [os.environ["SPREADLAB"], "status", str(folder), "--json"]
    return json.loads(subprocess.run(words, capture_output=True, check=True).stdout)["runs_done"]


def test_an_interrupt_stops_cleanly(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import json, sys, spreadlab\n"
        "keys = json.loads(sys.argv[1])\n"
        "try:\n"
        "    spreadlab.Study('long', **keys).run(sys.argv[2])\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(130)\n")
    folder = tmp_path / "long"
    process = subprocess.Popen([sys.executable, script, json.dumps(LONG), folder])
    deadline = time.monotonic() + 60
    while not (folder / ".store").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    # The program has ended, too, and kept what it had: its folder is free.
    words = [os.environ["SPREADLAB"], "status", str(folder), "--json"]
    status = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert status["runs_done"] > 0 and not status["running"] and not status["complete"]


def test_responses_of_the_studys_own_are_columns_and_rows(tmp_path):
    keys = KEYS | {"responses": {
        "third": {"step_to_share": 0.3}, "early": {"new_infections_between": [1, 4]},
        "corner": {"share_in": {"rows": [0, 1], "columns": [0, 1]}, "at_step": 6}}}
    results = spreadlab.Study("small", **keys).run(tmp_path / "own")
    runs, summary = results.runs, results.summary
    assert list(runs.columns[-4:]) == ["third", "reached_third", "early", "corner"]
    curves = results.table("curves")
    early = curves[curves.step.between(1, 4)].groupby(["point", "replicate"]).new_infections.sum()
    assert (runs.set_index(["point", "replicate"]).early == early).all()
    assert (runs.third.notna() == (runs.reached_third == 1)).all()
    row = summary[(summary.point == 3) & (summary.response == "corner")].iloc[0]
    assert row["mean"] == pytest.approx(runs[runs.point == 3].corner.mean())
    assert results.plot.heatmap("group_size", "infection_probability", "corner") is not None


def test_rounds_in_parts_by_any_map_give_the_same_files(tmp_path):
    keys = KEYS | {"replicates": {
        "min": 30, "max": 600, "batch": 60, "until": [{"response": "steps", "half_width": 0.3}]}}
    study = spreadlab.Study("small", **keys)
    whole = study.run(tmp_path / "whole", seed=5)
    with ThreadPoolExecutor(2) as pool:
        joined = study.run(tmp_path / "joined", seed=5, map=pool.map, parts=3, threads=1)
        futures = study.run(
            tmp_path / "futures", seed=5, parts=2,
            map=lambda make, words: [pool.submit(make, one) for one in words])
    assert whole.table("points")["replicates"].nunique() > 1
    for name in whole.tables:
        if name != "timings":
            for other in (joined, futures):
                assert other.table(name).equals(whole.table(name)), name
    assert not list(tmp_path.glob("*-parts"))


def test_the_command_of_a_report_repeats_what_was_run(tmp_path):
    made = spreadlab.Study("small", **KEYS).run(
        tmp_path / "small", seed=8, settings={"replicates": 10})
    command = re.search(r"spreadlab run (\S+) -o again", made.report().read_text())
    assert command is not None
    again = spreadlab.Study.read(made.folder / command[1]).run(tmp_path / "again")
    assert again.runs.equals(made.runs)


def test_a_selection_names_the_best(tmp_path):
    study = spreadlab.Study(
        "best", seed=3, model={"group_size": 30, "stop": {"max_steps": 4}},
        factors={"infection_probability": {"values": [0.2, 0.5, 0.9]}},
        design={"type": "select", "response": "final_infected", "best": "largest", "indifference": 1,
                "max_runs": 5000})
    assert study.check().runs == 60
    table = study.run(tmp_path / "best").selection
    assert list(table["status"]) == ["eliminated", "eliminated", "best"]
    assert set(table["verdict"]) == {"selected"} and (table["runs"] >= 20).all()
    assert table["difference"].isna().tolist() == [False, False, True]
